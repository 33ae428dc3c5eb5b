import type { OpenView } from './openView.ts'
import { askSnapshot, type Fetch, type SnapshotAnswer } from './snapshot.ts'

/** The snapshot requests under way. A later request does not wait for an earlier one; a view is in one at most. */
export class Requests {
  readonly #fetch: Fetch
  readonly #asked = new Set<OpenView>()
  #line = new AbortController()

  constructor(fetch: Fetch) {
    this.#fetch = fetch
  }

  /** Whether a request for this view is under way. Without a view: any request. */
  isAsking(view?: OpenView): boolean {
    return view ? this.#asked.has(view) : this.#asked.size > 0
  }

  /** Aborts all of them. What they answer all the same is dropped. */
  abort(): void {
    this.#line.abort()
    this.#line = new AbortController()
    this.#asked.clear()
  }

  /** Hands the answer to `take`. False: the request was aborted by `abort`. Rejects like `askSnapshot`. */
  async ask(views: readonly OpenView[], take: (answer: SnapshotAnswer) => void): Promise<boolean> {
    const { signal } = this.#line
    for (const view of views) this.#asked.add(view)
    try {
      const keys = views.map(({ key }) => key)
      const answer = await askSnapshot(this.#fetch, keys, signal)
      // Called in the same turn as this check: the next person sees no answer to the one before.
      if (!signal.aborted) take(answer)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      // After `abort` the same view may be in another request.
      if (!signal.aborted) for (const view of views) this.#asked.delete(view)
    }
    return !signal.aborted
  }
}
