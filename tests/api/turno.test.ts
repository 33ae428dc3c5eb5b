import { expect, test } from 'vitest'
import { deleteCategoria } from '#contract/categorias.ts'
import { mesa, moveCompetidor, deleteCompetidor, placeCompetidor } from '#contract/competidores.ts'
import { saveTurno, selectDia, selectTurno, stepTurno, undoTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { startApp, type Client } from '../support/app.ts'
import { transact } from '../../src/server/work.ts'
import { aCategoria, aCompetidor, seedDia } from '../support/builders.ts'
import { load, treeIn } from '../support/evento.ts'
import { compartido, undo } from '../support/repetir.ts'

async function desde(
  admin: Client,
): Promise<{ dia: 'jueves' | 'viernes' | 'sábado'; turno: { selectedRow: number; competidorId: string | null } }> {
  const screen = await admin.see(mesa)
  if (!screen) throw new Error('no desk')
  return { dia: screen.dia, turno: { selectedRow: screen.selectedRow, competidorId: screen.competidorId } }
}

async function next(admin: Client): Promise<boolean> {
  return (await admin.send(stepTurno, { paso: 'siguiente', desde: await desde(admin) })).movido
}

test('a press moves the schedule, the desk and the shared record', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'], Casino: ['Caro'] })
  const admin = await app.as('admin')

  expect([await next(admin), await next(admin), await next(admin)]).toEqual([true, true, true])

  expect((await app.visitor.see(horario))?.selectedRow).toBe(3)
  expect(await compartido(app)).toEqual({ nCategoria: 'Casino', nCompetidor: 'Caro' })
})

test('two administrators who press at the same time make one step', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 5 })
  const [one, two] = [await app.as('admin'), await app.as('admin')]
  const seen = await desde(one)
  const press = (admin: Client) => admin.send(stepTurno, { paso: 'siguiente', desde: seen })

  const moved = await Promise.all([press(one), press(two)])

  expect(moved.filter(({ movido }) => movido)).toHaveLength(1)
  expect((await app.visitor.see(horario))?.selectedRow).toBe(1)
})

test('a repeated request acts once and gets the same answer', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 3 })
  const admin = await app.as('admin')
  const input = { id: competidores[2]?.id ?? '', antesDe: competidores[1]?.id ?? '' }
  await admin.send(moveCompetidor, input, { key: 'misma-clave' })
  await admin.send(moveCompetidor, input, { key: 'misma-clave' })
  const [categoria] = (await app.visitor.see(horario))?.categorias ?? []
  expect(categoria?.competidores.map(({ nombre }) => nombre)).toEqual(['Salsa 1', 'Salsa 3', 'Salsa 2'])

  const otherUse = admin.send(moveCompetidor, { ...input, antesDe: null }, { key: 'misma-clave' })
  await expect(otherUse).rejects.toMatchObject({ status: 409, code: 'key.reused' })
})

test('each day has its own turn, and undo reverts moves of the day and the turn one by one', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 3 })
  const { competidores } = await seedDia(app, 'viernes', { Bachata: 4 })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(selectDia, { dia: 'viernes' })
  expect(await desde(admin)).toEqual({ dia: 'viernes', turno: { selectedRow: 0, competidorId: null } })
  await admin.send(selectTurno, { competidorId: competidores[3]?.id ?? '' })
  expect((await desde(admin)).turno.selectedRow).toBe(4)

  await undo(admin)
  expect((await desde(admin)).turno.selectedRow).toBe(0)
  await undo(admin)
  expect(await desde(admin)).toMatchObject({ dia: 'jueves', turno: { selectedRow: 2 } })
  expect(await compartido(app)).toEqual({ nCategoria: 'Salsa', nCompetidor: 'Salsa 2' })
  await undo(admin)
  expect((await desde(admin)).turno.selectedRow).toBe(0)
  expect((await admin.see(mesa))?.ultimo).toBeNull()
})

test('two administrators who undo the same move at the same time undo it once', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 5 })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 1 })
  await admin.send(saveTurno, { selectedRow: 3 })
  const revision = (await admin.see(mesa))?.ultimo ?? 0
  const done = await Promise.all([admin.send(undoTurno, { revision }), admin.send(undoTurno, { revision })])
  expect(done.filter(({ movido }) => movido)).toHaveLength(1)
  expect((await desde(admin)).turno.selectedRow).toBe(1)
})

test('a turn outside of the day is refused; a day without entries accepts only turn 0, so that an entry added later is not shown as finished', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 1 })
  const admin = await app.as('admin')
  await expect(admin.send(saveTurno, { selectedRow: 3 })).rejects.toMatchObject({
    status: 400,
    fields: { selectedRow: 'Escribe un número de 0 a 2; 2 termina el día.' },
  })
  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(stepTurno, { paso: 'anterior', desde: await desde(admin) })
  await admin.send(deleteCompetidor, { id: competidores[0]?.id ?? '' })

  await expect(admin.send(saveTurno, { selectedRow: 1 })).rejects.toMatchObject({
    fields: { selectedRow: 'Escribe 0: el jueves no tiene competidores.' },
  })
  expect(await admin.send(saveTurno, { selectedRow: 0 })).toMatchObject({ movido: false })
  expect(await next(admin)).toBe(false)

  // The move that is taken back led to the end of a day that is empty since.
  const late = aCompetidor({ categoriaId: categorias[0]?.id ?? '', orden: null })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(late).execute())
  await admin.send(placeCompetidor, { id: late.id })
  await expect(admin.send(placeCompetidor, { id: late.id })).rejects.toMatchObject({ code: 'competidor.placed' })
  await undo(admin)
  expect((await desde(admin)).turno).toEqual({ selectedRow: 0, competidorId: null })
})

