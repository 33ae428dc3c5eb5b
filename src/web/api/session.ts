import { ROLES } from '#domain/role.ts'
import type { Command, Input, Output, Query } from '#contract/define.ts'
import { PERSONA_HEADER, SESION_PATH, type Sesion } from '#contract/sesion.ts'
import { startsPublic } from '../live/snapshot.ts'
import { feed } from '../live/tab.ts'
import { readLocalText, saveLocalText, Store } from '../ui/store.ts'
import { closeDialogs } from '../ui/dialogs.tsx'
import { dismissAll } from '../ui/toast.ts'
import { whenVisible } from '../ui/whenVisible.ts'
import { requestTimeoutMs } from '../live/connection.ts'

/** The storage key of the signed-in user's id. For other programs of the event; this product does not read it. */
const UID_KEY = 'uid'
/**
 * The storage key of the note that a tab leaves for the other tabs and for the next page (`prepaint.js`): a random text after
 * a sign-in, `NADIE` after a sign-out, nothing before the first one.
 */
const NOTE_KEY = 'sesion'
const NADIE = 'nadie'
const ASK_AGAIN_MS = 3_000
const OTHER = 'session.other'
const SESSION_CODES = ['session.required', 'session.forbidden', OTHER]
const VISITANTE: Sesion = { role: 'visitante' }

interface Left {
  /** The session before. */
  readonly before: Sesion
  /** This tab signed the person in or out; otherwise another tab did, or the session ended. */
  readonly isOwn: boolean
}

/** The session of this tab, as the server last answered. `undefined` until the first answer. */
class Session extends Store<Sesion | undefined> {
  /** The last change of the person. Notifies when another person has the tab. */
  readonly left = new Store<Left | undefined>(undefined)
  #asking: Promise<void> | undefined
  #changing: Promise<unknown> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  /** The note that this tab knows. */
  #note = readNote()

  /**
   * The headers of a command: whose page this is, once that is known. The server refuses the command, and each retry, when the
   * session of the browser is of another person by then.
   */
  headers(): Record<string, string> {
    const sesion = this.read()
    return sesion ? { [PERSONA_HEADER]: sesion.role === 'visitante' ? sesion.role : sesion.id } : {}
  }

  /** Returns a function that tells, whenever it is called, whether the person of now still has the tab. */
  samePerson(): () => boolean {
    const before = this.read()
    return () => before === undefined || !isOther(before, this.read() ?? before)
  }

  /** Loads the session from the server. Until it answers, the previous session stays. */
  async load(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    await this.#asking
  }

  /** Loads the session when another tab has changed it since. */
  async follow(): Promise<void> {
    await this.#asking
    if (readNote() !== this.#note) await this.load()
  }

  /** Takes the session that the server answered to a sign-in or a sign-out of this tab, and tells the other tabs. */
  become(sesion: Sesion): void {
    saveLocalText(NOTE_KEY, sesion.role === 'visitante' ? NADIE : newKey())
    this.#note = readNote()
    this.#take(sesion, true)
  }

  #take(sesion: Sesion, isOwn: boolean): void {
    const before = this.read()
    const isNew = before !== undefined && isOther(before, sesion)
    saveLocalText(UID_KEY, sesion.role === 'usuario' ? sesion.id : null)
    // Before the readers are notified: data and messages of the previous person must not be rendered for the next one. A
    // person without a note, in a browser that lost its storage, began with the state of a visitor.
    if (isNew || (!before && startsPublic && sesion.role !== 'visitante')) feed.changePerson()
    if (isNew) {
      dismissAll()
      closeDialogs()
    }
    this.set(sesion)
    if (isNew) this.left.set({ before, isOwn })
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
   * success; the session of another person, who came in another tab, goes on. Throws `ApiProblem`.
   */
  async end(command: Address): Promise<void> {
    await this.change(async () => {
      try {
        await request(command, {}, { headers: this.headers() })
      } catch (error) {
        if (!isSessionProblem(error)) throw error
        if (error.code === OTHER) return void this.load()
      }
      this.become(VISITANTE)
    })
    await this.#asking
  }

  /** Loads the session again when an error says that it is missing, is of another person or does not permit the request. */
  async checkAfter(error: unknown): Promise<void> {
    if (!isSessionProblem(error)) return
    const loading = this.load()
    // Its page shows the refusal to the person whom it concerns: that is known once the session is loaded.
    if (error.code === OTHER) await loading
  }

  async #ask(): Promise<void> {
    // Its caller reports a refusal.
    await this.#changing?.catch(() => {})
    clearTimeout(this.#again)
    const before = this.read()
    const note = readNote()
    try {
      const { output } = await request<Sesion>({ method: 'GET', path: SESION_PATH }, {})
      // A sign-in or a sign-out of this tab is newer than the answer.
      if (before !== this.read()) return
      if (!ROLES.includes(output.role)) throw new Error('No session.')
      this.#note = note
      this.#take(output, false)
    } catch {
      // The server does not answer, or a captive portal answers in its place. The state stays, and the tab asks again.
      this.#again = setTimeout(() => whenVisible(() => void this.load()), ASK_AGAIN_MS)
    }
  }
}

export const session = new Session(undefined)

function readNote(): string | null {
  return readLocalText(NOTE_KEY)
}

/** Whether a tab of this browser has signed out since the last sign-in. */
export function isSignedOut(): boolean {
  return readNote() === NADIE
}

/** Whether the server refused a request because the session has ended, is of another person or does not permit it. */
function isSessionProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && SESSION_CODES.includes(error.code)
}

