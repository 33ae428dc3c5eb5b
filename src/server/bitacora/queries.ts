import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { Output } from '#contract/define.ts'
import * as contract from '#contract/bitacora.ts'
import { formatInstante, isUnchanged, matchesTitulo, tituloOfActo, valoresOf } from '#domain/bitacora.ts'
import type { Deps } from '../deps.ts'
import type { Ask } from '../http/route.ts'
import { readZona } from '../evento/store.ts'
import { csvOf, csvRows } from '../http/csv.ts'
import { cargadosOf, readRetencion } from '../inscripciones/deshacer.ts'
import { readSlice, type Cursor } from './store.ts'

/** Acts per page. */
const PAGE = 50
/** Rows per read transaction of a search. The event loop is yielded between slices. */
const SLICE = 500

type Actos = Output<typeof contract.readBitacora>['actos']

/** Returns one page of the acts that match a search, newest first. Stops when the client disconnects. */
export const readBitacora: Ask<typeof contract.readBitacora> = async (deps, { buscar = '', cursor }, { raw }) => {
  const actos: Actos = []
  for await (const found of findActos(deps, buscar, cursorOf(cursor))) {
    actos.push(...found)
    // The search ends when the client has gone.
    if (actos.length > PAGE || raw.socket.destroyed) break
  }
  const page = actos.slice(0, PAGE)
  return { actos: page, ...(actos.length > PAGE && { cursor: page.at(-1)?.id }) }
}

/** The rows that match a search as CSV, in pieces. */
export async function* exportBitacora(deps: Deps, buscar: string): AsyncGenerator<string> {
  yield csvOf([contract.BITACORA_COLUMNS])
  for await (const found of findActos(deps, buscar, null)) {
    yield csvRows(found.map(({ cuando, quien, que, antes, despues }) => [cuando, quien, que, antes, despues]))
  }
}

/** The acts that match a search, slice by slice, newest first. The first slice fills a page when there is no search. */
async function* findActos(deps: Deps, buscar: string, from: Cursor | null): AsyncGenerator<Actos> {
  const zona = await deps.db.read((tx) => readZona(tx, deps.env.zonaHoraria))
  let before = from
  let limit = PAGE + 1
  const nombres = new Map<string, string>()
  do {
    const at = before
    const size = limit
    const found: Actos = []
    before = await deps.db.read(async (tx) => {
      const { actos, next } = await readSlice(tx, at, size, nombres)
      for (const acto of actos) {
        const titulo = tituloOfActo(acto)
        if (isUnchanged(acto) || !matchesTitulo(titulo, buscar)) continue
        const id = `${acto.revision}.${acto.seq}`
        const cuando = formatInstante(Date.parse(acto.at), zona)
        const cargados = acto.kind === 'carga' ? cargadosOf(acto.after) : null
        const isUndoable = cargados !== null && (await readRetencion(tx, cargados)) === null
        const carga = isUndoable && { carga: String(acto.revision) }
        found.push({ id, cuando, ...titulo, ...valoresOf(acto, zona), ...carga })
      }
      return next
    })
    yield found
    limit = SLICE
    await yieldToLoop()
  } while (before)
}

function cursorOf(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [revision, seq] = text.split('.').map(Number)
  return { revision: revision ?? 0, seq: seq ?? 0 }
}
