import { expect, test } from 'vitest'
import {
  acceptTardia,
  addPenalizacion,
  handInTardia,
  closeCategoria,
  orderEmpate,
  reopenCalificacion,
  reopenCategoria,
} from '#contract/calificaciones.ts'
import { setMetodo } from '#contract/categorias.ts'
import { setPublicacion } from '#contract/horario.ts'
import { saveDesempate, savePesos, setJuezPrincipal } from '#contract/jueces.ts'
import { readBitacora } from '#contract/bitacora.ts'
import { resultados, type CategoriaResultadosPart } from '#contract/views/calificaciones.ts'
import { jueces } from '#contract/views/jueces.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { send, storedMarcas, storedTardias, todos } from '../support/marcas.ts'
import { seeDetalle } from '../support/detalle.ts'
import { sendCalificacion } from '#contract/calificaciones.ts'

const GENERAL = criteriosOfTipo('general')
const PIDE = { status: 409, code: 'motivo.required', fields: { motivo: 'Escribe el motivo.' } }
const FALTA_PESO = 'Escribe un peso mayor que 0 para cada criterio, o déjalos todos vacíos.'
const PESOS = pesosOf('20', '15', '15', '15', '20', '15')

function pesosOf(...pesos: readonly string[]): Record<string, string> {
  return Object.fromEntries(GENERAL.map(({ clave }, index) => [clave, pesos[index] ?? '']))
}

async function aScene(app: TestApp, nombres: readonly string[] = ['Ana', 'Beto', 'Caro']) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: nombres })
  const admin = await app.as('admin')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  return { ids: competidores.map(({ id }) => id), salsa: categorias[0]?.id ?? '', admin }
}

const resultadoOf = async (client: Client): Promise<CategoriaResultadosPart | undefined> =>
  (await client.see(resultados, { dia: 'jueves' }))?.categorias[0]

/** `1 Ana 32.00`, with the reasons behind it. */
const lineas = async (client: Client) =>
  ((await resultadoOf(client))?.puestos ?? []).map(({ lugar, nombre, puntos, empate, razones = [] }) =>
    [
      lugar ?? '–',
      nombre,
      puntos === null ? '–' : (puntos / 100).toFixed(2),
      ...(empate ? ['Empate'] : []),
      ...razones,
    ].join(' '),
  )

const detalleOf = async (client: Client, nombre: string) => {
  const found = await seeDetalle(client, { dia: 'jueves', categoria: 'Salsa', nombre })
  if (!found?.encontrado) throw new Error(`No detail of ${nombre}.`)
  return found
}

test('weights change the total of a mark that is sent or handed in late, and no mark that was sent before, also where it is sent again', async () => {
  await using app = await startApp()
  const { ids, admin } = await aScene(app)
  const [ana = '', beto = '', caro = ''] = ids
  const amparo = await app.as('juez', { nombre: 'Amparo' })
  const criterios = { ...todos('5'), b_Tiempo: '10', g_Dificultad: '8.5' }
  await amparo.send(sendCalificacion, { competidorId: ana, criterios, version: 0 })

  await expect(admin.send(savePesos, { tipo: 'general', pesos: PESOS })).rejects.toMatchObject(PIDE)
  await admin.send(savePesos, { tipo: 'general', pesos: PESOS, motivo: 'Reglamento' })
  // (10 × 20 + 5 × 15 × 3 + 5 × 20 + 8.5 × 15) × 6 / 100 = 39.15
  const sent = await amparo.send(sendCalificacion, { competidorId: beto, criterios, version: 0 })
  expect(sent.l_calificacion).toBe('39.15')
  const again = await amparo.send(sendCalificacion, { competidorId: ana, criterios, version: 0 })
  expect(again).toMatchObject({ estado: 'enviada', l_calificacion: '38.50' })
  expect((await storedMarcas(app, ana))[amparo.id]?.total).toBe('38.50')
  await amparo.send(handInTardia, { clave: 'entrega-1', competidorId: caro, criterios })
  const [tardia] = await storedTardias(app, amparo.id)
  expect(tardia?.total).toBe('39.15')
  await admin.send(acceptTardia, { id: tardia?.id ?? '' })
  expect((await storedMarcas(app, caro))[amparo.id]?.total).toBe('39.15')

  await admin.send(reopenCalificacion, { competidorId: ana, juezId: amparo.id, motivo: 'Otra vez' })
  await amparo.send(sendCalificacion, { competidorId: ana, criterios, version: 1 })
  expect((await storedMarcas(app, ana))[amparo.id]?.total).toBe('39.15')
  expect((await detalleOf(admin, 'Ana')).pesos).toMatchObject({ b_Tiempo: 20_00 })
})

