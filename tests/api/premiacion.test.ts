import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { closeCategoria, reopenCategoria } from '#contract/calificaciones.ts'
import { announceCategoria, retainCategoria, setEmbargo } from '#contract/embargo.ts'
import { selectTurno, setPublicacion, undoTurno } from '#contract/horario.ts'
import { createPantalla, setMuestra } from '#contract/pantallas.ts'
import { beginPremiacion, endPremiacion, stepPremiacion } from '#contract/premiacion.ts'
import { pantalla, pantallas, type PremiacionPart } from '#contract/views/pantallas.ts'
import { premiaciones } from '#contract/views/premiaciones.ts'
import { startApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { readTreeAt, unload } from '../support/evento.ts'

const START = Date.UTC(2025, 3, 10, 16)

/** A final category of three, one retained and closed of two with the same name on another day, and two screens of the hall. */
async function aNight() {
  const clock = { now: START }
  const app = await startApp({ now: () => clock.now })
  const admin = await app.as('admin')
  const jueves = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz', 'Sol'], Vacía: ['Eva'] })
  const viernes = await seedDia(app, 'viernes', { Salsa: ['Mar', 'Paz'] })
  for (const [at, { id }] of [...jueves.competidores.slice(0, 3), ...viernes.competidores].entries())
    await seedCalificacion(app, id, 'Rosa', `${50 - at}.00`)
  const [salsa = '', vacia = '', otra = ''] = [...jueves.categorias, ...viernes.categorias].map(({ id }) => id)
  await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  for (const id of [salsa, vacia, otra]) await admin.send(closeCategoria, { id, decision: 'Así' })
  await admin.send(setEmbargo, { retener: true })
  const foro = await admin.send(createPantalla, { nombre: 'Foro', tipo: 'Sala' })
  const lobby = await admin.send(createPantalla, { nombre: 'Lobby', tipo: 'Sala' })
  return { ...app, clock, admin, salsa, vacia, otra, foro, lobby, ana: jueves.competidores[0]?.id ?? '' }
}

type Night = Awaited<ReturnType<typeof aNight>>

async function shown({ visitor, admin }: Night, nombre = 'Foro') {
  const enlace = (await admin.see(pantallas))?.pantallas.find((one) => one.nombre === nombre)?.enlace ?? ''
  return visitor.see(pantalla, { enlace })
}

const nombresIn = (part: PremiacionPart | undefined) =>
  part?.pasos.map(({ competidores }) => competidores.map(({ nombre }) => nombre))

async function next({ clock, admin }: Night, id: string, desde: number): Promise<void> {
  clock.now += 1_000
  await admin.send(stepPremiacion, { id, desde, sentido: 'siguiente' })
}

test('a ceremony shows its title on every screen of the hall, then the prizes from the last to the first', async () => {
  await using night = await aNight()
  const { admin, clock, salsa } = night
  expect(await admin.send(beginPremiacion, { id: salsa, premios: 2 })).toEqual({ yaPublicos: false })
  expect((await shown(night))?.muestra.escena).toBe('Premiación')
  expect((await shown(night, 'Lobby'))?.premiacion).toMatchObject({ categoria: 'Salsa', premios: 2, pasos: [] })
  await next(night, salsa, 0)
  expect(nombresIn((await shown(night))?.premiacion)).toEqual([['Luz']])
  await next(night, salsa, 1)
  expect(nombresIn((await shown(night))?.premiacion)).toEqual([['Luz'], ['Ana']])
  clock.now += 1_000
  await expect(admin.send(stepPremiacion, { id: salsa, desde: 2, sentido: 'siguiente' })).rejects.toMatchObject({
    message: 'Ya se mostraron todos los lugares. Termina la premiación.',
  })
  await admin.send(endPremiacion, { id: salsa })
  expect((await shown(night))?.premiacion).toMatchObject({ enCurso: false })
  expect((readTreeAt(await unload(night))['extra'] as { pantallas: unknown }).pantallas).toMatchObject([
    { escena: 'Premiación' },
    { escena: 'Premiación' },
  ])
  expect((await admin.see(premiaciones))?.categorias.find(({ id }) => id === salsa)?.anunciada).toBe(true)
})

test('the step that comes is told to an announcer alone, also when a screen of the hall was set to read ahead', async () => {
  await using night = await aNight()
  const { admin, salsa } = night
  await admin.send(createPantalla, { nombre: 'Cabina', tipo: 'Locutor' })
  await night.deps.db.write((tx) => tx.updateTable('pantalla').set({ adelantar: 1 }).execute())
  await admin.send(beginPremiacion, { id: salsa, premios: 1 })
  expect(JSON.stringify(await shown(night, 'Cabina'))).toContain('Ana')
  expect(JSON.stringify(await shown(night))).not.toContain('Ana')
})

test('of two presses of the same step one counts, and a press within the second is dropped', async () => {
  await using night = await aNight()
  const { admin, clock, salsa } = night
  const other = await night.as('admin')
  await admin.send(beginPremiacion, { id: salsa, premios: 3 })
  clock.now += 1_000
  const press = { id: salsa, desde: 0, sentido: 'siguiente' } as const
  await Promise.all([admin.send(stepPremiacion, press), other.send(stepPremiacion, press)])
  clock.now += 999
  await admin.send(stepPremiacion, { ...press, desde: 1 })
  expect(nombresIn((await shown(night))?.premiacion)).toEqual([['Sol']])
})

test('what was not chosen by hand goes back when the ceremony is taken off at its title; nothing was announced', async () => {
  await using night = await aNight()
  const { admin, clock, salsa, foro, lobby } = night
  await admin.send(setMuestra, { id: foro.id, escena: 'Galería' })
  await admin.send(beginPremiacion, { id: salsa, premios: 3 })
  expect((readTreeAt(await unload(night))['extra'] as { pantallas: unknown }).pantallas).toEqual([
    { nombre: 'Foro', tipo: 'Sala', escena: 'Galería' },
    { nombre: 'Lobby', tipo: 'Sala' },
  ])
  await admin.send(setMuestra, { id: lobby.id, escena: 'Mensaje' })
  clock.now += 1_000
  await admin.send(stepPremiacion, { id: salsa, desde: 0, sentido: 'anterior' })
  expect([(await shown(night))?.muestra.escena, (await shown(night, 'Lobby'))?.muestra.escena]).toEqual([
    'Galería',
    'Mensaje',
  ])
  expect((await admin.see(premiaciones))?.categorias.find(({ id }) => id === salsa)?.anunciada).toBe(false)
})

test('a ceremony refuses what it cannot be, with its words', async () => {
  await using night = await aNight()
  const { admin, salsa, vacia, otra } = night
  const refused = (send: Promise<unknown>) =>
    send.then(
      () => '',
      (error: Error) => error.message,
    )
  expect(await refused(admin.send(beginPremiacion, { id: vacia, premios: 3 }))).toBe('La categoría no tiene lugares.')
  await expect(admin.send(beginPremiacion, { id: salsa, premios: 11 })).rejects.toMatchObject({
    fields: { premios: 'Escribe premios de 1 a 10.' },
  })
  await admin.send(beginPremiacion, { id: otra, premios: 3 })
  expect(await refused(admin.send(beginPremiacion, { id: salsa, premios: 3 }))).toBe(
    'Termina primero la premiación de Salsa (viernes).',
  )
  expect(await refused(admin.send(reopenCategoria, { id: otra }))).toBe('Hay una premiación en curso.')
  expect(await refused(admin.send(endPremiacion, { id: otra }))).toBe('Falta confirmar el cambio.')
  await expect(admin.send(endPremiacion, { id: otra })).rejects.toMatchObject({
    fields: { pregunta: 'Faltan 2 pasos. ¿Terminar y publicar?', boton: 'Terminar' },
  })
  await admin.send(endPremiacion, { id: otra, acepta: ['Faltan 2 pasos. ¿Terminar y publicar?'] })
  await admin.send(reopenCategoria, { id: otra })
  expect(await refused(admin.send(beginPremiacion, { id: otra, premios: 3 }))).toBe('Cierra primero la categoría.')
})

test('the podium is there for screens that open later, until its category is retained again; Deshacer leaves it alone', async () => {
  await using night = await aNight()
  const { admin, salsa, ana } = night
  const { ultimo } = await admin.send(selectTurno, { competidorId: ana })
  await admin.send(beginPremiacion, { id: salsa, premios: 1 })
  await next(night, salsa, 0)
  expect((await admin.send(undoTurno, { revision: ultimo ?? 0 })).movido).toBe(true)
  expect(nombresIn((await shown(night))?.premiacion)).toEqual([['Ana']])
  await admin.send(endPremiacion, { id: salsa })
  const { id } = await admin.send(createPantalla, { nombre: 'Tarde', tipo: 'Sala' })
  await admin.send(setMuestra, { id, escena: 'Premiación' })
  expect(nombresIn((await shown(night, 'Tarde'))?.premiacion)).toEqual([['Ana']])
  await admin.send(retainCategoria, { id: salsa })
  expect((await shown(night, 'Tarde'))?.premiacion).toBeUndefined()
})

test('the log tells begun, ended and taken off ceremonies, and no steps; beginning with public results says so', async () => {
  await using night = await aNight()
  const { admin, clock, salsa, otra } = night
  await admin.send(announceCategoria, { id: salsa })
  expect(await admin.send(beginPremiacion, { id: salsa, premios: 1 })).toEqual({ yaPublicos: true })
  await next(night, salsa, 0)
  await admin.send(endPremiacion, { id: salsa })
  await admin.send(beginPremiacion, { id: otra, premios: 1 })
  clock.now += 1_000
  await admin.send(stepPremiacion, { id: otra, desde: 0, sentido: 'anterior' })
  const { actos } = await admin.send(readBitacora, { buscar: 'premiación' })
  expect(actos.map(({ que }) => que)).toEqual([
    'Premiación de Salsa: quitada',
    'Premiación de Salsa: empieza',
    'Premiación de Salsa: terminada',
    'Premiación de Salsa: empieza',
    'Categoría Salsa: publicada sin premiación',
    'Resultados hasta la premiación',
  ])
})
