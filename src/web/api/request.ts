import type { Command, Query } from '#contract/define.ts'
import { renewConnections, requestTimeoutMs } from '../live/connection.ts'
import { slowness, type Slowness } from '../ui/toast.ts'
import { newKey } from './session.ts'

/**
 * Where and how a command or a query is sent: its declaration without the schemas, which the public pages do not load.
 */
export type Address = Pick<Query | Command, 'method' | 'path'> & Pick<Command, 'savesNothing' | 'once'>

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

/** Returns the refusal. Rethrows any other error: it is a fault of the program. */
export function refusalOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  throw error
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

/** The input of a request, by field. */
type Fields = Readonly<Record<string, unknown>>

export interface Sending {
  /** The idempotency key. By default a new one. */
  readonly key?: string
  /** Retries for longer. */
  readonly isPatient?: boolean
  /** There was no answer, and the request is about to be retried. */
  readonly onAgain?: () => void
  /** Further headers of a command. */
  readonly headers?: Readonly<Record<string, string>>
  /** There has been no answer for 4 s. Of a command `reportSlowness` sets it. */
  readonly onLong?: () => void
  /** Cancels the request: it is not retried, and rejects as one without an answer. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one request and reads its answer. Retries after a network failure or a 503, with the same idempotency key, so that
 * the server runs a command once. A declaration with `once` is retried only after a 503 that saved nothing. `slowness`
 * reports a slow command. Rejects with `ApiProblem`.
 */
export async function request<T>(to: Address, input: Fields, sending?: Sending): Promise<Answer<T>> {
  const run = (told?: Sending) => sendWithRetries<T>(to, input, told)
  return to.method === 'GET' ? run(sending) : reportSlowness(run, sending)
}

/** The slowness of each command under way that is slow. */
const slownessByRequest = new Map<symbol, Slowness>()

/** Runs the request of one command and keeps `slowness` up to date. A caller with its own `onAgain` shows the retry itself. */
export async function reportSlowness<T>(act: (sending: Sending) => Promise<T>, sending: Sending = {}): Promise<T> {
  const id = Symbol('act')
  const tell = (own: Slowness): void => {
    if (own) slownessByRequest.set(id, own)
    else slownessByRequest.delete(id)
    const all = [...slownessByRequest.values()]
    slowness.set(all.includes('again') ? 'again' : (all[0] ?? null))
  }
  const own = sending.onAgain
  const onAgain = (): void => {
    tell(own ? null : 'again')
    own?.()
  }
  const onLong = (): void => {
    tell(slownessByRequest.get(id) ?? 'long')
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
async function sendWithRetries<T>(to: Address, input: Fields, sending: Sending = {}): Promise<Answer<T>> {
  const { onAgain, onLong, isPatient, signal } = sending
  const { url, init } = requestOf(to, input, sending)
  const limit = requestTimeoutMs()
  // A request that timed out is retried once; a request that failed at once, after each of the waits.
  const lastStart = Date.now() + 2 * limit
  const long = setTimeout(() => onLong?.(), SLOW_AFTER_MS)
  // After a timeout the next attempt uses another connection.
  const attemptWithin = async (): Promise<Received | null> => {
    const within = limitOf(limit, signal)
    const answer = await attempt(url, init, within)
    if (within.aborted && !signal?.aborted) renewConnections()
    return answer
  }
  try {
    for (const wait of isPatient ? PATIENT_RETRY_AFTER_MS : RETRY_AFTER_MS) {
      const answer = await attemptWithin()
      const isLast = signal?.aborted || Date.now() + wait >= lastStart
      if (isLast || !mayRetry(to, answer)) return readAnswer<T>(to, answer)
      onAgain?.()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    return readAnswer<T>(to, await attemptWithin())
  } finally {
    clearTimeout(long)
  }
}

function requestOf(
  { method, path }: Address,
  input: Fields,
  { key = newKey(), headers }: Sending,
): { readonly url: string; readonly init: RequestInit } {
  const rest: Record<string, unknown> = { ...input }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
    return { url: query === '' ? url : `${url}?${query}`, init: {} }
  }
  const own = { 'content-type': 'application/json', 'idempotency-key': key, ...headers }
  return { url, init: { method, headers: own, body: JSON.stringify(rest) } }
}

/** Whether a request is sent again: it had no answer, or a 503. */
function mayRetry({ once }: Address, answer: Received | null): boolean {
  if (answer && answer.response.status !== 503) return false
  // Without an answer, and with this one, the command may have run.
  const isUnsure = answer === null || problemOf(503, answer.body).code === 'database.unsure'
  return !once || !isUnsure
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
  if (cancelled?.aborted) return cancelled
  const timeout = AbortSignal.timeout(ms)
  if (!cancelled) return timeout
  const either = new AbortController()
  for (const signal of [timeout, cancelled]) signal.addEventListener('abort', () => either.abort())
  return either.signal
}

/** Throws `ApiProblem` for a refusal, and without an answer. */
function readAnswer<T>(to: Address, answer: Received | null): Answer<T> {
  if (!answer) {
    const message = to.method === 'GET' || to.savesNothing ? SIN_RED : SIN_RED_AL_GUARDAR
    throw new ApiProblem({ code: 'network.away', message, status: 0 })
  }
  const { response, body } = answer
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

/** The object or list in the body of an answer; `null` for any other body, and when the network cuts it. */
export async function bodyOf(response: Response): Promise<object | null> {
  return response.text().then(objectIn, () => null)
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
