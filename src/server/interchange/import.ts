import { VISITANTE } from '#domain/actor.ts'
import { deleteOtherThanAdmins } from '../acceso/sesiones.ts'
import { holdCommands } from '../db/change-log.ts'
import { DatabaseUnsure } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { transact, type Work } from '../work.ts'
import { insertRows, type Rows } from './rows.ts'
import type { Notice } from './shape.ts'
import { CARRUSEL, isOfCarrusel, type Source } from './source.ts'
import { discard, finishLote, finishPendingFiles, newLote, savePlan, stage } from './staging.ts'
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
      /** Whether files are still staged: the rows are imported, and the next start moves the files to their names. */
      readonly filesLater: boolean
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
 * administrators; without it, throws `Occupied` when there is one.
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
  await finishPendingFiles(deps)

  const names = namesOf(rows, source)
  const counts = countsOf(rows, names)
  const lote = newLote(deps)
  try {
    if (source.files) await stage(deps, lote, { folder: source.files.folder, names })
    const images = replace ? await deps.files.list(CARRUSEL) : []
    await transact(deps, { actor: VISITANTE }, async (work) => {
      if (!replace && (await store.hasEvento(work.tx))) throw new Occupied()
      const before = replace ? [...images, ...(await store.readNamedFiles(work.tx))] : []
      if (replace) await clearEvent(work)
      await store.clearTurnos(work.tx)
      await store.clearCuentas(work.tx)
      await insertRows(work.tx, rows, deps)
      const named = await store.readNamedFiles(work.tx)
      await savePlan(work.tx, lote, {
        quitar: before.filter((path) => !named.has(path) && !names.includes(path)),
        carrusel: [...rows.carrusel],
        vacia: replace,
      })
      work.changed({ kind: 'todo', after: { ...counts, replace } })
    })
  } catch (error) {
    const isCommitted = error instanceof DatabaseUnsure && (await wasCommitted(deps, lote))
    if (isCommitted === false) await discard(deps, lote)
    if (isCommitted !== true) throw error
  }
  return { done: true, warnings, counts, filesLater: !(await tryFinish(deps, lote)) }
}

async function clearEvent(work: Work): Promise<void> {
  await store.clearEvent(work.tx)
  const sesiones = await deleteOtherThanAdmins(work.tx, work.now())
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

/** Whether the transaction of an import was committed, once it is over; null when the database does not tell. */
async function wasCommitted({ db }: Deps, lote: string): Promise<boolean | null> {
  const pending = db.write(async (tx) => {
    await holdCommands(tx)
    return store.listPendientes(tx)
  })
  return pending.then(
    (lotes) => lotes.includes(lote),
    () => null,
  )
}

/** Moves the files of an import to their names. Returns false, and logs the error, when that fails. */
async function tryFinish(deps: Deps, lote: string): Promise<boolean> {
  try {
    await finishLote(deps, lote)
    return true
  } catch (error) {
    // The rows are committed. The next start finishes the batch, and the command says so.
    deps.log.error({ err: error }, 'the files of an import are not all in their place yet')
    return false
  }
}
