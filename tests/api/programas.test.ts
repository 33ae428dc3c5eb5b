import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { saveTurno, setReloj } from '#contract/horario.ts'
import {
  deletePausa,
  programaDeDia,
  publishPrograma,
  savePausa,
  savePrograma,
  setAdelantar,
  withdrawPrograma,
} from '#contract/programa.ts'
import { horario } from '#contract/views/horario.ts'
import { jornadaEnVivo } from '#domain/jornada.ts'
import { textOf, writeTree } from '../../src/server/interchange/tree.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readRows } from '../../src/server/interchange/rows.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { aDayAt10, INICIO, LAS_10, MINUTO, pausa, publish } from '../support/programa.ts'
import { deskOf, press } from '../support/repetir.ts'

const dia = 'jueves'
const LAS_10_ISO = new Date(LAS_10).toISOString()

async function publicado(admin: Client) {
  const programa = await admin.see(programaDeDia, { dia })
  if (!programa?.publicado) throw new Error('no programme')
  return programa.publicado
}

test('a track counts as many seconds as it has begun, in the plan alone', async () => {
  await using scene = await aDayAt10()
  const { admin, app, ids } = scene
  await app.deps.db.write(async (tx) => {
    await tx.insertInto('musica').values({ path: 'musica/a.mp3', duracion: 61.2 }).execute()
    await tx.updateTable('competidores').set({ musicaPath: 'musica/a.mp3' }).where('id', '=', ids.ana).execute()
  })
  await publish(admin)
  const [categoria] = (await admin.see(programaDeDia, { dia }))?.categorias ?? []
  expect(categoria?.entradas[0]).toMatchObject({ nombre: 'Ana', largo: 62_000 })
  expect((await deskOf(admin)).categorias[0]?.competidores[0]).toMatchObject({ nombre: 'Ana', duracion: 61 })
})

test('published while an entry is in course, what follows counts from its expected end', async () => {
  await using scene = await aDayAt10()
  const { admin, clock, ids } = scene
  await publish(admin)
  await press(admin, 'siguiente')
  clock.now += 50 * MINUTO
  await press(admin, 'siguiente')
  await admin.send(publishPrograma, { dia })
  const { inicios } = await publicado(admin)
  expect(inicios[ids.ana]).toBe(LAS_10)
  expect(inicios[ids.bea]).toBe(LAS_10 + 5 * MINUTO)
  expect(inicios[ids.caro]).toBe(clock.now + 5 * MINUTO)
})

test('what cannot be saved or published says why, and changes nothing', async () => {
  await using scene = await aDayAt10()
  const { admin, app } = scene
  const before = await app.deps.db.read((tx) => tx.selectFrom('programa').selectAll().execute())
  const fields = (campo: string, texto: string) => ({ code: 'input.invalid', fields: { [campo]: texto } })
  const programa = { dia, inicio: INICIO, montaje: 30, jueceo: 30 } as const
  const refused = (sent: Promise<unknown>) => expect(sent).rejects
  await refused(admin.send(savePrograma, { ...programa, inicio: '' })).toMatchObject(
    fields('inicio', 'Elige el inicio del jueves.'),
  )
  await refused(admin.send(savePrograma, { ...programa, montaje: 3_601 })).toMatchObject(
    fields('montaje', 'Escribe segundos de 0 a 3600.'),
  )
  await refused(admin.send(savePausa, pausa('', null))).toMatchObject(
    fields('titulo', 'Escribe un título de 1 a 80 caracteres.'),
  )
  await refused(admin.send(savePausa, pausa('x'.repeat(81), null))).toMatchObject(
    fields('titulo', 'Escribe un título de 1 a 80 caracteres.'),
  )
  await refused(admin.send(savePausa, pausa('Comida', null, 601))).toMatchObject(
    fields('minutos', 'Escribe minutos de 1 a 600.'),
  )
  for (const noAntes of ['25:00', '9:30', '2025-04-10T11:30'])
    await refused(admin.send(savePausa, { ...pausa('Comida', null), noAntes })).toMatchObject(
      fields('noAntes', 'Elige una hora.'),
    )
  await refused(admin.send(savePausa, pausa('Comida', 'ninguna'))).toMatchObject({ code: 'categoria.missing' })
  await refused(admin.send(publishPrograma, { dia })).toMatchObject(fields('inicio', 'Elige el inicio del jueves.'))
  expect(await app.deps.db.read((tx) => tx.selectFrom('programa').selectAll().execute())).toEqual(before)

  await admin.send(savePausa, pausa('Comida', null))
  await refused(admin.send(savePausa, pausa('comida', null))).toMatchObject({
    message: 'Ya hay una pausa con ese título.',
  })
  await refused(admin.send(savePausa, { ...pausa('Otra', null), id: 'ninguna' })).toMatchObject({ status: 404 })
  await admin.send(savePrograma, { ...programa, dia: 'viernes' })
  await refused(admin.send(publishPrograma, { dia: 'viernes' })).toMatchObject(
    fields('dia', 'El viernes no tiene competidores.'),
  )
})

