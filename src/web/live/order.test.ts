import { describe, expect, test } from 'vitest'
import { aFeed, aLiveFeed, lista } from '../../../tests/support/aFeed.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const ignore = (): void => {}
const otra = { ...lista, name: 'otra' }
const tercera = { ...lista, name: 'tercera' }

fakeTime()

describe('events in an unusual order', () => {
  test('a frame advances only the views that its stream carries', async () => {
    const { feed, server, last } = await aLiveFeed()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(server, { revision: 10, held: first.promise })
    feed.open('otra', otra, ignore)
    await settle()
    feed.open('tercera', tercera, ignore)
    Object.assign(server, { revision: 12, held: second.promise })
    first.resolve()
    await settle()

    // Revision 11 changed `otra`, which the open stream does not carry.
    last().frame({ revision: 12, views: { lista: { parts: { a: 2 } } } })
    second.resolve()
    await settle()

    expect(last().url).toBe('/api/live?views=lista,otra,tercera&since=e1~visitante.12.10.12')
  })

  test('a frame that is older than the snapshot changes nothing', async () => {
    const { feed, server, last } = aFeed({ lista: { a: 'new' } })
    server.revision = 12
    feed.open('lista', lista, ignore)
    await settle()

    // The stream comes from an instance that has not read revision 12 yet.
    last().hola(11)
    last().frame({ revision: 11, views: { lista: { parts: { a: 'old' } } } })
    expect(feed.peek('lista')).toEqual({ a: 'new' })
    last().frame({ revision: 12, views: { lista: { parts: { b: 1 } } } })

    expect(feed.peek('lista')).toEqual({ a: 'new', b: 1 })
  })

  test('a snapshot that is newer than the stream replaces the stream, which may come from an instance that lacks it', async () => {
    const { feed, server, sources, last } = aFeed()
    feed.open('lista', lista, ignore)
    await settle()
    // After two failures in a row a retry requests all views again, also beside an open stream.
    for (const pause of [1_000, 2_000]) {
      last().break()
      await settle(pause)
    }
    last().hola(5)
    feed.retry()
    await settle()
    expect(sources).toHaveLength(3)

    server.revision = 8
    feed.retry()
    await settle()

    expect(sources).toHaveLength(4)
    expect(sources[2]?.isClosed).toBe(true)
    expect(last().url).toBe('/api/live?views=lista&since=e1~visitante.8')
  })

  test('a view that is opened again as it is released gets a stream from its snapshot', async () => {
    const { feed, server, sources, last } = aFeed()
    feed.open('lista', lista, ignore)
    const leave = feed.open('otra', otra, ignore)
    await settle()
    last().hola(5)
    leave()
    server.revision = 9
    setTimeout(() => feed.open('otra', otra, ignore), 10_000)
    await settle(10_050)
    expect(sources).toHaveLength(2)

    expect(sources[0]?.isClosed).toBe(true)
    expect(last().url).toBe('/api/live?views=lista,otra&since=e1~visitante.5.9')
  })

  test('a frame of the old epoch does not count for the new one', async () => {
    const answers = { lista: { a: 'old' } }
    const { feed, server, last } = await aLiveFeed(answers)
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(server, { epoch: 'e2', revision: 2, held: first.promise })
    feed.open('otra', otra, ignore)
    await settle()
    answers.lista = { a: 'new' }
    server.held = second.promise
    first.resolve()
    await settle()

    // `otra` is of the new epoch; `lista` is being requested, and the open stream is of the old epoch.
    last().frame({ revision: 9, views: { lista: { parts: { a: 'late' } } } })
    second.resolve()
    await settle()

    expect(feed.peek('lista')).toEqual({ a: 'new' })
    expect(last().url).toBe('/api/live?views=lista,otra&since=e2~visitante.2.2')
  })

  test('a greeting of another epoch changes nothing until its snapshot arrives', async () => {
    const { feed, last } = aFeed({ lista: { a: 'old' } })
    feed.open('lista', lista, ignore)
    await settle()

    last().hola(8, 'e2')
    last().break()
    await settle(2_000)
    expect(last().url).toBe('/api/live?views=lista&since=e1~visitante.5')

    last().hola(8, 'e2')
    last().frame({ revision: 8, views: { lista: { reset: true, parts: { a: 'new' } } } })
    expect(feed.peek('lista')).toEqual({ a: 'new' })
  })
})
