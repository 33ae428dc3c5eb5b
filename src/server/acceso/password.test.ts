import * as crypto from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { hashPassword, HashQueue, type Share, verifyPassword } from './password.ts'

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
const NO_CLAIM = { claim: async () => null }

interface Held {
  readonly queue: HashQueue
  readonly wait: (share: Share) => Promise<void>
  readonly release: () => void
}

/** A queue whose one turn is taken until `release`. */
async function held(): Promise<Held> {
  const queue = new HashQueue(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = (share: Share): Promise<void> => queue.run(share, { ...NO_CLAIM, hash: async () => promise })
  void wait({ account: 'primera', network: 'otra' })
  await nextTurn()
  return { queue, wait, release: resolve }
}

test('four attempts of an account wait; another one is asked to retry until one of them has its turn', async () => {
  const { wait, release } = await held()
  const all = Array.from({ length: 4 }, (_, index) => wait({ account: 'a', network: String(index) }))
  await expect(wait({ account: 'a', network: 'otra' })).rejects.toEqual(TOO_MANY)
  const other = wait({ account: 'b', network: 'otra' })
  release()
  await Promise.all([...all, other])
  await wait({ account: 'a', network: 'otra' })
})

test('a flood from one network leaves room for other networks, and for whoever holds a proof', async () => {
  const { wait, release } = await held()
  const flood = Array.from({ length: 128 }, (_, index) => wait({ account: String(index), network: 'sala' }))
  await expect(wait({ account: 'a', network: 'sala' })).rejects.toEqual(BUSY)
  const others = [wait({ account: 'a', network: 'casa' }), wait({ account: 'conocido:a' })]
  release()
  await expect(Promise.all([...flood, ...others])).resolves.toHaveLength(130)
})

test('a flood from many networks is refused, and whoever holds a proof still waits', async () => {
  const { wait, release } = await held()
  const flood = Array.from({ length: 512 }, (_, index) => wait({ account: String(index), network: String(index) }))
  await expect(wait({ account: 'a', network: 'casa' })).rejects.toEqual(BUSY)
  const known = wait({ account: 'conocido:a' })
  release()
  await expect(Promise.all([...flood, known])).resolves.toHaveLength(513)
})

test('an attempt that is not admitted runs no hash and gives its place back', async () => {
  const { queue, wait, release } = await held()
  const hash = vi.fn<() => Promise<void>>()
  const refuse = (): Promise<void> =>
    queue.run({ account: 'a' }, { claim: () => Promise.reject(new Error('Full.')), hash })
  for (let tries = 0; tries < 5; tries += 1) await expect(refuse()).rejects.toThrow('Full.')
  const next = wait({ account: 'a' })
  release()
  await next
  expect(hash).not.toHaveBeenCalled()
})

test('a hash that fails gives its turn to the next', async () => {
  const queue = new HashQueue(1)
  const failing = queue.run({ account: 'a' }, { ...NO_CLAIM, hash: () => Promise.reject(new Error('Out of memory.')) })
  const next = queue.run({ account: 'b' }, { ...NO_CLAIM, hash: async () => 'hecho' })
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
