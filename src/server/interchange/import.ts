import { VISITANTE } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { transact, type Work } from '../work.ts'
import { finishLote, finishPendingFiles } from './finish.ts'
import { loadRows } from './load.ts'
import type { Notice } from './notices.ts'
import { CARRUSEL } from './read-files.ts'
import { readTree } from './read.ts'
import type { Rows } from './rows.ts'
import { discard, insertPlan, newLote, stage } from './staging.ts'
import * as store from './store.ts'

/** A tree as it came: its JSON, and the folder of its files with what is in there. */
export interface Source {
  readonly json: unknown
  readonly files: { readonly folder: string; readonly names: ReadonlySet<string> } | null
}

export type Counts = Readonly<
  Record<'users' | 'admin' | 'categorias' | 'competidores' | 'jueces' | 'calificaciones' | 'archivos', number>
>

export type Imported =
  | { readonly done: false; readonly faults: readonly Notice[] }
  | {
      readonly done: true
      readonly warnings: readonly Notice[]
      readonly counts: Counts
      /** The rows are in; their files could not all be put in place and will be at the next start. */
      readonly filesLater: boolean
    }

/** There is an event already, and nobody said to replace it. */
export class Occupied extends Error {
  constructor() {
    super('Ya hay un evento. Con --replace se reemplaza por este; solo se conservan los administradores.')
    this.name = 'Occupied'
  }
}

/** Takes a whole event in: all of it, or nothing. Its files wait aside until its rows are in. */
export async function importTree(
  deps: Deps,
  source: Source,
  { replace }: { readonly replace: boolean },
): Promise<Imported> {
  const reading = readTree(source.json, source.files?.names ?? null)
  if ('faults' in reading) return { done: false, faults: reading.faults }
  const { rows, warnings } = reading
  if (!replace && (await deps.db.read(store.isOccupied))) throw new Occupied()
  await finishPendingFiles(deps)

  const names = namesOf(rows, source)
  const counts = countsOf(rows, names)
  const lote = newLote(deps)
  try {
    if (source.files) await stage(deps, lote, { folder: source.files.folder, names })
    const before = replace ? await deps.files.list(CARRUSEL.slice(0, -1)) : []
    await transact(deps, { actor: VISITANTE }, async (work) => {
      if (!replace && (await store.isOccupied(work.tx))) throw new Occupied()
      const quitar = replace ? [...before, ...(await store.readNamedFiles(work.tx))] : []
      await takeIn(work, rows, replace)
      const named = await store.readNamedFiles(work.tx)
      await insertPlan(work.tx, lote, {
        quitar: quitar.filter((path) => !named.has(path) && !names.includes(path)),
        carrusel: [...rows.carrusel],
        vacia: replace,
      })
      work.changed({ kind: 'todo', after: { ...counts, replace } })
    })
  } catch (error) {
    await clearUp(deps, lote)
    throw error
  }
  return { done: true, warnings, counts, filesLater: !(await finished(deps, lote)) }
}

async function takeIn(work: Work, rows: Rows, replace: boolean): Promise<void> {
  if (replace) {
    await store.clearEvent(work.tx)
    const sesiones = await store.endOtherSesiones(work.tx)
    if (sesiones.length > 0) work.changed({ kind: 'sesion', after: { sesiones } })
  }
  await store.clearTurnos(work.tx)
  await store.clearCuentas(work.tx)
  await loadRows(work.tx, rows)
}

/** The files that are taken along: those that somebody names, and the home page's images. */
function namesOf({ users, competidores }: Rows, { files }: Source): string[] {
  const named = new Set([...users.map(({ fotoPath }) => fotoPath), ...competidores.map(({ musicaPath }) => musicaPath)])
  return [...(files?.names ?? [])].filter((name) => named.has(name) || name.startsWith(CARRUSEL))
}

function countsOf(rows: Rows, names: readonly string[]): Counts {
  const { users, admin, categorias, competidores, jueces, calificaciones } = rows
  return {
    users: users.length,
    admin: admin.length,
    categorias: categorias.length,
    competidores: competidores.length,
    jueces: jueces.length,
    calificaciones: calificaciones.length,
    archivos: names.length,
  }
}

/** After a failure. A commit whose answer was lost may hold all the same: its files stay for the next start to place. */
async function clearUp(deps: Deps, lote: string): Promise<void> {
  const mayHold = await deps.db.read(store.listPendientes).then(
    (pending) => pending.includes(lote),
    () => true,
  )
  if (!mayHold) await discard(deps, lote)
}

async function finished(deps: Deps, lote: string): Promise<boolean> {
  try {
    await finishLote(deps, lote)
    return true
  } catch (error) {
    // The event is in. The next start goes on from here, and the person is told so.
    deps.log.error({ err: error }, 'the files of an import are not all in their place yet')
    return false
  }
}
