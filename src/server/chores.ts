import type { Deps } from './deps.ts'

/** A periodic task of the server, such as a sweep. */
export interface Chore {
  readonly everyMs: number
  readonly run: (deps: Deps) => Promise<void>
  /** The log message of a failure. Logged once until the chore succeeds again. */
  readonly fault: string
}

/**
 * Runs each chore at once and then in its interval. A chore that is still running is not started again. Returns a function
 * that stops the chores and waits for those that run.
 */
export function startChores(deps: Deps, chores: readonly Chore[]): () => Promise<void> {
  const stops = chores.map((chore) => repeat(deps, chore))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function repeat(deps: Deps, { everyMs, run, fault }: Chore): () => Promise<void> {
  let running: Promise<void> | null = null
  let failed = false
  const once = async (): Promise<void> => {
    try {
      await run(deps)
      failed = false
    } catch (error) {
      if (!failed) deps.log.warn({ err: error }, fault)
      failed = true
    }
    running = null
  }
  const begin = () => void (running ??= once())
  begin()
  const timer = setInterval(begin, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
