import { Component, type ReactNode } from 'react'
import { ErrorState, WITHOUT_SIGNAL } from './Empty.tsx'
import { CodeMissing } from './lazyPart.tsx'
import { losesWork } from './unsaved.ts'
import { whenVisible } from './whenVisible.ts'

const TITLE = 'No se pudo abrir esta página'
const TEXT = 'Puede que se haya ido la señal o que haya una versión nueva. La página lo intentará otra vez sola.'
const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 60_000
/** After so many retries the page reloads itself: its build may be too old. */
const TRIES_BEFORE_RELOAD = 3
/** A younger page does not reload itself: a fault that a reload does not fix would reload for ever. */
const YOUNG_MS = 60_000
/** Timeout of the request that checks the server before a reload. */
const ANSWER_MS = 10_000

interface Props {
  readonly children: ReactNode
  /** The message after a failure: `page` (default) a page with the message, `part` the message alone, `frame` nothing. */
  readonly of?: 'page' | 'part' | 'frame'
  /** There is no connection, which is why code cannot be loaded. When it is back, the boundary retries at once. */
  readonly isOffline?: boolean
}

/**
 * Catches errors of rendering and of loading code; React has logged the cause. Retries by itself with growing waits, since
 * a screen in the hall has no operator.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  #tries = 0
  #caught = 0
  #isShown = false
  /**
   * The person or the returning signal caused the last retry. When that retry fails too, the page reloads: Firefox never
   * imports again a file that failed once.
   */
  #isAsked = false
  #timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('Nothing was thrown.') }
  }

  override componentDidCatch(): void {
    // A component that rendered for a while had recovered: this is another fault.
    if (performance.now() - this.#caught > 2 * LONGEST_WAIT_MS) this.#tries = 0
    this.#caught = performance.now()
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries)
    this.#tries += 1
    clearTimeout(this.#timer)
    if (this.#isAsked) return void this.#retry(0)
    this.#timer = setTimeout(() => whenVisible(() => void this.#retry(this.#triesBeforeReload())), wait)
  }

  override componentDidUpdate({ isOffline }: Props): void {
    if (!isOffline || this.props.isOffline || !(this.state.error instanceof CodeMissing)) return
    void this.#retry(Infinity, this.#isPage)
  }

  override componentDidMount(): void {
    this.#isShown = true
  }

  /** Also runs while a retried child waits for its code, so the count of retries stays. */
  override componentWillUnmount(): void {
    this.#isShown = false
    clearTimeout(this.#timer)
  }

  /** Only a whole page reloads itself; the rest of a page with a failed part can still be used. */
  get #isPage(): boolean {
    return (this.props.of ?? 'page') === 'page'
  }

  #triesBeforeReload(): number {
    return this.#isPage && performance.now() > YOUNG_MS ? TRIES_BEFORE_RELOAD : Infinity
  }

  /** Retries, or reloads the page when the server answers and nothing typed would be lost. */
  async #retry(triesBeforeReload: number, isAsked = false): Promise<void> {
    this.#isAsked = isAsked
    clearTimeout(this.#timer)
    const isOld = this.#tries >= triesBeforeReload && !losesWork() && (await isServerAnswering())
    // Checked again: the person may have left this page or typed in another part of it since.
    if (isOld && this.#isShown && !losesWork()) return location.reload()
    if (this.state.error instanceof CodeMissing) this.state.error.renew()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { children, of = 'page', isOffline } = this.props
    const { error } = this.state
    if (error === null) return children
    if (of === 'frame') return null
    const isAway = isOffline && error instanceof CodeMissing
    const title = isAway ? WITHOUT_SIGNAL : TITLE
    const state = (
      <ErrorState title={title} onRetry={() => void this.#retry(Infinity, true)}>
        {isAway ? 'Aún no se ha abierto en este dispositivo.' : TEXT}
      </ErrorState>
    )
    if (of === 'part') return state
    return (
      <main className="page">
        <h1 className="sr-only">{title}</h1>
        {state}
      </main>
    )
  }
}

/** Whether the server answers a request for the page. */
async function isServerAnswering(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
