import { ROLES } from '#domain/role.ts'
import { SESION_PATH, type Sesion } from '#contract/sesion.ts'
import type { Command, Input, Output, Query } from '#contract/define.ts'
import { startsPublic } from '../live/snapshot.ts'
import { feed } from '../live/tab.ts'
import { readLocalText, saveLocalText, Store } from '../ui/store.ts'
import { whenVisible } from '../ui/whenVisible.ts'
import { ApiProblem, newKey, request, type Answer, type Sending, SIN_RED, type Address } from './request.ts'

/** The storage key of the signed-in user's id. For other programs of the event; this product does not read it. */
const UID_KEY = 'uid'
/** The storage key of the mark: a random text that a tab replaces when it signs a person in or out. */
const MARK_KEY = 'sesion'
const ASK_AGAIN_MS = 3_000
const SESSION_CODES = ['session.required', 'session.forbidden']

/** The session of this tab, as the server last answered. `undefined` until the first answer. */
class Session extends Store<Sesion | undefined> {
  /**
   * Called when `load` found another person: another tab signed a person in or out, or the session ended. `mark` is the mark
   * of the session before; it differs from `readMark()` when another tab did it.
   */
  onReplaced: (before: Sesion, mark: string | null) => void = () => {}
  /** Another person uses this tab: a person signed in or out. */
  onPerson: () => void = () => {}
  #asking: Promise<void> | undefined
  #changing: Promise<unknown> | undefined
  /** Counts the calls of `become`. An answer to a request that was sent before the last call is dropped. */
  #known = 0
  /** Counts the changes of the person. The answer to a request of one person is not shown to the next. */
  #person = 0
  #again: ReturnType<typeof setTimeout> | undefined

  /** The mark that belongs to the session of this tab. */
  #mark = readMark()

  readonly person = (): number => this.#person

  /** Loads the session from the server. Until it answers, the previous session stays. */
  async load(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    await this.#asking
  }

  /** Loads the session when another tab has changed it since. Resolves to false when this tab still has an older one. */
  async follow(): Promise<boolean> {
    if (this.#isOld()) await this.#asking
    if (this.#isOld()) await this.load()
    return !this.#isOld()
  }

  /** Takes the session that the server answered to a sign-in or a sign-out of this tab, and tells the other tabs. */
  become(sesion: Sesion): void {
    const before = this.read()
    if (!before || isOther(before, sesion) || this.#isOld()) {
      saveLocalText(MARK_KEY, newKey())
      this.#mark = readMark()
    }
    this.#take(sesion)
  }

  #isOld(): boolean {
    return readMark() !== this.#mark
  }

  #take(sesion: Sesion): void {
    const before = this.read()
    const isNew = before !== undefined && isOther(before, sesion)
    this.#known += 1
    if (isNew) this.#person += 1
    saveLocalText(UID_KEY, sesion.role === 'usuario' ? sesion.id : null)
    // A person without the mark, in a browser that lost its storage, began with the state of a visitor.
    if (!before && startsPublic && sesion.role !== 'visitante') feed.changePerson()
    if (isNew) {
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

  /** Loads the session again when an error says that it is missing or does not permit the request. */
  checkAfter(error: unknown): void {
    if (isSessionProblem(error)) void this.load()
  }

  async #ask(): Promise<void> {
    // Its caller reports a refusal.
    await this.#changing?.catch(() => {})
    clearTimeout(this.#again)
    const known = this.#known
    const mark = readMark()
    try {
      const { output } = await request<Sesion>({ method: 'GET', path: SESION_PATH }, {})
      if (known !== this.#known) return
      if (!ROLES.includes(output.role)) throw new Error('No session.')
      const before = this.read()
      const markBefore = this.#mark
      this.#mark = mark
      this.#take(output)
      if (before && isOther(before, output)) this.onReplaced(before, markBefore)
    } catch {
      // The server does not answer, or a captive portal answers in its place. The state stays, and the tab asks again.
      this.#again = setTimeout(() => whenVisible(() => void this.load()), ASK_AGAIN_MS)
    }
  }
}

export const session = new Session(undefined)

/** The mark of the session of this browser. */
export function readMark(): string | null {
  return readLocalText(MARK_KEY)
}

/** Whether the server refused a request because the session has ended or does not permit it. */
function isSessionProblem(error: unknown): boolean {
  return error instanceof ApiProblem && SESSION_CODES.includes(error.code)
}

/** Whether two sessions are of different persons. */
function isOther(before: Sesion, now: Sesion): boolean {
  if (before.role === 'visitante' || now.role === 'visitante') return before.role !== now.role
  return before.role !== now.role || before.id !== now.id
}

/** Sends one command of the contract. Throws `ApiProblem`. */
export async function send<C extends Command>(
  command: C,
  input: Input<C>,
  sending?: Sending,
): Promise<Answer<Output<C>>> {
  return await withSessionCheck(request<Output<C>>(command, fieldsOf(input), sending))
}

interface QueryOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal
  /** The `cursor` of the previous page: requests the page after it. */
  readonly cursor?: string | undefined
}

/** Sends one query of the contract. Throws `ApiProblem`. */
export async function sendQuery<Q extends Query>(
  query: Q,
  input: Input<Q>,
  { signal, cursor }: QueryOptions = {},
): Promise<Output<Q>> {
  const fields = { ...fieldsOf(input), ...(cursor !== undefined && { cursor }) }
  const { output } = await withSessionCheck(request<Output<Q>>(query, fields, { signal }))
  return output
}

/** Loads the session again when an answer says that it is missing or does not permit the request. */
async function withSessionCheck<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    session.checkAfter(error)
    throw error
  }
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

const VISITANTE: Sesion = { role: 'visitante' }

/**
 * Takes the person whom another tab has signed in. Throws `ApiProblem` when the server does not tell who that is. Returns
 * `mayRetry` of a command: a retry after the next sign-in or sign-out would carry the cookie of another person.
 */
export async function checkPerson(): Promise<() => boolean> {
  if (await session.follow()) {
    const mark = readMark()
    return () => readMark() === mark
  }
  throw new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 })
}

/**
 * Ends the session by a command that does so: `SIGN_OUT_ADDRESS`, `endSesiones`. A session that has ended already counts as
 * success. Throws `ApiProblem`.
 */
export async function endSession(command: Address): Promise<void> {
  const person = session.person()
  const mayRetry = await checkPerson()
  // Another tab signed another person in, whom this person did not mean to sign out.
  if (person !== session.person()) return
  await session.change(async () => {
    try {
      await request(command, {}, { mayRetry })
    } catch (error) {
      if (!isSessionProblem(error)) throw error
    }
    session.become(VISITANTE)
  })
}
