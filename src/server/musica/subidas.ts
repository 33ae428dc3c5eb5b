import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Queue } from '../queue.ts'
import { inspectorOf, readMp3 } from '../files/mp3.ts'
import { PartFiles } from '../files/parts.ts'
import { requireSesion, type Work } from '../work.ts'
import * as store from './store.ts'

/** An upload that no entry uses within this time is abandoned. */
const KEPT_MS = 24 * 60 * 60_000
/** Open uploads of one person. One more removes the oldest. */
const PER_PERSONA = 5
/** Bytes that a new upload counts for: a row, a file and the removal of an older upload. */
const CREATE_BYTES = 1024 ** 2

/** The path of a finished upload that no entry uses yet. Listings of the stored files leave it out. */
export function stagedPath(id: string): string {
  return `.subidas/${id}.mp3`
}

function partsOf({ env }: Pick<Deps, 'env'>): PartFiles {
  return new PartFiles(join(env.dataDir, 'subidas'))
}

/** The bytes that the server has of an upload, and the length of the track in seconds once it has all of them. */
export interface Recibido {
  readonly bytes: number
  readonly duracion: number | null
}

/** Upload sessions of tracks. Each belongs to the person who created it; for other persons it does not exist. */
export class Subidas {
  readonly #deps: Deps
  readonly #parts: PartFiles
  /** Reads whole tracks into memory, so one at a time. */
  readonly #measuring = new Queue()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#parts = partsOf(deps)
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
      creada: this.#deps.now().getTime(),
    }
    await this.#deps.db.write(async (tx) => {
      await requireSesion(tx, actor)
      await store.insertSubida(tx, row)
    })
    await this.#parts.create(row.id)
    // Read after the insert: of several requests at the same moment, the last one sees all the others.
    const known = await this.#deps.db.read((tx) => store.listSubidas(tx, row.persona))
    const others = known.filter(({ id }) => id !== row.id)
    for (const old of others.slice(PER_PERSONA - 1)) await dropSubida(this.#deps, old.id)
    return row
  }

  /** Throws `subida.missing` when the upload does not exist, belongs to another person, is used or is too old. */
  async find(actor: Actor, id: string): Promise<SubidaTable> {
    const row = await this.#deps.db.read(async (tx) => {
      await requireSesion(tx, actor)
      return store.findSubida(tx, id)
    })
    const isOpen = row?.estado !== 'usada' && (row?.creada ?? 0) > this.#deps.now().getTime() - KEPT_MS
    if (!row || row.persona !== keyOfActor(actor) || !isOpen) throw new Problem('subida.missing')
    return row
  }

  /** Returns the offset. Measures an upload that is complete and was not measured because the server stopped. */
  async offset(actor: Actor, id: string): Promise<Recibido> {
    await this.find(actor, id)
    return this.#parts.alone(id, async () => {
      const row = await this.find(actor, id)
      const size = await this.#sizeOf(row)
      return this.#standing(actor, row, size)
    })
  }

  /** Appends bytes and returns the new offset. Removes the upload and throws when it is no mp3. */
  async append(actor: Actor, id: string, at: number, body: Readable): Promise<Recibido> {
    await this.find(actor, id)
    return this.#parts.alone(id, async (stop) => {
      const row = await this.find(actor, id)
      if (at !== (await this.#sizeOf(row))) throw new Problem('subida.offset')
      if (row.estado === 'lista') return this.#standing(actor, row, row.bytes)
      this.#deps.budget.check(actor)
      const fault = await this.#parts.append(id, body, stop, inspectorOf(row.bytes)).finally(async () => {
        this.#deps.budget.spend(actor, ((await this.#parts.size(id)) ?? at) - at)
      })
      if (fault !== null) {
        await dropSubida(this.#deps, id)
        throw new Problem(fault)
      }
      // The body may take minutes: the session may have ended meanwhile.
      await this.find(actor, id)
      return this.#standing(actor, row, await this.#sizeOf(row))
    })
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.find(actor, id)
    await this.#parts.alone(id, async () => dropSubida(this.#deps, id))
  }

  async #sizeOf(row: SubidaTable): Promise<number> {
    const size = row.estado === 'lista' ? row.bytes : await this.#parts.size(row.id)
    // The bytes are on another instance, or were removed: the client has to create a new upload.
    if (size === null) throw new Problem('subida.missing')
    return size
  }

  /** Measures the track when the upload has all its bytes. */
  async #standing(actor: Actor, row: SubidaTable, bytes: number): Promise<Recibido> {
    const isNew = row.estado === 'subiendo' && bytes === row.bytes
    return { bytes, duracion: isNew ? await this.#finish(actor, row) : row.duracion }
  }

  /** Moves a complete upload to the file store. Returns the length of the track in seconds. */
  async #finish(actor: Actor, { id }: SubidaTable): Promise<number> {
    return this.#measuring.run(async () => {
      const bytes = await this.#parts.read(id)
      if (!bytes) throw new Problem('subida.missing')
      const track = readMp3(bytes)
      if (track.fault !== null) {
        await dropSubida(this.#deps, id)
        throw new Problem(track.fault)
      }
      this.#deps.budget.spend(actor, bytes.length)
      await this.#deps.files.put(stagedPath(id), Readable.from([bytes]))
      const duracion = Math.round(track.segundos)
      if (await this.#deps.db.write((tx) => store.saveSubida(tx, id, { estado: 'lista', duracion }))) {
        await this.#parts.remove(id)
        return duracion
      }
      // A newer upload removed the row meanwhile: the stored file is an orphan.
      await dropSubida(this.#deps, id)
      throw new Problem('subida.missing')
    })
  }
}

/** A finished upload of the actor. */
export async function findReady(tx: Tx, actor: Actor, id: string): Promise<SubidaTable | undefined> {
  const row = await store.findSubida(tx, id)
  return row?.estado === 'lista' && row.persona === keyOfActor(actor) ? row : undefined
}

/** Marks an upload as used, and removes it after the commit. */
export async function consumeSubida(work: Work, id: string): Promise<void> {
  await store.saveSubida(work.tx, id, { estado: 'usada' })
  work.afterCommit(() => dropSubida(work.deps, id))
}

/** Removes an upload with its files. The row goes last, so that the sweep still knows what a stop left behind. */
async function dropSubida(deps: Deps, id: string): Promise<void> {
  await deps.files.remove(stagedPath(id))
  await partsOf(deps).remove(id)
  await deps.db.write((tx) => store.removeSubida(tx, id))
}

/** Removes uploads that are abandoned or used, and files on this machine that belong to no upload. */
export async function sweepSubidas(deps: Deps): Promise<void> {
  const gone = await deps.db.read((tx) => store.listGoneSubidas(tx, deps.now().getTime() - KEPT_MS))
  for (const { id } of gone) await dropSubida(deps, id)
  const parts = partsOf(deps)
  for (const name of await parts.list()) {
    if (!(await deps.db.read((tx) => store.findSubida(tx, name)))) await parts.remove(name)
  }
}

export function expiryOf({ creada }: SubidaTable): Date {
  return new Date(creada + KEPT_MS)
}
