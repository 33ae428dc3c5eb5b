import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  addPenalizacion,
  closeCategoria,
  reopenCategoria,
  restoreCompetidor,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import {
  addSiguiente,
  categorias,
  updateCategoria,
  createRonda,
  deleteCategoria,
  setMetodo,
} from '#contract/categorias.ts'
import { deleteCompetidor, mesa, mesaDeDia } from '#contract/competidores.ts'
import { saveTurno, selectDia, setPublicacion } from '#contract/horario.ts'
import { saveInscripciones } from '#contract/inscripciones.ts'
import { viewKey } from '#contract/view.ts'
import { detalle, resultados, type CategoriaResultadosPart } from '#contract/views/calificaciones.ts'
import type { Dia } from '#domain/dia.ts'
import { readBitacora } from '#contract/bitacora.ts'
import { jurado } from '#contract/views/jueces.ts'
import { cambioText } from '#domain/ronda.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { aCategoria, seedCalificacion, seedDia } from '../support/builders.ts'
import { send } from '../support/marcas.ts'
import { aTrack } from '../support/mp3.ts'
import { LiveStream } from '../support/stream.ts'
import { sweepOrphans } from '../support/sweep.ts'
import { unzip } from '../support/unzip.ts'
import { detalleAt, seeDetalle } from '../support/detalle.ts'

const FINAL = { nombre: 'Final', dia: 'sábado', pasan: 2, orden: 'inverso' } as const

/** A closed category whose entries have these points for each criterion. */
async function aScene(app: TestApp, puntos: Readonly<Record<string, string>>) {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: Object.keys(puntos) })
  const admin = await app.as('admin')
  const juez = await app.as('juez', { nombre: 'Amparo' })
  const ids = competidores.map(({ id }) => id)
  for (const [index, each] of Object.values(puntos).entries()) await send(juez, ids[index] ?? '', each)
  const salsa = categorias[0]?.id ?? ''
  return { admin, juez, salsa, ids }
}

type Escena = Awaited<ReturnType<typeof aScene>>

const partOf = async (client: Client, dia: Dia): Promise<CategoriaResultadosPart | undefined> =>
  (await client.see(resultados, { dia }))?.categorias[0]

const nombresDe = async (admin: Client, dia: Dia) =>
  (await admin.see(mesaDeDia, { dia }))?.categorias.at(-1)?.competidores.map(({ nombre }) => nombre)

test('the best entries pass with all that are tied with the last of them, never withdrawn ones, and run from last to first', async () => {
  await using app = await startApp()
  const { admin, salsa, ids } = await aScene(app, { Ana: '9', Beto: '8', Caro: '8', Dani: '8', Eva: '10', Fito: '2' })
  await admin.send(withdrawCompetidor, { id: ids[4] ?? '', estado: 'no_se_presento' })
  await expect(admin.send(createRonda, { id: salsa, ...FINAL })).rejects.toMatchObject({
    status: 409,
    code: 'ronda.noFinal',
  })
  await admin.send(closeCategoria, { id: salsa })
  const made = await admin.send(createRonda, { id: salsa, ...FINAL })
  expect(made.competidores).toBe(4)
  expect(await nombresDe(admin, 'sábado')).toEqual(['Dani', 'Caro', 'Beto', 'Ana'])
  const [ronda] = (await admin.see(mesaDeDia, { dia: 'sábado' }))?.categorias ?? []
  expect(ronda).toMatchObject({ nombre: 'Final', vieneDe: 'Salsa' })
  const ana = { dia: 'sábado', categoria: 'Final', nombre: 'Ana' } as const
  expect(await seeDetalle(admin, ana)).toMatchObject({ vieneDe: 'Salsa', marcas: [] })
  expect(ronda?.competidores.every(({ calificaciones }) => calificaciones.length === 0)).toBe(true)
  const source = await partOf(admin, 'jueves')
  expect(source?.puestos.map(({ nombre, pasaA }) => [nombre, pasaA])).toEqual([
    ['Ana', 'Final'],
    ['Beto', 'Final'],
    ['Caro', 'Final'],
    ['Dani', 'Final'],
    ['Fito', undefined],
  ])
})

