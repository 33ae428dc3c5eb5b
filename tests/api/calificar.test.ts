import { expect, test } from 'vitest'
import { closeCategoria, reopenCalificacion, sendCalificacion, withdrawCompetidor } from '#contract/calificaciones.ts'
import { deleteCompetidor } from '#contract/competidores.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { send, storedMarcas, storedTardias, todos } from '../support/marcas.ts'

async function aScene(app: TestApp) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto'] })
  const [juez, admin] = [await app.as('juez'), await app.as('admin')]
  return { ana: competidores[0]?.id ?? '', categoria: categorias[0]?.id ?? '', juez, admin }
}

type Escena = Awaited<ReturnType<typeof aScene>>

const reopen = (client: Client, competidorId: string, juezId: string, motivo = 'Se equivocó de fila') =>
  client.send(reopenCalificacion, { competidorId, juezId, motivo })

test('a sent mark is stored as its sum with two decimals, and is locked', async () => {
  await using app = await startApp()
  const { ana, juez } = await aScene(app)
  const criterios = { ...todos('8.5'), b_Tiempo: ' 9,1 ' }
  expect(await juez.send(sendCalificacion, { competidorId: ana, criterios, version: 0 })).toEqual({
    estado: 'enviada',
    version: 1,
    l_calificacion: '51.60',
  })
  expect(await storedMarcas(app, ana)).toEqual({
    [juez.id]: { estado: 'enviada', version: 1, total: '51.60', motivo: null },
  })
  await expect(send(juez, ana, '9', { version: 1 })).rejects.toMatchObject({
    status: 409,
    code: 'calificacion.versions',
    message: 'Hay dos versiones de esta calificación.',
  })
  expect((await storedMarcas(app, ana))[juez.id]?.total).toBe('51.60')
})

test('the same mark sent again, with another key or none, changes nothing', async () => {
  await using app = await startApp()
  const { ana, juez } = await aScene(app)
  const first = await send(juez, ana, '8', { key: 'envio-de-ana-1' })
  const changes = () => app.deps.db.read((tx) => tx.selectFrom('change_log').select('revision').execute())
  const before = await changes()
  expect(await send(juez, ana, '8', { key: 'envio-de-ana-1' })).toEqual(first)
  expect(await send(juez, ana, '8.0', { key: 'envio-de-ana-2' })).toEqual(first)
  expect(await send(juez, ana, '8', { version: 1 })).toEqual(first)
  expect(await changes()).toEqual(before)
})

test('a mark for another judge than the one of the session is refused', async () => {
  await using app = await startApp()
  const { ana, juez } = await aScene(app)
  const mark = { competidorId: ana, criterios: todos('8'), version: 0 }
  await expect(juez.send(sendCalificacion, { ...mark, juezId: 'otra' })).rejects.toMatchObject({ status: 403 })
  expect(await storedMarcas(app, ana)).toEqual({})
  expect(await juez.send(sendCalificacion, { ...mark, juezId: juez.id })).toMatchObject({ estado: 'enviada' })
})

test('a mark lists each criterion that is missing, unknown or off the scale, and nothing is stored', async () => {
  await using app = await startApp()
  const { ana, juez } = await aScene(app)
  const { g_Dificultad: _, ...rest } = todos('8')
  const criterios = { ...rest, b_Tiempo: '10.1', c_TecnicaGenero: '8.55', otro: '1' }
  const sentence = 'Escribe un número de 0 a 10, de 0.1 en 0.1.'
  await expect(juez.send(sendCalificacion, { competidorId: ana, criterios, version: 0 })).rejects.toMatchObject({
    status: 400,
    code: 'input.invalid',
    fields: {
      'criterios.b_Tiempo': sentence,
      'criterios.c_TecnicaGenero': sentence,
      'criterios.g_Dificultad': sentence,
      'criterios.otro': 'Ese criterio no es de esta categoría.',
    },
  })
  expect(await storedMarcas(app, ana)).toEqual({})
})

test('the criteria and the scale are those of the type that was set for the category', async () => {
  await using app = await startApp()
  const { ana, categoria, juez } = await aScene(app)
  await app.deps.db.write(async (tx) => {
    await tx.updateTable('categorias').set({ criterios: 'casino' }).where('id', '=', categoria).execute()
    await tx.insertInto('escala').values({ tipo: 'casino', maximo: 20_00, paso: 25 }).execute()
  })
  const criterios = { ...todos('15', 'casino'), b_tiempo: '19.25' }
  expect(await juez.send(sendCalificacion, { competidorId: ana, criterios, version: 0 })).toMatchObject({
    l_calificacion: '124.25',
  })
  await expect(send(await app.as('juez'), ana, '8')).rejects.toMatchObject({ code: 'input.invalid' })
})