test('withdrawing keeps start, seconds and breaks', async () => {
  await using scene = await aDayAt10()
  const { admin } = scene
  await publish(admin, [pausa('Comida', null)])
  await admin.send(withdrawPrograma, { dia })
  expect(await admin.see(programaDeDia, { dia })).toMatchObject({
    publicado: null,
    ajustes: { inicio: LAS_10, montaje: 0, jueceo: 0 },
    pausas: [{ titulo: 'Comida' }],
  })
})

test('each act is one row of the log', async () => {
  await using scene = await aDayAt10()
  const { admin, casino } = scene
  await publish(admin, [pausa('Comida', null)])
  const [comida] = (await admin.see(programaDeDia, { dia }))?.pausas ?? []
  await admin.send(savePausa, { ...pausa('Comida', casino, 45), id: comida?.id ?? '' })
  await admin.send(deletePausa, { dia, id: comida?.id ?? '' })
  await admin.send(publishPrograma, { dia })
  await admin.send(withdrawPrograma, { dia })
  const { actos } = await admin.send(readBitacora, {})
  const rows = actos.filter(({ que }) => que.startsWith('Programa'))
  expect(rows.map(({ que, despues }) => [que, despues]).toReversed()).toEqual([
    ['Programa del jueves', 'Inicio: 2025-04-10 10:00:00; Montaje (segundos): 0; Jueceo (segundos): 0'],
    ['Programa del jueves, pausa Comida: alta', 'Pausa: Comida; Minutos: 30'],
    ['Programa del jueves: publicado', 'Termina hacia: 2025-04-10 11:00:00'],
    ['Programa del jueves, pausa Comida', 'Antes de: Casino; Minutos: 45'],
    ['Programa del jueves, pausa Comida: eliminada', ''],
    ['Programa del jueves: publicado', 'Termina hacia: 2025-04-10 10:30:00'],
    ['Programa del jueves: retirado', ''],
  ])
})

const treeOf = async (app: TestApp): Promise<string> => textOf(writeTree(await app.deps.db.read(readRows)))

test('an export and its import give the same programme, without stamps and breaks in course', async () => {
  await using scene = await aDayAt10()
  const { admin, app, casino } = scene
  await publish(admin, [{ ...pausa('Comida', casino), noAntes: '11:30' }, pausa('Premios', null)])
  await admin.send(saveTurno, { selectedRow: 4 })
  await press(admin, 'siguiente')
  const tree = await treeOf(app)
  expect(JSON.parse(tree)).toMatchObject({
    extra: {
      programas: {
        jueves: {
          inicio: '2025-04-10T16:00:00.000Z',
          pausas: [{ titulo: 'Comida', antesDe: casino, minutos: 30, noAntes: '11:30' }, { titulo: 'Premios' }],
          publicado: { pausas: [{ titulo: 'Comida', inicio: '2025-04-10T16:20:00.000Z' }, { titulo: 'Premios' }] },
        },
      },
    },
  })

  await using other = await startApp()
  expect(await importTree(other.deps, { json: JSON.parse(tree), files: null }, { replace: false })).toMatchObject({
    done: true,
  })
  expect(await treeOf(other)).toBe(tree)
  const desk = await deskOf(await other.as('admin'))
  expect(desk).toMatchObject({ selectedRow: 4 })
  expect(desk).not.toHaveProperty('desde')
  expect(desk).not.toHaveProperty('pausa')
  // The break is known by its title: the next press goes into it.
  const otherAdmin = await other.as('admin')
  await press(otherAdmin, 'siguiente')
  expect((await deskOf(otherAdmin)).pausa?.titulo).toBe('Comida')
})

