import { addAbortSignal, type Readable } from 'node:stream'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { SubidaParteTable, SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Queue } from '../queue.ts'
import { readMp3 } from '../files/mp3.ts'
import { checkSesion } from '../http/session.ts'
import { offsetOf, readPartes, receive, type Receipt } from './partes.ts'
import * as store from './store.ts'

/** An upload that no entry uses within this time is abandoned. */
const KEPT_MS = 24 * 60 * 60_000
/** Open uploads of one person. One more removes the oldest. */
const PER_PERSONA = 5
/** Bytes that creating an upload takes from the write budget: a row, and the removal of an older upload. */
const CREATE_BYTES = 1024 ** 2

/** The bytes that the server has of an upload, and the length of the track in seconds once it has all of them. */
export interface Recibido {
  readonly subida: SubidaTable
  readonly bytes: number
  readonly duracion: number | null
}

/**
 * Upload sessions of tracks. Each belongs to the person who created it; for other persons it does not exist. Rows and pieces
 * are shared by all instances, so an upload may continue on another one.
 */
export class Subidas {
  readonly #deps: Deps
  readonly #busy = new Map<string, { readonly stop: () => void; readonly done: Promise<void> }>()
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
      await store.insertSubida(tx, row)
    })
    // Read after the insert: of several requests at the same moment, the last one sees all the others.
    const known = await this.#deps.db.read((tx) => store.listSubidas(tx, row.persona))
    const others = known.filter(({ id }) => id !== row.id)
    await this.#drop(...others.slice(PER_PERSONA - 1).map(({ id }) => id))
    return row
  }

  /** Returns the offset. Measures an upload that is complete and was not measured because the server stopped. */
  async offset(actor: Actor, id: string): Promise<Recibido> {
    await this.#find(actor, id)
    return this.#alone(id, async () => this.#received(actor, id))
  }

  /** Appends bytes and returns the new offset. Removes the upload and throws when it is not an mp3. */
  async append(actor: Actor, id: string, at: number, body: Readable): Promise<Recibido> {
    await this.#find(actor, id)
    return this.#alone(id, async (stop) => {
      const { subida, partes } = await this.#find(actor, id)
      const isReady = subida.estado === 'lista'
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
    await this.#find(actor, id)
    await this.#alone(id, async () => this.#drop(id))
  }

  /**
   * Runs alone on an upload in this process. Stops another run on the same upload first: a client has one connection per
   * upload, so the earlier connection is dead. On another instance an earlier connection is refused at its next piece.
   */
  async #alone<T>(id: string, run: (stop: AbortSignal) => Promise<T>): Promise<T> {
    for (let other = this.#busy.get(id); other; other = this.#busy.get(id)) {
      other.stop()
      await other.done
    }
    const controller = new AbortController()
    const running = run(controller.signal)
    const settled = running.then(
      () => undefined,
      () => undefined,
    )
    this.#busy.set(id, { stop: () => controller.abort(), done: settled })
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
    if (subida.estado === 'lista') return { subida, bytes: subida.bytes, duracion: subida.duracion }
    const bytes = offsetOf(partes)
    if (bytes < subida.bytes) return { subida, bytes, duracion: null }
    const finishing = this.#measuring.run(() => this.#finish(id, partes))
    return { subida, bytes, duracion: await finishing.catch((error: unknown) => this.#dropUseless(id, error)) }
  }

  /** Measures a complete upload. Returns the length of the track in seconds. */
  async #finish(id: string, partes: readonly SubidaParteTable[]): Promise<number> {
    const track = readMp3(await readPartes(this.#deps, partes, { from: 0, to: offsetOf(partes) }))
    if (track.fault !== null) throw new Problem(track.fault)
    const duracion = Math.round(track.segundos)
    if (!(await this.#deps.db.write((tx) => store.finishSubida(tx, id, duracion)))) throw new Problem('subida.missing')
    return duracion
  }

  /** Forgets uploads. The sweep removes their pieces. */
  async #drop(...ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#deps.db.write((tx) => store.removeSubidas(tx, ids))
  }
}

/** Finds an upload of the actor that is complete, measured and not used yet (`lista`). */
export async function findReady(tx: Tx, actor: Actor, id: string): Promise<SubidaTable | undefined> {
  const row = await store.findSubida(tx, id)
  return row?.estado === 'lista' && row.persona === keyOfActor(actor) ? row : undefined
}

/** Forgets uploads that are abandoned. The sweep removes their pieces. */
export async function forgetSubidas({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.write((tx) => store.removeSubidasBefore(tx, now() - KEPT_MS))
}

export function expiryOf({ creada }: SubidaTable): Date {
  return new Date(creada + KEPT_MS)
}
