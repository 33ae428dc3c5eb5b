import { SESION_PATH, type Sesion } from '#contract/sesion.ts'
import { feed } from '../live/tab.ts'
import { Store } from '../ui/store.ts'
import { whenSeen } from '../ui/whenSeen.ts'
import { ApiProblem, request, type Address } from './request.ts'
import { tellSlow } from './slow.ts'

/** Where the spec wants the signed-in user's id, for whoever reads this browser's storage. */
const UID_KEY = 'uid'
const ASK_AGAIN_MS = 3_000
const SESSION_CODES = ['session.required', 'session.forbidden']

const VISITANTE: Sesion = { role: 'visitante' }

/** Who is signed in here: one answer for the whole tab, asked of the server and never guessed. */
class Session extends Store<Sesion | undefined> {
  /** The session ended without a local sign-out (expired, revoked or deleted). Called after `onPerson`. */
  onEnded: () => void = () => {}
  /** Another person uses this tab than before: somebody signed in or out. */
  onPerson: () => void = () => {}
  #asking: Promise<void> | undefined
  #changing: Promise<unknown> | undefined
  /** Counts what was learnt: an answer to an older question says nothing any more. */
  #known = 0
  /** Counts the people: an answer to what one asked is not shown to the next. */
  #person = 0
  #again: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super(undefined)
  }

  readonly person = (): number => this.#person

  /** Asks the server. While it does not answer, whoever was signed in stays so on screen. */
  async load(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    await this.#asking
  }

  /** Takes what signing in answered. */
  become(sesion: Sesion): void {
    const before = this.read()
    const isOther = before !== undefined && !isSame(before, sesion)
    this.#known += 1
    if (isOther) this.#person += 1
    keepUid(sesion)
    this.set(sesion)
    if (!isOther) return
    feed.changePerson()
    this.onPerson()
  }

  /**
   * Runs an act that changes who is signed in, up to `become`. Its stream may end before its answer is here: until then
   * nobody asks who we are, or the answer would be about neither.
   */
  async change<T>(act: () => Promise<T>): Promise<T> {
    const changing = act()
    this.#changing = changing
    try {
      return await changing
    } finally {
      if (this.#changing === changing) this.#changing = undefined
    }
  }

  /**
   * Ends the session by a command that does so: `SIGN_OUT`, `endSesiones`. A session that has ended already counts as
   * success. Throws `ApiProblem`.
   */
  async end(command: Address): Promise<void> {
    await this.change(async () => {
      try {
        await tellSlow((told) => request(command, {}, told))
      } catch (error) {
        if (!isSessionProblem(error)) throw error
      }
      this.become(VISITANTE)
    })
  }

  /** After a refusal: was it because the session has ended? */
  doubt(error: unknown): void {
    if (isSessionProblem(error)) void this.load()
  }

  async #ask(): Promise<void> {
    // A refusal of that act is told where it was asked for.
    await this.#changing?.catch(() => {})
    clearTimeout(this.#again)
    const known = this.#known
    try {
      const { output } = await request<Sesion>({ method: 'GET', path: SESION_PATH }, {})
      if (known !== this.#known) return
      const hasEnded = output.role === 'visitante' && (this.read()?.role ?? 'visitante') !== 'visitante'
      this.become(output)
      if (hasEnded) this.onEnded()
    } catch {
      // The server is away, and the frame says so. Nobody is taken for a visitor on a guess: the question stays open.
      this.#again = setTimeout(() => whenSeen(() => void this.load()), ASK_AGAIN_MS)
    }
  }
}

export const session = new Session()

function isSessionProblem(error: unknown): boolean {
  return error instanceof ApiProblem && SESSION_CODES.includes(error.code)
}

function isSame(a: Sesion, b: Sesion): boolean {
  if (a.role === 'visitante' || b.role === 'visitante') return a.role === b.role
  return a.role === b.role && a.id === b.id
}

function keepUid(sesion: Sesion): void {
  try {
    if (sesion.role === 'usuario') localStorage.setItem(UID_KEY, sesion.id)
    else localStorage.removeItem(UID_KEY)
  } catch {
    // Storage may be refused (private windows, full disk); nothing of ours depends on it.
  }
}
