import { expect, test } from 'vitest'
import { addPenalizacion, closeCategoria, restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import { mesa, mesaDeDia, moveCompetidor } from '#contract/competidores.ts'
import { saveTurno, selectDia } from '#contract/horario.ts'
import { setJuezActivo } from '#contract/jueces.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send } from '../support/marcas.ts'

test('the desk shows at once the missing judges, withdrawn and penalised entries, and closed categories', async () => {
  await using app = await startApp()
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea'] })
  const [salsa = '', ana = '', bea = ''] = [categorias[0], ...competidores].map((one) => one?.id)
  const admin = await app.as('admin')
  const seen = async () => (await admin.see(mesa))?.categorias[0]
  expect(await admin.see(mesa)).toMatchObject({ hayJueces: false, categorias: [{ estado: null }] })

  const amparo = await app.as('juez', { nombre: 'Amparo' })
  const bruno = await app.as('juez', { nombre: 'Bruno' })
  expect(await admin.see(mesa)).toMatchObject({ hayJueces: true, categorias: [{ estado: 'provisional' }] })
  await send(amparo, ana, '8')
  expect((await seen())?.competidores).toMatchObject([
    { faltan: [{ nombre: 'Bruno' }], calificaciones: [{ juez: 'Amparo', total: '48.00' }] },
    { faltan: [{ nombre: 'Amparo' }, { nombre: 'Bruno' }], calificaciones: [] },
  ])
  await admin.send(withdrawCompetidor, { id: bea, estado: 'no_se_presento' })
  expect((await seen())?.competidores[1]?.retiro).toBe('no_se_presento')
  await admin.send(addPenalizacion, { id: ana, puntos: '2', motivo: 'Fuera de tiempo' })
  expect(await seen()).toMatchObject({
    decision: true,
    cierre: null,
    competidores: [
      { retiro: null, penalizaciones: [{ puntos: 200, motivo: 'Fuera de tiempo' }] },
      { retiro: 'no_se_presento', faltan: [] },
    ],
  })
  await send(bruno, ana, '8')
  expect((await seen())?.decision).toBe(false)
  await admin.send(closeCategoria, { id: salsa })
  expect(await seen()).toMatchObject({ estado: 'final', cierre: { autor: 'Organización', decision: null } })
})

test('the desk of another day follows withdrawals and judges too', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'sábado', { Salsa: ['Ana'] })
  const admin = await app.as('admin')
  const juez = await app.as('juez', { nombre: 'Amparo' })
  const ana = competidores[0]?.id ?? ''
  const seen = async () => (await admin.see(mesaDeDia, { dia: 'sábado' }))?.categorias[0]?.competidores[0]

  expect(await seen()).toMatchObject({ faltan: [{ nombre: 'Amparo' }], retiro: null })
  await admin.send(withdrawCompetidor, { id: ana, estado: 'no_se_presento' })
  expect(await seen()).toMatchObject({ faltan: [], retiro: 'no_se_presento' })
  await admin.send(restoreCompetidor, { id: ana })
  await admin.send(setJuezActivo, { id: juez.id, activo: false })
  expect(await seen()).toMatchObject({ faltan: [], retiro: null })
})

test('the desk of a day that is not active keeps the turn of that day', async () => {
  await using app = await startApp()
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Bea', 'Caro'] })
  const admin = await app.as('admin')
  const enTurno = async () => (await admin.see(mesaDeDia, { dia: 'jueves' }))?.enTurno
  expect(await enTurno()).toMatchObject({ selectedRow: 0 })
  await admin.send(saveTurno, { selectedRow: 2 })
  expect(await enTurno()).toMatchObject({ selectedRow: 2, competidorId: competidores[1]?.id })
  await admin.send(selectDia, { dia: 'viernes' })
  await admin.send(moveCompetidor, { id: competidores[1]?.id ?? '', antesDe: competidores[0]?.id ?? '' })
  expect(await enTurno()).toMatchObject({ selectedRow: 1, competidorId: competidores[1]?.id })
})