test('a draw follows the randomness of the server, and a round keeps method and criteria of its source', async () => {
  const drawn = [0.5, 0.9, 0]
  await using app = await startApp({ random: () => drawn.shift() ?? 0 })
  const { admin, salsa } = await aScene(app, { Ana: '9', Beto: '8', Caro: '7' })
  await admin.send(setMetodo, { id: salsa, metodo: 'mayoria', motivo: 'Reglamento' })
  await admin.send(closeCategoria, { id: salsa })
  const { id } = await admin.send(createRonda, { id: salsa, ...FINAL, pasan: 3, orden: 'sorteo' })
  expect(await nombresDe(admin, 'sábado')).toEqual(['Beto', 'Caro', 'Ana'])
  expect((await admin.see(categorias))?.categorias.find((one) => one.id === id)).toMatchObject({
    metodo: 'mayoria',
    tipoCriterios: 'general',
    inscritos: 3,
    cerrada: false,
  })
})

test('a round that does not fit its source is refused with a sentence, and changes nothing', async () => {
  await using app = await startApp()
  const { admin, salsa } = await aScene(app, { Ana: '9', Beto: '8' })
  await seedDia(app, 'sábado', { Final: [] })
  await admin.send(closeCategoria, { id: salsa })
  const ask = (values: object) => admin.send(createRonda, { id: salsa, ...FINAL, nombre: 'Otra', ...values })
  await expect(ask({ nombre: 'FINAL' })).rejects.toMatchObject({ status: 409, code: 'categoria.duplicate' })
  await expect(ask({ nombre: ' ' })).rejects.toMatchObject({ status: 400, fields: { nombre: 'Escribe un nombre.' } })
  await expect(ask({ pasan: 3 })).rejects.toMatchObject({ fields: { pasan: 'Escribe un número de 1 a 2.' } })
  await expect(ask({ pasan: 0 })).rejects.toMatchObject({ fields: { pasan: 'Escribe cuántos pasan.' } })
  await expect(ask({ pasan: 1.5 })).rejects.toMatchObject({ status: 400, fields: { pasan: 'Escribe cuántos pasan.' } })
  await expect(ask({ nombre: '__proto__' })).rejects.toMatchObject({ fields: { nombre: expect.any(String) } })
  await expect(ask({ dia: 'lunes' })).rejects.toMatchObject({ status: 400, fields: { dia: expect.any(String) } })
  await expect(ask({ orden: 'azar' })).rejects.toMatchObject({ status: 400, fields: { orden: expect.any(String) } })
  await expect(ask({ id: 'ninguna' })).rejects.toMatchObject({ status: 404, code: 'categoria.missing' })
  expect((await admin.see(mesaDeDia, { dia: 'sábado' }))?.total).toBe(0)
})

test('no entry passes from a category whose entries are all withdrawn', async () => {
  await using app = await startApp()
  const { admin, salsa, ids } = await aScene(app, { Ana: '9' })
  await admin.send(withdrawCompetidor, { id: ids[0] ?? '', estado: 'descalificado', motivo: 'Tarde' })
  await admin.send(closeCategoria, { id: salsa })
  await expect(admin.send(createRonda, { id: salsa, ...FINAL, pasan: 1 })).rejects.toMatchObject({
    status: 400,
    fields: { pasan: 'Esta categoría no tiene lugares.' },
  })
})

test('a repeated request makes one round, and the log says in words where it came from, also once it is deleted', async () => {
  await using app = await startApp()
  const { admin, salsa } = await aScene(app, { Ana: '9', Beto: '8' })
  await admin.send(closeCategoria, { id: salsa })
  const headers = { 'idempotency-key': 'ronda-una-vez' }
  const first = await admin.send(createRonda, { id: salsa, ...FINAL }, { headers })
  expect(await admin.send(createRonda, { id: salsa, ...FINAL }, { headers })).toEqual(first)
  expect((await admin.see(mesaDeDia, { dia: 'sábado' }))?.categorias).toHaveLength(1)
  const texts = (await admin.send(readBitacora, {})).actos.map(({ que, despues }) => `${que}: ${despues}`)
  expect(texts.some((text) => text.startsWith('Categoría Final: alta') && text.includes('Viene de: Salsa'))).toBe(true)
  expect(texts).toContain('Categoría Salsa: Pasa a: Final')

  await admin.send(deleteCategoria, { id: first.id })
  const { actos } = await admin.send(readBitacora, {})
  const ofQue = (wanted: string) => actos.find(({ que }) => que === wanted)
  expect(ofQue('Categoría Final: eliminada')?.antes).toContain('Viene de: Salsa')
  expect(actos.map(({ antes }) => antes).join(' ')).not.toContain('categoriaId')
  expect(ofQue('Categoría Salsa')).toMatchObject({ antes: 'Pasa a: Final', despues: 'Pasa a: sin valor' })
})

