import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { setEmbargo } from '#contract/embargo.ts'
import { selectTurno, setPublicacion } from '#contract/horario.ts'
import { COMO_VISITANTE, SNAPSHOT_PATH } from '#contract/live.ts'
import {
  createPantalla,
  deletePantalla,
  identifyPantalla,
  readReportes,
  renewEnlacePantalla,
  reportPantalla,
  setEnTodas,
  setMuestra,
} from '#contract/pantallas.ts'
import { viewKey } from '#contract/view.ts'
import { pantalla, pantallas } from '#contract/views/pantallas.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { load, readTreeAt, treeIn, unload } from '../support/evento.ts'
import { LiveStream } from '../support/stream.ts'

/** Adds a screen; answers with its id and the token of its link. */
async function add(admin: Client, nombre: string, tipo: TipoPantalla = 'Sala') {
  const { id } = await admin.send(createPantalla, { nombre, tipo })
  return { id, enlace: await enlaceOf(admin, id) }
}

async function enlaceOf(admin: Client, id: string): Promise<string> {
  return (await admin.see(pantallas))?.pantallas.find((one) => one.id === id)?.enlace ?? ''
}

async function report({ app }: TestApp, enlace: string): Promise<number> {
  return (await app.http.inject({ method: 'POST', url: `${reportPantalla.path}?enlace=${enlace}` })).statusCode
}

test('the page of a link shows its scene and nothing of the other scenes', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, enlace } = await add(admin, 'Foro')
  await admin.send(setMuestra, { id, mensaje: 'Volvemos a las 20:00' })
  const muestra = { tipo: 'muestra', nombre: 'Foro', clase: 'Sala', escena: 'En pista' }
  expect(await app.visitor.see(pantalla, { enlace })).toEqual({ muestra })
  await admin.send(setMuestra, { id, escena: 'Mensaje' })
  expect((await app.visitor.see(pantalla, { enlace }))?.muestra).toEqual({
    ...muestra,
    escena: 'Mensaje',
    mensaje: 'Volvemos a las 20:00',
  })
})

test('two screens of one name are refused, whatever its case; a wrong message changes nothing', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, enlace } = await add(admin, 'Foro')
  await expect(admin.send(createPantalla, { nombre: ' FORO', tipo: 'Locutor' })).rejects.toMatchObject({
    fields: { nombre: 'Ya hay una pantalla con ese nombre.' },
  })
  await expect(admin.send(setMuestra, { id, escena: 'Mensaje', mensaje: 'a'.repeat(201) })).rejects.toMatchObject({
    fields: { mensaje: 'Escribe un mensaje de hasta 200 caracteres.' },
  })
  expect((await app.visitor.see(pantalla, { enlace }))?.muestra.escena).toBe('En pista')
})

test.each(['renewed', 'deleted'])(
  'the pages of a %s link lose their picture at once, and new ones get none',
  async (how) => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const { id, enlace } = await add(admin, 'Foro')
    await using stream = await LiveStream.open(await app.listen(), {
      views: viewKey(pantalla, { enlace }),
      cookie: undefined,
    })
    await stream.next()
    await admin.send(how === 'renewed' ? renewEnlacePantalla : deletePantalla, { id })
    const { frame } = await stream.next()
    expect(frame.views[viewKey(pantalla, { enlace })]?.gone).toContain('muestra')
    // The view of an open page is empty; without one the link names nothing.
    expect(await app.visitor.see(pantalla, { enlace })).toBeNull()
    expect(await report(app, enlace)).toBe(410)
    if (how === 'deleted') return
    const next = await enlaceOf(admin, id)
    expect((await app.visitor.see(pantalla, { enlace: next }))?.muestra.nombre).toBe('Foro')
  },
)

test('a page of a screen sees what a visitor sees, also in the browser of an administrator', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz'] })
  for (const { id } of competidores) await seedCalificacion(app, id, 'Rosa', '73061849.25')
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  await admin.send(setEmbargo, { retener: true })
  const asked = async (extra: string, cookie = '') => {
    const url = `${SNAPSHOT_PATH}?views=${encodeURIComponent('resultados?dia=jueves')}${extra}`
    return (await app.app.http.inject({ url, headers: { cookie } })).json<{ views: unknown }>().views
  }
  expect(JSON.stringify(await asked('', admin.cookie))).toContain('73061849')
  expect(await asked(`&${COMO_VISITANTE}=1`, admin.cookie)).toEqual(await asked(''))
  await using stream = await LiveStream.open(await app.listen(), {
    views: 'resultados?dia=jueves',
    cookie: admin.cookie,
    visitante: true,
  })
  await stream.next()
  expect(stream.bytes.includes('73061849')).toBe(false)
})

test('one press gives the scene, the category and the message of a screen to every one of the hall', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  const [foro, lobby, locutor] = [
    await add(admin, 'Foro'),
    await add(admin, 'Lobby'),
    await add(admin, 'Cabina', 'Locutor'),
  ]
  await admin.send(setMuestra, { id: foro.id, escena: 'Resultados', categoriaId: categorias[0]?.id ?? '' })
  await admin.send(setEnTodas, { id: foro.id })
  const of = async (enlace: string) => (await app.visitor.see(pantalla, { enlace }))?.muestra
  const categoria = { id: categorias[0]?.id, dia: 'jueves' }
  expect(await of(lobby.enlace)).toMatchObject({ escena: 'Resultados', categoria })
  expect(await of(locutor.enlace)).toMatchObject({ escena: 'En pista' })
})

