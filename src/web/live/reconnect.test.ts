import { describe, expect, test, vi } from 'vitest'
import { SILENCE_MS } from '#contract/live.ts'
import { aFeed, aLiveFeed, lista } from '../../../tests/support/aFeed.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const ignore = (): void => {}
const otra = { ...lista, name: 'otra' }

fakeTime()

describe('a broken stream', () => {
  test('is opened again from the revision it had reached', async () => {
    const { sources, last } = await aLiveFeed()
    last().frame({ revision: 7, views: {} })

    last().break()
    expect(sources).toHaveLength(1)
    await settle(2_000)

    expect(sources).toHaveLength(2)
    expect(last().url).toBe('/api/live?views=lista&since=e1~visitante.7')
  })

  test('waits longer each time, never more than 30 s, and requests snapshots meanwhile', async () => {
    const { sources, asked, last } = await aLiveFeed()
    const waits: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const before = sources.length
      const from = Date.now()
      last().break()
      while (sources.length === before) await settle(100)
      waits.push(Date.now() - from)
    }

    expect(waits).toEqual([1_000, 1_500, 2_300, 3_400, 5_100, 7_600, 11_400, 15_000])
    expect(asked.length).toBeGreaterThan(3)
  })

  test('retries a snapshot refused with 503', async () => {
    const { feed, server, last } = aFeed()
    server.status = 503
    feed.open('lista', lista, ignore)
    await settle()
    expect(feed.peek('lista')).toBeUndefined()

    server.status = 200
    await settle(1_100)

    expect(feed.peek('lista')).toEqual({ a: 1 })
    expect(last().isClosed).toBe(false)
  })

  test('is opened again after the wait that the server asked for', async () => {
    const { sources, last } = await aLiveFeed()

    last().say('fin', { motivo: 'reinicio', espera: 700 })
    expect(sources[0]?.isClosed).toBe(true)
    await settle(699)
    expect(sources).toHaveLength(1)
    await settle(1)

    expect(sources).toHaveLength(2)
  })

  test('loads the session when it ended', async () => {
    const { feed, last } = await aLiveFeed()
    const changed = vi.fn()
    feed.sesionChanged.subscribe(changed)

    last().say('fin', { motivo: 'sesion', espera: 0 })

    expect(changed).toHaveBeenCalledOnce()
  })

  test('without an event for too long is replaced', async () => {
    const { sources } = await aLiveFeed()
    await settle(SILENCE_MS - 1)
    expect(sources[0]?.isClosed).toBe(false)

    await settle(1)
    expect(sources[0]?.isClosed).toBe(true)
    await settle(1_000)

    expect(sources).toHaveLength(2)
  })

  test('makes the browser drop its connections before the next request when it was silent, not when it broke', async () => {
    const { feed, sources, server, last, asked } = await aLiveFeed({ lista: { a: 1 }, otra: { b: 1 } })
    const sentBefore: number[] = []
    vi.stubGlobal('fetch', async () => sentBefore.push(asked.length + sources.length))
    // A phone, which waits for a snapshot longer than for a silent stream.
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    last().break()
    await settle(2_000)
    expect(sentBefore).toEqual([])

    last().hola(5)
    // A snapshot that waits on a connection of the same path.
    server.held = new Promise(ignore)
    feed.open('otra', otra, ignore)
    await settle(SILENCE_MS)
    server.held = undefined
    const sent = asked.length + sources.length
    await settle(3_000)
    expect(sentBefore).toEqual(Array.from({ length: 6 }, () => sent))
    expect(asked.filter((url) => url.includes('otra'))).toHaveLength(2)
    expect(feed.peek('otra')).toEqual({ b: 1 })
  })

  test('that was silent keeps no page that opens a moment later from its data', async () => {
    const { feed, asked } = await aLiveFeed()
    const askedBefore: number[] = []
    vi.stubGlobal('fetch', async () => askedBefore.push(asked.length))
    await settle(SILENCE_MS)

    feed.open('otra', otra, ignore)
    await settle()

    expect(asked).toHaveLength(2)
    expect(askedBefore).toEqual(Array.from({ length: 6 }, () => 1))
  })

  test('a heartbeat keeps it alive', async () => {
    const { sources, last } = await aLiveFeed()
    for (let beat = 0; beat < 6; beat += 1) {
      await settle(15_000)
      last().say('latido', { ahora: Date.now() })
    }

    expect(sources).toHaveLength(1)
  })
})

