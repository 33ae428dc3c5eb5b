import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import {
  acceptTardia,
  closeCategoria,
  discardTardia,
  handInTardia,
  reopenCalificacion,
  sendCalificacion,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { repeatCompetidor, saveTurno, setPublicacion, undoTurno } from '#contract/horario.ts'
import { viewKey } from '#contract/view.ts'
import { mesaDeDia } from '#contract/competidores.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { panel, juez as juezView, jurado, tardias } from '#contract/views/jueces.ts'
import { turnoOf } from '#domain/turno.ts'
import { type Client, type TestApp } from '../support/app.ts'
import { seedCalificacion, seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'
import { send, storedMarcas, storedTardias, ticking, todos } from '../support/marcas.ts'
import { aDay, deskOf, MOTIVO, press, repeat, undo, type Escena } from '../support/repetir.ts'
import { detalleAt, seeDetalle } from '../support/detalle.ts'

const RUTA = { dia: 'jueves', categoria: 'Salsa', nombre: 'Ana' } as const

/** Two judges have sent Ana's mark, and the turn is at Bea. */
async function aScene() {
  const day = await aDay({ now: ticking() })
  const [amparo, bruno] = [
    await day.app.as('juez', { nombre: 'Amparo' }),
    await day.app.as('juez', { nombre: 'Bruno' }),
  ]
  await send(amparo, day.ids.ana, '8')
  await send(bruno, day.ids.ana, '9')
  await day.admin.send(saveTurno, { selectedRow: 2 })
  return { ...day, amparo, bruno }
}

type ConJueces = Awaited<ReturnType<typeof aScene>>

async function entryOf(judge: Client, id: string) {
  const seen = await judge.see(juezView)
  return seen?.categorias.flatMap(({ competidores }) => competidores).find((entry) => entry.id === id)
}

const sendFor = (judge: Client, competidorId: string, puntos: string, intento: number) =>
  judge.send(sendCalificacion, { competidorId, criterios: todos(puntos), version: 0, intento })

async function totalOf(admin: Client, id: string): Promise<number | null | undefined> {
  const seen = await admin.see(resultados, { dia: 'jueves' })
  return seen?.categorias.flatMap(({ puestos }) => puestos).find((puesto) => puesto.id === id)?.puntos
}

/** Repeats Ana, takes it back and repeats her again: she is at attempt 3. */
async function repeatTwice({ admin, ids }: Escena): Promise<void> {
  await repeat(admin, ids.ana)
  await undo(admin)
  await repeat(admin, ids.ana)
}

/** The annulled attempts of the only entry that has some. */
async function storedIntentos(app: TestApp): Promise<number[]> {
  const rows = await app.deps.db.read((tx) =>
    tx.selectFrom('repeticion').select('anula').where('deshecha', '=', 0).orderBy('intento').execute(),
  )
  return rows.map(({ anula }) => anula)
}

test('a repetition annuls the marks, which organisers see, and every judge owes the entry again', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  await repeat(admin, ids.ana)
  expect(await storedMarcas(app, ids.ana)).toEqual({})
  expect(await totalOf(admin, ids.ana)).toBeNull()
  const entry = await entryOf(amparo, ids.ana)
  expect(entry).toMatchObject({ marca: null, tardia: null, intento: 2, repite: MOTIVO })
  expect(await entryOf(amparo, ids.bea)).not.toHaveProperty('intento')

  const desk = (await deskOf(admin)).categorias[0]?.competidores[0]
  expect(desk).toMatchObject({ intento: 2, calificaciones: [], faltan: [{ nombre: 'Amparo' }, { nombre: 'Bruno' }] })
  expect(await seeDetalle(admin, RUTA)).toMatchObject({
    marcas: [],
    intentos: [
      {
        intento: 1,
        motivo: MOTIVO,
        marcas: [
          { juez: 'Amparo', l_calificacion: '48.00' },
          { juez: 'Bruno', l_calificacion: '54.00' },
        ],
      },
    ],
  })

  expect(await send(amparo, ids.ana, '7')).toEqual({ estado: 'enviada', version: 1, l_calificacion: '42.00' })
  expect(await totalOf(admin, ids.ana)).toBe(42_00)
  // Its own reopening and its version start again.
  await admin.send(reopenCalificacion, { competidorId: ids.ana, juezId: amparo.id, motivo: 'Se equivocó' })
  expect(await send(amparo, ids.ana, '6', { version: 1 })).toMatchObject({ estado: 'enviada', version: 2 })
})

test('a repetition that cannot be made is refused and changes nothing', async () => {
  await using scene = await aScene()
  const { app, admin, ids } = scene
  const viernes = await seedDia(app, 'viernes', { Son: 1 })
  await app.deps.db.write((tx) =>
    tx.updateTable('competidores').set({ orden: null }).where('id', '=', ids.fer).execute(),
  )
  await admin.send(withdrawCompetidor, { id: ids.dani, estado: 'descalificado', motivo: 'Reglas' })
  const turno = turnoOf(await deskOf(admin))
  const refused = (id: string, motivo = MOTIVO) => expect(admin.send(repeatCompetidor, { id, motivo })).rejects

  await refused(ids.ana, '  ').toMatchObject({ status: 400, fields: { motivo: 'Escribe el motivo.' } })
  await refused('nadie').toMatchObject({ status: 404, code: 'competidor.missing' })
  await refused(viernes.competidores[0]?.id ?? '').toMatchObject({ status: 409, code: 'turno.otherDia' })
  await refused(ids.fer).toMatchObject({ status: 409, code: 'competidor.unplaced' })
  await refused(ids.dani).toMatchObject({ status: 409, code: 'retiro.present' })
  await admin.send(closeCategoria, { id: scene.salsa, decision: 'Así' })
  await refused(ids.ana).toMatchObject({ status: 409, code: 'categoria.closed' })
  expect(Object.keys(await storedMarcas(app, ids.ana))).toHaveLength(2)
  expect(await storedIntentos(app)).toEqual([])
  expect(turnoOf(await deskOf(admin))).toEqual(turno)
})

test('an undo takes a repetition back: the marks count again, and the turn is where it was, also that of the current entry', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo, bruno } = scene
  await admin.send(reopenCalificacion, { competidorId: ids.ana, juezId: bruno.id, motivo: 'Se equivocó' })
  const [before, marcas] = [turnoOf(await deskOf(admin)), await storedMarcas(app, ids.ana)]
  await repeat(admin, ids.ana)
  expect(await undo(admin)).toMatchObject({ movido: true })
  expect(await storedMarcas(app, ids.ana)).toEqual(marcas)
  expect(turnoOf(await deskOf(admin))).toEqual(before)
  expect(await storedIntentos(app)).toEqual([])
  expect(await entryOf(amparo, ids.ana)).not.toHaveProperty('intento')
  expect(await totalOf(admin, ids.ana)).toBe(102_00)

  await repeat(admin, ids.bea)
  expect(await undo(admin)).toMatchObject({ movido: true })
  expect(turnoOf(await deskOf(admin))).toMatchObject({ selectedRow: 2, competidorId: ids.bea })
  expect(await storedIntentos(app)).toEqual([])
})

