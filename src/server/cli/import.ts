import { setupLink } from '../acceso/setup.ts'
import { listUnmeasured } from '../competidores/store.ts'
import type { Deps } from '../deps.ts'
import { measureMusica } from '../inscripciones/measure.ts'
import { importTree, type Counts } from '../interchange/import.ts'
import type { Notice } from '../interchange/notices.ts'
import { readSource } from '../interchange/source.ts'
import { pathOf, runCommand, say, Stop } from './run.ts'

const USAGE = 'Uso: npm run import -- ARCHIVO.json [--replace]'
const WARNINGS_SHOWN = 20

const args = process.argv.slice(2)
const [file, ...others] = args.filter((arg) => arg !== '--replace')

await runCommand(run, () => {
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new Stop(USAGE)
})

async function run(deps: Deps): Promise<void> {
  const source = await readSource(pathOf(file ?? ''))
  const imported = await importTree(deps, source, { replace: args.includes('--replace') })
  if (!imported.done) throw new Stop([...imported.faults.map(lineOf), 'No se importó nada.'].join('\n'))
  sayWarnings(imported.warnings)
  say(`Importado: ${describe(imported.counts)}.`)
  if (imported.filesLater) say('Faltan archivos por colocar: se hará en el próximo arranque.')
  const link = await setupLink(deps)
  if (link)
    say(`Nadie puede entrar aún como administrador. Con el servidor en marcha, abre (una vez, en 24 horas): ${link}`)
  // Last, since it may take minutes.
  if (!imported.filesLater) await measured(deps)
}

/** Whoever has a page open sees the lengths with the event. The server would come to it by itself, half a minute later. */
async function measured(deps: Deps): Promise<void> {
  try {
    if ((await deps.db.read(listUnmeasured)).length === 0) return
    say('Midiendo la música…')
    await measureMusica(deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'the tracks of the import are not all measured yet')
  }
}

function sayWarnings(warnings: readonly Notice[]): void {
  for (const warning of warnings.slice(0, WARNINGS_SHOWN)) say(`Aviso: ${lineOf(warning)}`)
  if (warnings.length > WARNINGS_SHOWN) say(`Aviso: y ${warnings.length - WARNINGS_SHOWN} más.`)
}

function lineOf({ path, message }: Notice): string {
  return path === '' ? message : `${path}: ${message}`
}

function describe(counts: Counts): string {
  return [
    `${counts.categorias} categorías`,
    `${counts.competidores} competidores`,
    `${counts.users} usuarios`,
    `${counts.admin} administradores`,
    `${counts.jueces} jueces`,
    `${counts.calificaciones} calificaciones`,
    `${counts.archivos} archivos`,
  ].join(', ')
}
