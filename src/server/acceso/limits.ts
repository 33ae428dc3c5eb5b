import { isIPv6 } from 'node:net'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { countIntento, forgetOver, refundIntentos } from './intentos.ts'
import { oldestAt } from './sesiones.ts'
import { emailKeyOf } from './store.ts'

const WINDOW_MS = 15 * 60_000

/** What is counted, and how often it may happen in a quarter of an hour. */
export interface Bucket {
  readonly bucket: string
  readonly most: number
}

/**
 * How many failed attempts to sign in. A venue sits behind one address, so an address alone may fail often;
 * one account from one address may not, and one account from anywhere only so often. Narrow ones stand first, and always in
 * this order: each is a row that is held until all are counted.
 */
export function signInBuckets(email: string, address: string): Bucket[] {
  const account = emailKeyOf(email)
  return [
    { bucket: `par:${account}|${networkOf(address)}`, most: 10 },
    { bucket: `dir:${networkOf(address)}`, most: 300 },
    { bucket: `cuenta:${account}`, most: 100 },
  ]
}

/**
 * The same for a browser that was let into this account before. It waits for nobody but itself: else a guest of the venue
 * who tries every door, or only the organiser's, shuts it to the organiser.
 */
export function knownBuckets(email: string): Bucket[] {
  return [{ bucket: `conocido:${emailKeyOf(email)}`, most: 20 }]
}

/** Registering: every competitor of the event may do it from the venue, in the same quarter of an hour. */
export function registerBuckets(address: string): Bucket[] {
  return [{ bucket: `alta:${networkOf(address)}`, most: 400 }]
}

/** Sending a photo ahead: some choose more than once. */
export function fotoBuckets(address: string): Bucket[] {
  return [{ bucket: `foto:${networkOf(address)}`, most: 600 }]
}

/** Asking for a link by e-mail: nobody's inbox is to be filled from here. */
export function resetBuckets(email: string, address: string): Bucket[] {
  return [
    { bucket: `olvido-dir:${networkOf(address)}`, most: 100 },
    { bucket: `olvido:${emailKeyOf(email)}`, most: 3 },
  ]
}

/** Whose address it is: one line has a whole network of the newer ones, and uses them as it likes. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [, older] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (older !== undefined) return older
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::`
}

/**
 * Counts an attempt before it costs anything. Throws when there were too many; gives back how to take it back. Who is told
 * to wait counts nowhere else: nobody shuts an account for all by knocking from one address.
 */
export async function claimAttempt(deps: Deps, buckets: readonly Bucket[]): Promise<() => Promise<void>> {
  const now = deps.now().getTime()
  // Apart from the counting: who held what is over while counting would be waited for by who counts first and clears later.
  await deps.db.write((tx) => forgetOver(tx, { engine: deps.db.engine, now, sesion: oldestAt(now) }))
  const until = await deps.db.write(async (tx) => {
    for (const { bucket, most } of buckets) {
      const { cuenta, hasta } = await countIntento(tx, bucket, now, WINDOW_MS)
      if (cuenta > most) return hasta
    }
    return null
  })
  if (until !== null) throw new Problem('session.tooManyRequests', {}, Math.ceil((until - now) / 1000))
  return () =>
    deps.db.write((tx) =>
      refundIntentos(
        tx,
        buckets.map(({ bucket }) => bucket),
      ),
    )
}
