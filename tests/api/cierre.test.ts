import { expect, test } from 'vitest'
import {
  addPenalizacion,
  closeCategoria,
  removePenalizacion,
  reopenCalificacion,
  reopenCategoria,
  restoreCompetidor,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { createCategoria, deleteCategoria, setCriterios, updateCategoria } from '#contract/categorias.ts'
import { deleteCompetidor, mesaDeDia, moveCompetidor, placeCompetidor } from '#contract/competidores.ts'
import { repeatCompetidor } from '#contract/horario.ts'
import { createInscripcion, deleteInscripcion, misInscripciones, updateInscripcion } from '#contract/inscripciones.ts'
import { assignJuez, createJuez, saveEscalas, setJuezActivo } from '#contract/jueces.ts'
import { jurado } from '#contract/views/jueces.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { send } from '../support/marcas.ts'
import { upload } from '../support/tus.ts'

const CLOSED = { status: 409, code: 'categoria.closed', message: 'La categoría está cerrada. Reábrela primero.' }
const ESCALA = { maximo: '10', paso: '0.1' }
const ESCALAS = { showcase: ESCALA, casino: ESCALA, general: ESCALA }
const DECISION = 'Gana quien tenga más puntos'

async function aScene(app: TestApp) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'], Son: ['Caro'] })
  const [ana = '', beto = ''] = competidores.map(({ id }) => id)
  return { ana, beto, salsa: categorias[0]?.id ?? '', admin: await app.as('admin') }
}

const close = (client: Client, id: string, decision?: string) =>
  client.send(closeCategoria, { id, ...(decision !== undefined && { decision }) })

const cierres = ({ deps }: TestApp) => deps.db.read((tx) => tx.selectFrom('cierre').selectAll().execute())

test('a complete category closes without a decision, and opens again, by a head judge', async () => {
  await using app = await startApp()
  const { ana, beto, salsa } = await aScene(app)
  const principal = await app.as('juez', { principal: 1, nombre: 'Paz' })
  const otra = await app.as('juez', { nombre: 'Olga' })
  for (const juez of [principal, otra]) for (const id of [ana, beto]) await send(juez, id, '8')
  await close(principal, salsa)
  expect(await cierres(app)).toEqual([expect.objectContaining({ categoriaId: salsa, autor: 'Paz', decision: null })])
  await expect(close(principal, salsa)).rejects.toMatchObject({ status: 409, code: 'categoria.alreadyClosed' })
  await principal.send(reopenCategoria, { id: salsa })
  await expect(principal.send(reopenCategoria, { id: salsa })).rejects.toMatchObject({ code: 'categoria.open' })
  expect(await cierres(app)).toEqual([])
})

test('a closed category misses no judge who joined its panel later, until it is reopened', async () => {
  await using app = await startApp()
  const { ana, beto, salsa, admin } = await aScene(app)
  const principal = await app.as('juez', { principal: 1, nombre: 'Paz' })
  const otra = await app.as('juez', { nombre: 'Olga' })
  const bruno = await admin.send(createJuez, { nombre: 'Bruno' })
  await admin.send(assignJuez, { id: bruno.id, dias: ['viernes'] })
  for (const id of [ana, beto]) await send(principal, id, '8')
  await send(otra, ana, '8')
  await close(admin, salsa, DECISION)

  await admin.send(createJuez, { nombre: 'Nora' })
  await admin.send(assignJuez, { id: bruno.id })
  const missing = async () => {
    const desk = (await admin.see(mesaDeDia, { dia: 'jueves' }))?.categorias.find(({ id }) => id === salsa)
    const head = (await principal.see(jurado))?.categorias.find(({ id }) => id === salsa)
    return [desk, head].map((one) => one?.competidores.map(({ faltan }) => faltan.map(({ nombre }) => nombre).join()))
  }
  expect(await missing()).toEqual([
    ['', 'Olga'],
    ['', 'Olga'],
  ])
  await admin.send(setJuezActivo, { id: otra.id, activo: false })
  expect((await missing())[0]).toEqual(['', ''])

  await admin.send(reopenCategoria, { id: salsa })
  expect((await missing())[0]).toEqual(['Bruno,Nora', 'Bruno,Nora'])
})

