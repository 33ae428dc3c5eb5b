import * as crypto from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { hashPassword, HashQueue, type PlaceRequest, type Lane, type Place, verifyPassword } from './password.ts'

const derived = vi.hoisted(() => ({ texts: Array<unknown>() }))
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    derived.texts.push(parameters.message)
    real.argon2(algorithm, parameters, callback)
  }
  return { ...real, argon2 }
})

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

const CHEAP = { memory: 8, passes: 1, parallelism: 1 }
const NFC = 'contrase\u00F1\u00E11'
const NFD = NFC.normalize('NFD')

/** The hash of a former version: of the text as it was typed. */
function formerHash(password: string): string {
  const salt = Buffer.alloc(16, 1)
  const hash = crypto.argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, ...CHEAP })
  return `argon2id$8$1$1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

test.each([
  [NFC, NFD],
  [NFD, NFC],
  ['ﬁesta1', 'fiesta1'],
])('a password is the same in every encoding of its accents: set as %j, typed as %j', async (set, typed) => {
  const stored = await hashPassword(set, CHEAP)
  expect(await verifyPassword(typed, stored)).toBe(true)
  expect(await verifyPassword(`${typed}x`, stored)).toBe(false)
})

test('a hash of a former version opens with the text as it was typed', async () => {
  expect(await verifyPassword(NFD, formerHash(NFD))).toBe(true)
  expect(await verifyPassword(NFC, formerHash(NFC))).toBe(true)
  expect(await verifyPassword('otra', formerHash(NFD))).toBe(false)
})

test.each([
  ['plain', 'clave larga', 1],
  ['composed', NFC, 1],
  ['decomposed', NFD, 2],
])('a %s password that is wrong costs the same hashes with and without an account', async (_what, typed, hashes) => {
  const stored = await hashPassword('otra', CHEAP)
  for (const hash of [stored, null]) {
    derived.texts.length = 0
    expect(await verifyPassword(typed, hash)).toBe(false)
    expect(derived.texts).toHaveLength(hashes)
  }
})
