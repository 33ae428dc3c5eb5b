import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { Output } from '#contract/define.ts'
import * as contract from '#contract/bitacora.ts'
import { formatInstante, isUnchanged, matchesTitulo, tituloOfActo, valoresOf } from '#domain/bitacora.ts'
import type { Deps } from '../deps.ts'
import type { Ask } from '../http/route.ts'
import { readZona } from '../evento/store.ts'
import { csvOf, csvRows } from '../http/csv.ts'
import type { Tx } from '../db/database.ts'
import { type Cargados, cargadosOf, readRetencion } from '../inscripciones/deshacer.ts'
import { readSlice, type Cursor } from './store.ts'

/** Acts per page. */
const PAGE = 50
/** Rows per read transaction of a search. The event loop is yielded between slices. */
const SLICE = 500

type Page = Output<typeof contract.readBitacora>
/** An act of a page, and what it made when it is a load. */
interface Acto {
  readonly acto: Page['actos'][number]
  readonly revision: number
  readonly cargados: Cargados | null
}

/** Returns one page of the acts that match a search, newest first. Stops when the client disconnects. */
export const readBitacora: Ask<typeof contract.readBitacora> = async (deps, { buscar = '', cursor }, { raw }) => {
  const actos: Acto[] = []
  for await (const found of findActos(deps, buscar, cursorOf(cursor))) {
    actos.push(...found)
    // The search ends when the client has gone.
    if (actos.length > PAGE || raw.socket.destroyed) break
  }
  const page = actos.slice(0, PAGE)
  const some = page.some(({ cargados }) => cargados)
  return {
    actos: some ? await deps.db.read((tx) => offerUndo(tx, page)) : page.map(({ acto }) => acto),
    ...(actos.length > PAGE && { cursor: page.at(-1)?.acto.id }),
  }
}

/** The acts, and of each load that can be undone its id. */
async function offerUndo(tx: Tx, actos: readonly Acto[]): Promise<Page['actos']> {
  const offered: Page['actos'] = []
  for (const { acto, revision, cargados } of actos) {
    const isUndoable = cargados !== null && (await readRetencion(tx, cargados)) === null
    offered.push({ ...acto, ...(isUndoable && { carga: String(revision) }) })
  }
  return offered
}

/** The rows that match a search as CSV, in pieces. */
export async function* exportBitacora(deps: Deps, buscar: string): AsyncGenerator<string> {
  yield csvOf([contract.BITACORA_COLUMNS])
  for await (const found of findActos(deps, buscar, null)) {
    yield csvRows(found.map(({ acto: { cuando, quien, que, antes, despues } }) => [cuando, quien, que, antes, despues]))
  }
}

/** The acts that match a search, slice by slice, newest first. The first slice fills a page when there is no search. */
async function* findActos(deps: Deps, buscar: string, from: Cursor | null): AsyncGenerator<Acto[]> {
  const zona = await deps.db.read((tx) => readZona(tx, deps.env.zonaHoraria))
  let before = from
  let limit = PAGE + 1
  const nombres = new Map<string, string>()
  do {
    const at = before
    const size = limit
    const { actos, next } = await deps.db.read((tx) => readSlice(tx, at, size, nombres))
    yield actos.flatMap((acto) => {
      if (isUnchanged(acto)) return []
      const titulo = tituloOfActo(acto)
      if (!matchesTitulo(titulo, buscar)) return []
      const { revision, kind, after } = acto
      const id = `${revision}.${acto.seq}`
      const cuando = formatInstante(Date.parse(acto.at), zona)
      const cargados = kind === 'carga' ? cargadosOf(after) : null
      return [{ acto: { id, cuando, ...titulo, ...valoresOf(acto, zona) }, revision, cargados }]
    })
    before = next
    limit = SLICE
    await yieldToLoop()
  } while (before)
}

function cursorOf(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [revision, seq] = text.split('.').map(Number)
  return { revision: revision ?? 0, seq: seq ?? 0 }
}
