import { createReadStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { VISITANTE } from '#domain/actor.ts'
import { recordBy } from '#domain/records.ts'
import type { Deps } from '../deps.ts'
import { imagenesOf, readGaleria, readZona, saveImagen, saveImagenes } from '../evento/store.ts'
import { isSame } from '../files/content.ts'
import { CARRUSEL } from '../files/store.ts'
import { forgetOrphans } from '../sweep.ts'
import { transact, type Work } from '../work.ts'
import { clearEvent, clearTurnosAndCuentas, filesOf, hasEvento, insertRows, type Rows } from './rows.ts'
import type { Notice } from './shape.ts'
import { isOfCarrusel, type Source } from './source.ts'
import { readTree } from './tree.ts'

/** The tables whose imported rows are counted. */
const COUNTED = ['categorias', 'competidores', 'users', 'admin', 'jueces', 'calificaciones'] as const
const countIn = recordBy(COUNTED)

export type Counts = Readonly<Record<(typeof COUNTED)[number] | 'archivos', number>>

export type Imported =
  | { readonly done: false; readonly faults: readonly Notice[] }
  | { readonly done: true; readonly warnings: readonly Notice[]; readonly counts: Counts }

/** Thrown by `importTree` when an event exists and `replace` is off. */
export class Occupied extends Error {
  constructor() {
    super('Ya hay un evento. Con --replace se reemplaza por este; solo se conservan los administradores.')
  }
}

/**
 * Imports a whole event, or nothing when the tree has faults. With `replace`, the existing event is deleted except for its
 * administrators; without it, throws `Occupied` when there is one. The sweep removes the files of an import that fails, and
 * the files of a replaced event.
 */
export async function importTree(
  deps: Deps,
  source: Source,
  { replace }: { readonly replace: boolean },
): Promise<Imported> {
  const { zonaHoraria } = deps.env
  // The zone that stays when the tree names none.
  const zona = replace ? zonaHoraria : await deps.db.read((tx) => readZona(tx, zonaHoraria))
  const reading = readTree(source.json, source.files?.names ?? null, zona)
  if ('faults' in reading) return { done: false, faults: reading.faults }
  const { rows, warnings } = reading
  if (!replace && (await deps.db.read(hasEvento))) throw new Occupied()

  const names = namesOf(rows, source)
  const counts = { ...countIn((table) => rows[table].length), archivos: names.length }
  const placed: Placed = source.files ? await placeFiles(deps, source.files.folder, names) : new Map()
  const stored = withPlaced(rows, placed)
  const images = replace ? imagenesOf(await deps.files.list(CARRUSEL)) : []
  await transact(deps, { actor: VISITANTE }, async (work) => {
    if (!replace && (await hasEvento(work.tx))) throw new Occupied()
    if (replace) await clearAll(work, images)
    await clearTurnosAndCuentas(work.tx)
    await insertRows(work.tx, stored, deps)
    await showImages(work, stored, placed)
    work.changed({ kind: 'todo', after: { ...counts, replace } })
  })
  return { done: true, warnings, counts }
}

/** Deletes the event. Its images are hidden: their files stay in the folder of the home page until the sweep. */
async function clearAll(work: Work, images: readonly string[]): Promise<void> {
  await clearEvent(work.tx)
  const shown = (await readGaleria(work.tx)).map(({ id }) => id)
  for (const id of [...shown, ...images]) await saveImagen(work.tx, { id, orden: 0 })
  const ended = await work.tx.deleteFrom('sesion').where('role', '<>', 'admin').returning('id').execute()
  if (ended.length > 0) work.changed({ kind: 'sesion', after: { sesiones: ended.map(({ id }) => id) } })
}

/** The files to import: those that a row names, and the home page's images. */
function namesOf(rows: Rows, { files }: Source): string[] {
  const named = filesOf(rows)
  return [...(files?.names ?? [])].filter((name) => named.has(name) || isOfCarrusel(name))
}

/** The path in the store of each file of a tree, by its path in the tree. */
type Placed = ReadonlyMap<string, string>

/**
 * Stores the files of an import, where they are orphans until its rows name them. A file that the store has with the same
 * content is not written again; one with other content gets a new name, because a stored file never changes.
 */
async function placeFiles(deps: Deps, folder: string, names: readonly string[]): Promise<Placed> {
  const { db, files, newId } = deps
  const placed = new Map<string, string>()
  const added: string[] = []
  // An earlier import may have left orphans of these names: the sweep must not remove them now.
  await db.write((tx) => forgetOrphans(tx, names))
  for (const name of names) {
    const isTaken = (await files.look(name)) !== null
    const isThere = isTaken && (await isSame(files, name, join(folder, name)))
    placed.set(name, isTaken && !isThere ? otherName(name, newId().slice(0, 8)) : name)
    if (!isThere) added.push(name)
  }
  const imagenes = imagenesOf(added.flatMap((name) => placed.get(name) ?? []))
  // Hidden until the rows are inserted: otherwise the home page would show them as files that an operator copied there.
  await db.write(async (tx) => {
    for (const id of imagenes) await saveImagen(tx, { id, orden: 0 })
  })
  for (const name of added) await files.put(placed.get(name) ?? name, createReadStream(join(folder, name)))
  return placed
}

/** `musica/a.mp3` becomes `musica/a_{mark}.mp3`. */
function otherName(name: string, mark: string): string {
  const end = extname(name)
  return `${name.slice(0, name.length - basename(name).length)}${basename(name, end)}_${mark}${end}`
}

/** The rows, with the paths of the store. */
function withPlaced(rows: Rows, placed: Placed): Rows {
  const pathOf = (path: string | null) => (path === null ? null : (placed.get(path) ?? path))
  return {
    ...rows,
    users: rows.users.map((user) => ({ ...user, fotoPath: pathOf(user.fotoPath) })),
    competidores: rows.competidores.map((entry) => ({ ...entry, musicaPath: pathOf(entry.musicaPath) })),
    carrusel: rows.carrusel.flatMap((id) => imagenesOf([placed.get(`${CARRUSEL}/${id}`) ?? ''])),
  }
}

/** Shows the imported images after those of the home page: first the ones that the tree orders, then by name. */
async function showImages(work: Work, { carrusel }: Pick<Rows, 'carrusel'>, placed: Placed): Promise<void> {
  const images = imagenesOf([...placed.values()]).toSorted()
  const shown = (await readGaleria(work.tx)).map(({ id }) => id)
  const all = [...new Set([...shown, ...carrusel, ...images])]
  if (all.length === shown.length) return
  await saveImagenes(work.tx, all)
  work.changed({ kind: 'evento', after: { imagenes: all } })
}
