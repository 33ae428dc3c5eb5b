import { expect, test } from 'vitest'
import {
  addPenalizacion,
  closeCategoria,
  handInTardia,
  reopenCalificacion,
  reopenCategoria,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { saveMinutos, setPublicacion } from '#contract/horario.ts'
import { setJuezPrincipal } from '#contract/jueces.ts'
import { viewKey } from '#contract/view.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { jurado, panel } from '#contract/views/jueces.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { send, todos } from '../support/marcas.ts'
import { LiveStream } from '../support/stream.ts'
import { detalleAt, seeDetalle } from '../support/detalle.ts'

/** Digits of a mark that nothing else holds: as text, in hundredths and in sums with small marks. */
const CANARY = '73061849'
const DIA = { dia: 'jueves' } as const
const DE_ANA = { ...DIA, categoria: 'Salsa', nombre: 'Ana' } as const

async function aScene(app: TestApp) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'] })
  const [ana = '', bea = ''] = competidores.map(({ id }) => id)
  const admin = await app.as('admin')
  const amparo = await app.as('juez', { nombre: 'Amparo' })
  return { app, origin: await app.listen(), ana, bea, salsa: categorias[0]?.id ?? '', admin, amparo }
}

type Escena = Awaited<ReturnType<typeof aScene>>

const publish = ({ admin }: Escena) => admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })

const ofAll = ({ salsa, ana }: Escena) => [
  'horario',
  viewKey(resultados, DIA),
  viewKey(detalle, { ...DIA, categoriaId: salsa, competidorId: ana }),
]
const ofJudge = ({ salsa }: Escena) => ['juez', 'jurado', 'tardias', viewKey(panel, { categoriaId: salsa })]

/** All bytes of a client that watches while Amparo's marks change, and of one that comes later. */
async function bytesAround(scene: Escena, views: readonly string[], { cookie }: Client): Promise<Buffer> {
  const { app, admin, origin, ana, amparo, salsa } = scene
  const open = () => LiveStream.open(origin, { views: views.join(','), cookie })
  await using stream = await open()
  await stream.next()
  await seedCalificacion(app, ana, amparo.id, `${CANARY}.25`)
  await amparo.send(handInTardia, { clave: 'tardia-uno', competidorId: ana, criterios: todos('8') })
  await admin.send(reopenCalificacion, { competidorId: ana, juezId: amparo.id, motivo: 'Otra fila' })
  await admin.send(addPenalizacion, { id: ana, puntos: '1', motivo: 'Fuera de tiempo' })
  await admin.send(closeCategoria, { id: salsa, decision: 'Sigue' })
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(saveMinutos, { minutosPorCompetidor: 77 })
  await stream.next(({ views: { horario } }) => JSON.stringify(horario ?? {}).includes('77'))
  await using later = await open()
  await later.next()
  return Buffer.concat([stream.bytes, later.bytes])
}

test.each<[string, (app: TestApp) => Promise<Client>, boolean]>([
  ['a visitor', async (app) => app.visitor, false],
  ['a user', (app) => app.as('usuario'), false],
  ['another judge', (app) => app.as('juez'), true],
  ['a head judge who owes the entry', (app) => app.as('juez', { principal: 1 }), true],
])('no byte of a mark of an unpublished day reaches %s by any view', async (_who, clientOf, isJudge) => {
  await using app = await startApp()
  const scene = await aScene(app)
  const client = await clientOf(app)
  const bytes = await bytesAround(scene, isJudge ? [...ofAll(scene), ...ofJudge(scene)] : ofAll(scene), client)
  expect(bytes.includes(CANARY)).toBe(false)
})

test('a judge who owes the entry gets no byte of a published mark of others either', async () => {
  await using app = await startApp()
  const scene = await aScene(app)
  await publish(scene)
  const bytes = await bytesAround(scene, [...ofAll(scene), ...ofJudge(scene)], await app.as('juez'))
  expect(bytes.includes(CANARY)).toBe(false)
})

