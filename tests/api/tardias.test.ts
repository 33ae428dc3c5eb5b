import { expect, test } from 'vitest'
import { endSesiones, signOut } from '#contract/acceso.ts'
import {
  acceptTardia,
  closeCategoria,
  discardTardia,
  handInTardia,
  reopenCategoria,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { deleteCompetidor } from '#contract/competidores.ts'
import { renewEnlaceJuez, saveEscalas, setJuezActivo } from '#contract/jueces.ts'
import type { Database } from '../../src/server/db/database.ts'
import { startApp, type Client, type TestApp, type TestOptions } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { juezOf, openEnlace } from '../support/jueces.ts'
import { send, storedMarcas, storedTardias, todos } from '../support/marcas.ts'

const REQUIRED = { status: 401, code: 'session.required' }
const DAY_MS = 24 * 60 * 60_000

interface Escena {
  readonly app: TestApp
  readonly ana: string
  readonly salsa: string
  readonly juez: Client
  readonly admin: Client
}

async function aScene(options: TestOptions = {}): Promise<Escena & AsyncDisposable> {
  const app = await startApp(options)
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'] })
  const [juez, admin] = [await app.as('juez', { nombre: 'Amparo' }), await app.as('admin')]
  const [ana, salsa] = [competidores[0]?.id ?? '', categorias[0]?.id ?? '']
  return { app, ana, salsa, juez, admin, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const handIn = (juez: Client, competidorId: string, puntos = '8', clave = 'entrega-1') =>
  juez.send(handInTardia, { clave, competidorId, criterios: todos(puntos) })

/** The raw answer: its status and headers too. */
const post = (app: TestApp, headers: Record<string, string>, competidorId: string) =>
  app.app.http.inject({
    method: 'POST',
    url: handInTardia.path,
    headers,
    payload: { clave: 'entrega-1', competidorId, criterios: todos('8') },
  })

test.each<[string, (scene: Escena) => Promise<unknown>]>([
  ['was switched off', ({ admin, juez }) => admin.send(setJuezActivo, { id: juez.id, activo: false })],
  ['has a new link', ({ admin, juez }) => admin.send(renewEnlaceJuez, { id: juez.id })],
  ['signed out', ({ juez }) => juez.send(signOut, {})],
  ['ended all sessions', ({ juez }) => juez.send(endSesiones, {})],
])('the device of a judge who %s cannot hand in late marks until the judge returns', async (_, act) => {
  await using scene = await aScene()
  const { app, ana, juez } = scene
  await act(scene)
  await expect(send(juez, ana, '8')).rejects.toMatchObject(REQUIRED)
  await expect(handIn(juez, ana)).rejects.toMatchObject(REQUIRED)
  expect(await storedTardias(app, juez.id)).toEqual([])
  expect(await storedMarcas(app, ana)).toEqual({})

  await scene.admin.send(setJuezActivo, { id: juez.id, activo: true })
  const { enlace } = await juezOf(scene.admin, juez.id)
  const cookie = await openEnlace(app, enlace ?? '')
  await scene.admin.send(closeCategoria, { id: scene.salsa, decision: 'Sin Amparo' })
  await send(app.visitor, ana, '8', { headers: { cookie } })
  expect(await storedTardias(app, juez.id)).toEqual([
    expect.objectContaining({ competidorId: ana, causa: 'cerrada', estado: 'pendiente', total: '48.00' }),
  ])
})

test('a hand-in for another judge than the one who is signed in is refused', async () => {
  await using scene = await aScene()
  const { app, ana, juez } = scene
  const mark = { clave: 'entrega-1', competidorId: ana, criterios: todos('8'), juezId: 'otra' }
  await expect(juez.send(handInTardia, mark)).rejects.toMatchObject({ status: 403, code: 'session.forbidden' })
  expect(await storedTardias(app, juez.id)).toEqual([])
})

test('a hand-in that is repeated, also at the same moment, adds one late mark', async () => {
  await using scene = await aScene()
  const { app, ana, juez } = scene
  await Promise.all(Array.from({ length: 5 }, () => handIn(juez, ana)))
  expect(await handIn(juez, ana, '9')).toEqual({})
  expect(await storedTardias(app, juez.id)).toEqual([expect.objectContaining({ clave: 'entrega-1', total: '48.00' })])
  await handIn(juez, ana, '9', 'entrega-2')
  expect(await storedTardias(app, juez.id)).toHaveLength(2)
})

test('a session that expired without use cannot hand in late marks', async () => {
  let now = Date.parse('2025-04-10T18:00:00Z')
  await using scene = await aScene({ now: () => now })
  const { app, ana, juez } = scene
  now += 8 * DAY_MS
  await expect(send(juez, ana, '8')).rejects.toMatchObject(REQUIRED)
  await expect(handIn(juez, ana)).rejects.toMatchObject(REQUIRED)
  expect(await storedTardias(app, juez.id)).toEqual([])
})

test('a hand-in without the session of a judge opens no write transaction', async () => {
  let writes = 0
  const database = (db: Database): Database => ({
    ...db,
    write: (run) => {
      writes += 1
      return db.write(run)
    },
  })
  await using scene = await aScene({ database })
  const { app, admin, ana, juez } = scene
  writes = 0
  for (const headers of [{}, { cookie: 'sesion=nadie' }]) expect((await post(app, headers, ana)).statusCode).toBe(401)
  expect((await post(app, { cookie: admin.cookie ?? '' }, ana)).statusCode).toBe(403)
  expect(writes).toBe(0)
  expect((await post(app, { cookie: juez.cookie ?? '' }, ana)).statusCode).toBe(202)
  expect(writes).toBe(1)
})

test('a mark that is stored already is not handed in again; the choice of a judge over it waits, and counts once it is accepted', async () => {
  await using scene = await aScene()
  const { app, ana, juez, admin } = scene
  await send(juez, ana, '8')
  expect(await handIn(juez, ana, '8.0')).toEqual({})
  expect(await storedTardias(app, juez.id)).toEqual([])
  await handIn(juez, ana, '9')
  expect(await storedMarcas(app, ana)).toMatchObject({ [juez.id]: { total: '48.00', version: 1 } })
  const [tardia] = await storedTardias(app, juez.id)
  expect(tardia).toMatchObject({ causa: 'version', total: '54.00' })
  await admin.send(acceptTardia, { id: tardia?.id ?? '' })
  expect(await storedMarcas(app, ana)).toEqual({
    [juez.id]: { estado: 'enviada', version: 2, total: '54.00', motivo: null },
  })
})

test('an administrator or a head judge decides, once, and a discarded mark has a reason', async () => {
  await using scene = await aScene()
  const { app, ana, juez, admin } = scene
  const principal = await app.as('juez', { principal: 1 })
  await handIn(juez, ana, '8', 'entrega-1')
  await handIn(juez, ana, '9', 'entrega-2')
  const stored = await storedTardias(app, juez.id)
  const [uno = '', dos = ''] = ['entrega-1', 'entrega-2'].map((clave) => stored.find((one) => one.clave === clave)?.id)
  await expect(principal.send(discardTardia, { id: uno, motivo: ' ' })).rejects.toMatchObject({
    fields: { motivo: 'Escribe el motivo.' },
  })
  await principal.send(discardTardia, { id: uno, motivo: 'Repetida' })
  await admin.send(acceptTardia, { id: dos })
  for (const id of [uno, dos]) {
    await expect(admin.send(acceptTardia, { id })).rejects.toMatchObject({ status: 404, code: 'tardia.missing' })
    await expect(admin.send(discardTardia, { id, motivo: 'Otra vez' })).rejects.toMatchObject({
      code: 'tardia.missing',
    })
  }
  const estados = Object.fromEntries((await storedTardias(app, juez.id)).map(({ id, estado }) => [id, estado]))
  expect(estados).toEqual({ [uno]: 'descartada', [dos]: 'aceptada' })
  expect(Object.values(await storedMarcas(app, ana)).map(({ total }) => total)).toEqual(['54.00'])
})

test('a late mark of a closed category is accepted once the category is open again', async () => {
  await using scene = await aScene()
  const { app, ana, salsa, juez, admin } = scene
  await admin.send(closeCategoria, { id: salsa, decision: 'Sin Amparo' })
  await send(juez, ana, '8')
  const [{ id } = { id: '' }] = await storedTardias(app, juez.id)
  await expect(admin.send(acceptTardia, { id })).rejects.toMatchObject({ status: 409, code: 'categoria.closed' })
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(acceptTardia, { id })
  expect(await storedMarcas(app, ana)).toMatchObject({ [juez.id]: { estado: 'enviada', total: '48.00' } })
})

test('a late mark of a deleted entry is kept, and can only be discarded', async () => {
  await using scene = await aScene()
  const { app, ana, juez, admin } = scene
  await admin.send(withdrawCompetidor, { id: ana, estado: 'no_se_presento' })
  await send(juez, ana, '8')
  await admin.send(deleteCompetidor, { id: ana })
  const [tardia] = await storedTardias(app, juez.id)
  expect(tardia).toMatchObject({ causa: 'retirado', estado: 'pendiente' })
  const { id = '' } = tardia ?? {}
  await expect(admin.send(acceptTardia, { id })).rejects.toMatchObject({ status: 404, code: 'competidor.missing' })
  await admin.send(discardTardia, { id, motivo: 'Ya no compite' })
  expect(await storedTardias(app, juez.id)).toEqual([expect.objectContaining({ estado: 'descartada' })])
})

test('a late mark off a new scale is refused with a sentence', async () => {
  await using scene = await aScene()
  const { app, ana, juez, admin } = scene
  await handIn(juez, ana, '8')
  const escala = { maximo: '5', paso: '0.1' }
  await admin.send(saveEscalas, { showcase: escala, casino: escala, general: escala })
  const [{ id } = { id: '' }] = await storedTardias(app, juez.id)
  await expect(admin.send(acceptTardia, { id })).rejects.toMatchObject({ status: 409, code: 'tardia.offScale' })
  expect(await storedMarcas(app, ana)).toEqual({})
})

test('a judge has 500 late marks at most, and a repeated one is no refusal', async () => {
  await using scene = await aScene()
  const { app, ana, salsa, juez, admin } = scene
  await handIn(juez, ana)
  const row = { juezId: juez.id, competidorId: ana, criterios: '{}', l_calificacion: '0.00', motivo: null, intento: 1 }
  const made = Array.from({ length: 499 }, (_, n) => ({ ...row, id: `t-${n}`, clave: `clave-${n}` }))
  await app.deps.db.write((tx) =>
    tx
      .insertInto('tardia')
      .values(made.map((one) => ({ ...one, causa: 'sesion' as const, recibida: '2025', estado: 'pendiente' as const })))
      .execute(),
  )
  const full = { status: 409, code: 'tardia.full' }
  await expect(handIn(juez, ana, '8', 'entrega-2')).rejects.toMatchObject(full)
  await admin.send(closeCategoria, { id: salsa, decision: 'Sin Amparo' })
  await expect(send(juez, ana, '8')).rejects.toMatchObject(full)
  expect(await handIn(juez, ana)).toEqual({})
  expect(await storedTardias(app, juez.id)).toHaveLength(500)
  await handIn(await app.as('juez'), ana)
})

test('the endpoint reveals nothing about entries, and accepts only numbers of known criteria', async () => {
  await using scene = await aScene()
  const { app, ana, juez } = scene
  expect(await handIn(juez, 'no-existe', '8', 'entrega-1')).toEqual({})
  expect(await handIn(juez, ana, '99.99', 'entrega-2')).toEqual({})
  for (const criterios of [{}, { b_Tiempo: 'mucho' }, { b_Tiempo: '' }, { nota: '8' }] as Record<string, string>[]) {
    const refused = juez.send(handInTardia, { clave: 'entrega-3', competidorId: ana, criterios })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'input.invalid' })
  }
  expect((await storedTardias(app, juez.id)).map(({ causa }) => causa).toSorted()).toEqual(['eliminado', 'version'])
})
