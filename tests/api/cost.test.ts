import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { handInTardia } from '#contract/calificaciones.ts'
import { setReloj, stepTurno } from '#contract/horario.ts'
import { tardias } from '#contract/views/jueces.ts'
import { eventoDefault } from '#domain/evento.ts'
import type { Database } from '../../src/server/db/database.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send, todos } from '../support/marcas.ts'
import { LiveStream } from '../support/stream.ts'
import { anAlta } from '../support/usuarios.ts'

/** An e-mail to the eye of a pattern, nearly: it tries every dot for the last. */
const LONG = `a@${'.'.repeat(60_000)}@`
/** The longest time of a refusal. A slow pattern took five seconds, in which the server answered no other request. */
const SOON_MS = 1_000

test('an e-mail address of sixty thousand dots is refused at once', async () => {
  await using app = await startApp()
  const asked = [
    ['POST', '/api/sesion', { email: LONG, password: 'x' }],
    ['POST', '/api/usuarios', anAlta({ email: LONG })],
    ['POST', '/api/enlaces', { email: LONG }],
    ['PUT', '/api/evento', { ...eventoDefault('America/Mexico_City'), correo: LONG }],
  ] as const
  const { cookie = '' } = await app.as('admin')
  for (const [method, url, payload] of asked) {
    const before = process.cpuUsage()
    const answer = await app.app.http.inject({ method, url, payload, headers: { cookie } })
    const { user } = process.cpuUsage(before)
    expect([answer.statusCode, user < SOON_MS * 1_000], url).toEqual([400, true])
    expect(Object.values(answer.json<{ fields: Record<string, string> }>().fields)).toEqual([
      expect.stringMatching(/^Escribe \d+ caracteres como máximo\.$/),
    ])
  }
})

/** Counts the rows with one of some columns that each kind of transaction reads. */
function counting(columns: readonly string[]): {
  reads: Record<'write' | 'read', number>
  database: (db: Database) => Database
} {
  const reads = { write: 0, read: 0 }
  const plugin = (where: keyof typeof reads): KyselyPlugin => ({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => columns.some((column) => column in row))) reads[where] += 1
      return result
    },
  })
  const database: (db: Database) => Database = (db) => ({
    ...db,
    write: (run) => db.write((tx) => run(tx.withPlugin(plugin('write')))),
    read: (run) => db.read((tx) => run(tx.withPlugin(plugin('read')))),
  })
  return { reads, database }
}

test('a press reads the settings once, and its flush once for all views', async () => {
  const { reads, database } = counting(['mostrarJueves', 'activo'])
  await using app = await startApp({ database })
  await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await admin.send(setReloj, { activarReloj: true })
  await using stream = await LiveStream.open(await app.listen(), { views: 'mesa,horario', cookie: admin.cookie })
  await stream.next()
  await app.app.live.hub.settled()
  Object.assign(reads, { write: 0, read: 0 })

  const desde = { dia: 'jueves', turno: { selectedRow: 0, competidorId: null } } as const
  await admin.send(stepTurno, { paso: 'siguiente', desde })
  await stream.next()

  expect(reads).toEqual({ write: 1, read: 1 })
})

test('presses one after another read the session of the administrator once, beside their transactions', async () => {
  const { reads, database } = counting(['vista'])
  await using app = await startApp({ database })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'mesa', cookie: admin.cookie })
  await stream.next()
  Object.assign(reads, { write: 0, read: 0 })

  for (const [selectedRow, competidorId] of [null, ...competidores.map(({ id }) => id)].entries()) {
    const desde = { dia: 'jueves', turno: { selectedRow, competidorId } } as const
    await admin.send(stepTurno, { paso: 'siguiente', desde })
    await stream.next()
  }

  expect(reads).toEqual({ write: 0, read: 1 })
})

test('a mark reads no entries for the late marks that wait, however many there are', async () => {
  const { reads, database } = counting(['compania'])
  await using app = await startApp({ database })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 2, Son: 1 })
  const [uno = '', dos = '', tres = ''] = competidores.map(({ id }) => id)
  const [juez, admin] = [await app.as('juez'), await app.as('admin')]
  await send(juez, uno, '8')
  for (const [index, id] of [uno, tres].entries()) {
    await juez.send(handInTardia, { clave: `entrega-${index}`, competidorId: id, criterios: todos('9') })
  }
  expect((await admin.see(tardias))?.tardias).toHaveLength(2)
  Object.assign(reads, { write: 0, read: 0 })

  await send(juez, dos, '8')
  await app.app.live.hub.settled()
  expect(reads).toEqual({ write: 0, read: 0 })
})
