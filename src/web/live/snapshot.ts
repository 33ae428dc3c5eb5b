import { AUDIENCE_HEADER, SERVER_TIME_HEADER, snapshotUrl, stateOf, type Snapshot } from '#contract/live.ts'
import { renewConnections, requestTimeoutMs } from './connection.ts'
import type { OpenView } from './openView.ts'

/** A request for a snapshot. `prepaint.js` sends the first one before the program is loaded. Times in ms since 1970. */
interface SentRequest {
  readonly url: string
  /** It was sent to the public address with the same views. Its answer may come from a cache, without the server's clock. */
  readonly isPublic: boolean
  readonly from: number
  /** 0: not known to be answered. */
  readonly answered: number
  readonly response: Promise<Response>
  readonly abort: () => void
}

declare global {
  var temprana: SentRequest | undefined
}

/** Whether the first state of this tab is that of a visitor, also when a person is signed in. */
export const startsPublic: boolean = globalThis.temprana?.isPublic === true

export type Fetch = (
  url: string,
  init: { readonly signal: AbortSignal; readonly cache?: 'reload' },
) => Promise<Response>

/** The session does not permit one of the views. */
export class ViewsRefused extends Error {}

/** The server knows none of the views. */
export class ViewsUnknown extends Error {}

export interface SnapshotAnswer {
  /** Its `epoch` names the audience too (`stateOf`). */
  readonly snapshot: Snapshot
  /** The server's clock, in ms since 1970. Of a public answer it is its `Date`: a guess. */
  readonly ahora: number
  /** The age of `ahora`, in ms. */
  readonly age: number
  readonly isGuess: boolean
}

/**
 * Requests the current state of some views, with the server's clock. `cache`: `reload` does not use an answer that the browser
 * has stored: it may have the same content and name an older revision. Rejects with `ViewsRefused`, when there is no answer
 * within `requestTimeoutMs()`, and when `aborted` aborts.
 */
export async function askSnapshot(
  fetch: Fetch,
  keys: readonly string[],
  aborted: AbortSignal,
  cache?: 'reload',
): Promise<SnapshotAnswer> {
  const url = snapshotUrl(keys)
  const request = takeEarlyRequest(url) ?? send(fetch, url, cache)
  const { from, isPublic: isGuess, abort } = request
  const giveUp = (): void => {
    abort()
    renewConnections()
  }
  // An early request may be answered already: then the timeout covers the body alone.
  const timer = setTimeout(giveUp, request.answered ? requestTimeoutMs() : from + requestTimeoutMs() - Date.now())
  aborted.addEventListener('abort', abort)
  try {
    const response = await request.response
    const answered = request.answered || Date.now()
    await checkViews(response)
    const ahora = isGuess
      ? Date.parse(response.headers.get('date') ?? '')
      : Number(response.headers.get(SERVER_TIME_HEADER))
    // The sign-in page of a network may answer in place of the server: it sends no time.
    if (!response.ok || !ahora) throw new Error(`No snapshot: ${response.status}.`)
    // Not checked again: the server sends what `contract/live.ts` declares.
    const body = (await response.json()) as Snapshot
    // A public answer has no audience header.
    const snapshot = { ...body, epoch: stateOf(body.epoch, response.headers.get(AUDIENCE_HEADER) ?? 'visitante') }
    // The answer took half of the round trip; the time of the body is added to it.
    const age = (answered - from) / 2 + (Date.now() - answered)
    return { snapshot, ahora, age, isGuess }
  } finally {
    clearTimeout(timer)
    aborted.removeEventListener('abort', abort)
  }
}

function send(fetch: Fetch, url: string, cache: 'reload' | undefined): SentRequest {
  const from = Date.now()
  const aborter = new AbortController()
  const response = fetch(url, { signal: aborter.signal, ...(cache && { cache }) })
  return { url, isPublic: false, from, answered: 0, response, abort: () => aborter.abort() }
}

/** Throws `ViewsRefused` or `ViewsUnknown` when the answer says so. */
async function checkViews(response: Response): Promise<void> {
  if (response.status === 401 || response.status === 403) throw new ViewsRefused()
  // The page of a proxy may have this status too.
  if (response.status === 404 && (await response.text()).includes('view.unknown')) throw new ViewsUnknown()
}

/**
 * Returns the request that `prepaint.js` has sent already, when it is for this URL. Only the first call gets it. Aborts a
 * request that is too old: a tab may open in the background and be seen later.
 */
function takeEarlyRequest(url: string): SentRequest | undefined {
  const early = globalThis.temprana
  dropEarlyRequest()
  if (early?.url !== url) return undefined
  if (Date.now() - early.from < requestTimeoutMs()) return early
  early.abort()
  return undefined
}

/** Discards the early request. Called when the person changes: the request was made for the previous one. */
export function dropEarlyRequest(): void {
  globalThis.temprana = undefined
}

/** The snapshot requests under way. They do not wait for each other; a view is in one of them at most. */
export class SnapshotRequests {
  readonly #fetch: Fetch
  readonly #asked = new Set<OpenView>()
  #aborter = new AbortController()

  constructor(fetch: Fetch) {
    this.#fetch = fetch
  }

  /** Whether a request for this view is under way. Without a view: any request. */
  isAsking(view?: OpenView): boolean {
    return view ? this.#asked.has(view) : this.#asked.size > 0
  }

  /** Aborts all requests. An answer that still arrives is ignored. */
  abort(): void {
    this.#aborter.abort()
    this.#aborter = new AbortController()
    this.#asked.clear()
  }

  /** Requests some views and calls `take` with the answer. Resolves to false after `abort`. Rejects like `askSnapshot`. */
  async ask(views: readonly OpenView[], take: (answer: SnapshotAnswer) => void): Promise<boolean> {
    const { signal } = this.#aborter
    for (const view of views) this.#asked.add(view)
    try {
      const keys = views.map(({ key }) => key)
      const isBehind = views.some((view) => view.isBehind)
      const answer = await askSnapshot(this.#fetch, keys, signal, isBehind ? 'reload' : undefined)
      // Synchronous with this check: another person cannot get this answer.
      if (!signal.aborted) take(answer)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      // After `abort` the same view may be in another request.
      if (!signal.aborted) for (const view of views) this.#asked.delete(view)
    }
    return !signal.aborted
  }
}