/** Whether two sessions are of different persons. */
function isOther(before: Sesion, now: Sesion): boolean {
  if (before.role === 'visitante' || now.role === 'visitante') return before.role !== now.role
  return before.role !== now.role || before.id !== now.id
}

/** Sends one command of the contract, as the person whose page this is. Throws `ApiProblem`. */
export async function send<C extends Command>(
  command: C,
  input: Input<C>,
  sending?: Sending,
): Promise<Answer<Output<C>>> {
  const told = command.asVisitante ? sending : { ...sending, headers: session.headers() }
  return await withSessionCheck(request<Output<C>>(command, fieldsOf(input), told))
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

async function withSessionCheck<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    await session.checkAfter(error)
    throw error
  }
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

/**
 * Where and how a command or a query is sent: its declaration without the schemas, which the public pages do not load.
 */
export interface Address {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** The request saves nothing, so the message of a lost answer does not speak of saving. */
  readonly savesNothing?: true
  /** A request without an answer is not retried. */
  readonly once?: true
}

/** A refusal or a network failure: a code for programs, a sentence for people, and one sentence per refused field. */
export class ApiProblem extends Error {
  readonly code: string
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>

  constructor(said: { code: string; message: string; status: number; fields?: Readonly<Record<string, string>> }) {
    super(said.message)
    this.name = 'ApiProblem'
    this.code = said.code
    this.status = said.status
    this.fields = said.fields ?? {}
  }
}

export interface Answer<T> {
  readonly output: T
  /** The revision that contains the change; 0 when the server does not name one. */
  readonly revision: number
}

const SIN_RED_AL_GUARDAR =
  'No se pudo conectar con el servidor y no sabemos si se guardó. Revisa tu conexión y vuelve a intentarlo.'
/** The message for a request that saves nothing. */
const SIN_RED = 'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.'
/** The code of a refusal whose body cannot be read. */
export const UNREADABLE = 'answer.unreadable'
const ILEGIBLE = 'La respuesta del servidor no se entiende. Vuelve a intentarlo; si se repite, avisa a la organización.'
/** Time without an answer after which `onLong` is called, in ms. The request continues. */
const SLOW_AFTER_MS = 4_000
/** Waits before the retries: a dropped connection or a restart is over in seconds. */
const RETRY_AFTER_MS = [600, 1_800]
/** Waits of a form that keeps what was typed, and so can retry for longer. */
const PATIENT_RETRY_AFTER_MS = [600, 1_800, 4_000, 8_000]

