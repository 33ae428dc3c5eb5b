import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveMinutos, setPublicacion } from '#contract/horario.ts'
import { INTERRUPTORES, type Interruptor } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { startApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import {
  act,
  ACTS,
  anEvent,
  askEverything,
  openStreams,
  settle,
  showing,
  SWITCH,
  type Act,
} from '../support/secreto.ts'
import { LiveStream } from '../support/stream.ts'

const anAct = fc.constantFrom(...(Object.keys(ACTS) as Act[0][]))
/** Acts of every kind, with many switches of public days in between. */
const acts = fc.array(fc.tuple(fc.oneof(anAct, fc.constant('publicar' as const)), fc.nat({ max: 99 })), {
  minLength: 12,
  maxLength: 24,
})

test('while results are not public, no answer and no stream has a mark of any day, after any act', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (given) => {
      await using event = await anEvent()
      const cookies = [undefined, (await event.app.as('usuario')).cookie]
      const streams = await openStreams(event, cookies)

      for (const one of given) {
        // Days are switched on and off at random; the results as a whole stay closed.
        const isMaster = one[0] === 'publicar' && INTERRUPTORES[one[1] % 4] === 'mostrarCalificaciones'
        if (!isMaster) await act(event, one)
      }
      await event.app.app.live.hub.settled()
      for (const cookie of cookies) expect(await askEverything(event, cookie)).toEqual([])
      for (const stream of streams) {
        await stream.close()
        expect(stream.events.length).toBeGreaterThan(1)
        expect(showing(stream.bytes)).toEqual([])
      }
    }),
    { numRuns: 2, seed: 1 },
  )
})

/** The public switches after the acts so far. */
type Switches = ReadonlyMap<Interruptor, boolean>
const CLOSED: Switches = new Map(
  INTERRUPTORES.map((campo) => [campo, ['mostrarJueves', 'mostrarSabado'].includes(campo)]),
)
const isOpen = (switches: Switches, dia: Dia): boolean =>
  switches.get('mostrarCalificaciones') === true && switches.get(SWITCH[dia]) === true

/** Looks, in every byte of some streams, for a day's marks from the moment on that the day is known to be closed. */
class Watch {
  readonly #since = new Map<Dia, number[]>()
  readonly #streams: readonly LiveStream[]
  constructor(streams: readonly LiveStream[]) {
    this.#streams = streams
  }

  /** Everything sent so far has come, and this is what was open when it was. */
  look(switches: Switches): void {
    for (const dia of DIAS) {
      const from = this.#since.get(dia)
      if (isOpen(switches, dia)) this.#since.delete(dia)
      else if (from) {
        const news = this.#streams.map((stream, index) => stream.bytes.subarray(from[index]))
        expect(news.filter((bytes) => showing(bytes).includes(dia))).toEqual([])
      } else {
        const here = this.#streams.map((stream) => stream.bytes.length)
        this.#since.set(dia, here)
      }
    }
  }
}

test('a day that is off stays secret while others are public, and a day that is switched off is secret from then on', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (given) => {
      await using event = await anEvent()
      const { admin, app } = event
      const cookies = [undefined, (await app.as('usuario')).cookie]
      await admin.send(setPublicacion, { campo: 'mostrarViernes', valor: false })
      const streams = await openStreams(event, cookies)
      const watch = new Watch(streams)
      let switches = CLOSED
      await settle(app, streams)
      watch.look(switches)

      for (const one of given) {
        const campo = INTERRUPTORES[one[1] % 4] ?? 'mostrarViernes'
        if (one[0] === 'publicar' && campo === 'mostrarViernes') continue
        await act(event, one)
        if (one[0] !== 'publicar') continue
        switches = new Map(switches).set(campo, one[1] % 3 > 0)
        await settle(app, streams)
        watch.look(switches)
      }
      await settle(app, streams)
      watch.look(switches)
      const closed = DIAS.filter((dia) => !isOpen(switches, dia))
      for (const cookie of cookies) {
        const seen = await askEverything(event, cookie)
        expect(seen.filter((dia) => closed.includes(dia))).toEqual([])
      }
      for (const stream of streams) {
        await stream.close()
        expect(showing(stream.bytes)).not.toContain('viernes')
      }
    }),
    { numRuns: 2, seed: 2 },
  )
})

test('the administrator gets every mark and the public those of a public day, so that these tests search for what can be found', async () => {
  await using event = await anEvent()
  const { admin, origin, app } = event
  expect(await askEverything(event, admin.cookie)).toEqual(DIAS)
  await using desk = await LiveStream.open(origin, { views: 'mesa', cookie: admin.cookie })
  await desk.next()
  expect(showing(desk.bytes)).toEqual(['jueves'])

  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setPublicacion, { campo: 'mostrarViernes', valor: false })
  await app.app.live.hub.settled()
  expect(await askEverything(event, undefined)).toEqual(['jueves', 'sábado'])

  // A new visitor does not get the results that were public a moment ago.
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: false })
  await app.app.live.hub.settled()
  expect(await askEverything(event, undefined)).toEqual([])
  const late = await openStreams(event, [undefined])
  for (const stream of late) {
    await stream.next()
    await stream.close()
    expect(showing(stream.bytes)).toEqual([])
  }
})

test('once hiding is answered, no snapshot and no stream has a result, although the flush before is not over', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Juez', '51.05')
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const origin = await app.listen()
  const views = 'resultados?dia=jueves'
  const shown = async () => (await fetch(`${origin}/api/vistas?${new URLSearchParams({ views })}`)).text()
  expect(await shown()).toContain('puntos')

  const flushing = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  app.app.live.hub.onFlush(() => {
    flushing.resolve()
    return released.promise
  })
  await admin.send(saveMinutos, { minutosPorCompetidor: 7 })
  await flushing.promise
  // The board is current until the next commit, so the request does not wait.
  expect(await shown()).toContain('puntos')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: false })
  const [after, stream] = [shown(), LiveStream.open(origin, { views })]
  released.resolve()

  expect(await after).not.toContain('puntos')
  await using opened = await stream
  expect(JSON.stringify((await opened.next()).frame)).not.toContain('puntos')
})
