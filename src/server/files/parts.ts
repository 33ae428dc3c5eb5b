import { mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { ignoreMissing } from '../disk-error.ts'
import { asRefusal, freeBytes, mustHaveRoom, type FreeBytes } from './room.ts'

/** Names are ids of ours: nothing that a file system treats specially, nothing that leads elsewhere. */
const NAME = /^[\w-]{1,64}$/

/** Looks at what is there after each piece; what it answers ends the writing, and the rest is let pass by. */
export type Inspect<F> = (handle: FileHandle, size: number) => Promise<F | null>

/**
 * Files that grow, in a folder of this machine. What arrived stays when a connection is lost or the process ends: the next
 * one goes on from there.
 */
export class PartFiles {
  readonly #folder: string
  readonly #free: FreeBytes
  readonly #busy = new Map<string, { readonly stop: () => void; readonly done: Promise<void> }>()

  constructor(folder: string, free = freeBytes) {
    this.#folder = folder
    this.#free = free
  }

  /**
   * Runs alone on a file. Who is still reading from a connection for it is stopped first: nobody sends the same file
   * twice, so that connection is dead and only does not know it yet.
   */
  async alone<T>(name: string, run: (stop: AbortSignal) => Promise<T>): Promise<T> {
    for (let other = this.#busy.get(name); other; other = this.#busy.get(name)) {
      other.stop()
      await other.done
    }
    const controller = new AbortController()
    const running = run(controller.signal)
    const settled = running.then(
      () => undefined,
      () => undefined,
    )
    const mine = { stop: () => controller.abort(), done: settled }
    this.#busy.set(name, mine)
    try {
      return await running
    } finally {
      this.#busy.delete(name)
    }
  }

  async create(name: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await (await open(this.#at(name), 'wx')).close()
  }

  async size(name: string): Promise<number | null> {
    if (!NAME.test(name)) return null
    return (await stat(this.#at(name)).catch(ignoreMissing))?.size ?? null
  }

  /**
   * Adds what comes, and brings it to the disk. A connection that is lost is no failure: what came before stays. Answers
   * with what `inspect` found, or null.
   */
  async append<F>(name: string, body: Readable, stop: AbortSignal, inspect: Inspect<F>): Promise<F | null> {
    const handle = await open(this.#at(name), 'a+')
    const ending: { found: F | null; error: Error | null } = { found: null, error: null }
    try {
      let size = (await handle.stat()).size
      const take = async (piece: Buffer): Promise<void> => {
        await mustHaveRoom(this.#folder, piece.length, this.#free)
        await handle.appendFile(piece)
        size += piece.length
        ending.found = await inspect(handle, size)
      }
      try {
        for await (const piece of addAbortSignal(stop, body)) {
          // After the end the rest is read and forgotten, so that the answer finds somebody who listens.
          if (ending.found === null && ending.error === null) {
            await take(piece).catch((error: unknown) => {
              ending.error = asRefusal(error)
            })
          }
        }
      } catch {
        // The connection is gone, and with it whoever would hear of it. They come back and ask how far it got.
      }
      if (ending.error !== null) throw ending.error
      await handle.datasync()
      return ending.found
    } finally {
      await handle.close()
    }
  }

  /** Null when it was taken away meanwhile. */
  async read(name: string): Promise<Buffer | null> {
    return (await readFile(this.#at(name)).catch(ignoreMissing)) ?? null
  }

  async remove(name: string): Promise<void> {
    if (NAME.test(name)) await rm(this.#at(name), { force: true })
  }

  async list(): Promise<string[]> {
    await mkdir(this.#folder, { recursive: true })
    return (await readdir(this.#folder)).filter((name) => NAME.test(name))
  }

  #at(name: string): string {
    if (!NAME.test(name)) throw new Error(`Not the name of a part: ${name}`)
    return join(this.#folder, name)
  }
}
