import type { Deps } from './deps.ts'

/** What is looked after beside the requests. */
export interface Chore {
  readonly everyMs: number
  readonly run: (deps: Deps) => Promise<void>
  /** What the log is told when it fails, once until it succeeds again. */
  readonly fault: string
}

/**
 * Does each chore at once and then every so often, never twice at a time: a store that is slow to answer gets no second
 * question before. Returns how to stop, which waits for what is on its way.
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