test('a screen refuses the acts that its type does not have, and stays as it was', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const [sala, locutor, transmision] = [
    await add(admin, 'Foro'),
    await add(admin, 'Cabina', 'Locutor'),
    await add(admin, 'En línea', 'Transmisión'),
  ]
  const before = await admin.see(pantallas)
  const refusals = [
    admin.send(setMuestra, { id: sala.id, adelantar: true }),
    admin.send(setMuestra, { id: locutor.id, escena: 'Galería' }),
    admin.send(setMuestra, { id: locutor.id, adelantar: true, mensaje: '' }),
    admin.send(setMuestra, { id: transmision.id, categoriaId: null }),
    admin.send(setEnTodas, { id: locutor.id }),
    admin.send(identifyPantalla, { id: transmision.id }),
  ]
  for (const refusal of refusals)
    await expect(refusal).rejects.toMatchObject({ status: 409, code: 'pantalla.withoutActo' })
  expect(await admin.see(pantallas)).toEqual(before)
})

test('an announcer gets the notes of the entry in course and of the next two; no other screen gets one', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 3, Casino: 2 })
  const ids = competidores.map(({ id }) => id)
  await app.deps.db.write(async (tx) => {
    for (const [at, id] of ids.entries())
      await tx
        .updateTable('competidores')
        .set({ nota: `Nota ${at}` })
        .where('id', '=', id)
        .execute()
  })
  const [locutor, foro] = [await add(admin, 'Cabina', 'Locutor'), await add(admin, 'Foro')]
  await admin.send(selectTurno, { competidorId: ids[1] ?? '' })
  expect((await app.visitor.see(pantalla, { enlace: locutor.enlace }))?.notas?.notas).toEqual({
    [ids[1] ?? '']: 'Nota 1',
    [ids[2] ?? '']: 'Nota 2',
    [ids[3] ?? '']: 'Nota 3',
  })
  expect((await app.visitor.see(pantalla, { enlace: foro.enlace }))?.notas).toBeUndefined()
})

test('a screen counts as connected by its reports, and shows its name for ten seconds when asked', async () => {
  let now = Date.UTC(2025, 3, 10, 16)
  await using app = await startApp({ now: () => now })
  const admin = await app.as('admin')
  const { id, enlace } = await add(admin, 'Foro')
  expect((await admin.send(readReportes, {})).reportes).toEqual([])
  expect(await report(app, enlace)).toBe(204)
  now += 5_000
  expect(await admin.send(readReportes, {})).toEqual({ ahora: now, reportes: [{ pantallaId: id, visto: now - 5_000 }] })
  await admin.send(identifyPantalla, { id })
  expect((await app.visitor.see(pantalla, { enlace }))?.muestra.identificarHasta).toBe(now + 10_000)
  await admin.send(renewEnlacePantalla, { id })
  expect((await admin.send(readReportes, {})).reportes).toEqual([])
})

test('a page whose screen is deleted while it reports learns that its link has ended', async () => {
  let before: (() => Promise<unknown>) | undefined
  await using app = await startApp({
    database: (db) => ({
      ...db,
      write: async (run) => {
        const first = before
        before = undefined
        await first?.()
        return db.write(run)
      },
    }),
  })
  const admin = await app.as('admin')
  const { id, enlace } = await add(admin, 'Foro')
  before = () => admin.send(deletePantalla, { id })
  expect(await report(app, enlace)).toBe(410)
})

test('the log tells screens that were added, renewed and deleted, without links and without scenes', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id } = await add(admin, 'Foro')
  await admin.send(setMuestra, { id, escena: 'Galería' })
  await admin.send(identifyPantalla, { id })
  await admin.send(renewEnlacePantalla, { id })
  await admin.send(deletePantalla, { id })
  const { actos } = await admin.send(readBitacora, {})
  expect(actos.map(({ que }) => que)).toEqual(['Pantalla Foro: eliminada', 'Pantalla Foro', 'Pantalla Foro: alta'])
  expect(actos[1]).toMatchObject({ despues: 'Enlace: nuevo' })
})

test('an export carries the screens without their links; the import gives each a new one', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  const foro = await add(admin, 'Foro')
  await admin.send(setMuestra, { id: foro.id, escena: 'Resultados', categoriaId: categorias[0]?.id ?? '' })
  const cabina = await add(admin, 'Cabina', 'Locutor')
  await admin.send(setMuestra, { id: cabina.id, adelantar: true })
  const tree = readTreeAt(await unload(app))
  expect(tree['extra']).toMatchObject({
    pantallas: [
      { nombre: 'Cabina', tipo: 'Locutor', adelantar: true },
      { nombre: 'Foro', tipo: 'Sala', escena: 'Resultados', categoria: categorias[0]?.id },
    ],
  })
  expect(JSON.stringify(tree)).not.toContain(foro.enlace)
  expect(await load(app, treeIn(tree), { replace: true })).toMatchObject({ done: true })
  await expect(app.visitor.see(pantalla, { enlace: foro.enlace })).rejects.toMatchObject({ code: 'view.unknown' })
  const seen = (await admin.see(pantallas))?.pantallas
  expect(seen?.map(({ nombre, escena, adelantar }) => [nombre, escena, adelantar])).toEqual([
    ['Cabina', 'En pista', true],
    ['Foro', 'Resultados', false],
  ])
})
