import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { SERVER_TIME_HEADER } from '#contract/live.ts'
import { pruneEnlaces } from './enlace.ts'
import { puesto } from './puesto.ts'

const HORA_MS = 3_600_000

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Keeps a track by a link whose last contact was so long ago. */
async function keep(enlace: string, ago: number): Promise<void> {
  await puesto.change(enlace, { parts: {}, ahora: 0, device: Date.now() - ago })
  await puesto.keepPista({ enlace, competidorId: 'a', version: '1', mp3: new Blob(['x']) })
}

/** What the server answers. */
function answer(body: object): void {
  const headers = { [SERVER_TIME_HEADER]: '1' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { headers })))
}

const kept = async (...enlaces: string[]) =>
  Promise.all(enlaces.map(async (enlace) => (await puesto.listPistas(enlace)).length))

test('tracks go with a link that has ended, or a day after the last contact, and stay while the server does not answer', async () => {
  await keep('viejo', 25 * HORA_MS)
  await keep('futuro', -25 * HORA_MS)
  await keep('vivo', 23 * HORA_MS)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await pruneEnlaces()
  expect(await kept('viejo', 'futuro', 'vivo')).toEqual([0, 0, 1])

  // The page of a proxy, and another device that has the page of the link open.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 })))
  await pruneEnlaces()
  for (const views of [{ 'pantalla?enlace=vivo': { muestra: {} } }, {}]) {
    answer({ views })
    await pruneEnlaces()
  }
  expect(await kept('vivo')).toEqual([1])

  // The answers were contacts.
  expect((await puesto.read('vivo'))?.device).toBeGreaterThan(Date.now() - HORA_MS)

  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'view.unknown' }, { status: 404 })))
  await pruneEnlaces()
  expect(await kept('vivo')).toEqual([0])
})

test('a link that others still have open is known as ended by its empty view, and its taps stay', async () => {
  await keep('fin', 0)
  await puesto.keepToque({ enlace: 'fin', competidorId: 'a', llego: true, at: 1, dia: 'jueves' })
  answer({ views: { 'pantalla?enlace=fin': {} } })
  await pruneEnlaces()
  expect([await kept('fin'), (await puesto.listToques('fin')).length]).toEqual([[0], 1])
  // A track that was on its way comes too late.
  await puesto.keepPista({ enlace: 'fin', competidorId: 'b', version: '1', mp3: new Blob(['x']) })
  expect(await kept('fin')).toEqual([0])
})
