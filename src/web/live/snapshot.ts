import { CLOCK_HEADER, snapshotUrl, type Snapshot } from '#contract/live.ts'
import { takeEarly } from './early.ts'
import { answerMs } from './patience.ts'

export type Fetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>

/** The server does not know us as somebody who may see one of the views. */
export class Refused extends Error {}

export interface SnapshotAnswer {
  readonly snapshot: Snapshot
  /** The server's clock, in ms since 1970. */
  readonly ahora: number
  /** How long ago the server said so, in ms. */
  readonly age: number
}

/**
 * The views as they are now, with the server's clock. Rejects with `Refused`,
 * when there is no answer within `answerMs()`, and when `aborted` aborts.
 */
export async function askSnapshot(
  fetch: Fetch,
  keys: readonly string[],
  aborted: AbortSignal,
): Promise<SnapshotAnswer> {
  const url = snapshotUrl(keys)
  const early = freshEarly(url)
  const from = early?.from ?? Date.now()
  const request = new AbortController()
  const abort = (): void => {
    request.abort()
    early?.abort()
  }
  // An early answer may have waited for its reader: only its body still has to come.
  const timer = setTimeout(abort, early?.answered ? answerMs() : from + answerMs() - Date.now())
  aborted.addEventListener('abort', abort)
  try {
    const response = await (early?.response ?? fetch(url, { signal: request.signal }))
    if (response.status === 401 || response.status === 403) throw new Refused()
    if (!response.ok) throw new Error(`The snapshot was answered with ${response.status}.`)
    const answered = early?.answered ? early.answered : Date.now()
    // The wire: what the server sends here is what `contract/live.ts` declares.
    const snapshot = (await response.json()) as Snapshot
    // The way back is taken to be half of the journey; then the body had to come, which may take longer than both.
    const age = (answered - from) / 2 + (Date.now() - answered)
    return { snapshot, ahora: Number(response.headers.get(CLOCK_HEADER)), age }
  } finally {
    clearTimeout(timer)
    aborted.removeEventListener('abort', abort)
  }
}

/** The early request for these views. One that is too old is aborted: a tab opened in the background may be seen later. */
function freshEarly(url: string): ReturnType<typeof takeEarly> {
  const early = takeEarly(url)
  if (!early || Date.now() - early.from < answerMs()) return early
  early.abort()
  return undefined
}
