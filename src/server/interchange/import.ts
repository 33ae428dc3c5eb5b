import { VISITANTE } from '#domain/actor.ts'
import { deleteOtherThanAdmins } from '../acceso/sesiones.ts'
import type { Deps } from '../deps.ts'
import { imagenesOf, readGaleria, saveImagen } from '../evento/store.ts'
import { CARRUSEL } from '../files/store.ts'
import { transact, type Work } from '../work.ts'
import { insertRows, type Rows } from './rows.ts'
import type { Notice } from './shape.ts'
import { isOfCarrusel, type Source } from './source.ts'
import { placeFiles, showImages, withPlaced, type Placed } from './files.ts'
import * as store from './store.ts'
import { readTree } from './tree.ts'

export type Counts = Readonly<
  Record<'users' | 'admin' | 'categorias' | 'competidores' | 'jueces' | 'calificaciones' | 'archivos', number>
>

export type Imported =
  | { readonly done: false; readonly faults: readonly Notice[] }
  | {
      readonly done: true
      readonly warnings: readonly Notice[]
      readonly counts: Counts
    }

/** Thrown by `importTree` when an event exists and `replace` is off. */
export class Occupied extends Error {
  constructor() {
    super('Ya hay un evento. Con --replace se reemplaza por este; solo se conservan los administradores.')
    this.name = 'Occupied'
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
  const reading = readTree(source.json, source.files?.names ?? null)
  if ('faults' in reading) return { done: false, faults: reading.faults }
  const { rows, warnings } = reading
  if (!replace && (await deps.db.read(store.hasEvento))) throw new Occupied()

  const names = namesOf(rows, source)
  const counts = countsOf(rows, names)
  const placed: Placed = source.files ? await placeFiles(deps, source.files.folder, names) : new Map()
  const stored = withPlaced(rows, placed)
  const images = replace ? imagenesOf(await deps.files.list(CARRUSEL)) : []
  // With a key, `transact` looks up whether a commit without an answer was made.
  const key = { key: deps.newId(), command: 'import', input: null }
  await transact(deps, { actor: VISITANTE, key }, async (work) => {
    if (!replace && (await store.hasEvento(work.tx))) throw new Occupied()
    if (replace) await clearEvent(work, images)
    await store.clearTurnos(work.tx)
    await store.clearCuentas(work.tx)
    await insertRows(work.tx, stored, deps)
    await showImages(work, stored, placed)
    work.changed({ kind: 'todo', after: { ...counts, replace } })
    return {}
  })
  return { done: true, warnings, counts }
}

/** Deletes the event. Its images are hidden: their files stay in the folder of the home page until the sweep. */
async function clearEvent(work: Work, images: readonly string[]): Promise<void> {
  await store.clearEvent(work.tx)
  const shown = (await readGaleria(work.tx)).map(({ id }) => id)
  for (const id of [...shown, ...images]) await saveImagen(work.tx, { id, orden: 0 })
  const sesiones = await deleteOtherThanAdmins(work.tx)
  if (sesiones.length > 0) work.changed({ kind: 'sesion', after: { sesiones } })
}

/** The files to import: those that a row names, and the home page's images. */
function namesOf({ users, competidores }: Rows, { files }: Source): string[] {
  const named = new Set([...users.map(({ fotoPath }) => fotoPath), ...competidores.map(({ musicaPath }) => musicaPath)])
  return [...(files?.names ?? [])].filter((name) => named.has(name) || isOfCarrusel(name))
}

function countsOf(rows: Rows, names: readonly string[]): Counts {
  return {
    users: rows.users.length,
    admin: rows.admin.length,
    categorias: rows.categorias.length,
    competidores: rows.competidores.length,
    jueces: rows.jueces.length,
    calificaciones: rows.calificaciones.length,
    archivos: names.length,
  }
}
