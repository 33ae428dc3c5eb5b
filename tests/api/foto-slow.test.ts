import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { addImagen } from '#contract/evento.ts'
import { addFoto } from '#contract/usuarios.ts'
import { startApp } from '../support/app.ts'
import { aPhoto, stagePhoto } from '../support/usuarios.ts'
import { ask } from '../support/wire.ts'

const SLOTS = 24

/** A client that sends the start of a photo and then nothing. */
function stalled(origin: string): Socket {
  const headers = { 'content-type': 'image/jpeg', 'content-length': '1000000' }
  return ask(origin, { method: 'POST', path: addFoto.path, headers })
}

test('a photo request that sends nothing gives its place to one that sends', async () => {
  let now = Date.parse('2025-04-10T12:00:00Z')
  await using app = await startApp({ now: () => now })
  const origin = await app.listen()
  // Half of the places are for one network: those who get one get no answer, the others are refused.
  const sockets = Array.from({ length: 2 * SLOTS }, () => stalled(origin))
  const refused = new Set<Socket>()
  for (const socket of sockets) socket.on('error', () => undefined).once('data', () => refused.add(socket))
  await expect.poll(() => refused.size).toBe(2 * SLOTS - SLOTS / 2)
  const photo = await aPhoto()
  expect((await stagePhoto(app, photo)).code).toBe('server.busy')
  expect((await stagePhoto(app, photo, { from: '198.51.100.1' })).status).toBe(200)

  now += 20_000
  const waiting = sockets.filter((socket) => !refused.has(socket))
  const closed = Promise.race(waiting.map((socket) => once(socket, 'close')))
  expect((await stagePhoto(app, photo)).status).toBe(200)
  await closed

  for (const socket of sockets) socket.destroy()
})

/** Over a line of 1 Mbit/s, as halls have them. */
const SLOW_LINE_BYTES_MS = 1_000_000 / 8 / 1_000

test('the heaviest image has the time to come in over a slow line', async () => {
  await using app = await startApp()
  for (const bytes of [addFoto.maxBytes, addImagen.maxBytes])
    expect(app.app.http.server.requestTimeout).toBeGreaterThan(4 * (bytes / SLOW_LINE_BYTES_MS))
})
