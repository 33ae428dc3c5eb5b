import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { IMAGEN_MAX_BYTES } from '#contract/evento.ts'
import { FOTO_ESPERA_PATH, FOTO_MAX_BYTES } from '#contract/usuarios.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aPhoto, stagePhoto } from '../support/usuarios.ts'
import { ask } from '../support/wire.ts'

const SLOTS = 24

/** Somebody whose photo has begun to arrive, and does not go on. */
function stalled(origin: string): Socket {
  const headers = { 'content-type': 'image/jpeg', 'content-length': '1000000' }
  return ask(origin, { method: 'POST', path: FOTO_ESPERA_PATH, headers })
}

async function attempts(app: TestApp): Promise<number> {
  const row = await app.deps.db.read((tx) => tx.selectFrom('intento').select('cuenta').executeTakeFirst())
  return row?.cuenta ?? 0
}

test('who keeps a place for a photo and sends none gives way to who does', async () => {
  let now = Date.parse('2025-04-10T12:00:00Z')
  await using app = await startApp({ now: () => new Date(now) })
  const origin = await app.listen()
  const sockets = Array.from({ length: SLOTS }, () => stalled(origin))
  for (const socket of sockets) socket.on('error', () => undefined)
  await expect.poll(() => attempts(app)).toBe(SLOTS)
  const photo = await aPhoto()
  await expect.poll(async () => (await stagePhoto(app, photo)).code).toBe('server.busy')

  now += 20_000
  const closed = Promise.race(sockets.map((socket) => once(socket, 'close')))
  expect((await stagePhoto(app, photo)).status).toBe(200)
  await closed

  for (const socket of sockets) socket.destroy()
})

/** Over a line of 1 Mbit/s, as halls have them. */
const SLOW_LINE_BYTES_MS = 1_000_000 / 8 / 1_000

test('the heaviest image has the time to come in over a slow line', async () => {
  await using app = await startApp()
  for (const bytes of [FOTO_MAX_BYTES, IMAGEN_MAX_BYTES])
    expect(app.app.http.server.requestTimeout).toBeGreaterThan(4 * (bytes / SLOW_LINE_BYTES_MS))
})
