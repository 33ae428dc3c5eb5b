import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'
import type { FileStore } from '../../src/server/files/store.ts'

/** A commit whose answer was lost: the command has taken effect. */
export const UNTOLD = 'commit, untold'

/**
 * Makes a request fail at one of its steps: after any statement, before and after each commit, before and after each request
 * to the stored files. Only the steps of the request count, not those of background jobs.
 */
export class Tropiezo {
  /** The step at which it failed, if it came so far. */
  at: string | null = null
  #left = 0
  #name: string | null = null
  readonly #inside = new AsyncLocalStorage<true>()

  /** Runs requests of which the `n`th step fails, or the first step with a name. */
  async during<T>(step: number | string, run: () => Promise<T>): Promise<T> {
    this.#name = typeof step === 'string' ? step : null
    this.#left = typeof step === 'string' ? 1 : step
    this.at = null
    return this.#inside.run(true, run)
  }

  readonly database = (db: Database): Database => {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        this.#step('statement')
        return result
      },
    }
    return {
      ...db,
      read: (run) => db.read((tx) => run(tx.withPlugin(plugin))),
      write: async (run) => {
        const output = await db.write(async (tx) => {
          const made = await run(tx.withPlugin(plugin))
          this.#step('commit')
          return made
        })
        this.#step(UNTOLD)
        return output
      },
    }
  }

  readonly files = (files: FileStore): FileStore => ({
    ...files,
    get: async (path, range) => {
      this.#step('before get')
      const stream = await files.get(path, range)
      try {
        this.#step('after get')
      } catch (error) {
        // The caller gets no stream, so it cannot close the file.
        stream?.destroy()
        throw error
      }
      return stream
    },
    look: (path) => this.#around('look', () => files.look(path)),
    put: (path, content) => this.#around('put', () => files.put(path, content)),
    link: (path, to) => this.#around('link', () => files.link(path, to)),
    remove: (path) => this.#around('remove', () => files.remove(path)),
  })

  async #around<T>(what: string, run: () => Promise<T>): Promise<T> {
    this.#step(`before ${what}`)
    const output = await run()
    this.#step(`after ${what}`)
    return output
  }

  #step(what: string): void {
    if (!this.#inside.getStore() || this.at !== null) return
    if (this.#name !== null && this.#name !== what) return
    this.#left -= 1
    if (this.#left > 0) return
    this.at = what
    throw new Error(`It was to fail here: ${what}.`)
  }
}
