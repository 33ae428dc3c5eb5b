import { expect, test } from 'vitest'
import { ANA, aDevice, aDocumento, BRUNO, REFUSED, send, statesOf, tap, VISITANTE } from './aDevice.ts'

test('the marks of another judge stay until that judge returns', async () => {
  const device = aDevice([{ tipo: 'sinRespuesta' }, { tipo: 'enviada', version: 1 }])
  const tab = await device.open()
  await tab.apply('c1', send('k-1'))
  await tab.settled()

  tab.meet(BRUNO)
  await expect.poll(() => tab.read().isRead).toBe(true)
  tab.wake()
  await tab.settled()
  expect(statesOf(tab)).toEqual([])
  expect(device.keys()).toBe('k-1')

  tab.meet(ANA)
  await expect.poll(() => statesOf(tab)).toEqual(['c1 enviada'])
})

test('when the session ends, sent marks are handed in as late under their key, and drafts stay', async () => {
  const device = aDevice([{ tipo: 'sinRespuesta' }, { tipo: 'tardia' }])
  const tab = await device.open()
  await tab.apply('c1', send('k-1'))
  await tab.apply('c2', tap('7'))
  await tab.settled()

  tab.meet(VISITANTE)
  await expect.poll(() => statesOf(tab).toSorted()).toEqual(['c1 tardia', 'c2 borrador'])
  expect(device.delivered.map(({ clave, via }) => `${clave} ${via}`)).toEqual(['k-1 calificaciones', 'k-1 tardias'])
  expect(await device.shelf.list('ana')).toMatchObject([{ competidorId: 'c2', estado: 'borrador' }])
})

test('marks that the ended session may not hand in wait for the judge, and are then sent in time', async () => {
  const device = aDevice([{ tipo: 'sinRespuesta' }, REFUSED, { tipo: 'enviada', version: 1 }])
  const tab = await device.open()
  await tab.apply('c1', send('k-1'))
  await tab.settled()
  tab.meet(VISITANTE)
  await expect.poll(() => device.delivered.length).toBe(2)
  await tab.settled()
  tab.wake()
  await tab.settled()
  expect(device.delivered).toHaveLength(2)
  expect(tab.read().sesion).toBe('negada')
  expect(device.memory()).toBe('ana')

  tab.meet(ANA)
  await expect.poll(() => statesOf(tab)).toEqual(['c1 enviada'])
  expect(device.delivered.at(-1)).toMatchObject({ via: 'calificaciones', clave: 'k-1' })
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