test('a visitor of a hidden day and a judge who owes an entry do not learn which entries pass', async () => {
  await using app = await startApp()
  const { admin, salsa } = await aScene(app, { Ana: '9', Beto: '8' })
  const owing = await app.as('juez', { nombre: 'Olga' })
  const visitor = await app.as('visitante')
  await admin.send(closeCategoria, { id: salsa, decision: 'Sin Olga' })
  await admin.send(createRonda, { id: salsa, ...FINAL, pasan: 1 })
  expect((await visitor.see(resultados, { dia: 'jueves' }))?.categorias).toEqual([])
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  expect((await partOf(visitor, 'jueves'))?.puestos[0]).toMatchObject({ nombre: 'Ana', pasaA: 'Final' })
  expect(JSON.stringify(await partOf(owing, 'jueves'))).not.toContain('Final')
  const ana = { dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' } as const
  expect(await seeDetalle(visitor, ana)).toMatchObject({ pasaA: 'Final' })
  expect(JSON.stringify(await seeDetalle(owing, ana))).not.toContain('Final')
})

const deDia = async (admin: Client, dia: Dia) =>
  (await admin.see(mesaDeDia, { dia }))?.categorias[0]?.competidores ?? []

test('a round copies company, owner and track; the sweep removes the track only when neither category has it', async () => {
  // In Mexico it is still the day before.
  await using app = await startApp({ now: () => Date.parse('2025-04-12T03:00:00Z') })
  const { admin, salsa, ids } = await aScene(app, { Ana: '9', Beto: '8' })
  const path = 'musica/ana.mp3'
  const track = aTrack(1)
  await app.deps.files.put(path, Readable.from([track]))
  await app.deps.db.write(async (tx) => {
    const ana = tx.updateTable('competidores').where('id', '=', ids[0] ?? '')
    await ana.set({ musicaPath: path, usuarioId: 'u1' }).execute()
    await tx.insertInto('musica').values({ path, duracion: 61 }).execute()
  })
  const ask = (url: string) => app.app.http.inject({ url, headers: { cookie: admin.cookie ?? '' } })
  const plays = async (id = '') => (await ask(`/api/competidores/${id}/musica`)).rawPayload.equals(track)
  await admin.send(closeCategoria, { id: salsa })
  const first = await admin.send(createRonda, { id: salsa, ...FINAL })
  const [, copy] = await deDia(admin, 'sábado')
  expect(copy).toMatchObject({ nombre: 'Ana', tieneMusica: true, duracion: 61 })
  expect([await plays(copy?.id), await plays(ids[0])]).toEqual([true, true])
  const [source, passed] = await app.deps.db.read((tx) =>
    tx.selectFrom('competidores').selectAll().where('musicaPath', '=', path).execute(),
  )
  const own = { id: copy?.id, categoriaId: first.id, orden: 2, fechaInscripcion: '2025-04-11' }
  expect(passed).toMatchObject({ ...source, ...own })
  const zip = unzip((await ask(`/api/dias/${encodeURIComponent('sábado')}/musica.zip`)).rawPayload)
  expect(zip.map(({ name }) => name)).toContain('002 - Final - Ana.mp3')

  await admin.send(deleteCategoria, { id: first.id })
  await sweepOrphans(app)
  expect(await plays(ids[0])).toBe(true)
  expect((await partOf(admin, 'jueves'))?.puestos[0]).not.toHaveProperty('pasaA')

  const second = await admin.send(createRonda, { id: salsa, ...FINAL })
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(deleteCategoria, { id: salsa })
  await sweepOrphans(app)
  expect(await plays((await deDia(admin, 'sábado'))[1]?.id)).toBe(true)
  expect((await partOf(admin, 'sábado'))?.vieneDe).toBe('Salsa')

  await admin.send(deleteCategoria, { id: second.id })
  await sweepOrphans(app)
  expect(await app.deps.files.list('musica')).toEqual([])
})

test('open pages of the source and of the round follow when the round is made and deleted', async () => {
  await using app = await startApp()
  const { admin, salsa } = await aScene(app, { Ana: '9', Beto: '8' })
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(closeCategoria, { id: salsa })
  const origin = await app.listen()
  const ana = await detalleAt(admin, { dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' })
  const views = [viewKey(resultados, { dia: 'jueves' }), viewKey(detalle, ana)]
  const streams = await Promise.all(views.map((view) => LiveStream.open(origin, { views: view })))
  for (const stream of streams) await stream.next()

  const { id } = await admin.send(createRonda, { id: salsa, ...FINAL, nombre: 'Gran final' })
  for (const stream of streams) await stream.next((frame) => JSON.stringify(frame).includes('"pasaA":"Gran final"'))
  await admin.send(deleteCategoria, { id })
  for (const stream of streams) {
    const { frame } = await stream.next((one) => JSON.stringify(one).includes('"Ana"'))
    expect(JSON.stringify(frame)).not.toContain('Gran final')
    await stream.close()
  }
})

test('the turn of the day of a round is followed, and limits and dates of entries do not apply to a round', async () => {
  await using app = await startApp()
  const { admin, salsa } = await aScene(app, { Ana: '9', Beto: '8' })
  await seedDia(app, 'sábado', { Rueda: 1 })
  await admin.send(saveInscripciones, { desde: '', hasta: '2020-01-01T10:00', maximo: 1 })
  await admin.send(selectDia, { dia: 'sábado' })
  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(closeCategoria, { id: salsa })
  await admin.send(createRonda, { id: salsa, ...FINAL })
  const screen = await admin.see(mesa)
  expect(screen?.categorias[1]?.competidores.map(({ nombre }) => nombre)).toEqual(['Beto', 'Ana'])
  // A day that has finished stays finished when entries are added.
  expect(screen).toMatchObject({ selectedRow: 4, competidorId: null })
})

test('an imported round without day or name is named by its source as soon as it gets both', async () => {
  await using app = await startApp()
  const { admin, salsa, ids } = await aScene(app, { Ana: '9', Beto: '8' })
  const origen = JSON.stringify({ categoriaId: salsa, nombre: 'Salsa', pasan: [ids[0]] })
  const nameless = aCategoria({ nombre: null, dia: null, origen })
  await app.deps.db.write((tx) => tx.insertInto('categorias').values(nameless).execute())
  const origin = await app.listen()
  const stream = await LiveStream.open(origin, {
    views: viewKey(resultados, { dia: 'jueves' }),
    ...(admin.cookie !== undefined && { cookie: admin.cookie }),
  })
  await stream.next((frame) => JSON.stringify(frame).includes('"pasaA":"Sin nombre"'))
  await admin.send(updateCategoria, { id: nameless.id, dia: 'sábado', nombre: 'Final' })
  await stream.next((frame) => JSON.stringify(frame).includes('"pasaA":"Final"'))
  await stream.close()
})

test('a round is judged by the criteria of its source also when its own name says other ones', async () => {
  await using app = await startApp()
  const { categorias: made, competidores } = await seedDia(app, 'jueves', { 'Casino en pareja': 2 })
  const admin = await app.as('admin')
  const casino = made[0]?.id ?? ''
  for (const [index, { id: entrada }] of competidores.entries()) await seedCalificacion(app, entrada, 'Ana', `${index}`)
  await admin.send(closeCategoria, { id: casino, decision: 'Sin marcas' })
  const { id } = await admin.send(createRonda, { id: casino, ...FINAL, nombre: 'Showcase final' })
  const same = await admin.send(createRonda, { id: casino, ...FINAL, nombre: 'Casino final' })
  const list = (await admin.see(categorias))?.categorias ?? []
  const typesOf = (wanted: string) =>
    list.filter((one) => one.id === wanted).map((one) => [one.criterios, one.tipoCriterios])
  expect([typesOf(id), typesOf(same.id)]).toEqual([[['casino', 'casino']], [[null, 'casino']]])
})

/** The changes of rounds that the desk of a day reports. */
const cambiosDe = async (admin: Client, dia: Dia = 'sábado') =>
  (await admin.see(mesaDeDia, { dia }))?.cambios.map((cambio) => cambioText(cambio.ronda, cambio))

/** A round of the best two of Ana, Beto, Caro and Dani, and the ids of its entries. */
async function withRonda(app: TestApp): Promise<Escena & { ronda: string; copias: readonly string[] }> {
  const scene = await aScene(app, { Ana: '9', Beto: '8', Caro: '7', Dani: '6' })
  await scene.admin.send(closeCategoria, { id: scene.salsa })
  const { id: ronda } = await scene.admin.send(createRonda, { id: scene.salsa, ...FINAL })
  const day = await scene.admin.see(mesaDeDia, { dia: 'sábado' })
  return { ...scene, ronda, copias: day?.categorias[0]?.competidores.map(({ id }) => id) ?? [] }
}

test('a source that changes after its round was made is reported on the desk, until the round follows it', async () => {
  await using app = await startApp()
  const { admin, salsa, ids, ronda, copias } = await withRonda(app)
  const [ana = ''] = ids
  const views = viewKey(mesaDeDia, { dia: 'sábado' })
  const stream = await LiveStream.open(await app.listen(), { views, cookie: admin.cookie })
  expect(await cambiosDe(admin)).toEqual([])
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(withdrawCompetidor, { id: ana, estado: 'descalificado', motivo: 'Edad' })
  expect(await cambiosDe(admin)).toEqual(['Final: la eliminatoria cambió. Sale Ana, entraría Caro.'])
  // An open page of the day of the round follows the source on another day.
  await stream.next((frame) => JSON.stringify(frame).includes('"salen":["Ana"]'))
  await stream.close()
  expect(await cambiosDe(admin, 'jueves')).toEqual([])

  expect(await admin.send(addSiguiente, { id: ronda })).toEqual({ nombres: ['Caro'] })
  expect(await nombresDe(admin, 'sábado')).toEqual(['Beto', 'Ana', 'Caro'])
  expect(await cambiosDe(admin)).toEqual(['Final: la eliminatoria cambió. Sale Ana.'])
  // The copy of Ana leaves the round: the change is not reported any more.
  await admin.send(deleteCompetidor, { id: copias[1] ?? '' })
  expect(await cambiosDe(admin)).toEqual([])

  // Ana is among the best again: the round has one entry too many, and the last of them has no place any more.
  await admin.send(restoreCompetidor, { id: ana })
  expect(await cambiosDe(admin)).toEqual(['Final: la eliminatoria cambió. Sale Caro.'])
  await admin.send(deleteCategoria, { id: salsa })
  expect(await cambiosDe(admin)).toEqual([])
})

test.each<[string, (scene: Escena) => Promise<unknown>]>([
  ['a withdrawal', ({ admin, ids }) => admin.send(withdrawCompetidor, { id: ids[0] ?? '', estado: 'no_se_presento' })],
  ['a penalty', ({ admin, ids }) => admin.send(addPenalizacion, { id: ids[0] ?? '', puntos: '50', motivo: 'Tiempo' })],
  ['a deleted entry', ({ admin, ids }) => admin.send(deleteCompetidor, { id: ids[0] ?? '' })],
])('the open desk of the active day follows %s in the source', async (_what, change) => {
  await using app = await startApp()
  const scene = await aScene(app, { Ana: '9', Beto: '8', Caro: '7' })
  const { admin, salsa } = scene
  await admin.send(closeCategoria, { id: salsa })
  await admin.send(createRonda, { id: salsa, ...FINAL, dia: 'jueves' })
  await admin.send(reopenCategoria, { id: salsa })
  const stream = await LiveStream.open(await app.listen(), { views: viewKey(mesa), cookie: admin.cookie })
  await stream.next()
  await change(scene)
  await stream.next((frame) => JSON.stringify(frame).includes('"salen":["Ana"],"entran":["Caro"]'))
  await stream.close()
})

test('the next best entry joins a round at the end of its order with its music, one at a time, ties together', async () => {
  await using app = await startApp()
  const { admin, salsa, ids } = await aScene(app, { Ana: '9', Beto: '8', Caro: '7', Dani: '6', Eva: '6', Fito: '5' })
  await admin.send(withdrawCompetidor, { id: ids[5] ?? '', estado: 'no_se_presento' })
  await app.deps.db.write((tx) =>
    tx
      .updateTable('competidores')
      .set({ musicaPath: 'musica/caro.mp3' })
      .where('id', '=', ids[2] ?? '')
      .execute(),
  )
  await admin.send(closeCategoria, { id: salsa })
  const { id: ronda } = await admin.send(createRonda, { id: salsa, ...FINAL })
  const entries = async () => (await admin.see(mesaDeDia, { dia: 'sábado' }))?.categorias[0]?.competidores ?? []
  // An entry that passed leaves the round: the source did not change, so no change is reported.
  const [beto] = await entries()
  await admin.send(withdrawCompetidor, { id: beto?.id ?? '', estado: 'no_se_presento' })
  expect(await cambiosDe(admin)).toEqual([])

  const pasaA = async () => (await partOf(admin, 'jueves'))?.puestos.map((puesto) => puesto.pasaA ?? '')
  expect(await pasaA()).toEqual(['Final', 'Final', '', '', ''])
  const key = '0123456789abcdef'
  expect(await admin.send(addSiguiente, { id: ronda }, { key })).toEqual({ nombres: ['Caro'] })
  expect(await admin.send(addSiguiente, { id: ronda }, { key })).toEqual({ nombres: ['Caro'] })
  expect(await nombresDe(admin, 'sábado')).toEqual(['Beto', 'Ana', 'Caro'])
  expect((await entries()).map(({ tieneMusica }) => tieneMusica)).toEqual([false, false, true])
  expect(await cambiosDe(admin)).toEqual([])
  expect(await pasaA()).toEqual(['Final', 'Final', 'Final', '', ''])

  expect(await admin.send(addSiguiente, { id: ronda })).toEqual({ nombres: ['Dani', 'Eva'] })
  expect(await cambiosDe(admin)).toEqual([])
  await expect(admin.send(addSiguiente, { id: ronda })).rejects.toMatchObject({
    status: 409,
    code: 'ronda.completa',
    message: 'Ya pasaron todos los que tienen lugar.',
  })
})

test('two administrators who add the same next entry at once bring in one; another best entry meanwhile is told', async () => {
  await using app = await startApp()
  const { admin, salsa, ids } = await aScene(app, { Ana: '9', Beto: '8', Caro: '7', Dani: '6', Eva: '5' })
  await admin.send(closeCategoria, { id: salsa })
  const { id: ronda } = await admin.send(createRonda, { id: salsa, ...FINAL })
  const siguientesOf = async () => (await admin.see(mesaDeDia, { dia: 'sábado' }))?.siguientes[ronda] ?? []
  const siguientes = [...(await siguientesOf())]
  expect(siguientes).toEqual([ids[2]])
  const both = [admin, admin].map((one) => one.send(addSiguiente, { id: ronda, siguientes }))
  expect(await Promise.all(both)).toEqual([{ nombres: ['Caro'] }, { nombres: ['Caro'] }])
  expect(await nombresDe(admin, 'sábado')).toEqual(['Beto', 'Ana', 'Caro'])

  const [dani = ''] = await siguientesOf()
  await admin.send(reopenCategoria, { id: salsa })
  await admin.send(withdrawCompetidor, { id: dani, estado: 'descalificado', motivo: 'Edad' })
  await expect(admin.send(addSiguiente, { id: ronda, siguientes: [dani] })).rejects.toMatchObject({
    code: 'ronda.changed',
  })
  expect(await siguientesOf()).toEqual([ids[4]])
})

test('a closed round, a category that is no round and a round whose source is deleted accept no further entry', async () => {
  await using app = await startApp()
  const { admin, juez, salsa, ronda, copias } = await withRonda(app)
  const sinFuente = { status: 409, code: 'ronda.sinFuente', message: 'La categoría de la que viene ya no existe.' }
  await expect(admin.send(addSiguiente, { id: salsa })).rejects.toMatchObject({ code: 'categoria.closed' })
  for (const id of copias) await send(juez, id, '8')
  await admin.send(closeCategoria, { id: ronda })
  await expect(admin.send(addSiguiente, { id: ronda })).rejects.toMatchObject({ code: 'categoria.closed' })
  await admin.send(reopenCategoria, { id: ronda })
  await admin.send(reopenCategoria, { id: salsa })
  await expect(admin.send(addSiguiente, { id: salsa })).rejects.toMatchObject(sinFuente)
  await admin.send(deleteCategoria, { id: salsa })
  await expect(admin.send(addSiguiente, { id: ronda })).rejects.toMatchObject(sinFuente)
  await expect(admin.send(addSiguiente, { id: 'nada' })).rejects.toMatchObject({ status: 404 })
})

test('the desk and the head judge read where an entry passed; a head judge who owes a mark reads only where the category did', async () => {
  await using app = await startApp()
  const { admin, salsa } = await withRonda(app)
  const day = await admin.see(mesaDeDia, { dia: 'jueves' })
  expect(day?.categorias[0]?.pasaA).toBe('Final')
  expect(day?.categorias[0]?.competidores.map(({ pasaA }) => pasaA)).toEqual(['Final', 'Final', undefined, undefined])
  const principal = await app.as('juez', { principal: 1 })
  const seen = async () => (await principal.see(jurado))?.categorias.find(({ id }) => id === salsa)
  expect((await seen())?.pasaA).toBe('Final')
  expect((await seen())?.competidores.map(({ pasaA }) => pasaA)).toEqual([undefined, undefined, undefined, undefined])
})
