import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Methods that node:http overrides on a socket. */
const OVERRIDES = ['on', 'addListener', 'prependListener', 'setEncoding']
const LISTENED = ['data', 'end', 'close', 'drain', 'error', 'timeout']

/**
 * Removes a socket from node:http, as Node does at an upgrade, so that an open stream does not hold parser, request and
 * response in memory (17 of 28 KB). Runs in the next turn of the event loop, because the parser is running in this one.
 * Afterwards input from the client is discarded, and the end of the input closes the socket.
 *
 * Uses undocumented parts of Node. When one is missing, and over TLS, the socket stays in node:http. When one throws, the
 * socket is destroyed and `failed` is called. `closed` is called exactly once; it must not reference the response.
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
      // The listeners may already be removed.
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
  // `detachSocket` asserts the same.
  if (Reflect.get(socket, '_httpMessage') !== response) return false
  response.detachSocket(socket)
  for (const name of LISTENED) socket.removeAllListeners(name)
  // Deleting the overrides would turn the socket into a dictionary-mode object, which takes 3 KB more.
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
