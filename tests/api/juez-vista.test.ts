import { expect, test } from 'vitest'
import { closeCategoria, handInTardia, reopenCalificacion, withdrawCompetidor } from '#contract/calificaciones.ts'
import { saveTurno } from '#contract/horario.ts'
import { assignJuez } from '#contract/jueces.ts'
import { juez as juezView } from '#contract/views/jueces.ts'
import { startApp, type Client } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send, ticking, todos } from '../support/marcas.ts'
import { LiveStream } from '../support/stream.ts'

test('a judge sees the running order of every day, the criteria and no marks of others', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'] })
  await seedDia(app, 'sábado', { Casino: ['Caro'] })
  const [ana = '', bea = ''] = competidores.map(({ id }) => id)
  const amparo = await app.as('juez', { nombre: 'Amparo' })
  const bruno = await app.as('juez', { nombre: 'Bruno', dias: '["sábado"]' })
  const admin = await app.as('admin')
  await send(amparo, ana, '8.5')
  await admin.send(withdrawCompetidor, { id: bea, estado: 'no_se_presento' })
  await admin.send(saveTurno, { selectedRow: 1 })

  const seen = await amparo.see(juezView)
  expect(seen).toMatchObject({
    juezId: amparo.id,
    nombre: 'Amparo',
    principal: false,
    dia: 'jueves',
    selectedRow: 1,
    competidorId: ana,
  })
  expect(seen?.categorias).toMatchObject([
    { nombre: 'Salsa', dia: 'jueves', asignada: true, cerrada: false, escala: { maximo: 1000, paso: 10 } },
    { nombre: 'Casino', dia: 'sábado', asignada: true, competidores: [{ nombre: 'Caro', marca: null }] },
  ])
  expect(seen?.categorias[0]?.competidores).toMatchObject([
    {
      id: ana,
      retiro: null,
      marca: { estado: 'enviada', version: 1, l_calificacion: '51.00', criterios: todos('8.5') },
    },
    { id: bea, retiro: 'no_se_presento', marca: null },
  ])
  const other = await bruno.see(juezView)
  expect(other?.categorias.map(({ asignada }) => asignada)).toEqual([false, true])
  expect(other?.categorias[0]?.competidores[0]?.marca).toBeNull()
})

test('a judge is told at once of a reopened mark, a decided late mark, a closing and a new assignment', async () => {
  await using app = await startApp({ now: ticking() })
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const [ana = '', salsa = ''] = [competidores[0]?.id, categorias[0]?.id]
  const [juez, otra, admin] = [await app.as('juez'), await app.as('juez'), await app.as('admin')]
  await send(juez, ana, '8')
  const seen = async () => (await juez.see(juezView))?.categorias[0]
  expect((await seen())?.competidores[0]?.marca?.estado).toBe('enviada')

  await admin.send(reopenCalificacion, { competidorId: ana, juezId: juez.id, motivo: 'Otra fila' })
  expect((await seen())?.competidores[0]?.marca).toMatchObject({ estado: 'reabierta', motivo: 'Otra fila' })
  await juez.send(handInTardia, { clave: 'tardia-uno', competidorId: ana, criterios: todos('7') })
  await juez.send(handInTardia, { clave: 'tardia-dos', competidorId: ana, criterios: todos('9') })
  expect((await seen())?.competidores[0]?.tardia).toMatchObject({ clave: 'tardia-dos', estado: 'pendiente' })
  expect((await otra.see(juezView))?.categorias[0]?.competidores[0]).toMatchObject({ marca: null, tardia: null })
  await admin.send(closeCategoria, { id: salsa, decision: 'Cuenta como está' })
  expect((await seen())?.cerrada).toBe(true)
  await admin.send(assignJuez, { id: juez.id, dias: ['viernes'] })
  expect((await seen())?.asignada).toBe(false)
})

test('a mark rebuilds one part for its judge and none for another judge; a turn rebuilds only the turn', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'], Son: ['Bea'] })
  const [juez, otra, admin] = [await app.as('juez'), await app.as('juez'), await app.as('admin')]
  const origin = await app.listen()
  const open = async ({ cookie }: Client) => {
    const stream = await LiveStream.open(origin, { views: 'juez', cookie })
    await stream.next()
    return stream
  }
  await using own = await open(juez)
  await using another = await open(otra)
  const partsOf = async (stream: LiveStream) => Object.keys((await stream.next()).frame.views['juez']?.parts ?? {})

  await send(juez, competidores[0]?.id ?? '', '8')
  expect(await partsOf(own)).toEqual([`c:${categorias[0]?.id}`])
  await admin.send(saveTurno, { selectedRow: 1 })
  expect(await partsOf(own)).toEqual(['turno'])
  expect(await partsOf(another)).toEqual(['turno'])
})

test('a judge hears nothing of the late marks that the head judge hears meanwhile', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const principal = await app.as('juez', { principal: 1 })
  const [juez, otra] = [await app.as('juez'), await app.as('juez')]
  await principal.send(closeCategoria, { id: categorias[0]?.id ?? '', decision: 'Así' })
  const entrega = { clave: 'entrega-1', competidorId: competidores[0]?.id ?? '', criterios: todos('8') }
  await juez.send(handInTardia, entrega)

  const origin = await app.listen()
  await using heard = await LiveStream.open(origin, { views: 'tardias', cookie: principal.cookie })
  await using other = await LiveStream.open(origin, { views: 'tardias', cookie: otra.cookie })
  const countOf = async (stream: LiveStream) =>
    Object.keys((await stream.next()).frame.views['tardias']?.parts ?? {}).length
  expect([await countOf(heard), await countOf(other)]).toEqual([1, 0])
})
