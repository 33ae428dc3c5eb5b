import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDevice, anEvent, aTab, DETALLE, JUEVES } from './aTab.ts'

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
/** Longer than any wait between a change and its copy. */
const LONG = 120_000

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('results that are no longer public are deleted at the first contact, without another answer', async () => {
  const memory = await aDevice(settle)
  const tab = aTab({ memory, live: anEvent(false) })
  tab.answers.answer = () => new Response(null, { status: 500 })
  tab.see.portada()
  await settle()
  expect([...memory.all.keys()]).not.toContain(JUEVES)
  expect([...memory.all.keys()]).not.toContain(DETALLE)
  expect([...memory.all.keys()]).toContain('horario')
})

test('an answer that was under way when the results were taken back is not kept', async () => {
  const memory = await aDevice(settle)
  memory.all.delete(JUEVES)
  const tab = aTab({ memory, open: anEvent(), live: anEvent(false) })
  tab.see.portada()
  await settle()
  tab.last().hola(5)
  await settle(LONG)
  expect(tab.requests.map(({ key }) => key)).toContain(JUEVES)
  expect([...memory.all.keys()]).not.toContain(JUEVES)
})

test('the copies of another epoch are deleted, also when its revisions are older', async () => {
  const memory = await aDevice(settle)
  const tab = aTab({ memory })
  tab.server.epoch = 'e2'
  tab.server.revision = 1
  tab.answers.answer = () => new Response(null, { status: 500 })
  tab.see.portada()
  await settle()
  expect([...memory.all.keys()]).toEqual([])
})

test('a detail that is gone is deleted, and only the last twenty are kept', async () => {
  const memory = await aDevice(settle)
  const example = memory.all.get(DETALLE)
  if (!example) throw new Error('The detail was not kept.')
  for (let index = 0; index < 30; index += 1) await memory.write({ ...example, key: `detalle?dia=jueves&n=${index}` })
  const event = anEvent()
  const tab = aTab({
    memory,
    live: { ...event, [DETALLE]: { detalle: { tipo: 'detalle', encontrado: false, visible: true } } },
  })
  tab.see.portada()
  tab.see.detalle()
  await settle()
  expect(memory.all.has(DETALLE)).toBe(false)
  tab.answers.open = Object.fromEntries([...memory.all.keys()].map((key) => [key, event[DETALLE] ?? {}]))
  tab.last().hola(5)
  await settle(LONG)
  expect([...memory.all.keys()].filter((key) => key.startsWith('detalle?'))).toHaveLength(20)
})
