import { countOf } from '#domain/plural.ts'
import type { Arbol } from '#contract/interchange.ts'
import { isStorePath } from '../files/store.ts'
import type { Notices, Path } from './notices.ts'
import { recordsOf } from './records.ts'

export const CARRUSEL = 'carrusel/'

/** A file that the tree names, and where it does. */
interface NamedFile {
  readonly path: Path
  readonly file: string
}

/**
 * Checks every file that the tree names against those that came with it (`null`: it came alone, and they are expected
 * later). Says once, in one sentence, what concerns them all.
 */
export function checkFiles(tree: Arbol, names: ReadonlySet<string> | null, notices: Notices): void {
  const files = namedFiles(tree).filter(({ path, file }) => isUsable(path, file, notices))
  const named = new Set(files.map(({ file }) => file))
  if (names === null) {
    if (named.size > 0)
      notices.warn(['files'], `No hay carpeta files/. Faltan: ${countOf(named.size, 'archivo', 'archivos')}.`)
    return
  }
  const known = new Set(tree.extra?.faltan ?? [])
  for (const { path, file } of files) {
    if (!names.has(file) && !known.has(file)) notices.fault(path, `Falta el archivo files/${file}.`)
  }
  const unnamed = [...names].filter((name) => !named.has(name) && !name.startsWith(CARRUSEL))
  if (unnamed.length > 0)
    notices.warn(['files'], `Sin uso en el evento, no se importan: ${countOf(unnamed.length, 'archivo', 'archivos')}.`)
}

function namedFiles({ users, competidores }: Arbol): NamedFile[] {
  const fotos = recordsOf(users).map(([uid, { fotoPath }]) => ({ path: ['users', uid, 'fotoPath'], file: fotoPath }))
  const musica = recordsOf(competidores).flatMap(([slug, entries]) =>
    recordsOf(entries).map(([id, { musicaPath }]) => ({
      path: ['competidores', slug, id, 'musicaPath'],
      file: musicaPath,
    })),
  )
  return [...fotos, ...musica].flatMap(({ path, file }) => (file ? [{ path, file }] : []))
}

function isUsable(path: Path, file: string, notices: Notices): boolean {
  const folder = path.at(-1) === 'fotoPath' ? 'fotos/' : 'musica/'
  if (isStorePath(file) && file.startsWith(folder)) return true
  notices.fault(path, `No es la ruta de un archivo: debe empezar por ${folder}, sin «..» ni «\\».`)
  return false
}
