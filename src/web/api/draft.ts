import { setUnderway } from '../ui/unsaved.ts'
import { Store } from '../ui/store.ts'
import { newKey } from './request.ts'

/** A request that was sent, and its idempotency key. */
interface SentRequest {
  readonly sent: string
  readonly key: string
}

interface FormState<F extends string> {
  /** The typed texts, by field. A field without an edit is not there. */
  readonly edits: Partial<Readonly<Record<F, string>>>
  /** `waiting`: for an upload of the form. `sending`: the command is under way. */
  readonly phase: 'waiting' | 'sending' | null
}

/**
 * The typed texts of a form that the server has not accepted yet. A form creates a draft, or receives one that remains
 * after the form unmounts.
 */
export class Draft<F extends string> extends Store<FormState<F>> {
  #unanswered: SentRequest | null = null

  constructor() {
    super({ edits: {}, phase: null })
  }

  override set(next: Partial<FormState<F>>): void {
    super.set({ ...this.read(), ...next })
    setUnderway(this, this.read().phase !== null)
  }

  /** The idempotency key. The same input keeps its key until an answer comes, so that the server runs it once. */
  keyFor(sent: string): string {
    if (this.#unanswered?.sent !== sent) this.#unanswered = { sent, key: newKey() }
    return this.#unanswered.key
  }

  answered(): void {
    this.#unanswered = null
  }

  /** Calls `act` when no request is under way: at once, or when the running one ends. */
  whenIdle(act: () => void): void {
    const isIdle = () => this.read().phase === null
    if (isIdle()) return act()
    const stop = this.subscribe(() => {
      if (!isIdle()) return
      stop()
      act()
    })
  }

  /** The server accepted the texts, or the person discarded them. */
  clear(): void {
    this.answered()
    this.set({ edits: {} })
  }
}
