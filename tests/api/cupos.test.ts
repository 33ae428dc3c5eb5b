import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accept } from '../support/acepta.ts'
import { categorias } from '#contract/categorias.ts'
import { deleteCompetidor, mesa, moveCompetidor } from '#contract/competidores.ts'
import { control, saveHora } from '#contract/horario.ts'
import {
  createInscripcion,
  deleteInscripcion,
  misInscripciones,
  saveCupo,
  saveInscripciones,
  updateInscripcion,
} from '#contract/inscripciones.ts'
import { aperturaOf } from '#domain/apertura.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { Refused, startApp, type Client, type TestApp } from '../support/app.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { seedDia } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { upload } from '../support/tus.ts'
import { stepOf } from '../support/mover.ts'

const MORNING = Date.parse('2025-03-20T15:00:00Z')

async function scene(salsa = 0) {
  const clock = { now: MORNING }
  const app = await startApp({ now: () => clock.now })
  const { categorias: made } = await seedDia(app, 'jueves', { Salsa: salsa, Casino: 0 })
  const [one, two] = made
  const admin = await app.as('admin')
  return { ...app, clock, admin, user: await app.as('usuario'), salsa: one?.id ?? '', casino: two?.id ?? '' }
}

type Scene = Awaited<ReturnType<typeof scene>>

async function enter(app: TestApp, who: Client, categoriaId: string): Promise<string> {
  const subida = await upload(app, who)
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId, subida }
  return (await accept(who, createInscripcion, entry)).output.id
}

const lugares = async (who: Client, categoriaId: string): Promise<number | null | undefined> =>
  (await who.see(misInscripciones))?.dias.flatMap((dia) => dia.categorias).find(({ id }) => id === categoriaId)?.lugares

const CLOSED = { status: 409, code: 'inscripcion.closed' }
const FULL = { status: 409, code: 'categoria.full', message: 'Esa categoría ya está llena. Elige otra.' }

test('entries open and close by the zone of the event and the clock of the server; the administrator may always add entries', async () => {
  await using app = await scene()
  const { admin, user, salsa, casino, clock } = app
  const id = await enter(app, user, salsa)
  await admin.send(saveInscripciones, { desde: '2025-03-20T09:30', hasta: '2025-03-20T18:00', maximo: 0 })
  const rules = { desde: '2025-03-20T15:30:00.000Z', hasta: '2025-03-21T00:00:00.000Z', maximo: 0 }
  expect((await user.see(misInscripciones))?.reglas).toEqual(rules)
  expect(await admin.see(control)).toMatchObject({ inscripciones: rules, zonaHoraria: 'America/Mexico_City' })

  await expect(enter(app, user, salsa)).rejects.toMatchObject({ status: 409, code: 'inscripcion.notYet' })
  clock.now = Date.parse('2025-03-20T23:59:59.999Z')
  const second = await enter(app, user, salsa)

  clock.now = Date.parse('2025-03-21T00:00:00Z')
  const edit = { id, nombre: 'Otra', compania: 'Son', categoriaId: salsa }
  await expect(enter(app, user, salsa)).rejects.toMatchObject(CLOSED)
  await expect(user.send(updateInscripcion, edit)).rejects.toMatchObject(CLOSED)
  await expect(user.send(updateInscripcion, { ...edit, categoriaId: casino })).rejects.toMatchObject(CLOSED)
  await expect(user.send(deleteInscripcion, { id })).rejects.toMatchObject(CLOSED)
  expect((await user.see(misInscripciones))?.inscripciones.map((one) => one.nombre)).toEqual(['Ana', 'Ana'])

  await admin.send(updateInscripcion, edit)
  await admin.send(deleteInscripcion, { id: second })
  await enter(app, admin, casino)
  expect((await user.see(misInscripciones))?.inscripciones.map((one) => one.nombre)).toEqual(['Otra'])
  // Only the files that a row names stay; those of refused requests are removed.
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toHaveLength(2)
})

