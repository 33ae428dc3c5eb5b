import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { createCategoria, updateCategoria } from '#contract/categorias.ts'
import { closeOrden, deleteCompetidor } from '#contract/competidores.ts'
import { saveTurno } from '#contract/horario.ts'
import { addCompetidor, createCarga, undoCarga } from '#contract/inscripciones.ts'
import type { TextosDeFila } from '#domain/carga.ts'
import { type Client, startApp, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { fila, revisar } from '../support/carga.ts'
import { unload } from '../support/evento.ts'

const LISTA = [
  fila('jueves', 'Salsa', 'Zoe', 'Son'),
  fila('jueves', 'Salsa', 'Ana'),
  fila('jueves', 'Rueda', 'Bea'),
  fila('viernes', 'Timba', 'Caro'),
]

/** Loads a list. Returns the id of the load. */
async function load(admin: Client, filas: readonly TextosDeFila[] = LISTA): Promise<string> {
  const { carga = '' } = await admin.send(createCarga, { filas: (await revisar(admin, filas)).filas })
  return carga
}

const exportOf = async (app: TestApp): Promise<string> => readFileSync(await unload(app), 'utf8')
const entryOf = async ({ deps }: TestApp, nombre: string) =>
  deps.db.read((tx) => tx.selectFrom('competidores').selectAll().where('nombre', '=', nombre).executeTakeFirstOrThrow())

const refuses = (admin: Client, id: string, motivo: string) =>
  expect(admin.send(undoCarga, { id })).rejects.toMatchObject({
    status: 409,
    code: 'carga.kept',
    message: expect.stringMatching(`^La carga ya no se puede deshacer: ${motivo}\\.$`),
  })

/** The loads that `/bitacora` offers to undo. */
const offered = async (admin: Client) =>
  (await admin.send(readBitacora, { buscar: '' })).actos.flatMap(({ carga }) => (carga === undefined ? [] : [carga]))

test('an undone load leaves the event of before, byte for byte in the export; the log tells both', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: ['Ana'], Son: ['Dora'] })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 2 })
  const before = await exportOf(app)

  const id = await load(admin)
  expect(await exportOf(app)).not.toBe(before)
  expect(await offered(admin)).toEqual([id])
  await admin.send(undoCarga, { id })

  expect(await exportOf(app)).toBe(before)
  expect(await offered(admin)).toEqual([])
  const counts = 'Categorías nuevas: 2; Competidores nuevos: 3; Ya estaban: 1'
  expect((await admin.send(readBitacora, { buscar: 'carga' })).actos).toMatchObject([
    { que: 'Carga deshecha', antes: counts, despues: '' },
    { que: 'Lista cargada', antes: '', despues: counts },
  ])
  await refuses(admin, id, 'ya no queda nada de ella')
  expect(await load(admin)).not.toBe(id)
})

test('what was added, moved and renamed since stays, and a second load stands', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const admin = await app.as('admin')
  const id = await load(admin)
  const second = await load(admin, [fila('jueves', 'Salsa', 'Eva')])
  const salsa = { id: categorias[0]?.id ?? '', compania: 'Son' }
  await admin.send(addCompetidor, { ...salsa, nombre: 'Flor' })
  await admin.send(deleteCompetidor, { id: (await entryOf(app, 'Caro')).id })
  await admin.send(updateCategoria, { id: (await entryOf(app, 'Bea')).categoriaId, nombre: 'Casino', dia: 'sábado' })
  await admin.send(createCategoria, { nombre: 'Afro', dia: 'sábado' })

  await admin.send(undoCarga, { id })
  expect(await offered(admin)).toEqual([second])
  const left = await app.deps.db.read(async (tx) => ({
    categorias: await tx.selectFrom('categorias').select(['dia', 'orden', 'nombre']).orderBy('dia').execute(),
    competidores: await tx.selectFrom('competidores').select(['orden', 'nombre']).orderBy('orden').execute(),
  }))
  expect(left).toEqual({
    categorias: [
      { dia: 'jueves', orden: 1, nombre: 'Salsa' },
      { dia: 'sábado', orden: 1, nombre: 'Afro' },
    ],
    competidores: [
      { orden: 1, nombre: 'Ana' },
      { orden: 2, nombre: 'Eva' },
      { orden: 3, nombre: 'Flor' },
    ],
  })
})

test.each<[string, (app: TestApp, admin: Client) => Promise<unknown>]>([
  ['Zoe ya tuvo el turno', async (_, admin) => admin.send(saveTurno, { selectedRow: 2 })],
  [
    'Zoe ya tiene música',
    async (app) =>
      app.deps.db.write((tx) =>
        tx.updateTable('competidores').set({ musicaPath: 'musica/a.mp3' }).where('nombre', '=', 'Zoe').execute(),
      ),
  ],
  ['Zoe ya tiene calificaciones', async (app) => seedCalificacion(app, (await entryOf(app, 'Zoe')).id, 'j1', '9')],
  ['(?:Zoe|Bea) ya tiene número', async (_, admin) => admin.send(closeOrden, { dia: 'jueves' })],
  [
    'la categoría Salsa está cerrada',
    async (app) => {
      const { categoriaId } = await entryOf(app, 'Zoe')
      const cierre = { categoriaId, autor: 'Ana', fecha: '2026-04-10T10:00:00.000Z', decision: null }
      await app.deps.db.write((tx) =>
        tx
          .insertInto('cierre')
          .values({ ...cierre, panel: '[]', regla: null })
          .execute(),
      )
    },
  ],
  [
    'la categoría Rueda tiene otros competidores',
    async (app, admin) =>
      admin.send(addCompetidor, { id: (await entryOf(app, 'Bea')).categoriaId, nombre: 'Ivo', compania: 'Son' }),
  ],
])('a load is kept, and no longer offered: %s', async (motivo, act) => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const admin = await app.as('admin')
  const id = await load(admin)
  await act(app, admin)
  const before = await exportOf(app)
  expect(await offered(admin)).toEqual([])
  await refuses(admin, id, motivo)
  expect(await exportOf(app)).toBe(before)
})

test('a load into a day with a closed order has numbers: it is not offered', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const admin = await app.as('admin')
  await admin.send(closeOrden, { dia: 'jueves' })
  expect(await load(admin)).toBe('')
  expect(await offered(admin)).toEqual([])
})

test('of two administrators who undo a load, one does', async () => {
  await using app = await startApp()
  const [admin, other] = [await app.as('admin'), await app.as('admin')]
  const before = await exportOf(app)
  const id = await load(admin)
  const both = await Promise.allSettled([admin.send(undoCarga, { id }), other.send(undoCarga, { id })])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await exportOf(app)).toBe(before)
  for (const unknown of ['999999', 'ninguna'])
    await expect(admin.send(undoCarga, { id: unknown })).rejects.toMatchObject({ status: 404, code: 'carga.missing' })
})
