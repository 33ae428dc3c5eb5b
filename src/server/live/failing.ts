import type { Asked } from './open-views.ts'

/** A topic that failed is reported as failing for this time; the next request after it loads the topic again. */
const RETRY_MS = 1_000
const FORGET_MS = 10 * 60_000
/** Limit of remembered failures: beyond it the oldest is dropped. */
const MOST_FAILURES = 1_000

interface Failure {
  /** View name and message: topics that fail alike are logged once. */
  readonly fault: string
  /** By `performance.now()`. */
  readonly at: number
}

/** The topics that cannot be loaded or presented. Each is tried again at the first request after `RETRY_MS`. */
export class Failing {
  readonly #failures = new Map<string, Failure>()
  readonly #log: (error: unknown, viewName: string) => void

  constructor(log: (error: unknown, viewName: string) => void) {
    this.#log = log
  }

  /** Whether a topic failed within `RETRY_MS`. */
  has(asked: Asked): boolean {
    const failure = this.#failures.get(idOf(asked))
    return failure !== undefined && performance.now() - failure.at < RETRY_MS
  }

  /** Remembers a failure. Logs it unless the same error of this view is already known. */
  add(asked: Asked, error: unknown): void {
    const now = performance.now()
    for (const [id, { at }] of this.#failures) if (now - at > FORGET_MS) this.#failures.delete(id)
    const fault = `${asked.view.name}: ${error instanceof Error ? error.message : String(error)}`
    if (![...this.#failures.values()].some((known) => known.fault === fault)) this.#log(error, asked.view.name)
    this.remove(asked)
    this.#failures.set(idOf(asked), { fault, at: now })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MOST_FAILURES && oldest !== undefined) this.#failures.delete(oldest)
  }

  /** Forgets the failure of a topic that is open again. Returns whether there was one. */
  remove(asked: Asked): boolean {
    return this.#failures.delete(idOf(asked))
  }
}

function idOf({ viewKey, audience }: Asked): string {
  return `${viewKey}|${audience}`
}