test('entries that would close at a date that does not exist, or before they open, go on by the rules of before; empty fields remove them', async () => {
  await using app = await scene()
  const { admin, user } = app
  await admin.send(saveInscripciones, { desde: '2025-03-01T09:00', hasta: '2025-03-02T09:00', maximo: 3 })
  const rules = (await user.see(misInscripciones))?.reglas
  for (const hasta of ['2025-02-30T10:00', '2025-99-99T99:99', '9999-12-31T23:59', '0025-03-20T09:30']) {
    await expect(admin.send(saveInscripciones, { desde: '', hasta, maximo: 0 }), hasta).rejects.toMatchObject({
      status: 400,
      fields: { hasta: 'Elige fecha y hora.' },
    })
    await expect(admin.send(saveHora, { hora: hasta }), hasta).rejects.toMatchObject({ status: 400 })
  }
  const wrong = admin.send(saveInscripciones, { desde: '2025-03-02T09:00', hasta: '2025-03-02T09:00', maximo: 3 })
  await expect(wrong).rejects.toMatchObject({ status: 400, fields: { hasta: expect.stringContaining('posterior') } })
  await expect(admin.send(saveInscripciones, { desde: 'mañana', hasta: '', maximo: -1 })).rejects.toMatchObject({
    fields: { desde: 'Elige fecha y hora.', maximo: expect.any(String) },
  })
  expect((await user.see(misInscripciones))?.reglas).toEqual(rules)

  await admin.send(saveInscripciones, { desde: '', hasta: '', maximo: 0 })
  const reglas = (await user.see(misInscripciones))?.reglas
  expect(reglas).toEqual({ desde: null, hasta: null, maximo: 0 })
  expect(reglas && aperturaOf(reglas, MORNING)).toBe('abiertas')
})

test('a full category refuses new entries and moved entries; its own limit takes precedence over the general one', async () => {
  await using app = await scene(2)
  const { admin, user, salsa, casino } = app
  expect(await lugares(user, salsa)).toBeNull()
  await admin.send(saveInscripciones, { desde: '', hasta: '', maximo: 3 })
  expect([await lugares(user, salsa), await lugares(user, casino)]).toEqual([1, 3])

  const id = await enter(app, user, casino)
  await enter(app, user, salsa)
  expect(await lugares(user, salsa)).toBe(0)
  await expect(enter(app, user, salsa)).rejects.toMatchObject(FULL)
  const move = {
    id,
    nombre: 'Ana',
    compania: 'Son',
    categoriaId: salsa,
    acepta: ['Ya inscribiste a Ana en Salsa.'],
  }
  await expect(user.send(updateInscripcion, move)).rejects.toMatchObject(FULL)
  // A competitor with an entry in the full category may still change it.
  const [mine] = (await user.see(misInscripciones))?.inscripciones ?? []
  await user.send(updateInscripcion, { ...move, id: mine?.id ?? '' })

  await admin.send(saveCupo, { id: salsa, cupo: 4 })
  expect(await lugares(user, salsa)).toBe(1)
  await user.send(updateInscripcion, move)
  await admin.send(saveCupo, { id: salsa, cupo: 0 })
  expect(await lugares(user, salsa)).toBeNull()
  await admin.send(saveCupo, { id: salsa, cupo: null })
  expect(await lugares(user, salsa)).toBe(0)
  await enter(app, admin, salsa)

  const seen = await admin.see(categorias)
  expect(seen?.maximo).toBe(3)
  expect(seen?.categorias.map(({ nombre, inscritos, cupo }) => [nombre, inscritos, cupo])).toEqual([
    ['Salsa', 5, null],
    ['Casino', 0, null],
  ])
  await expect(admin.send(saveCupo, { id: 'ninguna', cupo: 3 })).rejects.toMatchObject({ code: 'categoria.missing' })
})

