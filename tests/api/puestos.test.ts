import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { mesa } from '#contract/competidores.ts'
import { selectDia, selectTurno } from '#contract/horario.ts'
import { updateInscripcion } from '#contract/inscripciones.ts'
import { viewKey } from '#contract/view.ts'
import { createPantalla, renewEnlacePantalla, sendLlegadas, setMuestra } from '#contract/pantallas.ts'
import { horario } from '#contract/views/horario.ts'
import { MUSICA_PATH, pantalla, pantallas } from '#contract/views/pantallas.ts'
import type { Input } from '#contract/define.ts'
import { VISITANTE } from '#domain/actor.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { seedCuenta } from '../support/cuentas.ts'
import { aTrack } from '../support/mp3.ts'
import { LiveStream } from '../support/stream.ts'
import { readTreeAt, unload } from '../support/evento.ts'

async function add(admin: Client, tipo: TipoPantalla): Promise<{ id: string; enlace: string }> {
  const { id } = await admin.send(createPantalla, { nombre: tipo, tipo })
  return { id, enlace: (await admin.see(pantallas))?.pantallas.find((one) => one.id === id)?.enlace ?? '' }
}

/** Gives an entry a track of so many seconds; answers with its bytes. */
async function seedMusica({ deps }: TestApp, id: string, seconds: number): Promise<Buffer> {
  const bytes = aTrack(seconds)
  const path = `musica/${deps.newId()}.mp3`
  await deps.files.put(path, Readable.from([bytes]))
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await work.tx.insertInto('musica').values({ path, duracion: seconds }).execute()
    await work.tx.updateTable('competidores').set({ musicaPath: path }).where('id', '=', id).execute()
    work.changed({ kind: 'competidor', competidorId: id })
  })
  return bytes
}

async function hear({ app }: TestApp, enlace: string, id: string) {
  const url = `${MUSICA_PATH.replace(':id', id)}?enlace=${enlace}`
  const { statusCode, rawPayload } = await app.http.inject({ url })
  return { statusCode, sum: hash('sha256', rawPayload) }
}

const tap = (competidorId: string, llego: boolean, at: number): Input<typeof sendLlegadas>['toques'][number] => ({
  competidorId,
  llego,
  at,
})

test('the post of music gets the tracks of the active day alone, and nothing once its link has ended', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores: jueves } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz', 'Eva'] })
  const { competidores: viernes } = await seedDia(app, 'viernes', { Son: ['Pía'] })
  const [ana, luz, eva] = jueves.map(({ id }) => id)
  const pia = viernes[0]?.id
  if (!ana || !luz || !eva || !pia) throw new Error('No entries.')
  const bytes = await seedMusica(app, ana, 2)
  await seedMusica(app, luz, 3)
  await seedMusica(app, pia, 4)
  const { id, enlace } = await add(admin, 'Música')
  const seen = await app.visitor.see(pantalla, { enlace })
  expect(Object.keys(seen?.pistas?.pistas ?? {}).toSorted()).toEqual([ana, luz].toSorted())
  expect(seen?.pistas?.pistas[ana]?.duracion).toBeCloseTo(2, 0)
  expect(JSON.stringify(seen)).not.toContain('.mp3')
  expect(await hear(app, enlace, ana)).toEqual({ statusCode: 200, sum: hash('sha256', bytes) })
  expect((await hear(app, enlace, eva)).statusCode).toBe(404)
  expect((await hear(app, enlace, pia)).statusCode).toBe(404)
  await admin.send(selectDia, { dia: 'viernes' })
  expect(Object.keys((await app.visitor.see(pantalla, { enlace }))?.pistas?.pistas ?? {})).toEqual([pia])
  expect((await hear(app, enlace, ana)).statusCode).toBe(404)
  await admin.send(renewEnlacePantalla, { id })
  expect((await hear(app, enlace, pia)).statusCode).toBe(410)
})

test('the link of another type of screen, of a screen that is none, and no link, admit to no post', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const ana = competidores[0]?.id ?? ''
  await seedMusica(app, ana, 2)
  const [sala, musica, recepcion] = [
    await add(admin, 'Sala'),
    await add(admin, 'Música'),
    await add(admin, 'Recepción'),
  ]
  for (const enlace of [sala.enlace, recepcion.enlace, 'x', ''])
    expect((await hear(app, enlace, ana)).statusCode).toBe(410)
  for (const { enlace } of [sala, musica]) {
    const sent = app.visitor.send(sendLlegadas, { enlace, dia: 'jueves', toques: [tap(ana, true, 1)] })
    await expect(sent).rejects.toMatchObject({ status: 410, code: 'pantalla.enlaceInvalid' })
  }
  expect((await app.visitor.see(pantalla, { enlace: recepcion.enlace }))?.llegadas?.toques).toEqual([])
})

