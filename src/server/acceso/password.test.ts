import { expect, test } from 'vitest'
import { HashQueue, type PlaceRequest, type Lane, type Place } from './password.ts'

const BUSY = expect.objectContaining({ code: 'server.busy' })
const TOO_MANY = expect.objectContaining({ code: 'session.tooManyRequests' })
const aRequest = (lane: Lane, account: string, network = 'sala'): PlaceRequest => ({ lane, account, network })

/** A queue whose one turn is taken until `release`. */
function held(): { queue: HashQueue; release: () => void } {
  const queue = new HashQueue({ atOnce: 1, mostWaiting: 8 })
  const { promise, resolve } = Promise.withResolvers<void>()
  void queue.reserve(aRequest('open', 'primera')).run(() => promise)
  return { queue, release: resolve }
}

test('an account holds four places of a lane, and gets one back by a release', () => {
  const { queue } = held()
  const places: Place[] = Array.from({ length: 4 }, () => queue.reserve(aRequest('open', 'a', '')))
  expect(() => queue.reserve(aRequest('open', 'a', ''))).toThrow(TOO_MANY)
  queue.reserve(aRequest('known', 'a'))
  places[0]?.release()
  queue.reserve(aRequest('open', 'a', ''))
})

test('a network holds half of a lane; the administrators’ lane has no limit per network', () => {
  const { queue } = held()
  for (const account of ['a', 'b', 'c', 'd']) queue.reserve(aRequest('open', account))
  expect(() => queue.reserve(aRequest('open', 'e'))).toThrow(BUSY)
  queue.reserve(aRequest('open', 'e', 'otra'))
  for (const account of ['a', 'b', 'c', 'd']) queue.reserve(aRequest('known', account))
  expect(() => queue.reserve(aRequest('known', 'e'))).toThrow(BUSY)
  queue.reserve(aRequest('known', 'e', 'otra'))
  for (const account of ['a', 'b', 'c', 'd', 'e']) queue.reserve(aRequest('administrator', account))
})

test('administrators go first, then three known browsers for each of the others', async () => {
  const { queue, release } = held()
  const order: string[] = []
  const all = (['open', 'open', 'known', 'known', 'known', 'known', 'administrator'] as const).map((lane, index) =>
    queue.reserve(aRequest(lane, String(index), String(index))).run(async () => void order.push(lane)),
  )
  release()
  await Promise.all(all)
  expect(order).toEqual(['administrator', 'known', 'known', 'known', 'open', 'known', 'open'])
})

test('a hash that fails gives its turn to the next', async () => {
  const queue = new HashQueue({ atOnce: 1, mostWaiting: 8 })
  const failing = queue.reserve(aRequest('open', 'a')).run(() => Promise.reject(new Error('Out of memory.')))
  const next = queue.reserve(aRequest('open', 'b')).run(async () => 'hecho')
  await expect(failing).rejects.toThrow('Out of memory.')
  expect(await next).toBe('hecho')
})
