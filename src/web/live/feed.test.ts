import { describe, expect, test, vi } from 'vitest'
import { MOST_VIEWS } from '#contract/live.ts'
import { aFeed, aLiveFeed, lista, mesa } from '../../../tests/support/aFeed.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const ignore = (): void => {}

fakeTime()

describe('a large change', () => {
  test('is requested as a snapshot, with what came after it; a stream goes on meanwhile', async () => {
    const { feed, server, sources, asked, last } = await aLiveFeed()
    last().frame({ revision: 6, views: { lista: { nueva: true } } })
    server.revision = 6
    await settle()
    expect(asked).toHaveLength(2)
    // A frame that comes while the view lacks the change is not put on top of the old state.
    last().frame({ revision: 7, views: { lista: { nueva: true } } })
    last().frame({ revision: 8, views: { lista: { parts: { b: 2 } } } })
    expect(feed.peek('lista')).toEqual({ a: 1 })
    server.revision = 8
    await settle()
    expect(asked).toHaveLength(3)
    last().frame({ revision: 9, views: { lista: { parts: { c: 3 } } } })
    expect(feed.peek('lista')).toEqual({ a: 1, c: 3 })
    expect(sources).toHaveLength(1)
  })

  test('is asked for again after a pause when the instance that answers does not have it yet', async () => {
    const { server, asked, last } = await aLiveFeed({ lista: { a: 1 } }, { random: 1 })
    last().frame({ revision: 6, views: { lista: { nueva: true } } })
    await settle(1_499)
    expect(asked).toHaveLength(1)
    await settle(1)
    expect(asked).toHaveLength(2)
    await settle(1_499)
    expect(asked).toHaveLength(2)
    server.revision = 6
    await settle(1)
    expect(asked).toHaveLength(3)
    await settle(10_000)
    expect(asked).toHaveLength(3)
  })

  test('is not taken from the answer that the browser has stored: with the same content it names an older revision', async () => {
    const { server, last } = await aLiveFeed()
    last().frame({ revision: 7, views: { lista: { nueva: true } } })
    server.revision = 7
    await settle()
    expect(server.caches).toEqual([undefined, 'reload'])
  })

  test('keeps its stream when something else has changed since', async () => {
    const { feed, server, sources, last } = await aLiveFeed()
    last().frame({ revision: 6, views: { lista: { nueva: true } } })
    Object.assign(server, { revision: 9, cambio: 6 })
    await settle()
    last().frame({ revision: 10, views: { lista: { parts: { c: 3 } } } })
    expect(feed.peek('lista')).toEqual({ a: 1, c: 3 })
    expect(sources).toHaveLength(1)
  })
})

