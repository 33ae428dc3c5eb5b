import { Readable } from 'node:stream'
import type { Actor } from '#domain/actor.ts'
import { Problem } from '#domain/problem.ts'
import type { SubidaParteTable, SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { HEAD_BYTES, Inspector } from '../files/mp3.ts'
import { pathOfParte } from '../files/store.ts'
import { checkSesion } from '../http/session.ts'
import * as store from './store.ts'

/**
 * A piece is stored at the first chunk that fills it up to this size, or when the body ends. A killed process loses at most
 * one piece.
 */
const PARTE_BYTES = 1024 ** 2
/** Bytes of the write budget that a smaller piece counts for: it costs a file, two syncs and a row like any other. */
const PARTE_LEAST_BYTES = 64 * 1024
/** Limit of pieces of an upload: thirty full ones, and the short last pieces of some hundred lost connections. */
const MOST_PARTES = 500

/** Adds the length of the pieces: the offset at which the upload continues. */
export function offsetOf(partes: readonly SubidaParteTable[]): number {
  return partes.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** A body that continues an upload after the pieces that are stored. */
export interface Receipt {
  readonly actor: Actor
  readonly subida: SubidaTable
  readonly partes: readonly SubidaParteTable[]
  readonly body: Readable
}

/**
 * Stores a body in pieces of about 1 MB. A lost connection is no error: the bytes that arrived are stored. Throws the
 * problem of `Inspector` when the content is refused, `subida.offset` when another connection stored the same bytes before,
 * and `subida.missing` when the upload was removed while the body arrived.
 */
export async function receive(deps: Deps, { actor, subida, partes, body }: Receipt): Promise<void> {
  const chunks = arriving(body)
  try {
    if (partes.length >= MOST_PARTES) throw new Problem('subida.protocol')
    let at = offsetOf(partes)
    const inspector = await inspectorAt(deps, subida, partes)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      at += await storeParte(deps, { actor, id: subida.id, inicio: at, inspector, first: next }, chunks)
    }
  } catch (error) {
    // A browser reads the answer only after it sent the body.
    while (!(await chunks.next()).done);
    throw error
  }
}

/** The chunks of a body, to its end or until the connection is lost. */
async function* arriving(body: Readable): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of body) if (chunk.length > 0) yield chunk
  } catch {
    // The connection is lost. The client reconnects and asks for the offset.
  }
}

/** An inspector that has seen the stored bytes that it needs. */
async function inspectorAt(deps: Deps, subida: SubidaTable, partes: readonly SubidaParteTable[]): Promise<Inspector> {
  const inspector = new Inspector(subida.bytes)
  const end = offsetOf(partes)
  for (let at = inspector.wanted; at !== null && at < end; at = inspector.wanted) {
    inspector.take(at, await readPartes(deps, partes, { from: at, to: Math.min(at + HEAD_BYTES, end) }))
  }
  return inspector
}

interface NextParte {
  readonly actor: Actor
  readonly id: string
  readonly inicio: number
  readonly inspector: Inspector
  /** The first chunk of the piece. */
  readonly first: IteratorResult<Buffer, void>
}

/** Stores one piece, then its row. Takes chunks until the piece is full. Returns its length. */
async function storeParte(
  deps: Deps,
  { actor, id, inicio, inspector, first }: NextParte,
  chunks: AsyncGenerator<Buffer, void>,
): Promise<number> {
  let bytes = 0
  async function* inspected(): AsyncGenerator<Buffer, void> {
    for (let next = first; !next.done; next = await chunks.next()) {
      const fault = inspector.take(inicio + bytes, next.value)
      if (fault !== null) throw new Problem(fault)
      bytes += next.value.length
      yield next.value
      if (bytes >= PARTE_BYTES) return
    }
  }
  const archivo = deps.newId()
  try {
    // Reads only one chunk ahead: many connections are open at once.
    await deps.files.put(pathOfParte({ archivo }), Readable.from(inspected(), { highWaterMark: 1 }))
  } finally {
    deps.budget.spend(actor, Math.max(bytes, PARTE_LEAST_BYTES))
  }
  await deps.db.write(async (tx) => {
    // The body may take minutes: the session may have ended since its first byte.
    await checkSesion(tx, actor)
    const estado = await store.lockSubida(tx, id)
    if (estado === undefined) throw new Problem('subida.missing')
    const stored = await store.listPartes(tx, id)
    if (estado !== 'subiendo' || offsetOf(stored) !== inicio) throw new Problem('subida.offset')
    await store.insertParte(tx, { subida: id, inicio, bytes, archivo })
  })
  return bytes
}

/** Reads a range of an upload (`to` not included) into memory. Throws `subida.missing` when a piece is not stored any more. */
export async function readPartes(
  { files }: Pick<Deps, 'files'>,
  partes: readonly SubidaParteTable[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from)
  let filled = 0
  for (const { inicio, bytes: length, archivo } of partes) {
    const start = Math.max(from, inicio) - inicio
    const end = Math.min(to, inicio + length) - inicio
    if (start >= end) continue
    const content = await files.get(pathOfParte({ archivo }), { start, end: end - 1 })
    if (!content) throw new Problem('subida.missing')
    for await (const chunk of content) filled += chunk.copy(bytes, filled)
  }
  if (filled < bytes.length) throw new Problem('subida.missing')
  return bytes
}