test('weights of which one is missing are refused, and a wrong tie-break list; no change is saved', async () => {
  await using app = await startApp()
  const { ids, admin } = await aScene(app)
  const pesos = pesosOf('1', '1', '1', '1', '1')
  const refusal = { status: 400, code: 'input.invalid', fields: { pesos: FALTA_PESO } }
  await expect(admin.send(savePesos, { tipo: 'general', pesos })).rejects.toMatchObject(refusal)
  await admin.send(savePesos, { tipo: 'general', pesos: PESOS })
  await admin.send(savePesos, { tipo: 'general', pesos: pesosOf() })

  await seedCalificacion(app, ids[0] ?? '', 'Importada', '40.00')
  await expect(admin.send(saveDesempate, { desempate: ['Ritmo'] })).rejects.toMatchObject({ status: 400 })
  await expect(admin.send(saveDesempate, { desempate: ['Tiempo', 'Tiempo'] })).rejects.toMatchObject({ status: 400 })
  await expect(admin.send(saveDesempate, { desempate: ['Dificultad'] })).rejects.toMatchObject(PIDE)
  expect(await admin.see(jueces)).toMatchObject({ pesos: { general: {} }, desempate: [] })
})

test('entries that are still tied are ordered by hand, as often as needed, until a new mark undoes the order', async () => {
  await using app = await startApp()
  const { ids, salsa, admin } = await aScene(app)
  const [ana = '', beto = '', caro = ''] = ids
  const principal = await app.as('juez', { nombre: 'Paz', principal: 1 })
  const otra = await app.as('juez', { nombre: 'Olga' })
  for (const id of [ana, beto]) await send(principal, id, '8')
  await expect(principal.send(orderEmpate, { id: salsa, ids: [beto, ana], motivo: 'Moneda' })).rejects.toMatchObject({
    status: 409,
    code: 'empate.hidden',
  })
  await send(principal, caro, '5')
  for (const wrong of [
    [ana, caro],
    [ana, ana],
    [ana, beto, caro],
  ])
    await expect(admin.send(orderEmpate, { id: salsa, ids: wrong, motivo: 'Moneda' })).rejects.toMatchObject({
      code: 'empate.changed',
    })
  await principal.send(orderEmpate, { id: salsa, ids: [beto, ana], motivo: 'Moneda' })
  const [first, second] = await lineas(admin)
  expect([first, second]).toEqual(['1 Beto 48.00 Empate resuelto por Paz', '2 Ana 48.00 Empate resuelto por Paz'])
  await admin.send(orderEmpate, { id: salsa, ids: [ana, beto], motivo: 'Otra moneda' })
  expect((await lineas(admin))[0]).toMatch(/^1 Ana 48.00 Empate resuelto por /)
  await send(otra, caro, '1')
  expect((await lineas(admin)).slice(0, 2)).toEqual(['1 Ana 48.00 Empate', '2 Beto 48.00 Empate'])
  await admin.send(closeCategoria, { id: salsa, decision: 'Así' })
  await expect(admin.send(orderEmpate, { id: salsa, ids: [ana, beto], motivo: 'M' })).rejects.toMatchObject({
    code: 'categoria.closed',
  })
})

test('a late mark that is accepted undoes an order by hand, a penalty does not', async () => {
  await using app = await startApp()
  const { ids, salsa, admin } = await aScene(app)
  const [ana = '', beto = '', caro = ''] = ids
  const otra = await app.as('juez', { nombre: 'Olga' })
  for (const id of ids) await seedCalificacion(app, id, 'Importada', '0')
  await admin.send(closeCategoria, { id: salsa, decision: 'Sin nadie' })
  await send(otra, caro, '9')
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(orderEmpate, { id: salsa, ids: [caro, beto, ana], motivo: 'Moneda' })
  await admin.send(addPenalizacion, { id: caro, puntos: '1', motivo: 'Tiempo' })
  await admin.send(orderEmpate, { id: salsa, ids: [beto, ana], motivo: 'Moneda' })
  expect((await lineas(admin))[0]).toMatch(/^1 Beto 0.00 Empate resuelto/)
  const tardia = await app.deps.db.read((tx) => tx.selectFrom('tardia').select('id').executeTakeFirstOrThrow())
  const { preguntas } = await accept(admin, acceptTardia, { id: tardia.id })
  expect(preguntas).toEqual(['Se pierde el orden que se dio a mano a un empate de la categoría.'])
  expect((await lineas(admin)).slice(1)).toEqual(['2 Ana 0.00 Empate', '3 Beto 0.00 Empate'])
})

test('a change of method after the first mark asks for the reason, which stands in the log with before and after', async () => {
  await using app = await startApp()
  const { ids, salsa, admin } = await aScene(app)
  await admin.send(setMetodo, { id: salsa, metodo: 'recortada' })
  await seedCalificacion(app, ids[0] ?? '', 'Importada', '40.00')
  await admin.send(setMetodo, { id: salsa, metodo: 'recortada' })
  await expect(admin.send(setMetodo, { id: salsa, metodo: 'mayoria' })).rejects.toMatchObject(PIDE)
  expect((await resultadoOf(admin))?.metodo).toBe('recortada')
  await admin.send(setMetodo, { id: salsa, metodo: 'mayoria', motivo: 'Lo pide el reglamento' })
  const [acto] = (await admin.send(readBitacora, {})).actos
  expect(acto).toMatchObject({
    antes: 'Método: Suma recortada',
    despues: 'Método: Lugares por mayoría; Motivo: Lo pide el reglamento',
  })
})

