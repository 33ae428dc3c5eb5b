import { expect, test } from 'vitest'
import { isOffline } from '../live/connection.ts'
import { aDeviceMemory, anEvent, aTab, DETALLE, JUEVES, Memory } from '../../../tests/support/aTab.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const MINUTE = 60_000
/** Longer than any wait between a change and its copy. */
const LONG = 2 * MINUTE

fakeTime(1_000_000_000)

test('every view that no page shows is requested at its public address, without credentials', async () => {
  const { see, last, requests, memory } = aTab()
  see.portada()
  await settle()
  expect(requests).toEqual([])
  last().hola(5)
  await settle()
  expect(requests.map(({ key }) => key)).toEqual([
    'horario',
    ...['jueves', 'viernes', 'sábado'].map((dia) => `resultados?dia=${encodeURIComponent(dia)}`),
  ])
  expect(new Set(requests.map(({ init }) => init.credentials))).toEqual(new Set(['omit']))
  expect(new Set(requests.map(({ init }) => init.cache))).toEqual(new Set(['no-cache']))
  expect(memory.all.get('portada')?.parts).toEqual(anEvent()['portada'])
})

test('a change of the results is requested after a while, and at once when the page is hidden', async () => {
  const { goLive, last, requests, copies } = aTab()
  await goLive('portada', 'jueves')
  await settle()
  requests.length = 0
  const change = (revision: number): void => {
    const c1 = { tipo: 'categoria', id: 'c1', nombre: `Salsa ${revision}` }
    last().frame({ revision, views: { [JUEVES]: { parts: { c1 } } } })
  }
  for (let revision = 6; revision < 31; revision += 1) {
    change(revision)
    await settle(2_000)
  }
  expect(requests.map(({ key }) => key)).toEqual(Array.from({ length: requests.length }, () => JUEVES))
  expect(requests.length).toBeGreaterThan(5)
  expect(requests.length).toBeLessThan(11)
  await settle(5_000)
  const before = requests.length
  change(40)
  copies.hide()
  await settle()
  expect(requests).toHaveLength(before + 1)
})

test('a view without an answer shows its copy with its time, and the first answer replaces it whole', async () => {
  const memory = await aDeviceMemory(settle)
  // The clock of the device is slow.
  const ahead = 5_000_000
  for (const copy of memory.all.values()) memory.all.set(copy.key, { ...copy, ahora: copy.ahora + ahead })
  const from = Number(memory.all.get(JUEVES)?.ahora)
  await settle(30 * MINUTE)
  const tab = aTab({ memory, live: { ...anEvent(), [JUEVES]: { dia: { tipo: 'dia', dia: 'jueves', visible: true } } } })
  tab.server.status = 503
  tab.see.portada()
  tab.see.jueves()
  await settle(3_000)
  expect(tab.shown(JUEVES)).toMatchObject({ dia: 'jueves', categorias: [{ nombre: 'Salsa' }] })
  expect(tab.connection.read()).toEqual({ estado: 'sin conexión', desde: from })
  expect(tab.clock.now()).toBe(Date.now() + ahead)

  tab.server.status = 200
  await settle(LONG)
  expect(tab.shown(JUEVES)).toMatchObject({ dia: 'jueves', categorias: [] })
})

test('a copy is shown after three seconds without an answer; a live state never gives way to a copy', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory })
  const held = Promise.withResolvers<void>()
  tab.server.held = held.promise
  tab.see.horario()
  await settle(2_900)
  expect(tab.shown('horario')).toBeUndefined()
  await settle(200)
  expect(tab.shown('horario')).toMatchObject({ selectedRow: 1 })
  expect(tab.connection.read()).toMatchObject({ estado: 'conectando', isKept: true })
  // One that opens from then on shows its copy at once.
  tab.see.detalle()
  await settle()
  expect(tab.shown(DETALLE)).toMatchObject({ encontrado: true })

  held.resolve()
  await settle()
  tab.last().hola(5)
  expect(tab.connection.read()).toEqual({ estado: 'en vivo', desde: Date.now() })
  tab.last().frame({ revision: 6, views: { horario: { parts: { turno: { tipo: 'turno', selectedRow: 9 } } } } })
  tab.server.status = 503
  tab.last().break()
  await settle(LONG)
  expect(tab.connection.read().estado).toBe('sin conexión')
  expect(tab.shown('horario')).toMatchObject({ selectedRow: 9 })
})

