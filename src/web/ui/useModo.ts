import { Store, useStore } from './store.ts'

/** Kept on the device. `prepaint.js` reads it too, before anything is painted. */
const KEY = 'modo'
const stage = new Store(document.documentElement.dataset['modo'] === 'escenario')

function setStage(on: boolean): void {
  if (on) document.documentElement.dataset['modo'] = 'escenario'
  else delete document.documentElement.dataset['modo']
  try {
    if (on) localStorage.setItem(KEY, 'escenario')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage may be refused: then the choice lasts as long as the page.
  }
  stage.set(on)
}

/** Whether this device is in stage mode, and the switch for it. The person's choice, apart from the system's theme. */
export function useModo(): readonly [isStage: boolean, setStage: (on: boolean) => void] {
  return [useStore(stage), setStage]
}
