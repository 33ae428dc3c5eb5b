import { once } from 'node:events'
import { expect, test } from 'vitest'
import { saveTurno as setTurno, selectDia, setPublicacion } from '#contract/horario.ts'
import type { ViewFrame } from '#contract/live.ts'
import { saveTurno, setReloj } from '../../src/server/horario/commands.ts'
import { transact, type Work } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
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

/** The parts of a client after a frame. */
function applied(known: ViewFrame | undefined, frame: ViewFrame | undefined): Readonly<Record<string, unknown>> {
  const parts = { ...(frame?.reset ? {} : known?.parts), ...frame?.parts }
  return Object.fromEntries(Object.entries(parts).filter(([key]) => !frame?.gone?.includes(key)))
}

/** Makes an instance flush a change of the clock. Its next flush waits until the returned function is called. */
async function holdFlushes(app: TestApp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const flushing = new Promise<void>((resolve) => {
    app.app.live.hub.onFlush(() => {
      resolve()
      return held
    })
  })
  await transact(app.deps, { actor: { role: 'visitante' } }, (work) => setReloj(work, { activarReloj: true }))
  await flushing
  return release
}

type Act = (admin: Client) => Promise<unknown>

test.each<[string, string, Act, Act]>([
  [
    'results that were public',
    'resultados?dia=jueves',
    (admin) => admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true }),
    (admin) => admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: false }),
  ],
  [
    'another active day, without parts in common,',
    'horario',
    (admin) => admin.send(selectDia, { dia: 'viernes' }),
    (admin) => admin.send(selectDia, { dia: 'jueves' }),
  ],
])(
  'a client with %s for a moment at one instance gets the present state at another',
  async (_what, views, act, back) => {
    await using place = await freshPlace()
    await using one = await startApp({ place })
    await using two = await startApp({ place })
    await seedDia(one, 'jueves', { Salsa: ['Ana'] })
    await seedDia(one, 'viernes', { Son: ['Caro'] })
    const admin = await one.as('admin')
    const [here, there] = [await one.listen(), await two.listen()]
    // The other instance has the view open, and sees both acts in one flush.
    await using open = await LiveStream.open(there, { views })
    const { frame: first } = await open.next()
    const release = await holdFlushes(two)

    await act(admin)
    await one.app.live.hub.settled()
    await using between = await LiveStream.open(here, { views })
    const { id: since, frame: passing } = await between.next()
    // The client changes to the other instance before that one has read the acts, or afterwards.
    const asked = once(two.app.http.server, 'request')
    const opening = LiveStream.open(there, { views, since })
    await asked
    await back(admin)
    release()
    await using before = await opening
    await two.app.live.hub.settled()
    await using after = await LiveStream.open(there, { views, since })

    const { reloj: _before, ...expected } = first.views[views]?.parts ?? {}
    for (const client of [before, after]) {
      const { reloj: _now, ...parts } = applied(passing.views[views], (await client.next()).frame.views[views])
      expect(parts).toEqual(expected)
    }
  },
)

test('a client with a revision that the database has lost gets everything anew, and the next change', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 3 })
  const admin = await app.as('admin')
  const origin = await app.listen()
  await using known = await LiveStream.open(origin, { views: 'horario' })
  const [state] = (await known.next()).id.split('.')
  await using ahead = await LiveStream.open(origin, { views: 'horario', since: `${state}.999999999` })
  expect((await ahead.next()).frame.views['horario']?.reset).toBe(true)
  await admin.send(setTurno, { selectedRow: 2 })
  const { frame } = await ahead.next()
  expect(frame.views['horario']?.parts).toMatchObject({ turno: { selectedRow: 2 } })
})
