import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/role.ts'
import type { SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Queue } from '../queue.ts'
import { mustStillBeIn } from '../work.ts'
import { beginsAsMp3, HEAD_BYTES, MOST_TAGS, readMp3, tagLength } from '../files/mp3.ts'
import { PartFiles, type Inspect } from '../files/parts.ts'
import * as store from './store.ts'

/** An upload that is not used within a day is taken for abandoned. */
const KEPT_MS = 24 * 60 * 60_000
/** Who begins more than this loses the oldest: a disk is not to be filled with beginnings. */
const PER_PERSONA = 5
/** Counted for each beginning: a row, a file and the removal of an older upload, each brought to the disk. */
const CREATE_BYTES = 1024 ** 2

/** Where a finished upload waits for its entry; out of sight of everything that lists the stored files. */
export function stagedPath(id: string): string {
  return `.subidas/${id}.mp3`
}

export function partsOf({ env }: Pick<Deps, 'env'>): PartFiles {
  return new PartFiles(join(env.dataDir, 'subidas'))
}

/** What has come of an upload: how many bytes are there, and how long the track is once they all are. */
export interface Recibido {
  readonly bytes: number
  readonly duracion: number | null
}

/** Tracks on their way in: each belongs to who began it, and to nobody else it is even there. */
export class Subidas {
  readonly #deps: Deps
  readonly #parts: PartFiles
  /** A whole track in memory, and its frames walked: one after the other. */
  readonly #judging = new Queue()

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
      await mustStillBeIn(tx, actor)
      await store.insertSubida(tx, row)
    })
    await this.#parts.create(row.id)
    // Looked at once this one is there for all to see: of many that begin at the same moment, the last sees every other.
    const known = await this.#deps.db.read((tx) => store.listSubidas(tx, row.persona))
    const others = known.filter(({ id }) => id !== row.id)
    for (const old of others.slice(PER_PERSONA - 1)) await dropSubida(this.#deps, this.#parts, old.id)
    return row
  }

  /** Throws `subida.missing` for what is not there, not theirs, used or too old. */
  async find(actor: Actor, id: string): Promise<SubidaTable> {
    const row = await this.#deps.db.read(async (tx) => {
      await mustStillBeIn(tx, actor)
      return store.findSubida(tx, id)
    })
    const isOpen = row?.estado !== 'usada' && (row?.creada ?? 0) > this.#deps.now().getTime() - KEPT_MS
    if (!row || row.persona !== keyOfActor(actor) || !isOpen) throw new Problem('subida.missing')
    return row
  }

  /** Where it stands. One that has them all and was not judged yet (the server stopped in between) is judged now. */
  async offset(actor: Actor, id: string): Promise<Recibido> {
    await this.find(actor, id)
    return this.#parts.alone(id, async () => {
      const row = await this.find(actor, id)
      const size = await this.#sizeOf(row)
      return this.#standing(actor, row, size)
    })
  }

  /** Takes the bytes that follow. Answers with where it stands now; throws, and keeps nothing, when it is no mp3. */
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
        await dropSubida(this.#deps, this.#parts, id)
        throw new Problem(fault)
      }
      // The bytes may have taken minutes: the session may have ended meanwhile.
      await this.find(actor, id)
      return this.#standing(actor, row, await this.#sizeOf(row))
    })
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.find(actor, id)
    await this.#parts.alone(id, async () => dropSubida(this.#deps, this.#parts, id))
  }

  async #sizeOf(row: SubidaTable): Promise<number> {
    const size = row.estado === 'lista' ? row.bytes : await this.#parts.size(row.id)
    // Another instance has its bytes, or they are gone: it has to begin anew.
    if (size === null) throw new Problem('subida.missing')
    return size
  }

  /** What has all its bytes is judged by whoever finds it so. */
  async #standing(actor: Actor, row: SubidaTable, bytes: number): Promise<Recibido> {
    const isNew = row.estado === 'subiendo' && bytes === row.bytes
    return { bytes, duracion: isNew ? await this.#finish(actor, row) : row.duracion }
  }

  /** Answers with how long it is. */
  async #finish(actor: Actor, { id }: SubidaTable): Promise<number> {
    return this.#judging.run(async () => {
      const bytes = await this.#parts.read(id)
      if (!bytes) throw new Problem('subida.missing')
      const track = readMp3(bytes)
      if (track.fault !== null) {
        await dropSubida(this.#deps, this.#parts, id)
        throw new Problem(track.fault)
      }
      this.#deps.budget.spend(actor, bytes.length)
      await this.#deps.files.put(stagedPath(id), Readable.from([bytes]))
      const duracion = Math.round(track.segundos)
      if (await this.#deps.db.write((tx) => store.saveSubida(tx, id, { estado: 'lista', duracion }))) {
        await this.#parts.remove(id)
        return duracion
      }
      // It gave way to newer ones meanwhile: nothing knows what was just put.
      await dropSubida(this.#deps, this.#parts, id)
      throw new Problem('subida.missing')
    })
  }
}

/** Looks at the first bytes behind the tags as soon as they are there: what is no mp3 is not taken in to the end. */
function inspectorOf(bytes: number): Inspect<'musica.notMp3' | 'musica.damaged' | 'subida.protocol'> {
  let start = 0
  let tags = 0
  let judged = false
  return async (handle, size) => {
    if (size > bytes) return 'subida.protocol'
    while (!judged && size >= start + 10) {
      const head = await read(handle, start, 10)
      const tag = tagLength(head)
      start += tag
      if (tag > 0) tags += 1
      if (start >= bytes || tags > MOST_TAGS) return 'musica.damaged'
      if (tag > 0) continue
      if (size < Math.min(start + HEAD_BYTES, bytes)) break
      judged = true
      if (!beginsAsMp3(await read(handle, start, HEAD_BYTES))) return size === bytes ? null : 'musica.notMp3'
    }
    return null
  }
}

async function read(handle: Parameters<Inspect<unknown>>[0], at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Removes an upload with all that is of it; its row last, so that what is left after a stop is still known. */
export async function dropSubida(deps: Deps, parts: PartFiles, id: string): Promise<void> {
  await deps.files.remove(stagedPath(id))
  await parts.remove(id)
  await deps.db.write((tx) => store.removeSubida(tx, id))
}

/** Clears away uploads that were abandoned or used, and parts on this machine that no upload knows. */
export async function sweepSubidas(deps: Deps): Promise<void> {
  const parts = partsOf(deps)
  const gone = await deps.db.read((tx) => store.listGoneSubidas(tx, deps.now().getTime() - KEPT_MS))
  for (const { id } of gone) await dropSubida(deps, parts, id)
  for (const name of await parts.list()) {
    if (!(await deps.db.read((tx) => store.findSubida(tx, name)))) await parts.remove(name)
  }
}

export function expiryOf({ creada }: SubidaTable): Date {
  return new Date(creada + KEPT_MS)
}
