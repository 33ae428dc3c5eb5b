import { expect, test, vi } from 'vitest'
import type { Sending } from './request.ts'
import { slowness, tellSlow } from './slow.ts'

/** An act under way, and what its request may say of it. */
function anAct(own?: Sending) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let said: Sending = {}
  const done = tellSlow((sending) => {
    said = sending
    return promise
  }, own)
  return { say: (what: 'onLong' | 'onAgain') => said[what]?.(), end: () => (resolve(), done) }
}

test('the page says the worst of the acts that are under way, until the last is over', async () => {
  const notify = vi.fn()
  const stop = slowness.subscribe(notify)
  const [one, two] = [anAct(), anAct()]
  expect(slowness.read()).toBeNull()
  one.say('onLong')
  two.say('onAgain')
  two.say('onLong')
  expect(slowness.read()).toBe('again')
  await two.end()
  expect(slowness.read()).toBe('long')
  await one.end()
  expect(slowness.read()).toBeNull()
  expect(notify).toHaveBeenCalledTimes(5)
  stop()
})

test('a form that says itself that it tries again is not told of twice', async () => {
  const onAgain = vi.fn()
  const act = anAct({ onAgain })
  act.say('onLong')
  act.say('onAgain')
  expect(slowness.read()).toBeNull()
  expect(onAgain).toHaveBeenCalledTimes(1)
  await act.end()
})