test('an undo of a later press leaves the repetition, and an undo of the second repetition the first', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  await repeat(admin, ids.ana)
  await send(amparo, ids.ana, '7')
  await press(admin, 'siguiente')
  await undo(admin)
  expect((await deskOf(admin)).competidorId).toBe(ids.ana)
  expect(await storedIntentos(app)).toEqual([1])
  await repeat(admin, ids.ana)
  await undo(admin)
  expect(await storedIntentos(app)).toEqual([1])
  expect(await storedMarcas(app, ids.ana)).toMatchObject({ [amparo.id]: { total: '42.00' } })
})

test.each<[string, string, (scene: ConJueces) => Promise<unknown>]>([
  ['a judge has sent a mark of the new attempt', 'repeticion.marked', ({ amparo, ids }) => send(amparo, ids.ana, '7')],
  [
    'a late mark of the new attempt waits',
    'repeticion.marked',
    ({ amparo, ids }) =>
      amparo.send(handInTardia, { clave: 'entrega-1', competidorId: ids.ana, criterios: todos('5'), intento: 2 }),
  ],
  [
    'the category is closed',
    'categoria.closed',
    ({ admin, salsa }) => admin.send(closeCategoria, { id: salsa, decision: 'Así' }),
  ],
])('once %s, the repetition is not taken back', async (_, code, act) => {
  await using scene = await aScene()
  const { app, admin, ids } = scene
  await repeat(admin, ids.ana)
  await act(scene)
  const marcas = await storedMarcas(app, ids.ana)
  const { ultimo } = await deskOf(admin)
  await expect(admin.send(undoTurno, { revision: ultimo ?? 0 })).rejects.toMatchObject({ status: 409, code })
  expect(await storedMarcas(app, ids.ana)).toEqual(marcas)
  expect(await deskOf(admin)).toMatchObject({ ultimo, competidorId: ids.ana })
})

