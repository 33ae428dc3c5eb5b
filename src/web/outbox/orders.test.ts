import { expect, test } from 'vitest'
import { ANA, aDevice, aDocumento, BRUNO, REFUSED, send, statesOf, VISITANTE } from './aDevice.ts'
import type { Entrega } from './deliver.ts'
import type { Outbox } from './outbox.ts'

const LOST: Entrega = { tipo: 'sinRespuesta' }
const LATE: Entrega = { tipo: 'tardia' }

/** What may happen, in any order, once a mark is under way in a session that has just ended. */
const EVENTS = ['la sesión', 'la respuesta', 'la señal'] as const
const ORDERS = EVENTS.flatMap((first) => {
  const others = EVENTS.filter((event) => event !== first)
  return [
    [first, ...others],
    [first, ...others.toReversed()],
  ]
})
const ANSWERS = { 'rechazada con 401': REFUSED, 'sin respuesta': LOST }
const CASES = ORDERS.flatMap((order) =>
  Object.entries(ANSWERS).flatMap(([name, answer]) =>
    [0, 1].map((lost) => ({ order, name, answer, lost, title: `${order.join(', ')}; ${name}; ${lost} perdidas` })),
  ),
)

const hasRun = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

test.concurrent.for(CASES)('the ended session hands its mark in, once, in this order: $title', async (of, context) => {
  const { order, answer, lost } = of
  const { expect } = context
  const put = Promise.withResolvers<Entrega>()
  const lateOnes = () => device.delivered.filter(({ via }) => via === 'tardias')
  const device = aDevice(({ via }) => {
    if (via === 'tardias') return lateOnes().length > lost ? LATE : LOST
    return device.delivered.length === 1 ? put.promise : answer
  })
  const tab = await device.open()
  await tab.apply('c1', send('k-1'))
  await expect.poll(() => device.delivered.length).toBe(1)

  const happens = {
    'la sesión': () => tab.meet(VISITANTE),
    'la respuesta': () => put.resolve(answer),
    'la señal': () => tab.wake(),
  }
  for (const event of order) {
    happens[event]()
    await hasRun()
  }
  await expect.poll(() => statesOf(tab), { timeout: 5_000 }).toEqual(['c1 tardia'])
  await tab.settled()

  // Until the session is known to have ended, the mark may be sent in time again.
  expect(lateOnes()).toHaveLength(lost + 1)
  expect(device.delivered.slice(-lost - 1)).toEqual(lateOnes())
  expect(new Set(device.keys().split(' '))).toEqual(new Set(['k-1']))
})

test('an answer that permits nothing, but was asked for before the session ended, does not stop the hand-in', async () => {
  const put = Promise.withResolvers<Entrega>()
  const device = aDevice([put.promise, LATE])
  const tab = await device.open()
  await tab.apply('c1', send('k-1', 1))
  await tab.apply('c2', send('k-2', 2))
  await expect.poll(() => device.delivered.length).toBe(1)
  tab.meet(VISITANTE)
  put.resolve(REFUSED)
  await expect.poll(() => statesOf(tab).toSorted()).toEqual(['c1 tardia', 'c2 tardia'])
  expect(device.keys()).toBe('k-1 k-1 k-2')
})

test('a hand-in of an earlier ended session that is refused after the judge has returned does not make the mark late', async () => {
  const handIn = Promise.withResolvers<Entrega>()
  const device = aDevice([LOST, handIn.promise, { tipo: 'enviada', version: 1 }])
  const tab = await device.open()
  await tab.apply('c1', send('k-1'))
  await tab.settled()
  tab.meet(VISITANTE)
  await expect.poll(() => device.delivered.length).toBe(2)
  tab.meet(ANA)
  handIn.resolve(REFUSED)
  await expect.poll(() => statesOf(tab)).toEqual(['c1 enviada'])
  expect(device.delivered.map(({ via }) => via)).toEqual(['calificaciones', 'tardias', 'calificaciones'])
})

test('a page that is opened after the session ended hands the mark in, and leaves nothing of the judge', async () => {
  const device = aDevice([LOST, LATE])
  const before = await device.open()
  before.hear(aDocumento())
  await before.apply('c1', send('k-1'))
  await before.settled()

  const after = await device.open(null)
  await after.settled()
  expect(device.delivered).toHaveLength(1)
  after.meet(VISITANTE)
  await expect.poll(() => statesOf(after)).toEqual(['c1 tardia'])
  await expectForgotten(device, after)
})

test('what was handed in leaves the device, and both tabs still tell what became of it', async () => {
  const device = aDevice([LOST, LATE])
  const [one, two] = [await device.open(), await device.open()]
  await one.apply('c1', send('k-1'))
  await one.settled()
  await two.reread()
  one.meet(VISITANTE)
  await expectForgotten(device, one)
  two.meet(VISITANTE)
  await expect.poll(() => statesOf(two)).toEqual(['c1 tardia'])
  await one.reread()
  expect(statesOf(one)).toEqual(['c1 tardia'])
  expect(device.keys()).toBe('k-1 k-1')
})

test('what the server has of a judge leaves the device when another judge enters, and what was not sent stays', async () => {
  const device = aDevice([{ tipo: 'enviada', version: 1 }, LOST])
  const tab = await device.open()
  await tab.apply('c1', send('k-1', 1))
  await tab.settled()
  await tab.apply('c2', send('k-2', 2))
  await tab.settled()
  tab.meet(BRUNO)
  await expect
    .poll(async () => (await device.shelf.list('ana')).map(({ competidorId, estado }) => `${competidorId} ${estado}`))
    .toEqual(['c2 pendiente'])
})

async function expectForgotten(device: ReturnType<typeof aDevice>, tab: Outbox): Promise<void> {
  await expect.poll(device.memory).toBeNull()
  await tab.settled()
  expect(await device.shelf.list('ana')).toEqual([])
  expect(await device.shelf.read('ana')).toBeUndefined()
}
