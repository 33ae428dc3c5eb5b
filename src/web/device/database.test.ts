import { openDB } from 'idb'
import { afterEach, expect, test, vi } from 'vitest'
import { markIdOf } from '../outbox/mark.ts'
import type { Outcome } from '../outbox/sender.ts'
import { aDevice, aDocumento, aSender, send, statesOf, tap } from '../../../tests/support/device.ts'

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
  await tab.apply({ id: 'c1' }, send('k-1'))
  await tab.settled()
  await tab.apply({ id: 'c2' }, tap('8.5'))
  await clear(device.name)

  await tab.apply({ id: 'c2' }, tap('9', 'b'))
  expect(tab.read().marcas.get(markIdOf('c2'))).toMatchObject({ criterios: { a: '8.5', b: '9' } })
  await expect.poll(() => tab.read()).toMatchObject({ guardando: 0, falla: null })
  const after = await device.open()
  expect(statesOf(after).toSorted()).toEqual(['c1 pendiente', 'c2 borrador'])
  expect(after.read().marcas.get(markIdOf('c2'))).toMatchObject({ criterios: { a: '8.5', b: '9' } })

  answer = { tipo: 'enviada', version: 1 }
  for (const one of [tab, after]) {
    one.wake()
    await one.settled()
  }
  expect(device.keys()).toMatch(/^(?:k-1 ?)+$/)
})

test('a mark that waits is sent under its key after its storage was deleted', async () => {
  const { device, tab } = await aSender([{ tipo: 'sinRespuesta' }, { tipo: 'enviada', version: 1 }])
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
  await tab.apply({ id: 'c1' }, send('k-1'))
  await tab.settled()
  expect(device.keys()).toBe('k-1')
  expect(tab.read().falla).toContain('no deja guardar')
  expect(statesOf(tab)).toEqual(['c1 enviada'])

  // Until then the simulated database looks again and again whether it is closed.
  vi.useRealTimers()
  held.close()
  await cleared
})

/** Writes marks and documents as a version of the database stored them: the first one knew no attempts. */
async function storeAsBefore(name: string, version: 1 | 2, marks: object[], documentos: object[] = []): Promise<void> {
  const db = await openDB(name, version, {
    upgrade: (made) => {
      made.createObjectStore('documentos', { keyPath: 'juezId' })
      const key = ['juezId', 'competidorId', ...(version === 1 ? [] : ['intento'])]
      made.createObjectStore('marcas', { keyPath: key }).createIndex('juezId', 'juezId')
    },
  })
  for (const mark of marks) await db.put('marcas', mark)
  for (const documento of documentos) await db.put('documentos', documento)
  db.close()
}

test('marks that wait and the document of a visit before are read, and the marks are sent under their key', async () => {
  const device = aDevice()
  const of = { juezId: 'ana', intento: 1, version: 0, criterios: { a: '8.0' } }
  const sent = { ...of, estado: 'pendiente', desde: 1, via: 'calificaciones', problema: null }
  await storeAsBefore(
    device.name,
    2,
    [
      { ...sent, competidorId: 'c1', key: 'k-1' },
      { ...sent, competidorId: 'c1', intento: 2, key: 'k-2', desde: 2 },
      { ...sent, juezId: 'bruno', competidorId: 'c3', key: 'k-3' },
    ],
    ['ana', 'bruno'].map((juezId) => ({ juezId, documento: aDocumento(), ahora: 1_000, zona: 'UTC' })),
  )

  expect(await device.shelf.read('ana')).toMatchObject({ documento: { nombre: 'Ana' } })
  const tab = await device.open()
  await tab.settled()
  expect(tab.read().kept).toMatchObject({ documento: { nombre: 'Ana' } })
  expect(device.keys()).toBe('k-1 k-2')
  expect(await device.shelf.read('bruno')).toBeUndefined()
  expect(await device.shelf.list('bruno')).toMatchObject([{ competidorId: 'c3', key: 'k-3', estado: 'pendiente' }])
})

test('marks that version 1 of the database stored stay, and are sent under their key and attempt', async () => {
  const device = aDevice()
  const base = { juezId: 'ana', version: 0, criterios: { a: '8.0' } }
  const sent = { ...base, estado: 'pendiente', desde: 1, via: 'calificaciones', problema: null }
  await storeAsBefore(device.name, 1, [
    { ...base, competidorId: 'c1', estado: 'borrador', faltas: {} },
    { ...sent, competidorId: 'c2', clave: 'k-2' },
    { ...sent, competidorId: 'c3\u00002', clave: 'k-3', desde: 2 },
    { ...base, competidorId: 'c4', estado: 'conflicto', clave: '' },
    { ...sent, juezId: 'bruno', competidorId: 'c5', clave: 'k-5' },
  ])

  const tab = await device.open()
  await tab.settled()
  expect(statesOf(tab).toSorted()).toEqual(['c1 borrador', 'c2 enviada', 'c3/2 enviada', 'c4 conflicto'])
  expect(device.delivered).toMatchObject([
    { competidorId: 'c2', intento: 1, key: 'k-2', criterios: { a: '8.0' } },
    { competidorId: 'c3', intento: 2, key: 'k-3' },
  ])
  await tab.apply({ id: 'c1' }, tap('9', 'b'))
  expect((await device.open()).read().marcas.get(markIdOf('c1'))).toMatchObject({ criterios: { a: '8.0', b: '9' } })
  expect(await device.shelf.list('bruno')).toMatchObject([{ competidorId: 'c5', intento: 1, key: 'k-5' }])
})
