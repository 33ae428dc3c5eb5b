import { saveLocalText, Store, useStore } from './store.ts'

/** The storage key. `prepaint.js` reads it too, before the first paint. */
const KEY = 'modo'
const stage = new Store(document.documentElement.dataset['modo'] === 'escenario')

function setStage(on: boolean): void {
  if (on) document.documentElement.dataset['modo'] = 'escenario'
  else delete document.documentElement.dataset['modo']
  saveLocalText(KEY, on ? 'escenario' : null)
  stage.set(on)
}

/** Whether this device is in stage mode, and the function that changes it. Independent of the theme of the system. */
export function useModo(): readonly [isStage: boolean, setStage: (on: boolean) => void] {
  return [useStore(stage), setStage]
}
