import { isNewerBuild } from '#contract/live.ts'
import { Store } from '../ui/store.ts'

/** Whether the server has a newer build of the page than the one that is open. Never goes back to false. */
export class Version extends Store<boolean> {
  readonly #own: () => string | undefined

  constructor(own: () => string | undefined) {
    super(false)
    this.#own = own
  }

  /** Takes the build that the server of a stream named. */
  hear(build: string | undefined): void {
    if (!this.read() && isNewerBuild(build, this.#own())) this.set(true)
  }
}
