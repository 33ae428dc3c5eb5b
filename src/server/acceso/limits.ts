import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { oldestAt } from './sesiones.ts'
import { countIntento, emailKeyOf, forgetOver, refundIntentos } from './store.ts'

const WINDOW_MS = 15 * 60_000

/** What is counted, and how often it may happen in a quarter of an hour. */
export interface Bucket {
  readonly bucket: string
  readonly most: number
}

/**
 * How many failed attempts to sign in. A venue sits behind one address, so an address alone may fail often;
 * one account from one address may not, and one account from anywhere only so often.
 */
export function signInBuckets(email: string, address: string): Bucket[] {
  const account = emailKeyOf(email)
  return [
    { bucket: `par:${account}|${address}`, most: 10 },
    { bucket: `cuenta:${account}`, most: 100 },
    { bucket: `dir:${address}`, most: 300 },
  ]
}

/** Registering: every competitor of the event may do it from the venue, in the same quarter of an hour. */
export function registerBuckets(address: string): Bucket[] {
  return [{ bucket: `alta:${address}`, most: 400 }]
}

/** Sending a photo ahead: some choose more than once. */
export function fotoBuckets(address: string): Bucket[] {
  return [{ bucket: `foto:${address}`, most: 600 }]
}

/** Asking for a link by e-mail: nobody's inbox is to be filled from here. */
export function resetBuckets(email: string, address: string): Bucket[] {
  return [
    { bucket: `olvido:${emailKeyOf(email)}`, most: 3 },
    { bucket: `olvido-dir:${address}`, most: 100 },
  ]
}

/** Counts an attempt before it costs anything. Throws when there were too many; gives back how to take it back. */
export async function claimAttempt(deps: Deps, buckets: readonly Bucket[]): Promise<() => Promise<void>> {
  const now = deps.now().getTime()
  const over = await deps.db.write(async (tx) => {
    await forgetOver(tx, { now, sesion: oldestAt(now) })
    const counts: boolean[] = []
    for (const { bucket, most } of buckets) counts.push((await countIntento(tx, bucket, now, WINDOW_MS)) > most)
    return counts.includes(true)
  })
  if (over) throw new Problem('session.tooManyRequests')
  return () =>
    deps.db.write((tx) =>
      refundIntentos(
        tx,
        buckets.map(({ bucket }) => bucket),
      ),
    )
}
