import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { borradores } from './borradores.ts'

const ana = { nombre: 'Ana', compania: 'Sol', categoriaId: 'c1', version: 'v1' }
const changed = { ...ana, compania: 'Luna', version: 'v2' }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  borradores.forget()
  vi.unstubAllGlobals()
})

test('who returns to an entry without having typed opens it as it is now', () => {
  borradores.edit('ana')
  borradores.of('ana', ana)
  borradores.edit('bea')
  borradores.edit('ana')
  expect(borradores.of('ana', changed).opened).toEqual(changed)
})

test('what was typed waits while another entry is open, with the version that it was typed on', () => {
  borradores.edit('ana')
  const begun = borradores.of('ana', ana)
  begun.draft.set({ edits: { compania: 'Mar' } })
  borradores.edit('bea')
  borradores.edit('ana')
  expect(borradores.of('ana', changed)).toBe(begun)
  expect(begun.opened?.version).toBe('v1')
})
