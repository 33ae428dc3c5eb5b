import type { Press } from '../api/useCommandForm.ts'
import { MusicaUpload } from './musicaUpload.ts'

export const CAMPOS = ['nombre', 'compania', 'categoriaId'] as const
export type Campo = (typeof CAMPOS)[number]

/**
 * What somebody has begun in the form of an entry. It outlives the form that shows it; its upload goes on meanwhile, and so
 * does a press that waits for it.
 */
export class Borrador {
  readonly upload = new MusicaUpload()
  /** The press that nobody has answered yet: made again, it acts once. */
  readonly kept = {
    read: (): Press | null => this.#unanswered,
    keep: (press: Press | null): void => {
      this.#unanswered = press
    },
  }
  #unanswered: Press | null = null
  #typed: Readonly<Partial<Record<Campo, string>>> = {}
  #isPressed = false
  #isLeft = false
  readonly #readers = new Set<() => void>()

  /** Whether it is being handed in, by this form or by one that has gone. */
  readonly readPressed = (): boolean => this.#isPressed

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#readers.add(notify)
    return () => {
      this.#readers.delete(notify)
    }
  }

  readonly press = (isOn: boolean): void => {
    this.#isPressed = isOn
    if (!isOn && this.#isLeft) this.drop()
    for (const notify of this.#readers) notify()
  }

  /** Nobody comes back to it: what is being handed in goes its way, and all else is dropped. */
  leave(): void {
    this.#isLeft = true
    if (!this.#isPressed) this.drop()
  }

  /** A field that is not here stands as it is saved. */
  get typed(): Readonly<Partial<Record<Campo, string>>> {
    return this.#typed
  }

  type(campo: Campo, value: string): void {
    this.#typed = { ...this.#typed, [campo]: value }
  }

  /** It was thought better of: the server need not keep the track. */
  drop(): void {
    this.#typed = {}
    this.#unanswered = null
    this.upload.clear()
  }

  /** It was handed in, or its person is gone. */
  forget(): void {
    this.#typed = {}
    this.#unanswered = null
    this.upload.forget()
  }
}
