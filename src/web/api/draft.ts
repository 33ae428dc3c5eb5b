import { setUnderway } from '../ui/unsaved.ts'
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
export class Draft<F extends string> {
  #standing: Standing<F> = { edits: {}, phase: null }
  #unanswered: Press | null = null
  readonly #readers = new Set<() => void>()

  readonly read = (): Standing<F> => this.#standing

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#readers.add(notify)
    return () => {
      this.#readers.delete(notify)
    }
  }

  set(next: Partial<Standing<F>>): void {
    this.#standing = { ...this.#standing, ...next }
    setUnderway(this, this.#standing.phase !== null)
    for (const notify of this.#readers) notify()
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
    const isOver = () => this.#standing.phase === null
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
