import { expect, test } from 'vitest'
import { aDeviceMemory, anEvent, aTab, DETALLE, JUEVES } from '../../../tests/support/aTab.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

/** Longer than any wait between a change and its copy. */
const LONG = 120_000

fakeTime(1_000_000_000)

test('results that are retained are deleted at the first contact, announced ones stay', async () => {
  const event = anEvent()
  const withResults = {
    ...event,
    [JUEVES]: { ...event[JUEVES], c1: { tipo: 'categoria', id: 'c1', calificada: true } },
  }
  const home = event['portada'] ?? {}
  const liveWith = (anunciadas: readonly string[]) => ({
    ...withResults,
    portada: { ...home, embargo: { tipo: 'embargo', anunciadas } },
  })
  for (const [anunciadas, kept] of [
    [[], []],
    [['c1'], [JUEVES]],
    [['salsa'], [DETALLE]],
  ] as const) {
    const memory = await aDeviceMemory(settle, withResults)
    expect([...memory.all.keys()]).toEqual(expect.arrayContaining([JUEVES, DETALLE]))
    const tab = aTab({ memory, live: liveWith(anunciadas) })
    tab.answers.answer = () => new Response(null, { status: 500 })
    tab.see.portada()
    await settle()
    expect([JUEVES, DETALLE].filter((key) => memory.all.has(key))).toEqual(kept)
  }
})

test('an answer that was under way when the results were taken back is not kept', async () => {
  const memory = await aDeviceMemory(settle)
  memory.all.delete(JUEVES)
  const tab = aTab({ memory, open: anEvent(), live: anEvent(false) })
  await tab.goLive('portada')
  await settle(LONG)
  expect(tab.requests.map(({ key }) => key)).toContain(JUEVES)
  expect([...memory.all.keys()]).not.toContain(JUEVES)
})

test('the copies of another epoch are deleted, also when its revisions are older', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory })
  tab.server.epoch = 'e2'
  tab.server.revision = 1
  tab.answers.answer = () => new Response(null, { status: 500 })
  tab.see.portada()
  await settle()
  expect([...memory.all.keys()]).toEqual([])
})

test('a detail without a public address any more is deleted, and is not requested again', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory })
  tab.answers.answer = () => new Response('{}', { status: 404 })
  await tab.goLive('portada', 'detalle')
  await settle(LONG)
  expect(memory.all.has(DETALLE)).toBe(false)
  const asked = tab.requests.filter(({ key }) => key === DETALLE).length
  await settle(LONG)
  expect(tab.requests.filter(({ key }) => key === DETALLE)).toHaveLength(asked)
})

test('a detail that is gone is deleted', async () => {
  const memory = await aDeviceMemory(settle)
  const gone = { detalle: { tipo: 'detalle', encontrado: false, visible: true } }
  const tab = aTab({ memory, live: { ...anEvent(), [DETALLE]: gone } })
  tab.see.portada()
  tab.see.detalle()
  await settle()
  expect(memory.all.has(DETALLE)).toBe(false)
  tab.last().hola(5)
  await settle(LONG)
  expect(tab.requests.map(({ key }) => key)).toContain(DETALLE)
  expect(memory.all.has(DETALLE)).toBe(false)
})

test('only the last twenty details are kept', async () => {
  const memory = await aDeviceMemory(settle)
  const example = memory.all.get(DETALLE)
  if (!example) throw new Error('The detail was not kept.')
  for (let index = 0; index < 30; index += 1) await memory.write({ ...example, key: `detalle?dia=jueves&n=${index}` })
  const tab = aTab({ memory })
  await tab.goLive('portada', 'detalle')
  await settle(LONG)
  const left = [...memory.all.keys()].filter((key) => key.startsWith('detalle?'))
  expect(left).toHaveLength(20)
  expect(left.at(-1)).toBe(DETALLE)
})

/** A tab that shows the copy of jueves, whose request has no answer yet. */
async function aLateTab(live = anEvent()) {
  const tab = aTab({ memory: await aDeviceMemory(settle), live })
  tab.server.held = new Promise(() => {})
  tab.see.jueves()
  await settle(3_100)
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [{ nombre: 'Salsa' }] })
  tab.server.held = undefined
  return tab
}

test('a copy of results that are hidden leaves the screen with the answer of the home page alone', async () => {
  const tab = await aLateTab(anEvent(false))
  tab.see.portada()
  await settle(1)
  expect(tab.shown(JUEVES)).toBeUndefined()
  tab.last().hola(5)
  tab.server.status = 503
  tab.last().break()
  await settle(LONG)
  // The copy that was requested in the meantime says that the day is not visible.
  expect(tab.shown(JUEVES)).toMatchObject({ visible: false, categorias: [] })
})

test('a copy of another epoch leaves the screen with the answer of the home page alone', async () => {
  const tab = await aLateTab()
  tab.server.epoch = 'e2'
  tab.see.portada()
  await settle(1)
  expect(tab.shown(JUEVES)).toBeUndefined()
})

test('no copy is shown as live: it leaves the screen when the stream opens, and is back when the connection is lost', async () => {
  const tab = await aLateTab()
  tab.see.portada()
  await settle(1)
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [{ nombre: 'Salsa' }] })
  tab.last().hola(5)
  expect(tab.connection.read().estado).toBe('en vivo')
  expect(tab.shown(JUEVES)).toBeUndefined()
  tab.server.status = 503
  tab.feed.disconnect()
  await settle(LONG)
  expect(tab.connection.read().estado).toBe('sin conexión')
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [{ nombre: 'Salsa' }] })
})

test('results whose own answer says that they are hidden are deleted while the home page fails', async () => {
  const memory = await aDeviceMemory(settle)
  const tab = aTab({ memory, live: anEvent(false) })
  tab.server.fallidas = ['portada']
  tab.see.portada()
  tab.see.jueves()
  await settle()
  expect(tab.shown(JUEVES)).toMatchObject({ publicado: false })
  expect([...memory.all.keys()]).not.toContain(JUEVES)
})
