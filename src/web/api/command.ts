import { useCallback, useRef, useState } from 'react'
import type { Command, Input, Output, Query } from '#contract/define.ts'
import { renewConnections, requestTimeoutMs } from '../live/connection.ts'
import { feed } from '../live/tab.ts'
import { dismissAbout, slowness, toast, type Slowness } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'
import { newKey, session } from './session.ts'

/** Sends one command of the contract, as the person of the page. Throws `ApiProblem`. */
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
    await checkAfter(error)
    throw error
  }
}

function fieldsOf(input: unknown): Fields {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

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
  const { url, rest } = fillPath(path, input)
  if (method === 'GET') return { url: withQuery(url, rest), init: {} }
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

function withQuery(url: string, rest: Fields): string {
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? url : `${url}?${query}`
}

/** Fills the placeholders of the path. `rest`: the other fields, for the body or the query string. */
function fillPath(path: string, input: Fields): { url: string; rest: Fields } {
  const rest: Record<string, unknown> = { ...input }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

const OTHER = 'session.other'
const SESSION_CODES = ['session.required', 'session.forbidden', OTHER]

/** Whether the server refused a request because the session has ended, is of another person or does not permit it. */
function isSessionProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && SESSION_CODES.includes(error.code)
}

/**
 * Ends the session by a command that does so: `SIGN_OUT_ADDRESS`, `endSesiones`. A session that has ended already counts as
 * success; the session of another person who signed in in another tab goes on. Throws `ApiProblem`.
 */
export async function endSession(command: Address): Promise<void> {
  await session.change(async () => {
    try {
      await request(command, {}, { headers: session.headers() })
    } catch (error) {
      if (!isSessionProblem(error)) throw error
      if (error.code === OTHER) return void session.load()
    }
    session.become({ role: 'visitante' })
  })
  await session.settled()
}

/** Loads the session again when an error says that it is missing, is of another person or does not permit the request. */
export async function checkAfter(error: unknown): Promise<void> {
  if (!isSessionProblem(error)) return
  const loading = session.load()
  // The page shows the refusal to the person of the command: the loaded session tells whether that person is still here.
  if (error.code === OTHER) await loading
}

/**
 * Sends a command, and asks the person each question that the server has before it runs. Returns null when the answer is no.
 * Throws `ApiProblem`.
 */
async function sendAsking<C extends Command>(
  command: C,
  input: Input<C>,
  sending: Sending,
  accepted: readonly string[] = [],
): Promise<Answer<Output<C>> | null> {
  try {
    const answered = accepted.length > 0 ? ({ ...fieldsOf(input), acepta: accepted } as Input<C>) : input
    return await send(command, answered, sending)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'question.open') throw error
    const { pregunta = '', boton = '' } = error.fields
    const { confirm } = await import('../ui/confirm.tsx')
    if (!(await confirm(pregunta, boton))) return null
    return sendAsking(command, input, { ...sending, key: newKey() }, [...accepted, pregunta])
  }
}

/** The longest wait for the live views to show an accepted command. Usually a few ms; without a stream the whole time. */
const SHOWN_MS = 400

export interface RunOptions extends Sending {
  /** Called when the server has accepted the command, with the revision that contains the change. */
  readonly onDone?: (revision: number) => void
}

/** Sends the command as `sendAsking` does, and waits until the live views show the change, `SHOWN_MS` at most. */
async function sendUntilShown<C extends Command>(
  command: C,
  input: Input<C>,
  { onDone, ...sending }: RunOptions,
): Promise<Answer<Output<C>> | null> {
  const answer = await sendAsking(command, input, sending)
  if (!answer) return null
  onDone?.(answer.revision)
  // No view of a visitor's page shows what a visitor may do: a sign-in, a registration.
  if (!command.roles.includes('visitante')) await feed.reached(answer.revision, SHOWN_MS)
  return answer
}

export interface UseCommand<C extends Command> {
  readonly busy: boolean
  readonly problem: ApiProblem | null
  /**
   * Sends the command, unless it is under way. Resolves to its output, or to `undefined` when it was refused (see `problem`) or
   * when the person answered no to a question of the server.
   */
  readonly run: (input: Input<C>, running?: RunOptions) => Promise<Output<C> | undefined>
  readonly clear: () => void
}

/**
 * Runs one command of a screen. `busy` lasts until the live views show the change (400 ms at most), so that a second press
 * starts from the new state. `onProblem` receives refusals where the screen has no place to show `problem`; `onAccepted` runs
 * when no other person has the tab by then.
 *
 * @example
 * const remove = useCommand(deleteCategoria)
 * const isDone = (await remove.run({ id })) !== undefined
 * return <Button busy={remove.busy}>Eliminar</Button>
 */
export function useCommand<C extends Command>(
  command: C,
  onProblem?: (problem: ApiProblem) => void,
  onAccepted?: () => void,
): UseCommand<C> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const isRunning = useRef(false)

  const run = useCallback(
    async (input: Input<C>, running: RunOptions = {}) => {
      // The server could run two commands in either order.
      if (isRunning.current) return undefined
      isRunning.current = true
      // The outcome belongs to the person who sent the command, unless the command itself changes the person.
      const isSame = session.samePerson()
      const isOthers = () => !command.asVisitante && !isSame()
      setBusy(true)
      setProblem(null)
      try {
        const answer = await sendUntilShown(command, input, running)
        if (!answer || isOthers()) return undefined
        onAccepted?.()
        return answer.output
      } catch (error) {
        const refusal = refusalOf(error)
        if (isOthers()) return undefined
        setProblem(refusal)
        onProblem?.(refusal)
        return undefined
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [command, onProblem, onAccepted],
  )
  const clear = useCallback(() => setProblem(null), [])
  return { busy, problem, run, clear }
}

/**
 * A command whose refusal the screen shows beside its control, as `fault`. A toast tells it when the control is gone by then.
 * `before`: the sentence before the reason.
 */
export function useCommandInPlace<C extends Command>(
  command: C,
  before: string,
): UseCommand<C> & { readonly fault: string | null } {
  const isMounted = useIsMounted()
  const faultOf = ({ message }: ApiProblem): string => `${before} ${message}`
  const one = useCommand(command, (problem) => {
    if (!isMounted.current) toast(faultOf(problem), { tone: 'danger' })
  })
  return { ...one, fault: one.problem && faultOf(one.problem) }
}

interface RefusalToast {
  /** The subject of the toast: a later success of the same command on the same item removes it. */
  readonly about: string
  /** The sentence before the reason: `No se colocó.` */
  readonly before: string
}

/**
 * A command whose refusal shows in a toast, until the command succeeds or the person dismisses the toast. `run` is the same
 * function at every render.
 */
export function useCommandWithToast<C extends Command>(command: C, { about, before }: RefusalToast): UseCommand<C> {
  const onProblem = useCallback(
    ({ message }: ApiProblem) => toast(`${before} ${message}`, { tone: 'danger', about }),
    [about, before],
  )
  const onAccepted = useCallback(() => dismissAbout(about), [about])
  return useCommand(command, onProblem, onAccepted)
}

interface Task {
  readonly busy: boolean
  /** Why the last run was refused. */
  readonly problem: ApiProblem | null
  readonly run: () => Promise<void>
}

/** Runs the act of a button that is more than one command, and rejects with `ApiProblem` when it is refused. */
export function useTask(act: () => Promise<void>): Task {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}

/** Returns the refusal. Rethrows any other error: it is a fault of the program. */
export function refusalOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  throw error
}
