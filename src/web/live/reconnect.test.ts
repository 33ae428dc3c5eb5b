import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SILENCE_MS } from '#contract/live.ts'
import { aFeed, lista } from './aFeed.ts'

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const nobody = (): void => {}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a line that breaks', () => {
  test('is opened again from the revision it had reached', async () => {
    const { feed, sources, last } = aFeed()
    feed.open('lista', lista, nobody)
    await settle()
    last().hola(5)
    last().frame({ revision: 7, views: {} })

    last().break()
    expect(sources).toHaveLength(1)
    await settle(2_000)

    expect(sources).toHaveLength(2)
    expect(last().url).toBe('/api/live?views=lista&since=e1.7')
  })

  test('waits longer each time, never more than 30 s, and asks for snapshots meanwhile', async () => {
    const { feed, sources, asked, last } = aFeed()
    feed.open('lista', lista, nobody)
    await settle()
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

  test('a snapshot refused with 503 is tried again', async () => {
    const { feed, server, last } = aFeed()
    server.status = 503
    feed.open('lista', lista, nobody)
    await settle()
    expect(feed.peek('lista')).toBeUndefined()

    server.status = 200
    await settle(1_100)

    expect(feed.peek('lista')).toEqual({ a: 1 })
    expect(last().isClosed).toBe(false)
  })

  test('comes back after what the server asked for at its end', async () => {
    const { feed, sources, last } = aFeed()
    feed.open('lista', lista, nobody)
    await settle()
    last().hola(5)

    last().say('fin', { motivo: 'reinicio', espera: 700 })
    expect(sources[0]?.isClosed).toBe(true)
    await settle(699)
    expect(sources).toHaveLength(1)
    await settle(1)

    expect(sources).toHaveLength(2)
  })

  test('an ended session asks who we are', async () => {
    const { feed, last } = aFeed()
    feed.onSesion = vi.fn()
    feed.open('lista', lista, nobody)
    await settle()

    last().say('fin', { motivo: 'sesion', espera: 0 })

    expect(feed.onSesion).toHaveBeenCalledOnce()
  })

  test('that says nothing for too long is dead', async () => {
    const { feed, sources, last } = aFeed()
    feed.open('lista', lista, nobody)
    await settle()
    last().hola(5)
    await settle(SILENCE_MS - 1)
    expect(sources[0]?.isClosed).toBe(false)

    await settle(1)
    expect(sources[0]?.isClosed).toBe(true)
    await settle(1_000)

    expect(sources).toHaveLength(2)
  })

  test('a beat keeps it alive', async () => {
    const { feed, sources, last } = aFeed()
    feed.open('lista', lista, nobody)
    await settle()
    for (let beat = 0; beat < 6; beat += 1) {
      await settle(15_000)
      last().say('latido', { ahora: Date.now() })
    }

    expect(sources).toHaveLength(1)
  })
})

describe('what the frame says', () => {
  test('live once the server has greeted; without a stream for two seconds, since when', async () => {
    const { feed, connection, server, last } = aFeed()
    expect(connection.read()).toEqual({ estado: 'conectando', desde: null })
    feed.open('lista', lista, nobody)
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
  })

  test('a stream that is swapped for another is no trouble', async () => {
    const { feed, connection, last } = aFeed()
    feed.open('lista', lista, nobody)
    await settle()
    last().hola(5)
    feed.open('otra', { ...lista, name: 'otra' }, nobody)
    await settle(500)
    last().hola(5)
    await settle(5_000)

    expect(connection.read().estado).toBe('en vivo')
  })
})

test('out of sight for 30 s the stream ends; seen again it comes back', async () => {
  const { feed, sources, last } = aFeed()
  feed.open('lista', lista, nobody)
  await settle()
  last().hola(5)
  feed.hide()
  await settle(29_000)
  expect(last().isClosed).toBe(false)
  await settle(1_000)
  expect(last().isClosed).toBe(true)
  await settle(60_000)
  expect(sources).toHaveLength(1)

  feed.wake()
  await settle()

  expect(sources).toHaveLength(2)
})