test.each<[string, (judge: Client, id: string) => Promise<unknown>]>([
  ['sent', (judge, id) => sendFor(judge, id, '5', 1)],
  [
    'handed in',
    (judge, competidorId) =>
      judge.send(handInTardia, { clave: 'entrega-1', competidorId, criterios: todos('5'), intento: 1 }),
  ],
])('a mark of the first attempt that is %s late waits, counts nowhere and can only be discarded', async (_, act) => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  await repeat(admin, ids.ana)
  await act(amparo, ids.ana)
  expect(await storedMarcas(app, ids.ana)).toEqual({})
  expect(await storedTardias(app, amparo.id)).toMatchObject([{ causa: 'intento', estado: 'pendiente', total: '30.00' }])
  const [late] = (await admin.see(tardias))?.tardias ?? []
  expect(late).toMatchObject({ intento: 1, causa: 'intento', total: '30.00', vigente: null })
  // The entry is still owed.
  expect(await entryOf(amparo, ids.ana)).toMatchObject({ marca: null, tardia: { intento: 1, estado: 'pendiente' } })

  const { id = '' } = late ?? {}
  await expect(admin.send(acceptTardia, { id })).rejects.toMatchObject({ status: 409, code: 'tardia.intento' })
  await send(amparo, ids.ana, '7')
  await admin.send(discardTardia, { id, motivo: 'Es del intento anulado' })
  expect(await storedMarcas(app, ids.ana)).toMatchObject({ [amparo.id]: { total: '42.00' } })
  expect((await admin.see(tardias))?.tardias).toEqual([])
})

test('a late mark that waited before the repetition can only be discarded, and counts once it is taken back', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  await amparo.send(handInTardia, { clave: 'entrega-1', competidorId: ids.ana, criterios: todos('5') })
  await repeat(admin, ids.ana)
  const [late] = (await admin.see(tardias))?.tardias ?? []
  expect(late).toMatchObject({ intento: 1, causa: 'version' })
  const { id = '' } = late ?? {}
  await expect(admin.send(acceptTardia, { id })).rejects.toMatchObject({ code: 'tardia.intento' })
  await undo(admin)
  expect((await admin.see(tardias))?.tardias[0]).not.toHaveProperty('intento')
  await admin.send(acceptTardia, { id })
  expect(await storedMarcas(app, ids.ana)).toMatchObject({ [amparo.id]: { total: '30.00' } })
})

test('a late mark of the new attempt is the one that its judge sees', async () => {
  await using scene = await aScene()
  const { admin, ids, amparo, salsa } = scene
  await repeat(admin, ids.ana)
  await admin.send(closeCategoria, { id: salsa, decision: 'Así' })
  await sendFor(amparo, ids.ana, '6', 2)
  await sendFor(amparo, ids.ana, '5', 1)
  const { tardia } = (await entryOf(amparo, ids.ana)) ?? {}
  expect(tardia).toMatchObject({ l_calificacion: '36.00' })
  expect(tardia).not.toHaveProperty('intento')
})

