import { Store, useStore } from './store.ts'

/** The storage key. `prepaint.js` reads it too, before the first paint. */
const KEY = 'modo'
const stage = new Store(document.documentElement.dataset['modo'] === 'escenario')

function setStage(on: boolean): void {
  if (on) document.documentElement.dataset['modo'] = 'escenario'
  else delete document.documentElement.dataset['modo']
  try {
    if (on) localStorage.setItem(KEY, 'escenario')
    else localStorage.removeItem(KEY)
  } catch {
    // The browser may refuse storage: then the choice lasts as long as the page.
  }
  stage.set(on)
}

/** Whether this device is in stage mode, and the function that changes it. Independent of the theme of the system. */
export function useModo(): readonly [isStage: boolean, setStage: (on: boolean) => void] {
  return [useStore(stage), setStage]
}
