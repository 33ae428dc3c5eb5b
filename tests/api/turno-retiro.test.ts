import { expect, test } from 'vitest'
import { mesa } from '#contract/competidores.ts'
import { saveTurno, selectTurno } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { startApp } from '../support/app.ts'
import { seedDia, seedRetiro } from '../support/builders.ts'
import { press, undo } from '../support/repetir.ts'

test('a typed turn or a row of a withdrawn entry is refused', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'] })
  const bea = competidores[1]?.id ?? ''
  await seedRetiro(app, bea, 'descalificado')
  const admin = await app.as('admin')
  const message = 'Ese competidor no compite. Restáuralo primero.'

  await expect(admin.send(saveTurno, { selectedRow: 2 })).rejects.toMatchObject({
    status: 409,
    code: 'turno.retirado',
    fields: { selectedRow: message },
  })
  await expect(admin.send(selectTurno, { competidorId: bea })).rejects.toMatchObject({
    status: 409,
    code: 'turno.retirado',
    message,
  })
  expect((await admin.see(mesa))?.selectedRow).toBe(0)
})

test('the schedule tells at once that an entry is withdrawn; during its turn it keeps it until the next press; an undo does not lead back to it', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea', 'Caro'] })
  const admin = await app.as('admin')
  await admin.send(saveTurno, { selectedRow: 2 })
  await seedRetiro(app, competidores[1]?.id ?? '', 'no_se_presento')

  const [salsa] = (await app.visitor.see(horario))?.categorias ?? []
  expect(salsa?.competidores.map(({ retiro }) => retiro)).toEqual([null, 'no_se_presento', null])
  expect((await admin.see(mesa))?.selectedRow).toBe(2)
  expect(await press(admin, 'siguiente')).toBe(3)
  await undo(admin)
  expect((await admin.see(mesa))?.selectedRow).toBe(3)
})
