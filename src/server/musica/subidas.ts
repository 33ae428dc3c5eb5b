import { addAbortSignal, Readable } from 'node:stream'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { SubidaParteTable, SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Queue } from '../queue.ts'
import { readMp3, HEAD_BYTES, Inspector } from '../files/mp3.ts'
import { checkSesion } from '../http/route.ts'
import * as store from './store.ts'
import { pathOfParte } from '../files/store.ts'

/** An upload that no entry uses within this time is abandoned. */
const KEPT_MS = 24 * 60 * 60_000
/** Open uploads of one person. One more removes the oldest. */
const PER_PERSONA = 5
/** Bytes that creating an upload takes from the write budget: a row, and the removal of an older upload. */
const CREATE_BYTES = 1024 ** 2

/** An upload, and the bytes that the server has of it. It has its length once all of them are there. */
export interface Recibido {
  readonly subida: SubidaTable
  readonly bytes: number
}

/**
 * Upload sessions of tracks. Each belongs to the person who created it; for other persons it does not exist. Rows and pieces
 * are shared by all instances, so an upload may continue on another one.
 */
export class Subidas {
  readonly #deps: Deps
  readonly #busy = new Map<string, { readonly stop: () => void; readonly done: Promise<unknown> }>()
  /** Reads whole tracks into memory, so one at a time. */
  readonly #measuring = new Queue()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async create(actor: Actor, bytes: number): Promise<SubidaTable> {
    if (bytes > MUSICA_MAX_BYTES) throw new Problem('musica.tooLarge')
    if (bytes === 0) throw new Problem('musica.empty')
    this.#deps.budget.check(actor)
    this.#deps.budget.spend(actor, CREATE_BYTES)
    const row: SubidaTable = {
      id: this.#deps.newId(),
      persona: keyOfActor(actor),
      bytes,
      estado: 'subiendo',
      duracion: null,
      creada: this.#deps.now(),
    }
    await this.#deps.db.write(async (tx) => {
      await checkSesion(tx, actor)
      await tx.insertInto('subida').values(row).execute()
    })
    // Read after the insert: of several requests at the same moment, the last one sees all the others.
    const others = await this.#deps.db.read((tx) => {
      const known = tx.selectFrom('subida').select('id').where('persona', '=', row.persona).where('id', '<>', row.id)
      return known.orderBy('creada', 'desc').orderBy('id').execute()
    })
    await this.#drop(...others.slice(PER_PERSONA - 1).map(({ id }) => id))
    return row
  }

  /** Returns the offset. Measures an upload that is complete and was not measured because the server stopped. */
  async offset(actor: Actor, id: string): Promise<Recibido> {
    return this.#alone(actor, id, async () => this.#received(actor, id))
  }

  /** Appends bytes and returns the new offset. Removes the upload and throws when it is not an mp3. */
  async append(actor: Actor, id: string, at: number, body: Readable): Promise<Recibido> {
    return this.#alone(actor, id, async (stop) => {
      const { subida, partes } = await this.#find(actor, id)
      const isReady = subida.estado !== 'subiendo'
      if (at !== (isReady ? subida.bytes : offsetOf(partes))) throw new Problem('subida.offset')
      if (!isReady) {
        this.#deps.budget.check(actor)
        await receive(this.#deps, { actor, subida, partes, body: addAbortSignal(stop, body) }).catch((error: unknown) =>
          this.#dropUseless(id, error),
        )
      }
      return this.#received(actor, id)
    })
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.#alone(actor, id, async () => this.#drop(id))
  }

  /**
   * Runs alone on an upload of the person in this process. Stops another run on the same upload first: a client has one connection per
   * upload, so the earlier connection is dead. On another instance an earlier connection is refused at its next piece.
   */
  async #alone<T>(actor: Actor, id: string, run: (stop: AbortSignal) => Promise<T>): Promise<T> {
    await this.#find(actor, id)
    for (let other = this.#busy.get(id); other; other = this.#busy.get(id)) {
      other.stop()
      await other.done
    }
    const controller = new AbortController()
    const running = run(controller.signal)
    this.#busy.set(id, { stop: () => controller.abort(), done: running.catch(() => undefined) })
    try {
      return await running
    } finally {
      this.#busy.delete(id)
    }
  }

  /** Removes an upload whose content is refused or whose pieces are gone. Rethrows the error. */
  async #dropUseless(id: string, error: unknown): Promise<never> {
    const isUseless = error instanceof Problem && /^musica\.|^subida\.(missing|protocol)$/.test(error.code)
    if (isUseless) await this.#drop(id)
    throw error
  }

  /** Throws `subida.missing` when the upload does not exist, belongs to another person or is too old. */
  async #find(actor: Actor, id: string): Promise<Pick<Receipt, 'subida' | 'partes'>> {
    const { subida, partes } = await this.#deps.db.read(async (tx) => {
      await checkSesion(tx, actor)
      return { subida: await store.findSubida(tx, id), partes: await store.listPartes(tx, id) }
    })
    const isOpen = subida?.persona === keyOfActor(actor) && subida.creada > this.#deps.now() - KEPT_MS
    if (!isOpen) throw new Problem('subida.missing')
    return { subida, partes }
  }

  /** Measures the track when the upload has all its bytes. */
  async #received(actor: Actor, id: string): Promise<Recibido> {
    const { subida, partes } = await this.#find(actor, id)
    const bytes = subida.estado === 'subiendo' ? offsetOf(partes) : subida.bytes
    if (subida.estado !== 'subiendo' || bytes < subida.bytes) return { subida, bytes }
    const finishing = this.#measuring.run(() => this.#finish(id, partes))
    const finished = await finishing.catch((error: unknown) => this.#dropUseless(id, error))
    return { subida: { ...subida, ...finished }, bytes }
  }

  /** Measures a complete upload. */
  async #finish(id: string, partes: readonly SubidaParteTable[]): Promise<Pick<SubidaTable, 'duracion' | 'estado'>> {
    const track = readMp3(await readPartes(this.#deps, partes, { from: 0, to: offsetOf(partes) }))
    if (track instanceof Problem) throw track
    const finished = { duracion: track.segundos, estado: track.isCut ? 'cortada' : 'lista' } as const
    const known = await this.#deps.db.write((tx) =>
      tx.updateTable('subida').set(finished).where('id', '=', id).returning('id').executeTakeFirst(),
    )
    if (!known) throw new Problem('subida.missing')
    return finished
  }

  /** Forgets uploads. The sweep removes their pieces. */
  async #drop(...ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#deps.db.write((tx) => store.removeSubidas(tx, ids))
  }
}

/** Finds an upload of the actor that is complete, measured and not used yet. */
export async function findReady(tx: Tx, actor: Actor, id: string): Promise<SubidaTable | undefined> {
  const row = await store.findSubida(tx, id)
  return row && row.estado !== 'subiendo' && row.persona === keyOfActor(actor) ? row : undefined
}

/** Forgets uploads that are abandoned. The sweep removes their pieces. */
export async function forgetSubidas({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = now() - KEPT_MS
  await db.write((tx) => tx.deleteFrom('subida').where('creada', '<', before).execute())
}

export function expiryOf({ creada }: SubidaTable): Date {
  return new Date(creada + KEPT_MS)
}

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
async function receive(deps: Deps, { actor, subida, partes, body }: Receipt): Promise<void> {
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