test('a closed category keeps the weights, the list and the head judge that it was closed with, and its method', async () => {
  await using app = await startApp()
  const { ids, salsa, admin } = await aScene(app, ['Ana', 'Beto'])
  const [ana = '', beto = ''] = ids
  const paz = await app.as('juez', { nombre: 'Paz', principal: 1 })
  const olga = await app.as('juez', { nombre: 'Olga' })
  await admin.send(saveDesempate, { desempate: ['Total del juez principal'] })
  await admin.send(savePesos, { tipo: 'general', pesos: PESOS })
  for (const [juez, a, b] of [
    [paz, '7', '8'],
    [olga, '8', '7'],
  ] as const) {
    await send(juez, ana, a)
    await send(juez, beto, b)
  }
  await admin.send(closeCategoria, { id: salsa })
  const before = await lineas(admin)
  expect(before).toEqual(['1 Beto 90.00 Desempate: Total del juez principal 48.00 > 42.00', '2 Ana 90.00'])
  // No open category has marks: no reason is asked for.
  await admin.send(saveDesempate, { desempate: [] })
  await admin.send(savePesos, { tipo: 'general', pesos: pesosOf() })
  await admin.send(setJuezPrincipal, { id: paz.id, principal: false })
  await admin.send(setJuezPrincipal, { id: olga.id, principal: true })
  expect(await lineas(admin)).toEqual(before)
  expect((await detalleOf(admin, 'Ana')).pesos).toMatchObject({ b_Tiempo: 20_00 })
  await expect(admin.send(setMetodo, { id: salsa, metodo: 'mayoria', motivo: 'x' })).rejects.toMatchObject({
    code: 'categoria.closed',
  })
  await admin.send(reopenCategoria, { id: salsa })
  expect(await lineas(admin)).toEqual(['1 Ana 90.00 Empate', '2 Beto 90.00 Empate'])
})

test('a judge who owes an entry learns nothing from places, reasons, ties or dropped totals', async () => {
  await using app = await startApp()
  const { ids, salsa, admin } = await aScene(app)
  await admin.send(setMetodo, { id: salsa, metodo: 'mayoria' })
  await admin.send(saveDesempate, { desempate: ['Tiempo'], motivo: 'Reglamento' })
  const [ana = '', beto = '', caro = ''] = ids
  const owing = await app.as('juez', { nombre: 'Olga' })
  const head = await app.as('juez', { nombre: 'Paz', principal: 1 })
  const done = await app.as('juez', { nombre: 'Rita' })
  for (const id of ids) await send(done, id, '8')
  for (const juez of [owing, head]) for (const id of [ana, beto]) await send(juez, id, '8')
  for (const juez of [owing, head]) {
    const part = await resultadoOf(juez)
    expect(part?.sinContar).toBeUndefined()
    expect(part?.empates).toEqual([])
    expect(part?.puestos.map(({ lugar, razones }) => [lugar, razones])).toEqual([
      [null, undefined],
      [null, undefined],
      [null, undefined],
    ])
    const shown = await detalleOf(juez, 'Ana')
    expect(shown.razones).toBeUndefined()
    expect(shown.marcas.map(({ lugar, noCuenta }) => [lugar, noCuenta])).toEqual(
      shown.marcas.map(() => [undefined, undefined]),
    )
  }
  for (const juez of [owing, head]) await send(juez, caro, '8')
  expect((await resultadoOf(owing))?.empates).toHaveLength(1)
})

test('the detail names the judges who do not count, also where they have no mark', async () => {
  await using app = await startApp()
  const { ids, salsa, admin } = await aScene(app, ['Ana', 'Beto'])
  await admin.send(setMetodo, { id: salsa, metodo: 'mayoria' })
  const [a, b] = [await app.as('juez', { nombre: 'A' }), await app.as('juez', { nombre: 'B' })]
  for (const id of ids) await send(a, id, '8')
  await send(b, ids[0] ?? '', '8')
  expect((await resultadoOf(admin))?.sinContar).toEqual(['B'])
  expect((await detalleOf(admin, 'Beto')).sinContar).toEqual(['B'])
  const ana = await detalleOf(admin, 'Ana')
  expect([ana.sinContar, ana.marcas.filter(({ noCuenta }) => noCuenta).map(({ juez }) => juez)]).toEqual([
    undefined,
    ['B'],
  ])
  // A judge who owes an entry does not learn who has marked the others.
  expect((await detalleOf(b, 'Ana')).sinContar).toBeUndefined()
})
