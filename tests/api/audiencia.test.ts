import { expect, test } from 'vitest'
import { moveCompetidor } from '#contract/competidores.ts'
import { saveMinutos, saveTurno } from '#contract/horario.ts'
import { DatabaseAway, type Database } from '../../src/server/db/database.ts'
import { transact } from '../../src/server/work.ts'
import { accept } from '../support/acepta.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { LiveStream, type Message } from '../support/stream.ts'
import { stepOf } from '../support/mover.ts'

const STREAMS = 150
const COMMANDS = 24

test('every stream, also one opened during the changes, gets every frame in order and exactly once', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 6, Casino: 6 })
  const admin = await app.as('admin')
  const origin = await app.listen()
  const open = () => LiveStream.open(origin, { views: 'horario' })
  const streams = await Promise.all(Array.from({ length: STREAMS }, open))
  await Promise.all(streams.map((stream) => stream.next()))

  let last = 0
  for (let step = 0; step < COMMANDS; step += 1) {
    const id = competidores[step % competidores.length]?.id ?? ''
    const joining = [open(), open(), open()]
    await Promise.all([
      admin.send(saveTurno, { selectedRow: (step % 12) + 1 }),
      stepOf(app, id, 'down').then((step) => accept(admin, moveCompetidor, step)),
      admin.send(saveMinutos, { minutosPorCompetidor: step + 1 }),
    ])
    streams.push(...(await Promise.all(joining)))
    last = (await app.deps.db.read((tx) => tx.selectFrom('revision').select('revision').executeTakeFirstOrThrow()))
      .revision
    // Some of the frames hold one command, others several, and some joins fall in between.
    if (step % 4 === 0) await app.app.live.hub.settled()
  }
  // One more change, which every stream gets, also when the last changes touched only some of them.
  await admin.send(saveMinutos, { minutosPorCompetidor: 100 })
  await Promise.all(streams.map((stream) => stream.next(({ revision }) => revision > last)))

  const [reference] = streams
  const told = new Map(reference?.messages.map((message) => [message.id, message]))
  for (const stream of streams) {
    const [first, ...rest] = stream.messages
    expect(first?.frame.views['horario']?.reset).toBe(true)
    expect(rest).toEqual(rest.map(({ id }) => told.get(id)))
    expect(rest.map(({ id }) => id)).toEqual(idsAfter(reference?.messages ?? [], first))
    expect(pictureOf(stream.messages)).toEqual(pictureOf(reference?.messages ?? []))
  }
  expect(app.app.live.streams.cut).toBe(0)
  await Promise.all(streams.map((stream) => stream.close()))
})

/** The ids of the messages that a stream must still get after `first`. */
function idsAfter(messages: readonly Message[], first: Message | undefined): string[] {
  return messages.filter(({ frame }) => frame.revision > (first?.frame.revision ?? 0)).map(({ id }) => id)
}

/** The parts that a browser shows after all messages. */
function pictureOf(messages: readonly Message[]): Record<string, unknown> {
  const picture: Record<string, unknown> = {}
  for (const { frame } of messages) {
    const { parts = {}, gone = [] } = frame.views['horario'] ?? {}
    Object.assign(picture, parts)
    for (const key of gone) delete picture[key]
  }
  return picture
}

test('a database read that loses its connection at the end loses no change', async () => {
  let losing = false
  const database = (db: Database): Database => ({
    ...db,
    read: async (run) => {
      const answer = await db.read(run)
      if (!losing) return answer
      losing = false
      throw new DatabaseAway(new Error('Connection terminated unexpectedly'))
    },
  })
  await using app = await startApp({ database })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  await stream.next()

  losing = true
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    await work.tx
      .insertInto('turno')
      .values({ dia: 'jueves', selectedRow: 1, competidorId: competidores[0]?.id ?? '' })
      .execute()
    work.changed({ kind: 'turno', dia: 'jueves' })
  })

  const { frame } = await stream.next()
  expect(losing).toBe(false)
  expect(frame.views['horario']?.parts).toMatchObject({ turno: { selectedRow: 1 } })
})
