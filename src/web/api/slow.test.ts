import { expect, test, vi } from 'vitest'
import { slowness } from '../ui/toast.ts'
import { reportSlowness, type Sending } from './request.ts'

/** A command under way, and the reports of its request. */
function anAct(own?: Sending) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let said: Sending = {}
  const done = reportSlowness((sending) => {
    said = sending
    return promise
  }, own)
  return { say: (what: 'onLong' | 'onAgain') => said[what]?.(), end: () => (resolve(), done) }
}

test('the page shows the slowest of the commands under way, until the last one ends', async () => {
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

test('a form that shows its retries is not reported twice', async () => {
  const onAgain = vi.fn()
  const act = anAct({ onAgain })
  act.say('onLong')
  act.say('onAgain')
  expect(slowness.read()).toBeNull()
  expect(onAgain).toHaveBeenCalledTimes(1)
  await act.end()
})
