import { expect, test } from 'vitest'
import { encodingsOf } from '../http/representation.ts'
import { Board, Topic } from './board.ts'
import { Snapshots } from './snapshot.ts'

const HEAD = { epoch: 'e', revision: 7 }
function topicOf(audience: string): Topic {
  const board = new Board('horario', audience, 7, new Map([['a', '{"dia":"jueves"}']]))
  return new Topic({ viewKey: 'horario', audience }, board, 7)
}

/** As when there was no memory for a moment. */
function failingOnce(): typeof encodingsOf {
  let asked = 0
  return async (...given) => {
    asked += 1
    if (asked === 1) throw new Error('no memory')
    return encodingsOf(...given)
  }
}

test('a snapshot that failed to build is built again at the next request', async () => {
  const snapshots = new Snapshots(failingOnce())
  const boards = [topicOf('visitante')]
  await expect(snapshots.get(HEAD, boards)).rejects.toThrow('no memory')
  expect(await snapshots.get(HEAD, boards)).toMatchObject({ etag: expect.stringContaining('e.') })
})

test('the public snapshot stays in the cache, however many people request their own', async () => {
  const snapshots = new Snapshots()
  const everybodys = [topicOf('visitante')]
  const made = await snapshots.get(HEAD, everybodys)
  for (let person = 0; person < 250; person += 1) {
    await snapshots.get(HEAD, [topicOf(`usuario:${person}`)])
    if (person % 50 === 0) expect(snapshots.get(HEAD, everybodys)).toBe(made)
  }
})

test('at most two snapshots are compressed at the same time, and the cache is bounded by bytes', async () => {
  let running = 0
  let most = 0
  const snapshots = new Snapshots(async (identity) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return { identity, br: identity, gzip: identity }
  })
  const large = 'x'.repeat(1024 * 1024)
  const topics = Array.from({ length: 40 }, (_, person) => {
    const audience = `usuario:${person}`
    const board = new Board('horario', audience, 7, new Map([['a', JSON.stringify(large)]]))
    return new Topic({ viewKey: 'horario', audience }, board, 7)
  })
  const [first] = await Promise.all(topics.map(async (topic) => snapshots.get(HEAD, [topic])))
  expect(most).toBe(2)
  // Forty times three megabytes: the oldest was dropped, the newest is there.
  expect(snapshots.get(HEAD, topics.slice(-1))).not.toBeInstanceOf(Promise)
  expect(await snapshots.get(HEAD, topics.slice(0, 1))).not.toBe(first)
})
