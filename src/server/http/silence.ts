import type { IncomingMessage } from 'node:http'

/** A body may take this long: ten megabytes come in over 140 kbit/s. */
export const BODY_MS = 10 * 60_000
/** Who is in the middle of a body and sends nothing for so long has gone, or wants to keep a place. */
export const SILENCE_MS = 60_000

/**
 * Cuts off who stops in the middle of what they send: after `ms` of silence, after twice as many at the latest. How long
 * the answer takes is not their silence. The socket's own timeout is left to Node, which closes idle connections by it.
 */
export function cutSilent(request: IncomingMessage, ms: number): void {
  const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers
  if (Number(length) === 0 && encoding === undefined) return
  let heard: number | undefined = request.socket.bytesRead
  const watch = setInterval(() => {
    if (request.complete) return clearInterval(watch)
    // While nobody reads what came, nothing more is let in: that is our silence.
    const isFull = request.readableLength >= request.readableHighWaterMark
    const { bytesRead } = request.socket
    if (!isFull && bytesRead === heard) request.destroy()
    heard = isFull ? undefined : bytesRead
  }, ms).unref()
  request.once('close', () => clearInterval(watch))
}