test('views that are open at the start show their copies at once, as waiting, until the first answer', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory, options: { isUseful: async () => false } })
  const held = Promise.withResolvers<void>()
  tab.server.held = held.promise
  tab.see.portada()
  tab.see.horario()
  await tab.copies.show()
  const before = tab.shown('horario')
  expect(before).toMatchObject({ selectedRow: 1 })
  expect(tab.connection.read()).toMatchObject({ estado: 'conectando', isKept: true })
  expect(isOffline(tab.connection.read())).toBe(false)
  await settle(2_900)
  expect(isOffline(tab.connection.read())).toBe(false)
  await settle(200)
  expect(isOffline(tab.connection.read())).toBe(true)

  held.resolve()
  await settle()
  expect(tab.connection.read()).toEqual({ estado: 'conectando', desde: expect.any(Number) })
  tab.last().hola(5)
  expect(tab.connection.read().estado).toBe('en vivo')
})

test('a day that was unpublished meanwhile leaves the screen with the first answer, before the stream opens', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory, live: anEvent(false) })
  const held = Promise.withResolvers<void>()
  tab.server.held = held.promise
  tab.see.portada()
  tab.see.jueves()
  tab.see.detalle()
  await tab.copies.show()
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [{ nombre: 'Salsa' }] })
  held.resolve()
  await settle()
  expect(tab.connection.read()).toEqual({ estado: 'conectando', desde: expect.any(Number) })
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [] })
  expect(tab.shown(DETALLE)).toMatchObject({ encontrado: false })
  expect(memory.all.has(JUEVES)).toBe(false)
})

test('an answer that does not come from the server is not kept', async () => {
  const memory = await aDeviceMemory(settle)
  const before = memory.all.get('horario')
  const tab = aTab({ memory })
  tab.answers.answer = () => new Response('<h1>Portal</h1>')
  await tab.goLive('portada')
  await settle(LONG)
  expect(tab.requests.length).toBeGreaterThan(1)
  expect(memory.all.get('horario')).toEqual(before)
})

test("in a judge's browser the results are neither kept nor shown, since a judge sees less of them", async () => {
  const memory = await aDeviceMemory(settle)
  const judge = aTab({ memory, options: { isJudge: () => true } })
  await judge.goLive('portada')
  await settle(LONG)
  expect(judge.requests.map(({ key }) => key)).toEqual(['horario'])

  const offline = aTab({ memory, options: { isJudge: () => true } })
  offline.server.status = 503
  offline.see.jueves()
  offline.see.horario()
  await settle(LONG)
  expect(offline.shown(JUEVES)).toBeUndefined()
  expect(offline.shown('horario')).toBeDefined()
})

test('storage that fails changes nothing on the screen', async () => {
  const memory = new Memory()
  memory.isBroken = true
  const tab = aTab({ memory })
  await tab.goLive('portada')
  await settle(LONG)
  expect(tab.shown('portada')).toBeDefined()
  tab.server.status = 503
  tab.last().break()
  tab.see.horario()
  await settle(LONG)
  expect(tab.shown('portada')).toBeDefined()
  expect(tab.shown('horario')).toBeUndefined()
})

test('a view that the server cannot show gets no copy', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory })
  tab.server.fallidas = ['horario']
  tab.see.portada()
  tab.see.horario()
  await settle()
  tab.server.status = 503
  tab.last().break()
  await settle(LONG)
  expect(tab.connection.read().estado).toBe('sin conexión')
  expect(tab.shown('horario')).toBeUndefined()
})
