import { expect, test } from 'vitest'
import { resultados } from '#contract/views/calificaciones.ts'
import { viewKey } from '#contract/view.ts'
import { anEvent, aTab, JUEVES, move, stayLive } from '../../../tests/support/aTab.ts'
import type { Copy } from './cache.ts'
import { fakeTime, settle } from '../../../tests/support/time.ts'

const MINUTE = 60_000

fakeTime(1_000_000_000)

test('the wait for a request is 25 s at most and has a random part; after a failure it is a minute', async () => {
  const tab = aTab({ random: 0.999 })
  const { goLive, last, requests, answers } = tab
  await goLive('portada', 'jueves')
  await settle()
  const change = (revision: number): void => {
    const c1 = { tipo: 'categoria', id: 'c1', nombre: `Salsa ${revision}` }
    last().frame({ revision, views: { [JUEVES]: { parts: { c1 } } } })
  }
  const before = requests.length
  change(6)
  await stayLive(tab, settle, 24_900)
  expect(requests).toHaveLength(before)
  await settle(200)
  expect(requests).toHaveLength(before + 1)

  answers.answer = () => {
    throw new TypeError('no network')
  }
  change(7)
  await stayLive(tab, settle, 25_000)
  expect(requests).toHaveLength(before + 2)
  await stayLive(tab, settle, 59_000)
  expect(requests).toHaveLength(before + 2)
  await stayLive(tab, settle, 22_000)
  expect(requests).toHaveLength(before + 3)
})

/** A visitor who watches the schedule, and the writes to the device. */
async function aWatcher(given: Parameters<typeof aTab>[0] = {}) {
  const tab = aTab(given)
  await tab.goLive('portada', 'horario')
  // Longer than the shortest interval between two writes.
  await stayLive(tab, settle, 15_000)
  const written: string[] = []
  const write = tab.memory.write.bind(tab.memory)
  Object.assign(tab.memory, { write: (copy: Copy) => (written.push(copy.key), write(copy)) })
  const requested = tab.requests.length
  const turno = (): unknown => /"selectedRow":(\d+)/.exec(tab.memory.text('horario'))?.[1]
  return { ...tab, written, turno, requested: () => tab.requests.slice(requested).map(({ key }) => key) }
}

test('the turn that everyone sees is copied from the stream at most every 5 s, without a request', async () => {
  const tab = await aWatcher()
  const { written, turno, requested, copies } = tab
  await stayLive(tab, settle, MINUTE)
  written.length = 0
  move(tab, 2)
  move(tab, 3)
  await settle(4_900)
  expect(turno()).toBe('1')
  move(tab, 4)
  await settle(200)
  expect(turno()).toBe('4')
  expect(written).toEqual(['horario'])
  await stayLive(tab, settle, MINUTE)
  expect(written).toEqual(['horario'])
  expect(requested()).toEqual([])

  move(tab, 51)
  copies.hide()
  await settle()
  expect(turno()).toBe('51')
})

test('when the connection is lost, copies of views that are the same for everyone have the time of the last contact', async () => {
  const tab = await aWatcher()
  const { last, memory, server } = tab
  await stayLive(tab, settle, 5 * MINUTE)
  last().say('latido', { ahora: Date.now() })
  const heard = Date.now()
  await settle(7_000)
  server.status = 503
  last().break()
  await settle(30_000)
  for (const key of ['portada', 'horario']) expect(memory.all.get(key)).toMatchObject({ ahora: heard, device: heard })
})

test('while the turn moves, the views that no page shows are requested every 5 minutes', async () => {
  const tab = await aWatcher()
  for (let selectedRow = 2; selectedRow < 8; selectedRow += 1) {
    move(tab, selectedRow)
    await stayLive(tab, settle, MINUTE)
  }
  expect(tab.requested()).toEqual(['jueves', 'viernes', 'sábado'].map((dia) => viewKey(resultados, { dia })))
})

test('the results of a visitor are requested, because another tab may have signed in', async () => {
  const open = anEvent()
  const seen = { ...open, [JUEVES]: { ...open[JUEVES], c2: { tipo: 'categoria', id: 'c2', nombre: 'Secreta' } } }
  const tab = aTab({ live: seen, open })
  await tab.goLive('portada', 'jueves')
  await stayLive(tab, settle, 2 * MINUTE)
  expect(tab.shown(JUEVES)).toMatchObject({ categorias: [{ nombre: 'Salsa' }, { nombre: 'Secreta' }] })
  expect(tab.memory.text(JUEVES)).not.toContain('Secreta')
})

test('a tab that was frozen does not replace the newer copy of another tab', async () => {
  const first = await aWatcher()
  const second = await aWatcher({ memory: first.memory })
  move(first, 2)
  move(second, 4)
  second.copies.hide()
  await settle()
  expect(second.turno()).toBe('4')
  await stayLive(first, settle, MINUTE)
  expect(second.turno()).toBe('4')
})

test('a day that is switched off and on again is kept again within half a minute', async () => {
  const tab = aTab({ random: 0.999 })
  await tab.goLive('portada', 'jueves')
  await stayLive(tab, settle, MINUTE)
  expect(tab.memory.all.has(JUEVES)).toBe(true)
  const say = (revision: number, isPublic: boolean) => {
    const event = anEvent(isPublic)
    const views = ['portada', JUEVES].map((key) => [key, { reset: true, parts: event[key] ?? {} }] as const)
    tab.answers.open = event
    tab.last().frame({ revision, views: Object.fromEntries(views) })
  }
  say(6, false)
  await settle()
  expect(tab.memory.all.has(JUEVES)).toBe(false)
  say(7, true)
  await stayLive(tab, settle, 30_100)
  expect(tab.memory.text(JUEVES)).toContain('Salsa')
})