test('closing needs a decision when the only marks of an entry are of an annulled attempt', async () => {
  await using app = await startApp()
  const { ana, beto, admin, salsa } = await aScene(app)
  const juez = await app.as('juez')
  for (const id of [ana, beto]) await send(juez, id, '8')
  await admin.send(repeatCompetidor, { id: ana, intento: 1, motivo: 'Música' })
  await admin.send(assignJuez, { id: juez.id, dias: ['viernes'] })
  for (const decision of [undefined, '   ', '\u200b']) {
    await expect(close(admin, salsa, decision)).rejects.toMatchObject({
      status: 409,
      code: 'cierre.undecided',
      fields: { decision: expect.stringContaining('Escribe la decisión') },
    })
  }
  expect(await cierres(app)).toEqual([])
  await close(admin, salsa, ` ${DECISION} `)
  expect(await cierres(app)).toEqual([expect.objectContaining({ autor: 'Organización', decision: DECISION })])
})

test('a withdrawn entry, and an entry without order, need no marks to close', async () => {
  await using app = await startApp()
  const { ana, beto, salsa, admin } = await aScene(app)
  await app.deps.db.write((tx) =>
    tx
      .insertInto('competidores')
      .values(aCompetidor({ categoriaId: salsa, orden: null }))
      .execute(),
  )
  const juez = await app.as('juez')
  await send(juez, ana, '8')
  await expect(close(admin, salsa)).rejects.toMatchObject({ code: 'cierre.undecided' })
  await admin.send(withdrawCompetidor, { id: beto, estado: 'no_se_presento' })
  await close(admin, salsa)
  expect(await cierres(app)).toHaveLength(1)
})

test('a closed category refuses reopened marks, penalties, withdrawals, order, entries in and out, other criteria and scales', async () => {
  await using app = await startApp()
  const { ana, beto, salsa, admin } = await aScene(app)
  const dueña = await app.as('usuario')
  const sinOrden = aCompetidor({ categoriaId: salsa, orden: null })
  const juez = await app.as('juez')
  await send(juez, ana, '8')
  const { id: penalizacion } = await admin.send(addPenalizacion, { id: ana, puntos: '2', motivo: 'Tiempo' })
  await admin.send(withdrawCompetidor, { id: beto, estado: 'no_se_presento' })
  await app.deps.db.write(async (tx) => {
    await tx.insertInto('competidores').values(sinOrden).execute()
    await tx.updateTable('competidores').set({ usuarioId: dueña.id }).where('id', '=', ana).execute()
  })
  const { id: otra } = await admin.send(createCategoria, { nombre: 'Timba', dia: 'jueves' })
  const fuera = aCompetidor({ categoriaId: otra, usuarioId: dueña.id })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(fuera).execute())
  const datos = { nombre: 'Ana', compania: 'Son' }
  const subida = await upload(app, dueña)
  await close(admin, salsa, DECISION)

  const acts = [
    admin.send(reopenCalificacion, { competidorId: ana, juezId: juez.id, motivo: 'No' }),
    admin.send(addPenalizacion, { id: ana, puntos: '1', motivo: 'Otra' }),
    admin.send(removePenalizacion, { id: penalizacion }),
    admin.send(withdrawCompetidor, { id: ana, estado: 'descalificado', motivo: 'No' }),
    admin.send(restoreCompetidor, { id: beto }),
    admin.send(moveCompetidor, { id: ana, antesDe: null }),
    admin.send(placeCompetidor, { id: sinOrden.id }),
    admin.send(deleteCompetidor, { id: ana }),
    admin.send(deleteCategoria, { id: salsa }),
    admin.send(setCriterios, { id: salsa, criterios: 'casino' }),
    admin.send(saveEscalas, { ...ESCALAS, general: { maximo: '20', paso: '0.5' } }),
    dueña.send(createInscripcion, { ...datos, categoriaId: salsa, subida }),
    dueña.send(updateInscripcion, { id: fuera.id, ...datos, categoriaId: salsa }),
    dueña.send(updateInscripcion, { id: ana, ...datos, categoriaId: otra }),
    dueña.send(updateInscripcion, { id: ana, ...datos, nombre: 'Ana María' }),
    dueña.send(deleteInscripcion, { id: ana }),
    admin.send(updateCategoria, { id: salsa, nombre: 'Mambo' }),
    admin.send(updateCategoria, { id: salsa, dia: 'viernes' }),
  ]
  for (const refusal of await Promise.allSettled(acts)) {
    expect(refusal).toMatchObject({ status: 'rejected', reason: CLOSED })
  }
  await admin.send(updateInscripcion, { id: ana, ...datos, nombre: 'Ana María' })
  const { inscripciones = [] } = (await dueña.see(misInscripciones)) ?? {}
  expect(inscripciones.find(({ id }) => id === ana)).toMatchObject({ nombre: 'Ana María', cerrada: true })
  // The scale of a type that no closed category has.
  await admin.send(saveEscalas, { ...ESCALAS, casino: { maximo: '20', paso: '0.5' } })

  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(saveEscalas, { ...ESCALAS, general: { maximo: '20', paso: '0.5' } })
  await admin.send(setCriterios, { id: salsa, criterios: 'casino' })
  await admin.send(removePenalizacion, { id: penalizacion })
  await admin.send(restoreCompetidor, { id: beto })
  await dueña.send(deleteInscripcion, { id: fuera.id })
  await admin.send(deleteCategoria, { id: salsa })
})

