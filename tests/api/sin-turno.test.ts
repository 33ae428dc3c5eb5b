import { expect, test } from 'vitest'
import { moveCategoria } from '#contract/categorias.ts'
import { moveCompetidor } from '#contract/competidores.ts'
import { selectTurno } from '#contract/horario.ts'
import { createInscripcion, updateInscripcion } from '#contract/inscripciones.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { deskOf, press, schedule, undo } from '../support/repetir.ts'
import { upload } from '../support/tus.ts'

/** Three categories: Ana and Beto, Elsa and Fede, Hugo and Iris. */
async function aDay(turno: number) {
  const app = await startApp({ now: () => Date.parse('2025-04-10T18:00:00Z') })
  const nombres = { Salsa: ['Ana', 'Beto'], Bachata: ['Elsa', 'Fede'], Casino: ['Hugo', 'Iris'] }
  const { categorias, competidores } = await seedDia(app, 'jueves', nombres)
  const rows = [...categorias, ...competidores]
  const admin = await app.as('admin')
  const escena = { ...app, admin, id: (nombre: string) => rows.find((row) => row.nombre === nombre)?.id ?? '' }
  for (let press = 0; press < turno; press += 1) await next(escena)
  return escena
}

type Escena = Awaited<ReturnType<typeof aDay>>

const next = ({ admin }: Escena) => press(admin, 'siguiente')

/** The names under `Sin turno`. */
async function sinTurno(escena: Escena): Promise<string[]> {
  const { categorias, sinTurno: ids } = await deskOf(escena.admin)
  const entries = categorias.flatMap(({ competidores }) => competidores)
  return entries.filter(({ id }) => ids.includes(id)).map(({ nombre }) => nombre)
}

test('an entry that changes category while it has the turn keeps it, and the day goes on where it was', async () => {
  await using escena = await aDay(1)
  const { admin, id } = escena
  await admin.send(updateInscripcion, { id: id('Ana'), categoriaId: id('Casino') })

  expect(await schedule(escena)).toBe('Beto E, Elsa E, Fede E, Hugo E, Iris E, Ana C')
  await next(escena)
  expect(await schedule(escena)).toBe('Beto C, Elsa E, Fede E, Hugo E, Iris E, Ana F')
  for (let press = 0; press < 5; press += 1) await next(escena)
  expect((await deskOf(escena.admin)).competidorId).toBeNull()
  expect(await sinTurno(escena)).toEqual([])
})

test('an entry that has the turn does not go to another day, neither by its owner nor by an administrator', async () => {
  await using escena = await aDay(1)
  const viernes = await seedDia(escena, 'viernes', { Mambo: 1 })
  const dueña = await escena.as('usuario')
  await escena.deps.db.write((tx) =>
    tx.updateTable('competidores').set({ usuarioId: dueña.id }).where('id', '=', escena.id('Ana')).execute(),
  )
  for (const who of [escena.admin, dueña]) {
    const asked = who.send(updateInscripcion, { id: escena.id('Ana'), categoriaId: viernes.categorias[0]?.id ?? '' })
    await expect(asked).rejects.toMatchObject({
      code: 'turno.held',
      message: 'Tiene el turno de su día: pasa el turno primero.',
    })
  }
  expect(await schedule(escena)).toBe('Ana C, Beto E, Elsa E, Fede E, Hugo E, Iris E')
})

type Asking = (escena: Escena) => ReturnType<typeof accept>

test.each<[string, number, Asking, { pregunta: string; listed: string[] }]>([
  [
    'an entry that goes up past the turn',
    1,
    ({ admin, id }) => accept(admin, moveCompetidor, { id: id('Beto'), antesDe: id('Ana') }),
    { pregunta: 'Quedarían antes del turno sin haber competido: Beto.', listed: ['Beto'] },
  ],
  [
    'a category that goes up past the turn',
    3,
    ({ admin, id }) => accept(admin, moveCategoria, { id: id('Casino'), direccion: 'up' }),
    { pregunta: 'Quedarían antes del turno sin haber competido: Hugo, Iris.', listed: ['Hugo', 'Iris'] },
  ],
  [
    'a waiting entry that goes to a category that has passed',
    4,
    ({ admin, id }) => accept(admin, updateInscripcion, { id: id('Hugo'), categoriaId: id('Salsa') }),
    { pregunta: 'Quedarían antes del turno sin haber competido: Hugo.', listed: ['Hugo'] },
  ],
  [
    'a category that has danced and goes behind the turn',
    3,
    ({ admin, id }) => accept(admin, moveCategoria, { id: id('Salsa'), direccion: 'down' }),
    { pregunta: 'Volverían a esperar: Ana, Beto.', listed: [] },
  ],
])('%s: the act asks first, and skipped entries stay on the desk', async (_, turno, run, { pregunta, listed }) => {
  await using escena = await aDay(turno)
  const before = await schedule(escena)
  const refused = { ...escena, admin: { ...escena.admin, send: never(escena.admin) } }
  await expect(run(refused)).rejects.toMatchObject({ code: 'question.open', fields: { pregunta, boton: 'Continuar' } })
  expect(await schedule(escena)).toBe(before)

  expect((await run(escena)).preguntas).toEqual([pregunta])
  expect(await sinTurno(escena)).toEqual(listed)
})

/** Sends without any answer to a question. */
function never({ send }: Client): Client['send'] {
  return async (command, input, options) =>
    send(command, { ...(typeof input === 'object' ? input : {}), acepta: [] } as typeof input, options)
}

test('a competitor who registers late is listed on the desk, gets the turn, and the day goes on where it was', async () => {
  await using escena = await aDay(5)
  await escena.listen()
  const dueña = await escena.as('usuario')
  const subida = await upload(escena, dueña)
  const categoriaId = escena.id('Salsa')
  const { id } = await dueña.send(createInscripcion, { nombre: 'Nora', compania: 'Son', categoriaId, subida })
  expect(await sinTurno(escena)).toEqual(['Nora'])

  await escena.admin.send(selectTurno, { competidorId: id, regresa: true })
  expect(await schedule(escena)).toBe('Ana F, Beto F, Nora C, Elsa F, Fede F, Hugo F, Iris E')
  expect(await sinTurno(escena)).toEqual([])
  await undo(escena.admin)
  expect(await sinTurno(escena)).toEqual(['Nora'])
  expect((await deskOf(escena.admin)).competidorId).toBe(escena.id('Hugo'))

  await escena.admin.send(selectTurno, { competidorId: id, regresa: true })
  await next(escena)
  expect(await schedule(escena)).toBe('Ana F, Beto F, Nora F, Elsa F, Fede F, Hugo F, Iris C')
  expect(await sinTurno(escena)).toEqual([])
})
