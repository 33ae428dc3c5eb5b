import { CLOCK_HEADER, snapshotUrl, type Snapshot } from '#contract/live.ts'
import { takeEarly } from './early.ts'

export type Fetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>

const TIMEOUT_MS = 15_000

/** The server does not know us as somebody who may see one of the views. */
export class Refused extends Error {}

/** The views as they are now, with the server's clock when it said so and how long ago that was. */
export async function askSnapshot(
  fetch: Fetch,
  keys: readonly string[],
): Promise<{ readonly snapshot: Snapshot; readonly ahora: number; readonly age: number }> {
  const url = snapshotUrl(keys)
  const early = takeEarly(url)
  const from = early?.from ?? Date.now()
  const response = await (early?.response ?? fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }))
  if (response.status === 401 || response.status === 403) throw new Refused()
  if (!response.ok) throw new Error(`The snapshot was answered with ${response.status}.`)
  const answered = early?.answered ?? Date.now()
  // The wire: what the server sends here is what `contract/live.ts` declares.
  const snapshot = (await response.json()) as Snapshot
  // The way back is taken to be half of the journey; then the body had to come, which may take longer than both.
  const age = (answered - from) / 2 + (Date.now() - answered)
  return { snapshot, ahora: Number(response.headers.get(CLOCK_HEADER)), age }
}