test('of two taps the later one counts, whichever arrives first; a clock that is ahead counts as the arrival', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz'] })
  const [ana = '', luz = ''] = competidores.map(({ id }) => id)
  const { enlace } = await add(admin, 'Recepción')
  const send = (...toques: Input<typeof sendLlegadas>['toques']) =>
    app.visitor.send(sendLlegadas, { enlace, dia: 'jueves', toques })
  const llegaron = async () =>
    (await app.visitor.see(pantalla, { enlace }))?.llegadas?.toques.flatMap(({ competidorId, llego }) =>
      llego ? [competidorId] : [],
    )
  await send(tap(ana, true, 20), tap(luz, true, 20))
  await send(tap(ana, false, 10))
  expect(await llegaron()).toEqual([ana, luz].toSorted())
  await send(tap(ana, false, 30), tap('nadie', true, 30))
  expect(await llegaron()).toEqual([luz])
  await send(tap(ana, true, app.deps.now() + 86_400_000))
  await send(tap(ana, false, app.deps.now() + 1))
  expect(await llegaron()).toEqual([luz])
  expect((await admin.send(readBitacora, {})).actos.map(({ que }) => que).join()).not.toMatch(/llegada/i)
})

test('the desk and the announcer read who has not arrived from the first tap on, and visitors read nothing of it', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz', 'Eva'] })
  const [ana = '', luz = '', eva = ''] = competidores.map(({ id }) => id)
  await admin.send(selectTurno, { competidorId: ana })
  const [locutor, recepcion] = [await add(admin, 'Locutor'), await add(admin, 'Recepción')]
  const told = async () => [
    (await admin.see(mesa))?.sinLlegar,
    (await app.visitor.see(pantalla, { enlace: locutor.enlace }))?.notas?.sinLlegar,
  ]
  expect(await told()).toEqual([[], []])
  const before = JSON.stringify(await app.visitor.see(horario))
  const send = (toque: ReturnType<typeof tap>) =>
    app.visitor.send(sendLlegadas, { enlace: recepcion.enlace, dia: 'jueves', toques: [toque] })
  await send(tap(luz, true, 1))
  expect(await told()).toEqual([[eva], [eva]])
  await send(tap(luz, false, 2))
  expect(await told()).toEqual([
    [luz, eva],
    [luz, eva],
  ])
  expect(JSON.stringify(await app.visitor.see(horario))).toBe(before)
})

test('an arrival goes with the entry, but not to another day, nor does a tap that was made for the former one', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana'] })
  const { categorias } = await seedDia(app, 'viernes', { Son: [] })
  const ana = competidores[0]?.id ?? ''
  const { enlace } = await add(admin, 'Recepción')
  await app.visitor.send(sendLlegadas, { enlace, dia: 'jueves', toques: [tap(ana, true, 1)] })
  await admin.send(updateInscripcion, { id: ana, categoriaId: categorias[0]?.id ?? '' })
  await admin.send(selectDia, { dia: 'viernes' })
  await app.visitor.send(sendLlegadas, { enlace, dia: 'jueves', toques: [tap(ana, true, 2)] })
  expect((await app.visitor.see(pantalla, { enlace }))?.llegadas).toMatchObject({ dia: 'viernes', toques: [] })
})

test('an export lists the arrivals in running order', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz', 'Eva'] })
  const [ana = '', luz = '', eva = ''] = competidores.map(({ id }) => id)
  const { enlace } = await add(admin, 'Recepción')
  const toques = [tap(eva, true, 1), tap(luz, false, 1), tap(ana, true, 1)]
  await app.visitor.send(sendLlegadas, { enlace, dia: 'jueves', toques })
  expect(readTreeAt(await unload(app))['extra']).toMatchObject({ llegaron: [ana, eva] })
})

test('no post receives a mark, a place, a note, an e-mail, another link or a track of another day', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz'] })
  const { competidores: viernes } = await seedDia(app, 'viernes', { Son: ['Pía'] })
  for (const { id } of [...competidores, ...viernes]) {
    await seedMusica(app, id, 2)
    await seedCalificacion(app, id, 'Rosa', '73061849.25')
  }
  await app.deps.db.write((tx) => tx.updateTable('competidores').set({ nota: 'Se dice con b de burro' }).execute())
  await seedCuenta(app, { email: 'secreta@b.mx', en: ['users'] })
  const all = [
    await add(admin, 'Sala'),
    await add(admin, 'Locutor'),
    await add(admin, 'Música'),
    await add(admin, 'Recepción'),
  ]
  const [, , musica, recepcion] = all
  const origin = await app.listen()
  const secretos = ['73061849', 'burro', 'secreta@', '.mp3', 'Rosa', ...viernes.map(({ id }) => id)]
  for (const puesto of [musica, recepcion]) {
    const enlace = puesto?.enlace ?? ''
    const views = viewKey(pantalla, { enlace })
    await using stream = await LiveStream.open(origin, { views, cookie: undefined })
    await stream.next()
    await admin.send(selectTurno, { competidorId: competidores[0]?.id ?? '' })
    const toques = [tap(competidores[1]?.id ?? '', puesto === musica, 1)]
    await app.visitor.send(sendLlegadas, { enlace: recepcion?.enlace ?? '', dia: 'jueves', toques })
    await admin.send(setMuestra, { id: all[0]?.id ?? '', escena: 'Mensaje' })
    const snapshot = JSON.stringify(await app.visitor.see(pantalla, { enlace }))
    // Its frame ends what the acts before it sent.
    await admin.send(renewEnlacePantalla, { id: puesto?.id ?? '' })
    await expect.poll(() => stream.bytes.includes('"gone"')).toBe(true)
    const bytes = stream.bytes.toString() + snapshot
    const others = all.flatMap((one) => (one.enlace === enlace ? [] : [one.enlace]))
    expect([...secretos, ...others].filter((secreto) => bytes.includes(secreto))).toEqual([])
  }
})
