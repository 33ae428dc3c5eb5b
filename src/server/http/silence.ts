import type { IncomingMessage } from 'node:http'

/** Timeout of a whole body: ten megabytes at 140 kbit/s. */
export const BODY_MS = 10 * 60_000
/** Timeout between two chunks of a body. */
export const SILENCE_MS = 60_000

/**
 * Destroys a request whose body stops arriving for `ms`, at the latest after twice that time. The time of the answer does not
 * count. The timeout of the socket stays free for Node, which closes idle connections with it.
 */
export function cutSilent(request: IncomingMessage, ms: number): void {
  const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers
  if (Number(length) === 0 && encoding === undefined) return
  let heard: number | undefined = request.socket.bytesRead
  const watch = setInterval(() => {
    if (request.complete) return clearInterval(watch)
    // While the server does not read its buffer, the client cannot send.
    const isFull = request.readableLength >= request.readableHighWaterMark
    const { bytesRead } = request.socket
    if (!isFull && bytesRead === heard) request.destroy()
    heard = isFull ? undefined : bytesRead
  }, ms).unref()
  request.once('close', () => clearInterval(watch))
}