describe('the state of the connection', () => {
  test('is live after the greeting; lost after two seconds without a stream, with the time of the last event', async () => {
    const { feed, connection, server, last } = aFeed()
    expect(connection.read()).toEqual({ estado: 'conectando', desde: null })
    feed.open('lista', lista, ignore)
    await settle()
    last().hola(5)
    expect(connection.read().estado).toBe('en vivo')

    server.status = 503
    const from = Date.now()
    last().break()
    await settle(1_900)
    expect(connection.read().estado).toBe('en vivo')
    await settle(200)

    expect(connection.read()).toEqual({ estado: 'sin conexión', desde: from })

    server.status = 200
    await settle(10_000)
    last().hola(5)
    expect(connection.read()).toMatchObject({ estado: 'en vivo', isBack: true })
    await settle(5_000)
    expect(connection.read().isBack).toBeUndefined()
  })

  test('is not lost because of a slow answer, only after a request fails', async () => {
    const { feed, connection, server, last } = aFeed()
    const slow = Promise.withResolvers<void>()
    server.held = slow.promise
    feed.open('lista', lista, ignore)
    await settle(20_000)
    expect(connection.read().estado).toBe('conectando')
    slow.resolve()
    await settle(20_000)
    expect(connection.read().estado).toBe('conectando')
    last().hola(5)
    expect(connection.read().estado).toBe('en vivo')

    feed.open('otra', otra, ignore)
    await settle(3_000)
    expect(connection.read().estado).toBe('conectando')
    last().break()
    await settle(2_000)

    expect(connection.read().estado).toBe('sin conexión')
  })

  test('does not change when a stream is replaced by another', async () => {
    const { feed, connection, last } = await aLiveFeed()
    feed.open('otra', otra, ignore)
    await settle(500)
    last().hola(5)
    await settle(5_000)

    expect(connection.read().estado).toBe('en vivo')
  })
})

describe('a snapshot that hangs', () => {
  const hanging = async () => {
    const one = aFeed()
    one.server.held = new Promise(() => {})
    one.feed.open('lista', lista, ignore)
    await settle(1_000)
    one.server.held = undefined
    return one
  }

  test.each(['retry', 'wake', 'disconnect'] as const)('is aborted and sent again by `%s`', async (act) => {
    const { feed, asked, last } = await hanging()

    feed[act]()
    // Without a network it is retried after a while.
    await settle(act === 'disconnect' ? 1_000 : 0)

    expect(feed.peek('lista')).toEqual({ a: 1 })
    expect(asked).toHaveLength(2)
    expect(last().url).toContain('views=lista')
  })

  test('keeps no other view from its snapshot and its stream', async () => {
    const { feed, asked, last } = await hanging()

    feed.open('otra', otra, ignore)
    await settle()

    expect(feed.peek('otra')).toEqual({})
    expect(asked).toEqual(['/api/vistas?views=lista', '/api/vistas?views=otra'])
    expect(last().url).toBe('/api/live?views=otra&since=e1~visitante.5')
  })
})

test('the failed request of a closed view does not affect a working stream', async () => {
  const { feed, connection, server, sources } = await aLiveFeed()
  server.failing = 'otra'
  const leave = feed.open('otra', otra, ignore)
  await settle(2_500)
  expect(connection.read().estado).toBe('sin conexión')

  leave()
  await settle(10_500)

  expect(connection.read().estado).toBe('en vivo')
  expect(sources).toHaveLength(1)
})

describe('a hidden page', () => {
  test('that slept with its stream makes the browser drop its connections when it is seen again', async () => {
    const probe = vi.fn(async () => new Response())
    vi.stubGlobal('fetch', probe)
    const { feed, sources } = await aLiveFeed()
    // No timer of the page runs while it sleeps.
    vi.setSystemTime(Date.now() + SILENCE_MS)
    feed.wake()
    await settle()

    expect(probe).toHaveBeenCalledTimes(6)
    expect(sources).toHaveLength(2)
  })

  test('closes its stream after 30 s, and opens it again when it is visible', async () => {
    const { feed, connection, sources, last } = await aLiveFeed()
    feed.hide()
    await settle(29_000)
    expect(last().isClosed).toBe(false)
    await settle(1_000)
    expect(last().isClosed).toBe(true)
    await settle(60_000)
    expect(sources).toHaveLength(1)
    expect(connection.read().estado).toBe('conectando')

    feed.wake()
    await settle()

    expect(sources).toHaveLength(2)
  })

  test('sends no request until it is visible, when it opens in the background', async () => {
    const { feed, asked, sources } = aFeed()
    feed.pause()
    feed.open('lista', lista, ignore)
    feed.disconnect()
    await settle(120_000)
    expect(asked).toEqual([])

    feed.wake()
    await settle()

    expect([asked.length, sources.length]).toEqual([1, 1])
  })

  test('retries nothing, and an answer under way opens no stream', async () => {
    const { feed, asked, server, sources, last } = await aLiveFeed()
    last().break()
    feed.pause()
    await settle(120_000)
    expect([asked.length, sources.length]).toEqual([1, 1])

    feed.wake()
    const slow = Promise.withResolvers<void>()
    server.held = slow.promise
    feed.open('otra', otra, ignore)
    await settle()
    const before = sources.length
    feed.pause()
    slow.resolve()
    await settle(120_000)

    expect(sources).toHaveLength(before)
    expect(feed.peek('otra')).toBeDefined()
  })
})
