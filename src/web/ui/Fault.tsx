import { Component, type ReactNode } from 'react'
import { ErrorState } from './Empty.tsx'
import { Missing } from './lazyPart.tsx'
import { losesWork } from './unsaved.ts'
import { whenSeen } from './whenSeen.ts'

const TITLE = 'No se pudo abrir esta página'
const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 60_000
/** After so many tries the page itself may be too old: it is loaded again. */
const TRIES_BEFORE_RELOAD = 3
const PRESSES_BEFORE_RELOAD = 2
/** Younger than this a page does not load itself again: what a reload does not mend would reload for ever. */
const YOUNG_MS = 60_000
/** A network that swallows packets must not hold the next try. */
const ANSWER_MS = 10_000

interface Props {
  readonly children: ReactNode
  /** By default the fault is said in a page of its own. `part`: within one. `frame`: nothing is said, the page is there. */
  readonly of?: 'page' | 'part' | 'frame'
}

/**
 * Catches what could not be drawn: code that did not arrive, or a fault in it. React has logged the cause by then. It
 * tries again by itself with growing waits, since a screen in the hall has no operator.
 */
export class Fault extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  #tries = 0
  #caught = 0
  #isShown = false
  #timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('Nothing was thrown.') }
  }

  override componentDidCatch(): void {
    // What was drawn for a while has recovered: this is another fault.
    if (performance.now() - this.#caught > 2 * LONGEST_WAIT_MS) this.#tries = 0
    this.#caught = performance.now()
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries)
    this.#tries += 1
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => whenSeen(() => void this.#retry(this.#triesBeforeReload())), wait)
  }

  override componentDidMount(): void {
    this.#isShown = true
  }

  /** Also runs while a child that is tried again waits for its code, so the count of tries stays. */
  override componentWillUnmount(): void {
    this.#isShown = false
    clearTimeout(this.#timer)
  }

  /** Where the rest of the page can be used, it is not loaded again by itself. */
  #triesBeforeReload(): number {
    const isPage = (this.props.of ?? 'page') === 'page'
    return isPage && performance.now() > YOUNG_MS ? TRIES_BEFORE_RELOAD : Infinity
  }

  /** Nothing typed may be lost by loading the page again, and without an answer of the server it would be lost itself. */
  async #retry(triesBeforeReload: number): Promise<void> {
    clearTimeout(this.#timer)
    const isOld = this.#tries >= triesBeforeReload && !losesWork() && (await answers())
    // Asked again: meanwhile the person may have left this page, or typed in another part of it.
    if (isOld && this.#isShown && !losesWork()) return location.reload()
    if (this.state.error instanceof Missing) this.state.error.renew()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { children, of = 'page' } = this.props
    if (this.state.error === null) return children
    if (of === 'frame') return null
    const state = (
      <ErrorState title={TITLE} onRetry={() => void this.#retry(PRESSES_BEFORE_RELOAD)}>
        Puede que se haya ido la señal o que haya una versión nueva. La página lo intentará otra vez sola.
      </ErrorState>
    )
    if (of === 'part') return state
    return (
      <main className="page">
        <h1 className="sr-only">{TITLE}</h1>
        {state}
      </main>
    )
  }
}

async function answers(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
