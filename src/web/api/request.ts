import { answerMs } from '../live/patience.ts'

/** Where something is asked: the half of a declaration that needs no schema. */
export interface Address {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** Without an answer there is no doubt whether something was saved. */
  readonly savesNothing?: true
  /** What brings no answer is not tried again. */
  readonly once?: true
}

/** A refusal, or a network that did not carry: a code for programs, a sentence for people, one per field if there are. */
export class ApiProblem extends Error {
  readonly code: string
  /** 0: there was no answer. */
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
  /** The state of the server that holds what was done; 0 when it does not say. */
  readonly revision: number
}

const SIN_RED =
  'No se pudo conectar con el servidor y no sabemos si se guardó. Revisa tu conexión y vuelve a intentarlo.'
const SIN_RED_NI_DUDA = 'No se pudo conectar con el servidor. Revisa tu conexión y vuelve a intentarlo.'
const ILEGIBLE = 'La respuesta del servidor no se entiende. Vuelve a intentarlo; si se repite, avisa a la organización.'
/** An act that has no answer after so long says on the page that it takes long. */
const LONG_MS = 4_000
/** A dropped connection or a restart is over in seconds: it is tried again before anybody is bothered. */
const RETRY_AFTER_MS = [600, 1_800]
/** A form that keeps what was typed can wait longer: a phone between two walls. */
const PATIENT_RETRY_AFTER_MS = [600, 1_800, 4_000, 8_000]

export interface Sending {
  /** The key of a press that is made again, because nobody knows whether it got there the first time. */
  readonly key?: string
  /** Tries for longer before it gives up. */
  readonly isPatient?: boolean
  /** Nothing came back, and it is tried again. */
  readonly onAgain?: () => void
  /** It has taken 4 s. */
  readonly onLong?: () => void
}

/**
 * Sends one request and reads its answer. A command bears a key, the same on every try, so that one press acts once
 * however often the network makes us repeat it; what cannot be repeated without its answer says so (`once`).
 */
export async function request<T>(
  to: Address,
  input: Readonly<Record<string, unknown>>,
  { key = newKey(), onAgain, onLong, isPatient = false }: Sending = {},
): Promise<Answer<T>> {
  const { url, rest } = addressed(to.path, input)
  const init = to.method === 'GET' ? {} : commandInit(to.method, rest, key)
  const target = to.method === 'GET' ? withQuery(url, rest) : url
  const limit = answerMs()
  // What timed out is repeated once; what failed at once, as often as the waits say.
  const lastStart = Date.now() + 2 * limit
  const long = setTimeout(() => onLong?.(), LONG_MS)
  try {
    for (const wait of [...(isPatient ? PATIENT_RETRY_AFTER_MS : RETRY_AFTER_MS), Infinity]) {
      const answer = await attempt(target, init, limit)
      const again = answer === null ? !to.once : answer.response.status === 503
      if (again && Date.now() + wait < lastStart) {
        onAgain?.()
        await new Promise((resolve) => setTimeout(resolve, wait))
      } else if (answer) return read<T>(answer)
      else break
    }
  } finally {
    clearTimeout(long)
  }
  const message = to.method === 'GET' || to.savesNothing ? SIN_RED_NI_DUDA : SIN_RED
  throw new ApiProblem({ code: 'network.away', message, status: 0 })
}

interface Heard {
  readonly response: Response
  /** `null`: the body cannot be read. */
  readonly body: object | null
}

/**
 * Null: there was no answer. A success whose body cannot be read is none: the network cut it, or it is the page of a
 * proxy, and the request may or may not have acted.
 */
async function attempt(url: string, init: RequestInit, limit: number): Promise<Heard | null> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(limit) })
    const body = await jsonOf(response)
    return response.ok && body === null ? null : { response, body }
  } catch {
    // No network or no answer in time, which is all that fetch rejects for: the caller tries again or says so.
    return null
  }
}

function read<T>({ response, body }: Heard): Answer<T> {
  if (!response.ok) throw problemOf(response.status, body)
  // The wire: the server has checked its answer against the same declaration.
  return { output: body as T, revision: Number(response.headers.get('x-revision') ?? 0) }
}

/** What the server says when it does not give what was asked for. */
export async function refusalOf(response: Response): Promise<ApiProblem> {
  return problemOf(response.status, await jsonOf(response))
}

function problemOf(status: number, answer: object | null): ApiProblem {
  const body: Record<string, unknown> | null = answer && { ...answer }
  return new ApiProblem({
    code: typeof body?.['code'] === 'string' ? body['code'] : 'answer.unreadable',
    message: typeof body?.['message'] === 'string' ? body['message'] : ILEGIBLE,
    status,
    fields: textsOf(body?.['fields']),
  })
}

async function jsonOf(response: Response): Promise<object | null> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : null
  } catch {
    // A proxy's page, or a body cut short: there is nothing in it for a person. The caller says that it cannot be read.
    return null
  }
}

function textsOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function commandInit(method: string, body: Readonly<Record<string, unknown>>, key: string): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  }
}

/** A random UUID. `crypto.randomUUID` is not there on plain http, which is how a venue's own network may serve us. */
export function newKey(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 4, variant 8: the rest is chance.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

function withQuery(url: string, rest: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? url : `${url}?${query}`
}

/** Puts the fields that the path names into it; the rest travels as body or query. */
function addressed(
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