test('a reopened mark counts as it was, and its judge replaces it once, from a device that knows the version', async () => {
  await using app = await startApp()
  const { ana, juez, admin } = await aScene(app)
  await send(juez, ana, '8')
  await reopen(admin, ana, juez.id)
  expect((await storedMarcas(app, ana))[juez.id]).toEqual({
    estado: 'reabierta',
    version: 1,
    total: '48.00',
    motivo: 'Se equivocó de fila',
  })
  await expect(send(juez, ana, '9')).rejects.toMatchObject({ status: 409, code: 'calificacion.versions' })
  expect((await storedMarcas(app, ana))[juez.id]).toMatchObject({ estado: 'reabierta', total: '48.00' })
  expect(await send(juez, ana, '9', { version: 1 })).toMatchObject({ estado: 'enviada', version: 2 })
  expect((await storedMarcas(app, ana))[juez.id]).toEqual({
    estado: 'enviada',
    version: 2,
    total: '54.00',
    motivo: null,
  })
  await expect(send(juez, ana, '7', { version: 2 })).rejects.toMatchObject({ code: 'calificacion.versions' })
})

test('a mark off the scale that was imported stays, and can be reopened and sent again', async () => {
  await using app = await startApp()
  const { ana, admin } = await aScene(app)
  const importado = await app.as('juez', { id: 'Importado', nombre: 'Importado' })
  await seedCalificacion(app, ana, 'Importado', '51.055')
  await reopen(admin, ana, 'Importado')
  expect(await storedMarcas(app, ana)).toMatchObject({ Importado: { estado: 'reabierta', total: '51.055' } })
  await send(importado, ana, '8', { version: 1 })
  expect(await storedMarcas(app, ana)).toMatchObject({ Importado: { estado: 'enviada', version: 2, total: '48.00' } })
})

test('a head judge reopens a mark once, and says why', async () => {
  await using app = await startApp()
  const { ana, juez } = await aScene(app)
  const principal = await app.as('juez', { principal: 1 })
  await send(juez, ana, '8')
  for (const motivo of ['  ', '\u200b']) {
    await expect(reopen(principal, ana, juez.id, motivo)).rejects.toMatchObject({
      fields: { motivo: 'Escribe el motivo.' },
    })
  }
  await reopen(principal, ana, juez.id)
  await expect(reopen(principal, ana, juez.id)).rejects.toMatchObject({ status: 409, code: 'calificacion.reopened' })
  await expect(reopen(principal, ana, principal.id)).rejects.toMatchObject({ code: 'calificacion.missing' })
  await expect(reopen(principal, 'nadie', juez.id)).rejects.toMatchObject({ code: 'competidor.missing' })
})

test.each<[string, string, (scene: Escena, app: TestApp) => Promise<unknown>]>([
  ['deleted', 'eliminado', ({ ana, admin }) => admin.send(deleteCompetidor, { id: ana })],
  ['withdrawn', 'retirado', ({ ana, admin }) => admin.send(withdrawCompetidor, { id: ana, estado: 'no_se_presento' })],
  [
    'closed',
    'cerrada',
    ({ categoria, admin }) => admin.send(closeCategoria, { id: categoria, decision: 'Sin jueces' }),
  ],
  [
    'reassigned',
    'asignacion',
    ({ juez }, { deps }) =>
      deps.db.write((tx) => tx.updateTable('jueces').set({ dias: '["sábado"]' }).where('id', '=', juez.id).execute()),
  ],
])('a mark that arrives once its entry is %s waits as late', async (_, causa, act) => {
  await using app = await startApp()
  const scene = await aScene(app)
  await act(scene, app)
  const { ana, juez } = scene
  const answer = { estado: 'tardia', version: 0, l_calificacion: '48.00' }
  expect(await send(juez, ana, '8', { key: 'envio-tardio' })).toEqual(answer)
  expect(await send(juez, ana, '8', { key: 'envio-tardio' })).toEqual(answer)
  expect(await storedTardias(app, juez.id)).toEqual([
    expect.objectContaining({ competidorId: ana, clave: 'envio-tardio', estado: 'pendiente', causa, total: '48.00' }),
  ])
  expect(await storedMarcas(app, ana)).toEqual({})
})

test('judges who race over one entry store one mark each', async () => {
  await using app = await startApp()
  const { ana } = await aScene(app)
  const jueces = await Promise.all(['a', 'b', 'c'].map((id) => app.as('juez', { id, nombre: id })))
  await Promise.all(jueces.flatMap((juez) => ['8', '8', '8'].map((puntos) => send(juez, ana, puntos))))
  expect(await storedMarcas(app, ana)).toEqual(
    Object.fromEntries(jueces.map(({ id }) => [id, { estado: 'enviada', version: 1, total: '48.00', motivo: null }])),
  )
})