test('a disqualification needs a reason, and a withdrawal ends only once', async () => {
  await using app = await startApp()
  const { ana, beto, admin } = await aScene(app)
  const motivo = '  '
  await expect(admin.send(withdrawCompetidor, { id: ana, estado: 'descalificado', motivo })).rejects.toMatchObject({
    status: 400,
    fields: { motivo: 'Escribe el motivo.' },
  })
  await admin.send(withdrawCompetidor, { id: ana, estado: 'descalificado', motivo: 'Música prohibida' })
  await admin.send(withdrawCompetidor, { id: beto, estado: 'no_se_presento' })
  await expect(admin.send(withdrawCompetidor, { id: ana, estado: 'no_se_presento' })).rejects.toMatchObject({
    status: 409,
    code: 'retiro.present',
  })
  const retiros = () => app.deps.db.read((tx) => tx.selectFrom('retiro').selectAll().orderBy('estado').execute())
  expect(await retiros()).toEqual([
    { competidorId: ana, estado: 'descalificado', motivo: 'Música prohibida' },
    { competidorId: beto, estado: 'no_se_presento', motivo: null },
  ])
  await admin.send(restoreCompetidor, { id: ana })
  await expect(admin.send(restoreCompetidor, { id: ana })).rejects.toMatchObject({ code: 'retiro.missing' })
  expect(await retiros()).toHaveLength(1)
})

test('a penalty keeps points, reason and author, and is removed once', async () => {
  await using app = await startApp()
  const { ana, admin } = await aScene(app)
  const { id } = await admin.send(addPenalizacion, { id: ana, puntos: '2,5', motivo: ' Se pasó de tiempo ' })
  const stored = () => app.deps.db.read((tx) => tx.selectFrom('penalizacion').selectAll().execute())
  expect(await stored()).toEqual([
    expect.objectContaining({ id, competidorId: ana, puntos: 250, motivo: 'Se pasó de tiempo', autor: 'Organización' }),
  ])
  for (const puntos of ['0', '-1', '1000.01', 'dos']) {
    await expect(admin.send(addPenalizacion, { id: ana, puntos, motivo: 'No' })).rejects.toMatchObject({
      status: 400,
      fields: { puntos: expect.stringContaining('mayor que 0') },
    })
  }
  await admin.send(removePenalizacion, { id })
  await expect(admin.send(removePenalizacion, { id })).rejects.toMatchObject({ code: 'penalizacion.missing' })
  expect(await stored()).toEqual([])
})
