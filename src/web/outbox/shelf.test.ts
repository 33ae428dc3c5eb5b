import { afterEach, expect, test, vi } from 'vitest'
import type { Outcome } from './sender.ts'
import { aDevice, aDocumento, NADA, send, statesOf, tap } from '../../../tests/support/device.ts'

afterEach(() => vi.useRealTimers())

/** Deletes the storage of the site, as a person does in the settings of the browser. */
async function clear(name: string): Promise<void> {
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.addEventListener('success', resolve)
    deleting.addEventListener('error', reject)
  })
}

test('marks whose storage is deleted while the page is open stay on the page, and are stored again', async () => {
  let answer: Outcome = { tipo: 'sinRespuesta' }
  const device = aDevice(() => answer)
  const tab = await device.open()
  tab.hear(aDocumento())
  await tab.apply('c1', send('k-1'))
  await tab.settled()
  await tab.apply('c2', tap('8.5'))
  await clear(device.name)

  await tab.apply('c2', { tipo: 'puntuar', clave: 'b', texto: '9', base: NADA })
  expect(tab.read().marcas.get('c2')).toMatchObject({ criterios: { a: '8.5', b: '9' } })
  await expect.poll(() => tab.read()).toMatchObject({ guardando: 0, falla: null })
  const after = await device.open()
  expect(statesOf(after).toSorted()).toEqual(['c1 pendiente', 'c2 borrador'])
  expect(after.read().marcas.get('c2')).toMatchObject({ criterios: { a: '8.5', b: '9' } })

  answer = { tipo: 'enviada', version: 1 }
  for (const one of [tab, after]) {
    one.wake()
    await one.settled()
  }
  expect(device.keys()).toMatch(/^(?:k-1 ?)+$/)
})

test('a mark that waits is sent under its key after its storage was deleted', async () => {
  const device = aDevice([{ tipo: 'sinRespuesta' }, { tipo: 'enviada', version: 1 }])
  const tab = await device.open()
  await tab.apply('c1', send('k-1'))
  await tab.settled()
  await clear(device.name)
  tab.wake()
  await tab.settled()
  expect(device.keys()).toBe('k-1 k-1')
  expect(statesOf(tab)).toEqual(['c1 enviada'])
})

test('a storage that never opens is reported, and a mark is sent all the same', async () => {
  const device = aDevice([{ tipo: 'enviada', version: 1 }])
  // Another page has the storage open, and the browser deletes it: until that page closes, no page opens it again.
  const held = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(device.name)
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const cleared = clear(device.name)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const opened = device.open()
  await vi.advanceTimersByTimeAsync(5_000)
  const tab = await opened
  await tab.apply('c1', send('k-1'))
  await tab.settled()
  expect(device.keys()).toBe('k-1')
  expect(tab.read().falla).toContain('no deja guardar')
  expect(statesOf(tab)).toEqual(['c1 enviada'])

  // Until then the simulated database looks again and again whether it is closed.
  vi.useRealTimers()
  held.close()
  await cleared
})
