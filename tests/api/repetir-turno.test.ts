import { expect, test } from 'vitest'
import { accept } from '../support/acepta.ts'
import { withdrawCompetidor } from '#contract/calificaciones.ts'
import { deleteCompetidor, moveCompetidor } from '#contract/competidores.ts'
import { saveTurno, selectDia, selectTurno, stepTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { juez as juezView } from '#contract/views/jueces.ts'
import { jornadaOf } from '#domain/jornada.ts'
import { turnoOf } from '#domain/turno.ts'
import type { Client } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { aDay, deskOf, press, repeat, undo, type Escena } from '../support/repetir.ts'

/** The statuses of the day in order, as the public sees them: `FCE`. */
async function estatusOf(who: Client): Promise<string> {
  const seen = await who.see(horario)
  if (!seen) throw new Error('no schedule')
  return jornadaOf(seen.categorias, seen)
    .categorias.flatMap(({ renglones }) => renglones.map(({ estatus }) => estatus.charAt(0)))
    .join('')
}

test.each<[string, number, keyof Escena['ids'], { readonly next: number; readonly seen: string }]>([
  ['an earlier entry of another category', 5, 'bea', { next: 6, seen: 'FCFFFE' }],
  ['an entry after the last turn', 7, 'fer', { next: 7, seen: 'FFFFFC' }],
])(
  'the repetition of %s gives it the turn, and the next press goes on where the day was',
  async (_, from, who, { next, seen }) => {
    await using day = await aDay()
    const { admin, ids, app } = day
    await admin.send(saveTurno, { selectedRow: from })
    expect(await repeat(admin, ids[who])).toMatchObject({ movido: true })
    expect((await deskOf(admin)).competidorId).toBe(ids[who])
    expect(await estatusOf(app.visitor)).toBe(seen)
    expect(await press(admin, 'siguiente')).toBe(next)
    expect((await deskOf(admin)).regreso).toBeUndefined()
  },
)

test.each<[string, (day: Escena) => Promise<unknown>, number]>([
  ['chosen row', ({ admin, ids }) => admin.send(selectTurno, { competidorId: ids.bea }), 3],
  ['typed turn', ({ admin }) => admin.send(saveTurno, { selectedRow: 1 }), 2],
])('a %s forgets the place where the day goes on', async (_, choose, next) => {
  await using day = await aDay()
  const { admin, ids } = day
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  expect(await choose(day)).toMatchObject({ movido: true })
  expect(await press(admin, 'siguiente')).toBe(next)
})

test('the entry that has the turn, chosen again, keeps the place where the day goes on', async () => {
  await using day = await aDay()
  const { admin, ids } = day
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  expect(await admin.send(selectTurno, { competidorId: ids.ana })).toMatchObject({ movido: false })
  expect(await press(admin, 'siguiente')).toBe(5)
})

test.each<[string, (day: Escena) => Promise<unknown>, string]>([
  [
    'is withdrawn',
    ({ admin, ids }) => admin.send(withdrawCompetidor, { id: ids.caro, estado: 'no_se_presento' }),
    'dani',
  ],
  ['moves down', ({ admin, ids }) => accept(admin, moveCompetidor, { id: ids.caro, antesDe: null }), 'eva'],
])('when the entry that was current %s, no entry is passed over', async (_, change, next) => {
  await using day = await aDay()
  const { admin, ids } = day
  await admin.send(saveTurno, { selectedRow: 3 })
  await repeat(admin, ids.ana)
  await change(day)
  expect((await deskOf(admin)).competidorId).toBe(ids.ana)
  await press(admin, 'siguiente')
  expect((await deskOf(admin)).competidorId).toBe(ids[next as 'dani'])
})

test('when the repeated entry is deleted, the day goes on after the entry that was current', async () => {
  await using day = await aDay()
  const { admin, ids } = day
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.bea)
  await admin.send(deleteCompetidor, { id: ids.bea })
  expect(turnoOf(await deskOf(admin))).toMatchObject({ selectedRow: 4, competidorId: ids.eva })
  // The undo of the repetition finds no entry to take it back for.
  expect(await undo(admin)).toMatchObject({ movido: true })
  expect(turnoOf(await deskOf(admin))).toMatchObject({ selectedRow: 3, competidorId: ids.dani })
})

test('an undo of a press leads back to the repeated entry, also after the entry that was current is deleted', async () => {
  await using day = await aDay()
  const { admin, ids } = day
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  await press(admin, 'siguiente')
  // The move leads to a place whose position is 3 from here on.
  await admin.send(deleteCompetidor, { id: ids.bea })
  await admin.send(deleteCompetidor, { id: ids.dani })
  await undo(admin)
  expect(turnoOf(await deskOf(admin))).toMatchObject({
    selectedRow: 1,
    competidorId: ids.ana,
    regreso: { selectedRow: 2, competidorId: ids.caro },
  })
  await press(admin, 'siguiente')
  expect((await deskOf(admin)).competidorId).toBe(ids.eva)
})

test('a day that is no longer active keeps its repetition', async () => {
  await using day = await aDay()
  const { admin, ids, app } = day
  await seedDia(app, 'viernes', { Son: 2 })
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  await admin.send(selectDia, { dia: 'viernes' })
  expect((await deskOf(admin)).regreso).toBeUndefined()
  await admin.send(selectDia, { dia: 'jueves' })
  expect(await press(admin, 'siguiente')).toBe(5)
})

test('a press of a screen that does not show the repetition does nothing', async () => {
  await using day = await aDay()
  const { admin, ids } = day
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  const turno = { selectedRow: 1, competidorId: ids.ana }
  const late = admin.send(stepTurno, { paso: 'siguiente', desde: { dia: 'jueves', turno } })
  expect(await late).toMatchObject({ movido: false })
  expect((await deskOf(admin)).selectedRow).toBe(1)
})

test('the judge sees the turn with the place where the day goes on', async () => {
  await using day = await aDay()
  const { admin, ids, app } = day
  const judge = await app.as('juez')
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  expect(await judge.see(juezView)).toMatchObject({
    competidorId: ids.ana,
    regreso: { selectedRow: 4, competidorId: ids.dani },
  })
})