test('the number of an attempt that was taken back is given to no other: its mark neither counts for the new one nor blocks it', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo, bruno } = scene
  await repeat(admin, ids.ana)
  await undo(admin)
  expect(await sendFor(amparo, ids.ana, '5', 2)).toMatchObject({ estado: 'tardia' })
  expect((await admin.see(tardias))?.tardias).toMatchObject([{ intento: 2 }])
  expect(await storedMarcas(app, ids.ana)).toMatchObject({ [amparo.id]: { total: '48.00' } })
  await repeat(admin, ids.ana)
  expect(await entryOf(amparo, ids.ana)).toMatchObject({ marca: null, intento: 3 })
  expect(await sendFor(amparo, ids.ana, '5', 2)).toMatchObject({ estado: 'tardia' })
  expect(await storedMarcas(app, ids.ana)).toEqual({})
  // The mark of the first attempt, sent again because its answer was lost, is still known.
  expect(await sendFor(bruno, ids.ana, '9', 1)).toMatchObject({ estado: 'enviada' })
  await sendFor(amparo, ids.ana, '7', 3)
  expect(await totalOf(admin, ids.ana)).toBe(42_00)
  expect(await seeDetalle(admin, RUTA)).toMatchObject({ intentos: [{ intento: 1, marcas: [{}, {}] }] })
})

test('an entry has nine attempts; repetitions that were taken back do not use them up', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  for (let time = 0; time < 9; time += 1) {
    await repeat(admin, ids.ana)
    await undo(admin)
  }
  expect(await repeat(admin, ids.ana)).toMatchObject({ movido: true })
  await sendFor(amparo, ids.ana, '7', 11)
  expect(await totalOf(admin, ids.ana)).toBe(42_00)
  for (let intento = 3; intento <= 9; intento += 1) await repeat(admin, ids.ana)
  await expect(repeat(admin, ids.ana)).rejects.toMatchObject({ status: 409, code: 'repeticion.full' })
  expect(await storedIntentos(app)).toHaveLength(8)
})

test('an annulled mark that its judge sends again, because the answer was lost, does not wait as a late mark; another one does', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  await repeat(admin, ids.ana)
  expect(await sendFor(amparo, ids.ana, '8', 1)).toMatchObject({ estado: 'enviada', version: 1 })
  await amparo.send(handInTardia, { clave: 'entrega-1', competidorId: ids.ana, criterios: todos('8'), intento: 1 })
  expect(await storedTardias(app, amparo.id)).toEqual([])
  expect(await storedMarcas(app, ids.ana)).toEqual({})

  // Another mark of that attempt is not held against the scale of today.
  const criterios = { b_tiempo: '8.55' }
  await amparo.send(sendCalificacion, { competidorId: ids.ana, criterios, version: 0, intento: 1 })
  expect(await storedTardias(app, amparo.id)).toMatchObject([{ causa: 'intento' }])
})

test('every open screen follows a repetition', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo, salsa } = scene
  const paz = await app.as('juez', { nombre: 'Paz', principal: 1 })
  await amparo.send(handInTardia, { clave: 'entrega-1', competidorId: ids.ana, criterios: todos('5') })
  const origin = await app.listen()
  const screens = [
    [admin, 'mesa', '"intento":2'],
    [admin, viewKey(mesaDeDia, { dia: 'jueves' }), '"intento":2'],
    [admin, viewKey(resultados, { dia: 'jueves' }), '"calificada":false'],
    [admin, viewKey(detalle, await detalleAt(admin, RUTA)), '"intentos":'],
    [admin, 'tardias', '"intento":1'],
    [admin, viewKey(panel, { categoriaId: salsa }), '"filas":[]'],
    [amparo, 'juez', MOTIVO],
    [paz, 'jurado', '"marcas":[]'],
  ] as const
  const open = screens.map(async ([who, views]) => LiveStream.open(origin, { views, cookie: who.cookie }))
  const streams = await Promise.all(open)
  for (const stream of streams) await stream.next()
  await repeat(admin, ids.ana)
  for (const [index, stream] of streams.entries()) {
    await stream.next((frame) => JSON.stringify(frame).includes(screens[index]?.[2] ?? ''))
    await stream[Symbol.asyncDispose]()
  }
})