test('a visitor who watches gets a published mark, and an administrator also an unpublished one', async () => {
  await using app = await startApp()
  const scene = await aScene(app)
  expect((await bytesAround(scene, ofAll(scene), scene.admin)).includes(CANARY)).toBe(true)
  await using other = await startApp()
  const published = await aScene(other)
  await publish(published)
  expect((await bytesAround(published, ofAll(published), other.visitor)).includes(CANARY)).toBe(true)
})

test('a judge sees totals of sent entries, and places once no competing entry is owed', async () => {
  await using app = await startApp()
  const scene = await aScene(app)
  const { ana, bea, amparo } = scene
  const bruno = await app.as('juez', { nombre: 'Bruno' })
  await publish(scene)
  await send(amparo, ana, '7')
  await send(amparo, bea, '9')
  const shown = async () =>
    (await bruno.see(resultados, DIA))?.categorias[0]?.puestos.map(({ nombre, lugar, puntos }) => [
      nombre,
      lugar,
      puntos,
    ])
  const marcas = async () => {
    const found = await seeDetalle(bruno, DE_ANA)
    return found?.encontrado && found.marcas.map(({ juez, l_calificacion }) => [juez, l_calificacion])
  }

  expect(await shown()).toEqual([
    ['Ana', null, null],
    ['Bea', null, null],
  ])
  expect(await marcas()).toEqual([])
  expect(await seeDetalle(bruno, DE_ANA)).toMatchObject({ oculto: true })
  await send(bruno, ana, '8')
  expect(await seeDetalle(bruno, DE_ANA)).toMatchObject({ oculto: false })
  expect(await shown()).toEqual([
    ['Ana', null, 9000],
    ['Bea', null, null],
  ])
  expect(await marcas()).toEqual([
    ['Amparo', '42.00'],
    ['Bruno', '48.00'],
  ])
  await send(bruno, bea, '8')
  expect(await shown()).toEqual([
    ['Bea', 1, 10200],
    ['Ana', 2, 9000],
  ])
})

test('a head judge opens an unpublished day; another judge and the public cannot', async () => {
  await using app = await startApp()
  const { ana, bea, amparo, admin } = await aScene(app)
  const paz = await app.as('juez', { nombre: 'Paz', principal: 1 })
  for (const id of [ana, bea]) for (const juez of [amparo, paz]) await send(juez, id, '8')

  expect(await paz.see(resultados, DIA)).toMatchObject({ visible: true, publicado: false, categorias: [{}] })
  expect(await seeDetalle(paz, DE_ANA)).toMatchObject({
    encontrado: true,
    competidorId: ana,
    marcas: [
      { juez: 'Amparo', juezId: amparo.id, estado: 'enviada', l_calificacion: '48.00' },
      { juez: 'Paz', juezId: paz.id },
    ],
  })
  for (const client of [amparo, app.visitor]) {
    expect(await client.see(resultados, DIA)).toMatchObject({ visible: false, categorias: [] })
    const params = await detalleAt(admin, DE_ANA)
    expect(await client.see(detalle, params)).toEqual({ tipo: 'detalle', encontrado: false, visible: false })
  }
  await admin.send(setJuezPrincipal, { id: paz.id, principal: false })
  expect(await paz.see(resultados, DIA)).toMatchObject({ visible: false, categorias: [] })
})

