import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. Kept with each hash, so that they may grow. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

/** `argon2id$memory$passes$lanes$salt$hash`. Takes tens of milliseconds of a core: requests run it through `hashQueue`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await tag(password, salt, COST)
  return [
    'argon2id',
    COST.memory,
    COST.passes,
    COST.parallelism,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$')
}

/** Takes as long for an account that is not there (`null`) as for one that is. Requests run it through `hashQueue`. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = (stored ?? NOBODY).split('$')
  const expected = Buffer.from(hash ?? '', 'base64url')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await tag(password, Buffer.from(salt ?? '', 'base64url'), cost)
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}

const NOBODY = ['argon2id', COST.memory, COST.passes, COST.parallelism, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join(
  '$',
)

async function tag(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  return derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...cost })
}