test('the log tells a repetition, its undo and a late mark of the annulled attempt', async () => {
  await using scene = await aScene()
  const { admin, ids, amparo } = scene
  await repeatTwice(scene)
  await sendFor(amparo, ids.ana, '5', 1)
  const { actos } = await admin.send(readBitacora, {})
  const told = actos.filter(({ que }) => /Ana/.test(que) && !que.startsWith('Calificación de'))
  expect(told.map(({ que, antes, despues }) => [que, antes, despues])).toEqual([
    [
      'Calificación tardía de Ana por Amparo',
      '',
      expect.stringContaining('Causa: Es de un intento anulado.; Intento: 1'),
    ],
    ['Competidor Ana: se repite', 'Motivo: sin valor; Intento: 1', `Motivo: ${MOTIVO}; Intento: 3`],
    ['Competidor Ana: repetición deshecha', `Motivo: ${MOTIVO}; Intento: 2`, 'Motivo: sin valor; Intento: 1'],
    ['Competidor Ana: se repite', 'Motivo: sin valor; Intento: 1', `Motivo: ${MOTIVO}; Intento: 2`],
  ])
})

test('annulled marks of others reach no judge, no competitor and no visitor; a head judge who owes the entry gets no figures', async () => {
  await using scene = await aScene()
  const { app, admin, ids, bruno } = scene
  const CANARY = '73061849.25'
  await seedCalificacion(app, ids.ana, 'Canaria', CANARY)
  for (const campo of ['mostrarCalificaciones', 'mostrarJueves'] as const)
    await admin.send(setPublicacion, { campo, valor: true })
  const [paz, usuario] = [await app.as('juez', { nombre: 'Paz', principal: 1 }), await app.as('usuario')]
  await repeat(admin, ids.ana)
  const seenBy = async (who: Client) =>
    JSON.stringify([
      await seeDetalle(who, RUTA),
      await who.see(resultados, { dia: 'jueves' }),
      who.cookie && who !== usuario ? [await who.see(juezView), await who.see(jurado), await who.see(tardias)] : [],
    ])
  for (const who of [app.visitor, usuario, bruno]) {
    const seen = await seenBy(who)
    expect(seen).toContain('"encontrado":true')
    expect(seen).not.toContain('73061849')
    expect(seen).not.toContain('intentos')
    // Only judges and organisers may read the reason.
    expect(seen.includes(MOTIVO)).toBe(who === bruno)
  }
  const owing = await seenBy(paz)
  expect(owing).toContain('Canaria')
  expect(owing).not.toContain('73061849')
  await send(bruno, ids.ana, '7')
  expect(await seenBy(bruno)).not.toContain('73061849')
  await send(paz, ids.ana, '7')
  expect(await seenBy(paz)).toContain('73061849')
  expect(await seenBy(app.visitor)).not.toContain('73061849')
})

test('a repetition that another administrator made first is not repeated over', async () => {
  await using scene = await aScene()
  const { app, admin, ids, amparo } = scene
  const ask = (intento: number) => admin.send(repeatCompetidor, { id: ids.ana, motivo: 'Otra vez', intento })
  expect(await ask(1)).toMatchObject({ movido: true })
  await sendFor(amparo, ids.ana, '7', 2)
  expect(await ask(1)).toMatchObject({ movido: false })
  expect((await storedMarcas(app, ids.ana))[amparo.id]?.total).toBe('42.00')
  expect(await ask(2)).toMatchObject({ movido: true })
})
