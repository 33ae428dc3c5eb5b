import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What node:http puts on a socket over the methods of its class. */
const OVERRIDES = ['on', 'addListener', 'prependListener', 'setEncoding']
const LISTENED = ['data', 'end', 'close', 'drain', 'error', 'timeout']

/**
 * Takes a socket out of node:http, as Node does itself at an upgrade, in a later turn of the event loop: the parser is
 * running in this one. A stream is written to directly, and parser, request and response would be held as long as it is
 * open: 17 of 28 KB. From then on, what the client sends is thrown away, and its end closes the socket.
 *
 * Uses undocumented parts of Node. Where one is missing, and over TLS, the socket stays as it is. Where one throws, the
 * socket is destroyed and `failed` is called. `closed` is called once in any case. It must not hold the response.
 */
export function detachLater(
  response: ServerResponse,
  socket: Socket,
  closed: () => void,
  failed: (error: unknown) => void,
): void {
  socket.once('close', closed)
  setImmediate(() => {
    try {
      if (detach(response, socket)) socket.once('close', closed)
    } catch (error) {
      // How far it came is not known: its listeners may be gone.
      socket.removeListener('close', closed).once('close', closed)
      socket.on('error', ignoreLost).destroy()
      failed(error)
    }
  })
}

/** Returns whether the socket was detached: its listeners are gone then. */
function detach(response: ServerResponse, socket: Socket): boolean {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (socket.destroyed || 'encrypted' in socket || typeof parser !== 'object' || parser === null) return false
  const [unconsume, remove, free, close] = ['unconsume', 'remove', 'free', 'close'].map((name) =>
    methodOf(parser, name),
  )
  if (!unconsume || !remove || !free || !close) return false
  // Asserted by `detachSocket`.
  if (Reflect.get(socket, '_httpMessage') !== response) return false
  response.detachSocket(socket)
  for (const name of LISTENED) socket.removeAllListeners(name)
  // Deleting them would make the socket a slow object, of 3 KB more.
  for (const name of OVERRIDES) Reflect.set(socket, name, Reflect.get(Object.getPrototypeOf(socket), name))
  unconsume()
  remove()
  free()
  for (const name of ['socket', 'incoming', 'outgoing', 'onIncoming']) Reflect.set(parser, name, null)
  Reflect.set(socket, 'parser', null)
  close()
  socket.on('error', ignoreLost)
  socket.on('end', () => socket.destroy())
  socket.resume()
  return true
}

function ignoreLost(): void {
  // The client is gone; `close` follows.
}

function methodOf(owner: object, name: string): (() => void) | null {
  const method: unknown = Reflect.get(owner, name)
  return typeof method === 'function' ? () => Reflect.apply(method, owner, []) : null
}