test('the public reads the state of the result, penalties and withdrawals, and no ids or reasons of the organisers', async () => {
  await using app = await startApp()
  const scene = await aScene(app)
  const { ana, bea, salsa, admin, amparo } = scene
  await publish(scene)
  await send(amparo, ana, '8')
  expect((await app.visitor.see(resultados, DIA))?.categorias[0]?.puestos[0]?.puntos).toBe(4800)
  await admin.send(addPenalizacion, { id: ana, puntos: '2.5', motivo: 'Fuera de tiempo' })
  expect((await app.visitor.see(resultados, DIA))?.categorias[0]?.puestos[0]?.puntos).toBe(4550)
  await admin.send(withdrawCompetidor, { id: bea, estado: 'descalificado', motivo: 'Motivo privado' })

  expect(await app.visitor.see(resultados, DIA)).toMatchObject({
    categorias: [
      {
        estado: 'provisional',
        puestos: [{ nombre: 'Ana', lugar: 1, puntos: 4550 }],
        penalizados: [{ nombre: 'Ana', puntos: 250, motivo: 'Fuera de tiempo', autor: 'Organización' }],
        retirados: [{ nombre: 'Bea', ruta: 'Bea', retiro: { estado: 'descalificado', motivo: null } }],
      },
    ],
  })
  const seen = await seeDetalle(app.visitor, DE_ANA)
  expect(seen).toMatchObject({
    competidorId: null,
    estado: 'provisional',
    penalizaciones: [{ puntos: 250, motivo: 'Fuera de tiempo', autor: 'Organización' }],
  })
  expect(seen?.encontrado && seen.marcas).toEqual([
    { juez: 'Amparo', l_calificacion: '48.00', criterios: todos('8.0') },
  ])
  const deBea = { ...DE_ANA, nombre: 'Bea' }
  expect(await seeDetalle(app.visitor, deBea)).toMatchObject({ retiro: { estado: 'descalificado', motivo: null } })
  expect(await seeDetalle(admin, deBea)).toMatchObject({ competidorId: bea, retiro: { motivo: 'Motivo privado' } })

  await admin.send(closeCategoria, { id: salsa })
  expect((await app.visitor.see(resultados, DIA))?.categorias[0]?.estado).toBe('final')
  expect(await seeDetalle(app.visitor, DE_ANA)).toMatchObject({ estado: 'final' })
})

test('without judges a result is neither provisional nor final', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const admin = await app.as('admin')
  expect((await admin.see(resultados, DIA))?.categorias[0]?.estado).toBeNull()
  await app.as('juez')
  expect((await admin.see(resultados, DIA))?.categorias[0]?.estado).toBe('provisional')
})

test('a head judge sees which judges are missing, and figures only of entries that the head judge does not owe', async () => {
  await using app = await startApp()
  const { ana, bea, salsa, amparo, admin } = await aScene(app)
  const paz = await app.as('juez', { nombre: 'Paz', principal: 1 })
  await send(amparo, ana, '8')
  await send(amparo, bea, '9')
  await send(paz, ana, '8')
  const seen = async () => (await paz.see(jurado))?.categorias[0]

  expect(await seen()).toMatchObject({
    id: salsa,
    cierre: null,
    decision: true,
    competidores: [
      { nombre: 'Ana', faltan: [], marcas: [{ juez: 'Amparo', total: '48.00' }, { juez: 'Paz' }] },
      { nombre: 'Bea', faltan: [{ nombre: 'Paz' }], marcas: [{ juez: 'Amparo', estado: 'enviada', total: null }] },
    ],
  })
  expect(await paz.see(panel, { categoriaId: salsa })).toEqual({ nombre: 'Salsa', filas: null })
  await send(paz, bea, '8')
  expect(await seen()).toMatchObject({ decision: false, competidores: [{}, { marcas: [{ total: '54.00' }, {}] }] })
  expect((await paz.see(panel, { categoriaId: salsa }))?.filas).toMatchObject([
    { juez: 'Amparo', media: 5100, lugares: [{ competidor: 'Bea', lugar: 1, final: 1 }, {}] },
    { juez: 'Paz', media: 4800, dispersion: 0 },
  ])
  await paz.send(closeCategoria, { id: salsa })
  expect((await seen())?.cierre).toMatchObject({ autor: 'Paz', decision: null })
  expect((await amparo.see(jurado))?.categorias).toEqual([])
  expect(await amparo.see(panel, { categoriaId: salsa })).toBeUndefined()
  await expect(admin.see(panel, { categoriaId: 'nada' })).rejects.toMatchObject({ status: 404, code: 'view.unknown' })
})
