import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'
import { PartFiles } from '../../src/server/files/parts.ts'
import type { FileStore } from '../../src/server/files/store.ts'

/** A commit whose answer was lost: the command has taken effect. */
export const UNTOLD = 'commit, untold'

/**
 * Makes a request fail at one of its steps: after any statement, before and after each commit, before and after whatever
 * it asks of the stored files. Only the request's own steps count, not what the server does by itself meanwhile.
 */
export class Tropiezo {
  /** The step at which it failed, if it came so far. */
  at: string | null = null
  #left = 0
  #name: string | null = null
  readonly #inside = new AsyncLocalStorage<true>()

  /** Runs somebody's requests, of which the `n`th step fails, or the first step with a name. */
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
    get: (path, range) => this.#around('get', () => files.get(path, range)),
    size: (path) => this.#around('size', () => files.size(path)),
    put: (path, content) => this.#around('put', () => files.put(path, content)),
    copy: (from, to) => this.#around('copy', () => files.copy(from, to)),
    remove: (path) => this.#around('remove', () => files.remove(path)),
  })

  /** What is half brought in stands in a folder of this machine, which no port leads to. */
  parts(): Disposable {
    const originals = ['create', 'size', 'append', 'read', 'remove'].map((name) => {
      const real: unknown = Reflect.get(PartFiles.prototype, name)
      if (typeof real !== 'function') throw new Error(`Parts have no ${name}.`)
      return [name, real] as const
    })
    const around = (what: string, run: () => Promise<unknown>) => this.#around(what, run)
    for (const [name, real] of originals) {
      Reflect.set(PartFiles.prototype, name, function part(this: PartFiles, ...given: unknown[]) {
        return around(`${name} of a part`, async () => Reflect.apply(real, this, given))
      })
    }
    return {
      [Symbol.dispose]: () => {
        for (const [name, real] of originals) Reflect.set(PartFiles.prototype, name, real)
      },
    }
  }

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
