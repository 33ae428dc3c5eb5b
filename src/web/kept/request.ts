import { SERVER_TIME_HEADER, snapshotUrl } from '#contract/live.ts'
import { readBody, type Copy } from './copies.ts'
import type { KeptOptions } from './options.ts'
import { showsResults } from './publico.ts'

const REQUEST_MS = 30_000

/**
 * Requests the copy of a view without credentials. `before` is the present copy: it is confirmed when the view is unchanged.
 * Resolves to `undefined` when the answer is not one of the server, or is without this view. Rejects without an answer.
 */
export async function requestCopy(
  fetch: KeptOptions['fetch'],
  key: string,
  before: Copy | undefined,
): Promise<Copy | undefined> {
  const answer = await fetch(snapshotUrl([key]), {
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    priority: 'low',
    signal: AbortSignal.timeout(REQUEST_MS),
    ...(before?.etag && { headers: { 'if-none-match': before.etag } }),
  })
  const body = answer.status === 304 ? before?.body : await answer.text()
  const ahora = Number(answer.headers.get(SERVER_TIME_HEADER))
  const found = body === undefined ? undefined : readBody(body, key)
  if (body === undefined || !found || !ahora || !(answer.ok || answer.status === 304)) return undefined
  const etag = answer.headers.get('etag') ?? ''
  return {
    key,
    etag,
    epoch: found.epoch,
    hasResults: showsResults(key, found.parts),
    ahora,
    device: Date.now(),
    body,
  }
}
