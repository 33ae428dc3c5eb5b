import { expect, test, vi } from 'vitest'
import { aFeed, aLiveFeed, lista } from '../../../tests/support/aFeed.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const ignore = (): void => {}
const rota = { ...lista, name: 'rota' }

/** A feed that shows two views, one of which the server may fail to show. */
async function aFeedOfTwo(...fallidas: readonly string[]): Promise<ReturnType<typeof aFeed>> {
  const one = aFeed({ lista: { a: 1 }, rota: { b: 1 } })
  one.server.fallidas = fallidas
  one.feed.open('lista', lista, ignore)
  one.feed.open('rota', rota, ignore)
  await settle()
  one.last().hola(5)
  return one
}

fakeTime()

test('a view that fails from the start leaves the others live, and is retried with growing waits until it returns', async () => {
  const { feed, connection, server, asked, sources, last } = await aFeedOfTwo('rota')
  expect(sources.map(({ url }) => url)).toEqual(['/api/live?views=lista&since=e1~visitante.5'])
  expect([feed.peek('lista'), feed.peek('rota')]).toEqual([{ a: 1 }, undefined])
  expect([Boolean(feed.views.get('lista')?.failing), Boolean(feed.views.get('rota')?.failing)]).toEqual([false, true])

  const waits: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const [before, from] = [asked.length, Date.now()]
    while (asked.length === before) await settle(100)
    waits.push(Date.now() - from)
    last().say('latido', { ahora: Date.now() })
  }
  expect(waits).toEqual([1_000, 1_500, 2_300, 3_400, 5_000, 7_600, 11_400, 15_000])
  expect(new Set(asked.slice(1))).toEqual(new Set(['/api/vistas?views=rota']))
  // There is one stream, and it goes on.
  last().frame({ revision: 6, views: { lista: { parts: { a: 2 } } } })
  expect([sources.length, feed.peek('lista'), connection.read().estado]).toEqual([1, { a: 2 }, 'en vivo'])
  await feed.reached(6, 60_000)

  server.fallidas = []
  server.revision = 6
  await settle(15_000)
  expect([feed.peek('rota'), Boolean(feed.views.get('rota')?.failing)]).toEqual([{ b: 1 }, false])
  expect(last().url).toBe('/api/live?views=lista,rota&since=e1~visitante.6.6')
})

test('a view that the server does not know fails alone, and is requested again', async () => {
  const { feed, connection, server, last } = await aLiveFeed({ lista: { a: 1 }, rota: { b: 1 } })
  server.status = 404
  const told = vi.fn()
  feed.progress.subscribe(told)
  feed.open('rota', rota, ignore)
  await settle()
  expect(told).toHaveBeenCalledTimes(1)
  last().hola(5)
  expect([Boolean(feed.views.get('lista')?.failing), Boolean(feed.views.get('rota')?.failing)]).toEqual([false, true])
  expect([feed.peek('lista'), connection.read().estado]).toEqual([{ a: 1 }, 'en vivo'])
  server.status = 200
  await settle(2_000)
  expect([feed.peek('rota'), Boolean(feed.views.get('rota')?.failing)]).toEqual([{ b: 1 }, false])
})

test('a view that fails is retried after its wait also on a device whose clock is set back', async () => {
  const { feed, server } = aFeed({ rota: { b: 1 } })
  server.fallidas = ['rota']
  feed.open('rota', rota, ignore)
  await settle()
  expect(Boolean(feed.views.get('rota')?.failing)).toBe(true)
  server.fallidas = []
  vi.setSystemTime(Date.now() - 3 * 3_600_000)
  await settle(2_000)
  expect(feed.peek('rota')).toEqual({ b: 1 })
})

test('a view that fails while it is shown loses its document, and the stream of the others goes on', async () => {
  const { feed, server, asked, sources, last } = await aFeedOfTwo()
  server.fallidas = ['rota']
  last().frame({ revision: 6, views: { lista: { parts: { a: 2 } }, rota: { fallida: true } } })
  await settle(35_000)
  last().frame({ revision: 7, views: { lista: { parts: { a: 3 } } } })

  expect([feed.peek('lista'), feed.peek('rota'), Boolean(feed.views.get('rota')?.failing)]).toEqual([
    { a: 3 },
    undefined,
    true,
  ])
  expect([sources.length, asked.at(-1)]).toEqual([1, '/api/vistas?views=rota'])

  // A manual retry does not wait.
  server.fallidas = []
  feed.retry()
  await settle()
  expect(feed.peek('rota')).toEqual({ b: 1 })
})

test('a view that failed without a connection is not part of the next stream, and shows nothing stale', async () => {
  const { feed, server, sources, last } = await aFeedOfTwo()
  server.fallidas = ['rota']
  last().break()
  await settle(1_000)
  last().hola(5, 'e1', ['rota'])
  expect([feed.peek('lista'), feed.peek('rota')]).toEqual([{ a: 1 }, undefined])
  await settle(20_000)
  expect(sources).toHaveLength(2)

  last().say('fin', { motivo: 'edad', espera: 500 })
  await settle(500)

  expect(last().url).toBe('/api/live?views=lista&since=e1~visitante.5')
})
