import type { IncomingMessage } from 'node:http'

/** A body may take this long: ten megabytes come in over 140 kbit/s. */
export const BODY_MS = 10 * 60_000
/** Who is in the middle of a body and sends nothing for so long has gone, or wants to keep a place. */
export const SILENCE_MS = 60_000

/** Cuts off who stops in the middle of what they send. How long the answer takes is not their silence. */
export function cutSilent(request: IncomingMessage, ms: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return
  request.setTimeout(ms, () => request.destroy())
  request.once('end', () => request.setTimeout(0))
}
