import { expect, test } from 'vitest'
import { aDevice, aDocumento, aSender, send, statesOf, tap } from '../../../tests/support/device.ts'
import { markIdOf, takeServerVersion } from './mark.ts'
import type { Outcome } from './sender.ts'

test('once saving has ended a tap is on the device, also after a reload', async () => {
  const device = aDevice()
  const tab = await device.open()
  const saved = tab.apply({ id: 'c1' }, tap('8.5'))
  expect(tab.read()).toMatchObject({ guardando: 1 })
  await saved
  expect(tab.read()).toMatchObject({ guardando: 0, falla: null })

  const after = await device.open()
  expect(after.read().marcas.get(markIdOf('c1'))).toMatchObject({ estado: 'borrador', criterios: { a: '8.5' } })
})

test('drafts are never sent', async () => {
  const device = aDevice()
  const tab = await device.open()
  await tab.apply({ id: 'c1' }, tap('8.5'))
  tab.wake()
  await tab.settled()
  expect(device.delivered).toEqual([])
})

test('marks are sent in the order of the judge, and one that has no answer holds the later ones', async () => {
  const device = aDevice([{ tipo: 'sinRespuesta' }, { tipo: 'enviada', version: 1 }])
  const tab = await device.open()
  await tab.apply({ id: 'c2' }, send('k-1', 1))
  await tab.settled()
  await tab.apply({ id: 'c1' }, send('k-2', 2))
  await tab.settled()
  expect(device.keys()).toBe('k-1 k-1 k-2')
  expect(statesOf(tab).toSorted()).toEqual(['c1 enviada', 'c2 enviada'])
})

test('a mark without an answer is sent again with its key after a reload', async () => {
  const { device } = await aSender([{ tipo: 'sinRespuesta' }, { tipo: 'enviada', version: 1 }])

  const after = await device.open()
  await after.settled()
  expect(device.keys()).toBe('k-1 k-1')
  expect(statesOf(after)).toEqual(['c1 enviada'])
})

test('two tabs that send a mark at once use its one key, and both hear that it is stored', async () => {
  const device = aDevice()
  const [one, two] = [await device.open(), await device.open()]
  await one.apply({ id: 'c1' }, send('k-1'))
  two.wake()
  await Promise.all([one.settled(), two.settled()])
  expect(new Set(device.delivered.map(({ key }) => key))).toEqual(new Set(['k-1']))
  expect([one, two].map(statesOf)).toEqual([['c1 enviada'], ['c1 enviada']])
})

test('a tab does not send a mark that the judge has discarded in another tab meanwhile', async () => {
  const first = Promise.withResolvers<Outcome>()
  const answers = [first.promise, { tipo: 'enviada', version: 1 }, { tipo: 'versiones' }] as const
  let sent = 0
  const device = aDevice(() => answers[sent++] ?? { tipo: 'versiones' })
  const [one, two] = [await device.open(), await device.open()]
  await one.apply({ id: 'c1' }, send('k-1', 1))
  await one.apply({ id: 'c2' }, send('k-2', 2))
  two.wake()
  await two.settled()
  await two.apply({ id: 'c2' }, takeServerVersion)
  first.resolve({ tipo: 'enviada', version: 1 })
  await one.settled()
  expect(device.keys()).toBe('k-1 k-1 k-2')
})

test('taps of two tabs on one mark are merged', async () => {
  const device = aDevice()
  const [one, two] = [await device.open(), await device.open()]
  await one.apply({ id: 'c1' }, tap('8.5'))
  await two.apply({ id: 'c1' }, tap('9', 'b'))
  expect(two.read().marcas.get(markIdOf('c1'))).toMatchObject({ criterios: { a: '8.5', b: '9' } })
  await one.reread()
  expect(one.read().marcas.get(markIdOf('c1'))).toMatchObject({ criterios: { a: '8.5', b: '9' } })
})

test('a sent mark leaves the device when the live view shows it', async () => {
  const { device, tab } = await aSender()
  const marca = {
    estado: 'enviada',
    version: 1,
    criterios: { a: '8.0' },
    l_calificacion: '8.00',
    motivo: null,
    enviada: null,
  } as const
  tab.hear(aDocumento(marca))
  await expect.poll(async () => device.shelf.list('ana')).toEqual([])
})

test('a write that fails is reported, and the next one stores the whole mark', async () => {
  let isFull = true
  const device = aDevice([], (shelf) => ({
    ...shelf,
    change: async (...given) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      return shelf.change(...given)
    },
  }))
  const tab = await device.open()
  await tab.apply({ id: 'c1' }, tap('8'))
  expect(tab.read()).toMatchObject({ guardando: 0, falla: expect.stringContaining('no hay espacio') as unknown })
  expect(tab.read().marcas.get(markIdOf('c1'))).toMatchObject({ criterios: { a: '8' } })

  isFull = false
  await tab.apply({ id: 'c1' }, tap('9', 'b'))
  expect(tab.read().falla).toBeNull()
  expect(await device.shelf.list('ana')).toMatchObject([{ criterios: { a: '8', b: '9' } }])
})

test('without storage a mark is sent all the same', async () => {
  const { device, tab } = await aSender([{ tipo: 'enviada', version: 1 }], (shelf) => ({
    ...shelf,
    list: () => Promise.reject(new Error('private')),
    change: () => Promise.reject(new Error('private')),
  }))
  expect(device.keys()).toBe('k-1')
  expect(tab.read().falla).toContain('ventana privada')
  expect(statesOf(tab)).toEqual(['c1 enviada'])
})
