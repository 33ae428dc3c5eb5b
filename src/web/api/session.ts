import { ROLES, type Role } from '#domain/role.ts'
import { SESION_PATH, type Sesion } from '#contract/sesion.ts'
import { feed } from '../live/tab.ts'
import { saveLocalText, Store } from '../ui/store.ts'
import { whenVisible } from '../ui/whenVisible.ts'
import { ApiProblem, request, type Address } from './request.ts'

/** The storage key of the signed-in user's id. The spec asks for it; this product does not read it. */
const UID_KEY = 'uid'
const ASK_AGAIN_MS = 3_000
const SESSION_CODES = ['session.required', 'session.forbidden']

const VISITANTE: Sesion = { role: 'visitante' }

/** The session of this tab, as the server last answered. `undefined` until the first answer. */
class Session extends Store<Sesion | undefined> {
  /** Called after `onPerson` when the session of a person with this role ended without a sign-out in this tab. */
  onEnded: (role: Role) => void = () => {}
  /** Another person uses this tab: a person signed in or out. */
  onPerson: () => void = () => {}
  #asking: Promise<void> | undefined
  #changing: Promise<unknown> | undefined
  /** Counts the calls of `become`. An answer to a request that was sent before the last call is dropped. */
  #known = 0
  /** Counts the changes of the person. The answer to a request of one person is not shown to the next. */
  #person = 0
  #again: ReturnType<typeof setTimeout> | undefined

  readonly person = (): number => this.#person

  /** Loads the session from the server. Until it answers, the previous session stays. */
  async load(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    await this.#asking
  }

  /** Takes a session that the server answered: of a sign-in, or of `load`. */
  become(sesion: Sesion): void {
    const before = this.read()
    const isOther = before !== undefined && !isSame(before, sesion)
    this.#known += 1
    if (isOther) this.#person += 1
    saveLocalText(UID_KEY, sesion.role === 'usuario' ? sesion.id : null)
    if (isOther) {
      // Before the readers are notified: data of the previous person must not be rendered for the next one.
      feed.changePerson()
      this.onPerson()
    }
    this.set(sesion)
  }

  /**
   * Runs a request that changes the session, up to `become`. The server may end the stream before it answers the request;
   * `load` waits until then.
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
   * Ends the session by a command that does so: `SIGN_OUT_ADDRESS`, `endSesiones`. A session that has ended already counts as
   * success. Throws `ApiProblem`.
   */
  async end(command: Address): Promise<void> {
    await this.change(async () => {
      try {
        await request(command, {})
      } catch (error) {
        if (!isSessionProblem(error)) throw error
      }
      this.become(VISITANTE)
    })
  }

  /** Loads the session again when an error says that it is missing or does not permit the request. */
  checkAfter(error: unknown): void {
    if (isSessionProblem(error)) void this.load()
  }

  async #ask(): Promise<void> {
    // Its caller reports a refusal.
    await this.#changing?.catch(() => {})
    clearTimeout(this.#again)
    const known = this.#known
    try {
      const { output } = await request<Sesion>({ method: 'GET', path: SESION_PATH }, {})
      if (known !== this.#known) return
      if (!ROLES.includes(output.role)) throw new Error('No session.')
      const before = this.read()?.role ?? 'visitante'
      this.become(output)
      if (output.role === 'visitante' && before !== 'visitante') this.onEnded(before)
    } catch {
      // The server does not answer, or a captive portal answers in its place. The state stays, and the tab asks again.
      this.#again = setTimeout(() => whenVisible(() => void this.load()), ASK_AGAIN_MS)
    }
  }
}

export const session = new Session(undefined)

function isSessionProblem(error: unknown): boolean {
  return error instanceof ApiProblem && SESSION_CODES.includes(error.code)
}

function isSame(a: Sesion, b: Sesion): boolean {
  if (a.role === 'visitante' || b.role === 'visitante') return a.role === b.role
  return a.role === b.role && a.id === b.id
}
