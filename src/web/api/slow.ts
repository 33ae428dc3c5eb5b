import { Store } from '../ui/store.ts'
import type { Sending } from './request.ts'

/** `long`: a command has no answer after 4 s. `again`: it had none, and is retried. */
export type Slowness = 'long' | 'again' | null

/** The slowness of the commands under way: `again` if one is retried, else `long` if one waits for more than 4 s, else `null`. */
export const slowness = new Store<Slowness>(null)
const acts = new Map<symbol, Slowness>()

function worst(): Slowness {
  const all = [...acts.values()]
  return all.includes('again') ? 'again' : all.includes('long') ? 'long' : null
}

/** Sends one command and keeps `slowness` up to date. A caller with its own `onAgain` shows the retry itself. */
export async function tellSlow<T>(act: (sending: Sending) => Promise<T>, sending: Sending = {}): Promise<T> {
  const id = Symbol('act')
  const tell = (own: Slowness): void => {
    if (own) acts.set(id, own)
    else acts.delete(id)
    slowness.set(worst())
  }
  const own = sending.onAgain
  const onAgain = (): void => {
    tell(own ? null : 'again')
    own?.()
  }
  try {
    return await act({ ...sending, onLong: () => tell(acts.get(id) ?? 'long'), onAgain })
  } finally {
    if (acts.has(id)) tell(null)
  }
}
