import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { borradores } from './borradores.ts'

const ana = { nombre: 'Ana', compania: 'Sol', nota: '', categoriaId: 'c1', version: 'v1' }
const changed = { ...ana, compania: 'Luna', version: 'v2' }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  borradores.forget()
  vi.unstubAllGlobals()
})

test('an entry that is opened again without changes is shown as it is now', () => {
  borradores.edit('ana')
  borradores.of('ana', ana)
  borradores.edit('bea')
  borradores.edit('ana')
  expect(borradores.of('ana', changed).opened).toEqual(changed)
})

test('a changed draft is kept while another entry is open, with the version that it started from', () => {
  borradores.edit('ana')
  const begun = borradores.of('ana', ana)
  begun.draft.set({ edits: { compania: 'Mar' } })
  borradores.edit('bea')
  borradores.edit('ana')
  expect(borradores.of('ana', changed)).toBe(begun)
  expect(begun.opened?.version).toBe('v1')
})
