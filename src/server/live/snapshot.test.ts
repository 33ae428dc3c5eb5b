import { expect, test } from 'vitest'
import { encode } from '../http/representation.ts'
import { Board, Topic } from './open-views.ts'
import { Snapshots } from './snapshot.ts'

const HEAD = { epoch: 'e', revision: 7 }
/** The answer of the hub for some topics. */
const opened = (...topics: readonly Topic[]) => ({ head: HEAD, topics, failing: [] })
function topicOf(audience: string): Topic {
  const board = new Board('horario', audience, 7, new Map([['a', '{"dia":"jueves"}']]))
  return new Topic({ viewKey: 'horario', audience }, board, 7)
}

/** As when there was no memory for a moment. */
function failingOnce(): typeof encode {
  let asked = 0
  return (...given) => {
    asked += 1
    if (asked === 1) throw new Error('no memory')
    return encode(...given)
  }
}

test('a snapshot that failed to build is built again at the next request', async () => {
  const snapshots = new Snapshots(failingOnce())
  const asked = opened(topicOf('visitante'))
  await expect(snapshots.get(asked, 'br')).rejects.toThrow('no memory')
  expect(await snapshots.get(asked, 'br')).toMatchObject({ etag: expect.stringContaining('e.') })
})

test('the public snapshot stays in the cache while many people request their own', async () => {
  const snapshots = new Snapshots()
  const everybodys = opened(topicOf('visitante'))
  const made = await snapshots.get(everybodys, 'br')
  for (let person = 0; person < 250; person += 1) {
    await snapshots.get(opened(topicOf(`usuario:${person}`)), 'br')
    if (person % 50 === 0) expect(snapshots.get(everybodys, 'br')).toBe(made)
  }
})

test('at most two snapshots are built at the same time, and the cache is bounded by bytes', async () => {
  let running = 0
  let most = 0
  const snapshots = new Snapshots(async (identity) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return identity
  })
  const large = JSON.stringify('x'.repeat(1024 * 1024))
  let texts = 0
  const topics = Array.from({ length: 40 }, (_, person) => {
    const audience = `usuario:${person}`
    const board = new Board('horario', audience, 7, new Map([['a', large]]))
    const all = board.all.bind(board)
    board.all = () => {
      texts += 1
      return all()
    }
    return new Topic({ viewKey: 'horario', audience }, board, 7)
  })
  const asked = topics.map(async (topic) => snapshots.get(opened(topic), 'gzip'))
  // The texts of the others are not made before their turn.
  expect(texts).toBe(2)
  const [first] = await Promise.all(asked)
  expect([most, texts]).toEqual([2, 40])
  // Forty times a megabyte: the oldest was dropped, the newest is there.
  expect(snapshots.get(opened(...topics.slice(-1)), 'gzip')).not.toBeInstanceOf(Promise)
  expect(await snapshots.get(opened(...topics.slice(0, 1)), 'gzip')).not.toBe(first)
})

test('a snapshot names the last change of its views, and is made anew in each encoding', async () => {
  const snapshots = new Snapshots()
  const asked = { ...opened(topicOf('visitante')), head: { epoch: 'e', revision: 9 } }
  const { body } = await snapshots.get(asked, 'identity')
  expect(JSON.parse(body.toString())).toMatchObject({ revision: 9, cambio: 7 })
  expect((await snapshots.get(asked, 'br')).headers).toEqual(expect.arrayContaining(['content-encoding', 'br']))
})