describe('an old stream', () => {
  test('that ends before the next one has begun does not end the next one', async () => {
    const { connection, sources, last } = await aLiveFeed()
    const old = last()
    old.say('fin', { motivo: 'edad', espera: 1_000 })
    await settle(1_000)
    old.say('fin', { motivo: 'reinicio', espera: 500 })
    await settle(1_000)
    expect(sources).toHaveLength(2)
    last().hola(5)
    expect(sources.map(({ isClosed }) => isClosed)).toEqual([true, false])
    expect(connection.read().estado).toBe('en vivo')
  })

  test('goes on until the next one has begun', async () => {
    const { feed, sources, last } = await aLiveFeed()
    last().say('fin', { motivo: 'edad', espera: 1_000 })
    await settle(900)
    expect(sources).toHaveLength(1)
    last().frame({ revision: 6, views: { lista: { parts: { b: 2 } } } })
    expect(feed.peek('lista')).toEqual({ a: 1, b: 2 })
    await settle(200)
    expect(sources.map(({ isClosed }) => isClosed)).toEqual([false, false])
    expect(last().url).toContain('since=e1~visitante.6')
    last().hola(6)
    expect(sources.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  test('still reports the end of its session, and does not end the next stream', async () => {
    const { feed, sources, last } = await aLiveFeed()
    const ended = vi.fn()
    feed.sesionChanged.subscribe(ended)
    const old = last()
    old.say('fin', { motivo: 'edad', espera: 1_000 })
    await settle(1_000)
    old.say('fin', { motivo: 'sesion', espera: 0 })
    expect(ended).toHaveBeenCalledTimes(1)
    expect(sources.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })
})

test('a stream of another audience than the state replaces it whole, and the session is loaded', async () => {
  const { feed, last } = aFeed()
  const changed = vi.fn()
  feed.sesionChanged.subscribe(changed)
  feed.open('lista', lista, ignore)
  await settle()
  last().hola(5, 'e1', [], 'otra')
  last().frame({ revision: 4, views: { lista: { reset: true, parts: { z: 9 } } } })
  expect(feed.peek('lista')).toEqual({ z: 9 })
  expect(changed).toHaveBeenCalledTimes(1)
})

describe('a view', () => {
  test('is a snapshot first, then a stream from its revision', async () => {
    const { feed, asked, last } = aFeed()
    const notify = vi.fn()
    feed.open('lista', lista, notify)
    expect(feed.peek('lista')).toBeUndefined()

    await settle()

    expect(asked).toEqual(['/api/vistas?views=lista'])
    expect(last().url).toBe('/api/live?views=lista&since=e1~visitante.5')
    expect(feed.peek('lista')).toEqual({ a: 1 })
    expect(notify).toHaveBeenCalledTimes(1)
  })

  test('takes the parts of a frame, loses those that are gone, is the same object until then, and starts over with a reset', async () => {
    const { feed, last } = await aLiveFeed({ lista: { a: 1, b: 2 } })
    const before = feed.peek('lista')
    expect(feed.peek('lista')).toBe(before)

    last().frame({ revision: 6, views: { lista: { parts: { b: 3, c: 4 }, gone: ['a'] } } })

    expect(feed.peek('lista')).toEqual({ b: 3, c: 4 })

    last().frame({ revision: 2, views: { lista: { reset: true, parts: { z: 9 } } } })
    expect(feed.peek('lista')).toEqual({ z: 9 })
  })

  test('is behind a revision until it shows that revision, and never behind one of another epoch', async () => {
    const { feed, last } = aFeed()
    feed.open('lista', lista, ignore)
    await settle()
    const [isBehind, isBehindMore] = [feed.views.behind('lista', 7), feed.views.behind('lista', 900)]
    expect(isBehind()).toBe(true)
    last().hola(5)
    last().frame({ revision: 7, views: {} })
    expect([isBehind(), isBehindMore()]).toEqual([false, true])
    last().hola(2, 'e2')
    last().frame({ revision: 2, views: { lista: { reset: true, parts: {} } } })
    expect(isBehindMore()).toBe(false)
  })

  test('shares its stream with the others; another view opens another stream from the revision of each', async () => {
    const { feed, server, sources, asked, last } = aFeed()
    feed.open('lista', lista, ignore)
    feed.open('otra', { ...lista, name: 'otra' }, ignore)
    await settle()
    expect(sources.map(({ url }) => url)).toEqual(['/api/live?views=lista,otra&since=e1~visitante.5.5'])

    server.revision = 8
    feed.open('mesa', mesa, ignore)
    await settle()

    expect(asked.at(-1)).toBe('/api/vistas?views=mesa')
    expect(sources[0]?.isClosed).toBe(true)
    expect(last().url).toBe('/api/live?views=lista,mesa,otra&since=e1~visitante.5.8.5')
  })

  test('is released 10 s after its last reader left, unless it is read again before', async () => {
    const { feed, sources, asked, last } = aFeed()
    feed.open('otra', { ...lista, name: 'otra' }, ignore)
    const leave = feed.open('lista', lista, ignore)
    await settle()
    leave()
    await settle(9_000)
    const leaveAgain = feed.open('lista', lista, ignore)
    await settle(60)
    expect(asked).toHaveLength(1)
    expect(sources).toHaveLength(1)

    leaveAgain()
    await settle(10_050)

    expect(last().url).toBe('/api/live?views=otra&since=e1~visitante.5')
    expect(feed.peek('lista')).toBeUndefined()
  })
})

test('when another person signs in, the views of the previous person are dropped', async () => {
  const { feed, last, asked } = aFeed({ lista: { a: 1 }, mesa: { secreto: 1 } })
  feed.open('lista', lista, ignore)
  feed.open('mesa', mesa, ignore)
  await settle()
  last().hola(5)

  feed.changePerson()

  expect(feed.peek('mesa')).toBeUndefined()
  expect(feed.peek('lista')).toEqual({ a: 1 })
  await settle(60)
  expect(asked.at(-1)).toBe('/api/vistas?views=mesa')
})

test('a kept copy is shown until another person signs in, or the server answers', async () => {
  const { feed, server } = aFeed({ mesa: { a: 2 } })
  const held = Promise.withResolvers<void>()
  server.held = held.promise
  feed.open('mesa', mesa, ignore)
  await settle()
  feed.views.get('mesa')?.showKept({ a: 1, b: 1 })
  expect(feed.peek('mesa')).toEqual({ a: 1, b: 1 })
  feed.changePerson()
  expect(feed.peek('mesa')).toBeUndefined()
  feed.views.get('mesa')?.showKept({ a: 1, b: 1 })
  held.resolve()
  await settle(1_000)
  expect(feed.peek('mesa')).toEqual({ a: 2 })
})

test('an answer to a request of the previous person is dropped, however late it comes', async () => {
  const answers: Record<string, Record<string, number>> = { mesa: { secreto: 1 } }
  const { feed, asked, server, sources } = aFeed(answers)
  const slow = Promise.withResolvers<void>()
  server.held = slow.promise
  feed.open('mesa', mesa, ignore)
  await settle()

  feed.changePerson()
  answers['mesa'] = { publico: 2 }
  server.held = undefined
  await settle(60)
  expect(feed.peek('mesa')).toEqual({ publico: 2 })
  slow.resolve()
  await settle(60)

  expect(feed.peek('mesa')).toEqual({ publico: 2 })
  expect([asked.length, sources.length]).toEqual([2, 1])
})

test('views that only the pages of the previous person read are not requested again', async () => {
  const { feed, asked } = aFeed()
  feed.open('lista', lista, ignore)
  const leave = feed.open('mesa', mesa, ignore)
  await settle()

  feed.changePerson()
  leave()
  await settle(60)

  expect(asked).toEqual(['/api/vistas?views=lista,mesa'])
})

test('a person who opens many pages quickly never requests more views than the server permits', async () => {
  const { feed, asked, last } = aFeed()
  feed.open('lista', lista, ignore)
  for (let page = 1; page <= 12; page += 1) {
    const leave = feed.open(`detalle?n=${page}`, lista, ignore)
    await settle()
    if (page < 12) leave()
  }

  const viewsIn = (url: string): string[] => decodeURIComponent(/views=([^&]*)/.exec(url)?.[1] ?? '').split(',')
  expect(Math.max(...[...asked, last().url].map((url) => viewsIn(url).length))).toBeLessThanOrEqual(MOST_VIEWS)
  expect(viewsIn(last().url)).toContain('detalle?n=12')
  // Views with readers stay; so do those of the last pages, for a person who goes back.
  expect(viewsIn(last().url)).toEqual(expect.arrayContaining(['lista', 'detalle?n=11']))
})

test('a command can wait until its change is shown, within a time limit', async () => {
  const { feed, last } = await aLiveFeed()
  const done = vi.fn()
  void feed.reached(6, 1_000).then(done)
  void feed.reached(60, 1_000).then(done)
  await settle()
  expect(done).not.toHaveBeenCalled()

  last().frame({ revision: 6, views: {} })
  await settle()
  expect(done).toHaveBeenCalledTimes(1)
  await settle(1_000)

  expect(done).toHaveBeenCalledTimes(2)
})

test('parts of a new snapshot that are equal to those of before stay the same objects', async () => {
  const { feed, server, last } = await aLiveFeed({ lista: { a: { n: 1 }, b: { n: 2 } } })
  last().frame({ revision: 6, views: { lista: { parts: { b: { n: 3 } } } } })
  const before = feed.peek('lista') as Record<'a' | 'b', object>
  Object.assign(server, { epoch: 'e2', revision: 9 })
  last().break()
  await settle(10_000)
  last().hola(9, 'e2')
  last().break()
  await settle(10_000)
  const after = feed.peek('lista') as Record<'a' | 'b', object>
  expect(after).toEqual({ a: { n: 1 }, b: { n: 2 } })
  expect(after.a).toBe(before.a)
  expect(after.b).not.toBe(before.b)
})
