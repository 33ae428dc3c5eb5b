import { useSyncExternalStore } from 'react'

/** Kept on the device. `prepaint.js` reads it too, before anything is painted. */
const KEY = 'modo'
const readers = new Set<() => void>()

const isStage = (): boolean => document.documentElement.dataset['modo'] === 'escenario'

function subscribe(notify: () => void): () => void {
  readers.add(notify)
  return () => {
    readers.delete(notify)
  }
}

function setStage(on: boolean): void {
  if (on) document.documentElement.dataset['modo'] = 'escenario'
  else delete document.documentElement.dataset['modo']
  try {
    if (on) localStorage.setItem(KEY, 'escenario')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage may be refused: then the choice lasts as long as the page.
  }
  for (const notify of readers) notify()
}

/** Whether this device is in stage mode, and the switch for it. The person's choice, apart from the system's theme. */
export function useModo(): readonly [isStage: boolean, setStage: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, isStage), setStage]
}