test('an imported turn of a day without entries is no turn', async () => {
  await using app = await startApp()
  await load(app, treeIn({ adminMinutoAMinuto: { dia: 'viernes', selectedRow: 7 } }))
  expect((await app.visitor.see(horario))?.selectedRow).toBe(0)
})

test('an undo that leaves the turn where it is removes the move, and the desk no longer offers it', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea', 'Caro'] })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(saveTurno, { selectedRow: 3 })
  // Bea goes, Caro stands second: that is where the undo would lead.
  await admin.send(deleteCompetidor, { id: competidores[1]?.id ?? '' })

  await undo(admin)

  expect((await desde(admin)).turno).toEqual({ selectedRow: 2, competidorId: competidores[2]?.id })
  await undo(admin)
  expect((await desde(admin)).turno.selectedRow).toBe(0)
})

test('deleting the category that has the turn gives the turn to the next entry, and no entry is skipped', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 2, Casino: ['C1', 'C2'], Mambo: ['M1', 'M2'] })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 4 })
  await admin.send(deleteCategoria, { id: categorias[1]?.id ?? '' })

  expect((await app.visitor.see(horario))?.selectedRow).toBe(3)
  expect(await compartido(app)).toEqual({ nCategoria: 'Mambo', nCompetidor: 'M1' })
})

test('entries with equal order are counted as the screens show them, on both databases', async () => {
  await using app = await startApp()
  const ids = ['b', 'A', 'C', 'á']
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    const categorias = ids.map((id) => aCategoria({ id: `categoria-${id}`, nombre: id, dia: 'jueves', orden: 1 }))
    await work.tx.insertInto('categorias').values(categorias).execute()
    const entries = categorias.flatMap(({ id: categoriaId }) =>
      ids.map((id) => aCompetidor({ id: `${categoriaId}-${id}`, categoriaId, orden: 1 })),
    )
    await work.tx.insertInto('competidores').values(entries).execute()
    work.changed({ kind: 'todo' })
  })
  const admin = await app.as('admin')
  const shown = (await app.visitor.see(horario))?.categorias.flatMap(({ competidores }) => competidores) ?? []

  for (const [index, { id }] of shown.entries()) {
    await admin.send(saveTurno, { selectedRow: index + 1 })
    expect((await admin.see(mesa))?.competidorId).toBe(id)
  }
  expect(shown).toHaveLength(16)
})

test('a press within 700 ms after another session moved the turn does nothing; presses of one session all count', async () => {
  let at = Date.parse('2025-04-10T18:00:00Z')
  await using app = await startApp({ now: () => at })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: 6 })
  const [one, two] = [await app.as('admin'), await app.as('admin')]
  const row = async () => (await app.visitor.see(horario))?.selectedRow
  const take = async (admin: Client, place: number) =>
    (await admin.send(selectTurno, { competidorId: competidores[place - 1]?.id ?? '' })).movido

  expect([await next(one), await next(one)]).toEqual([true, true])
  at += 699
  expect([await next(two), await take(two, 5), (await undo(two)).movido]).toEqual([false, false, false])
  expect(await row()).toBe(2)
  at += 1
  expect([await next(two), await next(two)]).toEqual([true, true])
  at += 300
  expect(await undo(two)).toMatchObject({ movido: true })
  // To undo is to move the turn, too.
  expect([await row(), await next(one)]).toEqual([3, false])
  at += 700
  await one.send(selectDia, { dia: 'viernes' })
  await one.send(selectDia, { dia: 'jueves' })
  expect(await next(two)).toBe(false)
  expect(await next(one)).toBe(true)
})

test('a typed turn or a change of day within 700 ms after another session moved the turn does nothing and says so', async () => {
  let at = Date.parse('2025-04-10T18:00:00Z')
  await using app = await startApp({ now: () => at })
  await seedDia(app, 'jueves', { Salsa: 6 })
  const [one, two] = [await app.as('admin'), await app.as('admin')]
  const shown = async () => {
    const { dia, selectedRow } = (await app.visitor.see(horario)) ?? {}
    return [dia, selectedRow]
  }
  await next(one)
  at += 699
  expect(await two.send(saveTurno, { selectedRow: 5 })).toMatchObject({ movido: false, antes: true })
  expect(await two.send(selectDia, { dia: 'viernes' })).toMatchObject({ movido: false })
  expect(await shown()).toEqual(['jueves', 1])
  expect(await one.send(saveTurno, { selectedRow: 3 })).toMatchObject({ movido: true })
  at += 700
  expect(await two.send(saveTurno, { selectedRow: 5 })).toMatchObject({ movido: true })
  expect(await two.send(selectDia, { dia: 'viernes' })).toMatchObject({ movido: true })
  // A change of day moves the turn, too.
  expect(await one.send(saveTurno, { selectedRow: 1 })).toMatchObject({ movido: false, antes: true })
  expect(await one.send(selectDia, { dia: 'jueves' })).toMatchObject({ movido: false })
  expect(await shown()).toEqual(['viernes', 0])
})
