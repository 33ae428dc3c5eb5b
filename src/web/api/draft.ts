import { setUnderway } from '../ui/unsaved.ts'
import { Store } from '../ui/store.ts'
import { newKey } from './request.ts'

/** What was sent, and under which key. */
interface Press {
  readonly sent: string
  readonly key: string
}

interface Standing<F extends string> {
  /** What was typed, of the fields in which somebody typed. */
  readonly edits: Partial<Readonly<Record<F, string>>>
  /** A press waits for what is sent ahead, or is on its way itself. */
  readonly phase: 'waiting' | 'sending' | null
}

/** What stands in a form and was not taken yet. A form has one of its own, unless it is given one that outlives it. */
export class Draft<F extends string> extends Store<Standing<F>> {
  #unanswered: Press | null = null

  constructor() {
    super({ edits: {}, phase: null })
  }

  override set(next: Partial<Standing<F>>): void {
    super.set({ ...this.read(), ...next })
    setUnderway(this, this.read().phase !== null)
  }

  /** Nobody knows whether a press without an answer got there: the same again bears the same key, and acts once. */
  keyFor(sent: string): string {
    if (this.#unanswered?.sent !== sent) this.#unanswered = { sent, key: newKey() }
    return this.#unanswered.key
  }

  answered(): void {
    this.#unanswered = null
  }

  /** Does something once no press is under way: at once when none is. */
  whenOver(act: () => void): void {
    const isOver = () => this.read().phase === null
    if (isOver()) return act()
    const stop = this.subscribe(() => {
      if (!isOver()) return
      stop()
      act()
    })
  }

  /** It was taken, or thought better of. */
  clear(): void {
    this.answered()
    this.set({ edits: {} })
  }
}