test('of twenty requests at the same time for the last five places, five succeed and fifteen are refused', async () => {
  await using app = await scene(2)
  const { admin, salsa } = app
  await admin.send(saveInscripciones, { desde: '', hasta: '', maximo: 7 })
  const people = await Promise.all(Array.from({ length: 20 }, () => app.as('usuario')))
  const ready: { who: Client; subida: string }[] = []
  for (const who of people) ready.push({ who, subida: await upload(app, who, aTrack(1)) })

  const results = await Promise.allSettled(
    ready.map(({ who, subida }, index) =>
      who.send(createInscripcion, { nombre: `Pareja ${index}`, compania: 'Son', categoriaId: salsa, subida }),
    ),
  )

  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(15)
  for (const reason of refused) expect(reason).toMatchObject(FULL)
  expect((await admin.see(mesa))?.categorias[0]?.competidores).toHaveLength(7)
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toHaveLength(5)
})

test('replacing the event replaces its rules', async () => {
  await using app = await scene(1)
  const { admin, salsa } = app
  await admin.send(saveInscripciones, { desde: '', hasta: '2025-04-01T18:00', maximo: 9 })
  await admin.send(saveCupo, { id: salsa, cupo: 5 })
  const categoria = { id: 'c1', nombre: 'Rueda', dia: 'jueves', orden: 1 }
  const extra = { inscripciones: { desde: '2025-03-01T09:00:00-06:00', maximo: 4 }, cupos: { c1: 2 } }
  const bring = (json: object) => importTree(app.deps, { json, files: null }, { replace: true })

  await bring({ categorias: { c1: categoria }, extra })
  expect((await admin.see(misInscripciones))?.reglas).toEqual({ ...extra.inscripciones, hasta: null })
  expect(await lugares(admin, 'c1')).toBe(2)
  await bring({ categorias: { c1: categoria } })
  expect((await admin.see(misInscripciones))?.reglas).toEqual({ desde: null, hasta: null, maximo: 0 })
  expect(await lugares(admin, 'c1')).toBeNull()
})

type Act = { readonly who: number; readonly what: 'enter' | 'move' | 'shift' | 'delete'; readonly at: number }

const anAct: fc.Arbitrary<Act> = fc.record({
  who: fc.nat({ max: 2 }),
  what: fc.constantFrom('enter', 'enter', 'move', 'shift', 'delete'),
  at: fc.nat({ max: 30 }),
})

/** One act of one person on the entry at a position. The server may refuse it: the entry is of another person, or deleted. */
async function act(app: Scene, people: readonly Client[], { who, what, at }: Act): Promise<void> {
  const person = people[who] ?? app.admin
  const entries = (await app.admin.see(misInscripciones))?.inscripciones ?? []
  const entry = entries[at % Math.max(1, entries.length)]
  const categoriaId = at % 2 === 0 ? app.salsa : app.casino
  if (what === 'enter') await enter(app, person, categoriaId)
  else if (!entry) return
  else if (what === 'move')
    await person.send(updateInscripcion, { id: entry.id, nombre: 'Ana', compania: 'S', categoriaId })
  else if (what === 'delete' && who === 2) await app.admin.send(deleteCompetidor, { id: entry.id })
  else if (what === 'delete') await person.send(deleteInscripcion, { id: entry.id })
  else await app.admin.send(moveCompetidor, await stepOf(app, entry.id, at % 3 === 0 ? 'up' : 'down'))
}

test('when several people act at the same time, each category stays numbered from 1 and each entry has its track', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 4, maxLength: 12 }), async (acts) => {
      await using app = await scene(2)
      const people = [await app.as('usuario'), await app.as('usuario')]
      const results = await Promise.allSettled(acts.map((one) => act(app, people, one)))
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refused)

      const rows = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().execute())
      for (const entries of Map.groupBy(rows, ({ categoriaId }) => categoriaId).values()) {
        const ordenes = entries.map(({ orden }) => orden ?? 0).toSorted((a, b) => a - b)
        expect(ordenes).toEqual(entries.map((_, index) => index + 1))
      }
      const named = rows.flatMap(({ musicaPath }) => musicaPath ?? []).toSorted()
      await sweepOrphans(app)
      expect(await app.deps.files.list('musica')).toEqual(named)
    }),
    { numRuns: 6 },
  )
})
