import { saveLocalText, Store, useStore } from './store.ts'

/** The storage key. `prepaint.js` reads it too, before the first paint. */
const KEY = 'modo'
const stage = new Store(document.documentElement.dataset['modo'] === 'escenario')

/** Shows the page in stage mode or out of it. The device does not keep it. */
export function showStage(on: boolean): void {
  if (on) document.documentElement.dataset['modo'] = 'escenario'
  else delete document.documentElement.dataset['modo']
  stage.set(on)
}

function setStage(on: boolean): void {
  showStage(on)
  saveLocalText(KEY, on ? 'escenario' : null)
}

/** Whether this device is in stage mode, and the function that changes it. Independent of the theme of the system. */
export function useModo(): readonly [isStage: boolean, setStage: (on: boolean) => void] {
  return [useStore(stage), setStage]
}
