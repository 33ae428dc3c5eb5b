import { expect, test } from 'vitest'
import { deleteCompetidor, mesa, moveCompetidor } from '#contract/competidores.ts'
import { saveTurno, selectTurno } from '#contract/horario.ts'
import { updateInscripcion } from '#contract/inscripciones.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { undo } from '../support/repetir.ts'

async function turnoOf(admin: Client): Promise<unknown> {
  const screen = await admin.see(mesa)
  return screen && { selectedRow: screen.selectedRow, competidorId: screen.competidorId }
}

test('the turn of an entry that is deleted, without order or of another day is refused with that reason', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 2 })
  const viernes = await seedDia(app, 'viernes', { Salsa: 1 })
  const late = aCompetidor({ categoriaId: categorias[0]?.id ?? '', orden: null })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(late).execute())
  const admin = await app.as('admin')
  const deleted = competidores[0]?.id ?? ''
  await admin.send(deleteCompetidor, { id: deleted })

  const refused = (competidorId: string) => expect(admin.send(selectTurno, { competidorId })).rejects
  await refused(deleted).toMatchObject({ status: 404, code: 'competidor.missing' })
  await refused(late.id).toMatchObject({ status: 409, code: 'competidor.unplaced' })
  await refused(viernes.competidores[0]?.id ?? '').toMatchObject({ status: 409, code: 'turno.otherDia' })
})

test('an undo leads to the entry that follows a removed one, also when entries before it were removed earlier', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'viernes', { Son: 0 })
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['A', 'B', 'C', 'D', 'E', 'F'] })
  const [a = '', b = '', c = '', d = '', e = ''] = competidores.map(({ id }) => id)
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 4 })
  await admin.send(saveTurno, { selectedRow: 6 })
  // The move leads to D, whose position in the list is 3 from here on.
  await admin.send(deleteCompetidor, { id: a })
  await accept(admin, updateInscripcion, { id: d, categoriaId: categorias[0]?.id ?? '' })
  await undo(admin)
  expect(await turnoOf(admin)).toEqual({ selectedRow: 3, competidorId: e })

  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(saveTurno, { selectedRow: 4 })
  await accept(admin, moveCompetidor, { id: c, antesDe: b })
  await admin.send(deleteCompetidor, { id: c })
  await undo(admin)
  expect(await turnoOf(admin)).toEqual({ selectedRow: 1, competidorId: b })
})
