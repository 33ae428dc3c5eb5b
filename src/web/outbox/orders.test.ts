import { expect, test } from 'vitest'
import {
  aDevice,
  aDocumento,
  ANA,
  aSender,
  BRUNO,
  REFUSED,
  send,
  statesOf,
  VISITANTE,
} from '../../../tests/support/device.ts'
import type { Outcome } from './sender.ts'
import type { Outbox } from './outbox.ts'

const LOST: Outcome = { tipo: 'sinRespuesta' }
const SENT: Outcome = { tipo: 'enviada', version: 1 }

/** Events that may follow in any order once a mark is under way in a session that has just ended. */
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
  Object.entries(ANSWERS).map(([name, answer]) => ({ order, answer, title: `${order.join(', ')}; ${name}` })),
)

const hasRun = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

test.concurrent.for(CASES)(
  'a mark waits for its judge, and is then sent under its key, in this order: $title',
  async (of, context) => {
    const { order, answer } = of
    const { expect } = context
    const put = Promise.withResolvers<Outcome>()
    let isBack = false
    const device = aDevice(() => {
      if (isBack) return SENT
      return device.delivered.length === 1 ? put.promise : answer
    })
    const tab = await device.open()
    await tab.apply({ id: 'c1' }, send('k-1'))
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
    await tab.settled()
    const sent = device.delivered.length
    tab.wake()
    await tab.settled()
    expect(statesOf(tab)).toEqual(['c1 pendiente'])
    expect(device.delivered).toHaveLength(sent)

    isBack = true
    tab.meet(ANA)
    await expect.poll(() => statesOf(tab), { timeout: 5_000 }).toEqual(['c1 enviada'])
    expect(device.delivered).toHaveLength(sent + 1)
    expect(new Set(device.keys().split(' '))).toEqual(new Set(['k-1']))
  },
)

test('a mark that is refused after its judge has returned is sent again', async () => {
  const put = Promise.withResolvers<Outcome>()
  const device = aDevice([put.promise, SENT])
  const tab = await device.open()
  await tab.apply({ id: 'c1' }, send('k-1'))
  await expect.poll(() => device.delivered.length).toBe(1)
  tab.meet(VISITANTE)
  tab.meet(ANA)
  put.resolve(REFUSED)
  await expect.poll(() => statesOf(tab), { timeout: 5_000 }).toEqual(['c1 enviada'])
  expect(device.keys()).toBe('k-1 k-1')
})

test('a mark that was answered after the session ended leaves no data of the judge on the device', async () => {
  const put = Promise.withResolvers<Outcome>()
  const device = aDevice([put.promise])
  const tab = await device.open()
  tab.hear(aDocumento())
  await tab.apply({ id: 'c1' }, send('k-1'))
  await expect.poll(() => device.delivered.length).toBe(1)
  tab.meet(VISITANTE)
  put.resolve(SENT)
  await expectForgotten(device, tab)
})

test('when another judge enters, stored marks of the previous judge leave the device, and unsent marks stay', async () => {
  const { device, tab } = await aSender([{ tipo: 'enviada', version: 1 }, LOST])
  await tab.apply({ id: 'c2' }, send('k-2', 2))
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