export interface Sending {
  /** The idempotency key. By default a new one. */
  readonly key?: string
  /** Retries for longer. */
  readonly isPatient?: boolean
  /** There was no answer, and the request is about to be retried. */
  readonly onAgain?: () => void
  /** Further headers of a command. */
  readonly headers?: Readonly<Record<string, string>>
  /** There has been no answer for 4 s. */
  readonly onLong?: () => void
  /** Cancels the request: it is not retried, and rejects as one without an answer. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one request and reads its answer. Retries after a network failure or a 503, with the same idempotency key, so that
 * the server runs a command once. A declaration with `once` is retried only after a 503 that saved nothing. `slowness`
 * reports a slow command. Rejects with `ApiProblem`.
 */
export async function request<T>(
  to: Address,
  input: Readonly<Record<string, unknown>>,
  sending?: Sending,
): Promise<Answer<T>> {
  const run = (told?: Sending) => sendWithRetries<T>(to, input, told)
  return to.method === 'GET' ? run(sending) : reportSlowness(run, sending)
}

/** `long`: a command has no answer after 4 s. `again`: its request got no answer and is retried. */
type Slowness = 'long' | 'again' | null

/** The slowness of the commands under way: `again` if one is retried, else `long` if one waits for more than 4 s, else `null`. */
export const slowness = new Store<Slowness>(null)
/** The slowness of each command under way that is slow. */
const slownessByRequest = new Map<symbol, Slowness>()

function worstSlowness(): Slowness {
  const all = [...slownessByRequest.values()]
  return all.includes('again') ? 'again' : all.includes('long') ? 'long' : null
}

/** Runs the request of one command and keeps `slowness` up to date. A caller with its own `onAgain` shows the retry itself. */
export async function reportSlowness<T>(act: (sending: Sending) => Promise<T>, sending: Sending = {}): Promise<T> {
  const id = Symbol('act')
  const tell = (own: Slowness): void => {
    if (own) slownessByRequest.set(id, own)
    else slownessByRequest.delete(id)
    slowness.set(worstSlowness())
  }
  const own = sending.onAgain
  const onAgain = (): void => {
    tell(own ? null : 'again')
    own?.()
  }
  const onLong = (): void => {
    tell(slownessByRequest.get(id) ?? 'long')
    sending.onLong?.()
  }
  try {
    return await act({ ...sending, onLong, onAgain })
  } finally {
    if (slownessByRequest.has(id)) tell(null)
  }
}

/**
 * Sends a request, and again after each wait while it may be retried. Throws `ApiProblem` for a refusal, and when no answer
 * came.
 */
async function sendWithRetries<T>(
  to: Address,
  input: Readonly<Record<string, unknown>>,
  { key = newKey(), headers, onAgain, onLong, isPatient = false, signal }: Sending = {},
): Promise<Answer<T>> {
  const { url, rest } = fillPath(to.path, input)
  const init = to.method === 'GET' ? {} : commandInit(to.method, rest, { 'idempotency-key': key, ...headers })
  const target = to.method === 'GET' ? withQuery(url, rest) : url
  const limit = requestTimeoutMs()
  // A request that timed out is retried once; a request that failed at once, after each of the waits.
  const lastStart = Date.now() + 2 * limit
  const long = setTimeout(() => onLong?.(), SLOW_AFTER_MS)
  try {
    for (const wait of [...(isPatient ? PATIENT_RETRY_AFTER_MS : RETRY_AFTER_MS), Infinity]) {
      const answer = await attempt(target, init, limitOf(limit, signal))
      const again = answer === null || isUnsure(answer) ? !to.once : answer.response.status === 503
      if (again && Date.now() + wait < lastStart && !signal?.aborted) {
        onAgain?.()
        await new Promise((resolve) => setTimeout(resolve, wait))
        if (signal?.aborted) break
      } else if (answer) return readAnswer<T>(answer)
      else break
    }
  } finally {
    clearTimeout(long)
  }
  const message = to.method === 'GET' || to.savesNothing ? SIN_RED : SIN_RED_AL_GUARDAR
  throw new ApiProblem({ code: 'network.away', message, status: 0 })
}

interface Received {
  readonly response: Response
  /** `null`: the body cannot be read. */
  readonly body: object | null
}

/**
 * Returns null when there was no answer. An answer that is not the server's counts as none, because the command may or may
 * not have run: an unreadable success or failure (cut by the network, the page of a proxy), or the success of a command
 * without a revision (the sign-in service of a network).
 */
async function attempt(url: string, init: RequestInit, signal: AbortSignal): Promise<Received | null> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', signal })
    const { ok, status, headers } = response
    const body = await bodyOf(response)
    const isUnread = body === null && (ok || status >= 500)
    return isUnread || (ok && init.method && !headers.has('x-revision')) ? null : { response, body }
  } catch {
    // The network failed, the time ran out or the request was cancelled. The caller retries or reports it.
    return null
  }
}

/** A signal that aborts after `ms`, and when `cancelled` aborts. Browsers of 2023 do not have `AbortSignal.any`. */
export function limitOf(ms: number, cancelled: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  if (!cancelled) return timeout
  const either = new AbortController()
  for (const signal of [timeout, cancelled]) signal.addEventListener('abort', () => either.abort())
  return either.signal
}

/** Whether the server does not know if it ran the command. */
function isUnsure({ response, body }: Received): boolean {
  return response.status === 503 && problemOf(503, body).code === 'database.unsure'
}

function readAnswer<T>({ response, body }: Received): Answer<T> {
  if (!response.ok) throw problemOf(response.status, body)
  // Not checked again: the server has checked its answer against the same declaration.
  return { output: body as T, revision: Number(response.headers.get('x-revision')) }
}

/**
 * The problem that a refused request reports. `unreadable` is the sentence for a body that is not a refusal of the server.
 */
export function problemOf(status: number, answer: object | null, unreadable = ILEGIBLE): ApiProblem {
  const body: Record<string, unknown> | null = answer && { ...answer }
  return new ApiProblem({
    code: typeof body?.['code'] === 'string' ? body['code'] : UNREADABLE,
    message: typeof body?.['message'] === 'string' ? body['message'] : unreadable,
    status,
    fields: textsOf(body?.['fields']),
  })
}

export async function bodyOf(response: Response): Promise<object | null> {
  try {
    return objectIn(await response.text())
  } catch {
    // The network cut the body: the caller reports that it cannot be read.
    return null
  }
}

/** The object or list that a JSON text holds; `null` for every other text. */
export function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    // The page of a proxy, or a text that was cut: the caller reports that it cannot be read.
    return null
  }
}

function textsOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function commandInit(
  method: string,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** A random UUID. `crypto.randomUUID` does not exist on plain http, which the network of a venue may use. */
export function newKey(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4, variant 8.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

function withQuery(url: string, rest: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? url : `${url}?${query}`
}

/** Fills the placeholders of the path. `rest`: the other fields, for the body or the query string. */
function fillPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { url: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}
