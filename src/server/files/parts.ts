import { mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { ignoreMissing } from '../disk-error.ts'
import { asRefusal, freeBytes, mustHaveRoom, type FreeBytes } from './disk-space.ts'

/** Names are ids that this server made. They contain no path separator. */
const NAME = /^[\w-]{1,64}$/

/** Inspects the file after each chunk. A result other than null ends the writing; the rest of the body is ignored. */
export type Inspect<F> = (handle: FileHandle, size: number) => Promise<F | null>

/**
 * Partial files in a folder of this machine. The bytes stay when a connection is lost or the process ends, and the next
 * connection continues after them.
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
   * Runs alone on a file. Stops another run on the same file first: a client has one connection per file, so the earlier
   * connection is dead.
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
   * Appends a body and syncs the file. A lost connection is no error: the bytes before it stay. Returns the result of
   * `inspect`, or null.
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
          // After an end the rest of the body is read and ignored: a browser reads the answer only after it sent the body.
          if (ending.found === null && ending.error === null) {
            await take(piece).catch((error: unknown) => {
              ending.error = asRefusal(error)
            })
          }
        }
      } catch {
        // The connection is lost. The client reconnects and asks for the offset.
      }
      if (ending.error !== null) throw ending.error
      await handle.datasync()
      return ending.found
    } finally {
      await handle.close()
    }
  }

  /** Returns null when the file was removed meanwhile. */
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
