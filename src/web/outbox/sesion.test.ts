import { expect, test } from 'vitest'
import {
  aDevice,
  aDocumento,
  ANA,
  aSender,
  BRUNO,
  REFUSED,
  statesOf,
  tap,
  VISITANTE,
} from '../../../tests/support/device.ts'

test('the marks of another judge stay until that judge returns', async () => {
  const { device, tab } = await aSender([{ tipo: 'sinRespuesta' }, { tipo: 'enviada', version: 1 }])

  tab.meet(BRUNO)
  await expect.poll(() => tab.read().isRead).toBe(true)
  const sent = device.keys()
  tab.wake()
  await tab.settled()
  expect(statesOf(tab)).toEqual([])
  expect(device.keys()).toBe(sent)

  tab.meet(ANA)
  await expect.poll(() => statesOf(tab)).toEqual(['c1 enviada'])
})

test('when the session ends, nothing is sent until the judge returns, and drafts stay', async () => {
  const { device, tab } = await aSender([{ tipo: 'sinRespuesta' }, { tipo: 'tardia' }])
  await tab.apply({ id: 'c2' }, tap('7'))

  tab.meet(VISITANTE)
  tab.wake()
  await tab.settled()
  await expect.poll(() => statesOf(tab).toSorted()).toEqual(['c1 pendiente', 'c2 borrador'])
  expect(device.keys()).toBe('k-1')
  expect(device.memory()).toBe('ana')

  tab.meet(ANA)
  await expect.poll(() => statesOf(tab).toSorted()).toEqual(['c1 tardia', 'c2 borrador'])
  expect(device.delivered.map(({ key, via }) => `${key} ${via}`)).toEqual(['k-1 calificaciones', 'k-1 calificaciones'])
})

test('a mark that the ended session may not send waits for the judge, also in a page that is opened later', async () => {
  const { device, tab: before } = await aSender([REFUSED, { tipo: 'enviada', version: 1 }])
  before.meet(VISITANTE)

  const after = await device.open(VISITANTE)
  after.wake()
  await after.settled()
  await expect.poll(() => statesOf(after)).toEqual(['c1 pendiente'])
  expect(device.delivered).toHaveLength(1)

  after.meet(ANA)
  await expect.poll(() => statesOf(after)).toEqual(['c1 enviada'])
  expect(device.keys()).toBe('k-1 k-1')
})

test('once the session has ended, the marks of the judges before are counted, also in a page that is opened later', async () => {
  const { device, tab } = await aSender([{ tipo: 'sinRespuesta' }])
  await tab.apply({ id: 'c2' }, tap('7'))
  tab.meet(BRUNO)
  await expect.poll(() => tab.read().isRead).toBe(true)
  expect(tab.read().ajenas).toBe(0)

  tab.meet(VISITANTE)
  await expect.poll(() => tab.read().ajenas).toBe(1)
  await expect.poll(device.memory).toBeNull()
  expect((await device.open(VISITANTE)).read().ajenas).toBe(1)

  tab.meet(ANA)
  await expect.poll(() => statesOf(tab).toSorted()).toEqual(['c1 pendiente', 'c2 borrador'])
  expect(tab.read().ajenas).toBe(0)
})

test('the kept document opens without a session, and is deleted when the session ends', async () => {
  const device = aDevice()
  const tab = await device.open()
  tab.hear(aDocumento())
  await expect.poll(async () => device.shelf.read('ana')).toMatchObject({ ahora: 1_000, juezId: 'ana' })

  const offline = await device.open(null)
  expect(offline.read()).toMatchObject({ juezId: 'ana', sesion: 'desconocida', kept: { documento: { nombre: 'Ana' } } })

  offline.meet(VISITANTE)
  await expect.poll(async () => device.shelf.read('ana')).toBeUndefined()
  expect(offline.read().kept).toBeUndefined()
  await expect.poll(device.memory).toBeNull()
})
