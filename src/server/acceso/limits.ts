import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { countIntento, emailKeyOf, refundIntentos } from './store.ts'

const WINDOW_MS = 15 * 60_000

/**
 * How many failed attempts in a quarter of an hour. A venue sits behind one address, so an address alone may fail often;
 * one account from one address may not, and one account from anywhere only so often.
 */
function bucketsOf(email: string, address: string): { readonly bucket: string; readonly most: number }[] {
  const account = emailKeyOf(email)
  return [
    { bucket: `par:${account}|${address}`, most: 10 },
    { bucket: `cuenta:${account}`, most: 100 },
    { bucket: `dir:${address}`, most: 300 },
  ]
}

/** Counts an attempt before it costs anything. Throws when there were too many; gives back how to take it back. */
export async function claimAttempt(deps: Deps, email: string, address: string): Promise<() => Promise<void>> {
  const buckets = bucketsOf(email, address)
  const now = deps.now().getTime()
  const over = await deps.db.write(async (tx) => {
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
