import type { Sending } from './request.ts'

/** `long`: an act has no answer yet. `again`: it had none, and is sent once more. */
export type Slowness = 'long' | 'again' | null

const acts = new Map<symbol, Slowness>()
const readers = new Set<() => void>()

/** The worst of the acts that are under way. */
export function readSlow(): Slowness {
  const all = [...acts.values()]
  return all.includes('again') ? 'again' : all.includes('long') ? 'long' : null
}

export function subscribeSlow(notify: () => void): () => void {
  readers.add(notify)
  return () => {
    readers.delete(notify)
  }
}

/** Sends one act, and lets the page say that it takes long. A caller with its own `onAgain` says that part itself. */
export async function tellSlow<T>(act: (sending: Sending) => Promise<T>, sending: Sending = {}): Promise<T> {
  const id = Symbol('act')
  const tell = (slowness: Slowness): void => {
    if (slowness) acts.set(id, slowness)
    else acts.delete(id)
    for (const notify of readers) notify()
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
