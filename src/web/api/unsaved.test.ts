import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Draft } from './useCommandForm.ts'
import { guard, isUnsaved, losesWork, mayLeave } from '../ui/unsaved.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function asksToStay(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('a screen may be left while its request is under way, and closing the page asks until the answer arrives', () => {
  const draft = new Draft<'nombre'>()
  for (const phase of ['waiting', 'sending'] as const) {
    draft.set({ phase })
    expect([isUnsaved(), losesWork(), asksToStay()]).toEqual([false, true, true])
  }
  draft.set({ phase: null })
  expect([losesWork(), asksToStay()]).toEqual([false, false])
})

test('several unsaved forms ask one question', async () => {
  const ask = vi.fn(() => Promise.resolve(true))
  const stops = [true, true, false].map((unsaved) => guard({ isUnsaved: () => unsaved, ask }))
  expect(asksToStay()).toBe(true)
  expect(await mayLeave()).toBe(true)
  expect(ask).toHaveBeenCalledOnce()
  for (const stop of stops) stop()
  expect(asksToStay()).toBe(false)
})
