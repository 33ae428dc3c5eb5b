import { expect, test } from 'vitest'
import { saveTurno, setReloj } from '../../src/server/horario/commands.ts'
import { transact, type Work } from '../../src/server/work.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { freshPlace } from '../support/database.ts'
import { LiveStream } from '../support/stream.ts'

test.each([
  ['between two presses', [2, 'reloj', 3]],
  ['after a press', [2, 'reloj']],
  ['before a press', ['reloj', 3]],
])('a commit of another instance %s is sent with it, at the revision of the last', async (_when, commits) => {
  await using place = await freshPlace()
  await using one = await startApp({ place })
  await using two = await startApp({ place })
  await seedDia(one, 'jueves', { Salsa: 3 })
  await using stream = await LiveStream.open(await one.listen(), { views: 'horario' })
  await stream.next()
  const run = (app: TestApp, work: (one: Work) => Promise<unknown>) =>
    transact(app.deps, { actor: { role: 'visitante' } }, work)
  // The next flush waits until all are committed.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  one.app.live.hub.onFlush(() => held)
  await run(one, (work) => saveTurno(work, { selectedRow: 1 }))
  await stream.next()

  let last = 0
  for (const commit of commits) {
    const { revision } =
      typeof commit === 'number'
        ? await run(one, (work) => saveTurno(work, { selectedRow: commit }))
        : await run(two, (work) => setReloj(work, { activarReloj: true }))
    last = revision
  }
  release()

  const { frame } = await stream.next()
  const selectedRow = commits.findLast((commit) => typeof commit === 'number')
  expect(frame.revision).toBe(last)
  expect(frame.views['horario']?.parts).toMatchObject({ turno: { selectedRow }, reloj: { activarReloj: true } })
})
