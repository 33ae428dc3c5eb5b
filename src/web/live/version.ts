import { isNewerBuild } from '#contract/live.ts'

/** Whether the server has a newer build of the page than the one that is open. Once it has said so, it stays so. */
export class Version {
  #isOld = false
  readonly #own: () => string | undefined
  readonly #readers = new Set<() => void>()

  constructor(own: () => string | undefined) {
    this.#own = own
  }

  readonly read = (): boolean => this.#isOld

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#readers.add(notify)
    return () => {
      this.#readers.delete(notify)
    }
  }

  /** Takes the build that a stream greeted with. */
  hear(build: string | undefined): void {
    if (this.#isOld || !isNewerBuild(build, this.#own())) return
    this.#isOld = true
    for (const notify of this.#readers) notify()
  }
}
