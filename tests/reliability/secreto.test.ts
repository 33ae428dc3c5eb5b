import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { setPublicacion } from '#contract/horario.ts'
import type { Frame } from '#contract/live.ts'
import { INTERRUPTORES, type Interruptor } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { act, anEvent, askEverything, openStreams, settle, showing, SWITCH, type Event } from '../support/secreto.ts'
import type { Client } from '../support/app.ts'
import { casos } from '../support/random.ts'
import { LiveStream } from '../support/stream.ts'

const FLIPS = casos(400)
/** Between flips: marks that change, entries and categories that move, the turn. Nothing that takes the event apart. */
const MEANWHILE = ['calificar', 'moverEntrada', 'moverCategoria', 'turno', 'criterios', 'dia'] as const

const flips = fc.array(fc.tuple(fc.constantFrom(...INTERRUPTORES), fc.boolean(), fc.nat({ max: 99 })), {
  minLength: FLIPS,
  maxLength: FLIPS,
})

type Switched = readonly [revision: number, campo: Interruptor, valor: boolean]

/** The switches of public days in the log, in order. */
async function switched({ app }: Event): Promise<Switched[]> {
  const rows = await app.deps.db.read((tx) =>
    tx
      .selectFrom('change_log')
      .select(['revision', 'after'])
      .where('kind', '=', 'publicacion')
      .orderBy('revision')
      .execute(),
  )
  return rows.flatMap(({ revision, after }) => {
    const said: Partial<Record<Interruptor, boolean>> = JSON.parse(after ?? '{}')
    return INTERRUPTORES.flatMap((campo) => {
      const valor = said[campo]
      return valor === undefined ? [] : [[revision, campo, valor] as const]
    })
  })
}

/** The days whose results are public at a revision, computed without the rule of the product. */
function openAt(log: readonly Switched[], until: number): Dia[] {
  const switches = new Map(INTERRUPTORES.map((campo) => [campo, campo !== 'mostrarCalificaciones']))
  for (const [revision, campo, valor] of log) if (revision <= until) switches.set(campo, valor)
  return DIAS.filter((dia) => switches.get('mostrarCalificaciones') && switches.get(SWITCH[dia]))
}

/** Days that an event of a stream shows and that were closed at its revision. */
function leaksOf({ events }: LiveStream, log: readonly Switched[]): string[] {
  return events.flatMap(({ event, data }) => {
    // Only a message shows anything.
    const revision = event === 'message' ? (data as Frame).revision : -1
    const open = event === 'message' ? openAt(log, revision) : []
    const shown = showing(Buffer.from(JSON.stringify(data)))
    return shown.filter((dia) => !open.includes(dia)).map((dia) => `${dia} at ${revision}`)
  })
}

test(`${FLIPS} random switches of public days, while streams are open, send no byte of a hidden day`, async () => {
  await fc.assert(
    fc.asyncProperty(flips, async (given) => {
      await using event = await anEvent()
      const { app, admin } = event
      const admins: readonly Client[] = [admin, await app.as('admin')]
      const cookies = [undefined, (await app.as('usuario')).cookie]
      const streams = await openStreams(event, cookies)
      const desks = await openStreams(event, [admin.cookie])

      for (const [at, [campo, valor, other]] of given.entries()) {
        const flip = admins[other % 2]?.send(setPublicacion, { campo, valor })
        // Marks change at the very moment when their day is opened or closed.
        const name = MEANWHILE[other % MEANWHILE.length] ?? 'calificar'
        await Promise.all([flip, other % 3 === 0 ? act(event, [name, other]) : undefined])
        if (other % 10 === 0) await settle(app, [...streams, ...desks])
        if (at % 100 === 99) await lookAround(event, cookies, streams)
      }
      await settle(app, [...streams, ...desks])

      const log = await switched(event)
      expect(log).toHaveLength(FLIPS)
      for (const stream of [...streams, ...desks]) await stream.close()
      for (const stream of streams) {
        expect(leaksOf(stream, log)).toEqual([])
        expect(showing(Buffer.from(JSON.stringify(stream.head)))).toEqual([])
      }
      // Looking finds them: in what was open, and at the organiser's desk in all of it.
      expect(new Set(streams.flatMap((stream) => showing(stream.bytes)))).toEqual(new Set(DIAS))
      expect(desks.flatMap((stream) => leaksOf(stream, log)).length).toBeGreaterThan(0)
    }),
    { numRuns: 1, seed: 3, endOnFailure: true },
  )
})

/** Sends every permitted request in every encoding. Two clients reconnect with an old revision and get what they missed. */
async function lookAround(
  event: Event,
  cookies: readonly (string | undefined)[],
  streams: LiveStream[],
): Promise<void> {
  await event.app.app.live.hub.settled()
  const open = openAt(await switched(event), Infinity)
  for (const [index, cookie] of cookies.entries()) {
    const seen = await askEverything(event, cookie)
    expect(seen.filter((dia) => !open.includes(dia))).toEqual([])
    const since = streams[index]?.messages.at(-20)?.id
    const views = event.views.slice(0, 8).join(',')
    streams.push(await LiveStream.open(event.origin, { views, cookie, since }))
  }
}