test('the faults of an imported programme are named by their paths, and titles are compared as the screen does', async () => {
  await using scene = await aDayAt10()
  const { admin, app } = scene
  await publish(admin, [pausa('Comida', null)])
  const tree = JSON.parse(await treeOf(app))
  const { publicado: published, ...jueves } = tree.extra.programas.jueves
  const faultsOf = async (pausas: readonly object[], given: object) => {
    const programas = { jueves: { ...jueves, pausas, publicado: { ...published, ...given } } }
    const json = { ...tree, extra: { ...tree.extra, programas } }
    const answer = await importTree(app.deps, { json, files: null }, { replace: true })
    return 'faults' in answer ? answer.faults.map(({ path }) => path) : []
  }
  const otra = { titulo: 'Cena', minutos: 5, antesDe: 'nada', inicio: LAS_10_ISO }
  expect(
    await faultsOf([{ titulo: 'Cena', minutos: 5, antesDe: 'nada' }], {
      inicios: { nadie: LAS_10_ISO },
      pausas: [{ ...otra, titulo: 'Comida', antesDe: null }, otra],
    }),
  ).toEqual([
    'extra/programas/jueves/publicado/inicios/nadie',
    'extra/programas/jueves/publicado/pausas/1/antesDe',
    'extra/programas/jueves/pausas/0/antesDe',
  ])
  expect(await faultsOf([{ titulo: ' ', minutos: 5 }], {})).toEqual(['extra/programas/jueves/pausas/0/titulo'])
  for (const [a, b] of [
    ['Cena', 'CENA'],
    ['Café', 'Cafe\u0301'],
  ]) {
    const dobles = [a, b].map((titulo) => ({ titulo, minutos: 5 }))
    expect(await faultsOf(dobles, {})).toEqual(['extra/programas/jueves/pausas'])
  }
})

test('an instant of a former export counts by its time in the zone of the event', async () => {
  await using scene = await aDayAt10()
  await publish(scene.admin, [{ ...pausa('Comida', null), noAntes: '11:30' }])
  const tree = await treeOf(scene.app)
  const former = (instant: string) =>
    JSON.parse(tree.replaceAll('"11:30"', JSON.stringify(instant))) as { extra: object }
  const importedWith = async (json: unknown): Promise<string> => {
    await using other = await startApp()
    expect(await importTree(other.deps, { json, files: null }, { replace: false })).toMatchObject({ done: true })
    return await treeOf(other)
  }
  expect(await importedWith(former('2025-04-10T17:30:00.000Z'))).toBe(tree)
  const enMadrid = former('2025-04-10T09:30:00.000Z')
  const { programas } = JSON.parse(
    await importedWith({ ...enMadrid, extra: { ...enMadrid.extra, evento: { zonaHoraria: 'Europe/Madrid' } } }),
  ).extra
  expect(programas.jueves.pausas).toMatchObject([{ noAntes: '11:30' }])
  expect(programas.jueves.publicado.pausas).toMatchObject([{ noAntes: '11:30' }])
})

test('what is still to come no longer waits for its published start, until the programme is withdrawn', async () => {
  await using scene = await aDayAt10()
  const { admin, app, clock } = scene
  await expect(admin.send(setAdelantar, { dia, adelantar: true })).rejects.toMatchObject({
    code: 'programa.unpublished',
    message: 'Publica primero el programa de ese día.',
  })
  await publish(admin, [])
  const siguientes = async () => {
    const day = await app.visitor.see(horario)
    const { siguen = [] } = day ? jornadaEnVivo(day, clock.now) : {}
    return siguen.map(({ renglon: { hora, puedeSerAntes = false } }) => [
      ((hora ?? 0) - clock.now) / 60_000,
      puedeSerAntes,
    ])
  }
  await admin.send(setReloj, { activarReloj: true })
  await admin.send(saveTurno, { selectedRow: 1 })
  await admin.send(saveTurno, { selectedRow: 2 })
  const before = await siguientes()
  expect(before[0]?.[1]).toBe(true)
  await admin.send(setAdelantar, { dia, adelantar: true })
  const after = await siguientes()
  expect(after.map(([, puede]) => puede)).toEqual(after.map(() => false))
  expect(Number(after[0]?.[0])).toBeLessThan(Number(before[0]?.[0]))
  // Published again, it stays; withdrawn, it ends.
  await admin.send(publishPrograma, { dia })
  expect((await app.visitor.see(horario))?.programa?.adelantar).toEqual({})
  await admin.send(withdrawPrograma, { dia })
  await admin.send(publishPrograma, { dia })
  expect((await app.visitor.see(horario))?.programa?.adelantar).toBeUndefined()
})
