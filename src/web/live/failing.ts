import { Observable } from '../ui/store.ts'
import type { OpenView } from './openView.ts'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
/** Each wait is this many times the one before. */
const GROWTH = 1.5

/** The wait before the next retry, in ms. `random` (0 to 1) spreads clients that failed together. */
export function waitAfter(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * GROWTH ** failures)
  return longest / 2 + (random() * longest) / 2
}

interface FailingOptions {
  readonly views: ReadonlyMap<string, OpenView>
  readonly random: () => number
  /** Whether a request for this view is under way. */
  readonly isAsked: (open: OpenView) => boolean
  /** Called when the wait of a failed view is over. */
  readonly due: () => void
}

/** The open views that the server cannot show now. Each is retried after a growing wait; the other views go on. */
export class Failing extends Observable {
  readonly #options: FailingOptions
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: FailingOptions) {
    super()
    this.#options = options
  }

  has(key: string): boolean {
    return this.#options.views.get(key)?.retryAt !== undefined
  }

  add(views: readonly OpenView[]): void {
    for (const open of views) open.fail(waitAfter(open.failures, this.#options.random))
    this.notify()
    this.schedule()
  }

  /** Ends all waits. */
  hurry(): void {
    for (const open of this.#options.views.values()) if (open.retryAt !== undefined) open.retryAt = 0
  }

  /** Sets the timer for the view that is due first. Leaves out views that were due before `from`, in ms of `performance.now()`. */
  schedule(from = 0): void {
    clearTimeout(this.#timer)
    const { views, isAsked, due } = this.#options
    const times = [...views.values()].flatMap((open) => (isAsked(open) ? [] : (open.retryAt ?? Infinity)))
    const first = Math.min(...times.filter((time) => time >= from))
    if (first === Infinity) return
    this.#timer = setTimeout(
      () => {
        due()
        // The timer of a browser may be early. A view that is due and was not requested now waits for the next snapshot.
        this.schedule(performance.now())
      },
      Math.max(0, first - performance.now()),
    )
  }
}
