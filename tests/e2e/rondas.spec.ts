import { aTrack } from '../support/mp3.ts'
import { expectSound } from './axe.ts'
import { activateDia, expect, test } from './fixtures.ts'
import { act } from './jueces.ts'

const marca = (total: string) => ({ Amparo: { l_calificacion: total } })
const conMusica = (...nombres: readonly string[]) => Object.fromEntries(nombres.map((nombre) => [nombre, aTrack(4)]))

test('a round with a tie at the cut, a withdrawn entry and a shared track; deleting it leaves the source and its music', async ({
  admin,
  visitor,
  seed,
}) => {
  const nombres = ['Ana', 'Beto', 'Caro', 'Dani']
  await seed.dias(
    { jueves: { Salsa: nombres } },
    {
      calificaciones: {
        jueves: { Salsa: { Ana: marca('9'), Beto: marca('8'), Caro: marca('8'), Dani: marca('10') } },
      },
      adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true },
    },
    conMusica(...nombres),
  )
  await act(admin, 'PUT', '/api/competidores/jueves-1-4/retiro', { estado: 'no_se_presento' })
  await admin.goto('/#/categorias')
  const create = admin.getByRole('button', { name: 'Crear ronda con los mejores de Salsa' })
  await expect(admin.getByText('Salsa', { exact: true }).first()).toBeVisible()
  await expect(create).toHaveCount(0)
  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Así' })

  // This page stays open, and follows without a reload.
  await visitor.goto('/#/calificaciones')
  const source = visitor.getByRole('table', { name: 'Salsa' })
  await expect(source).toBeVisible()

  await create.click()
  const dialog = admin.getByRole('dialog', { name: 'Crear ronda con los mejores de Salsa' })
  await expectSound(admin, 'the dialog of a round')
  await dialog.getByLabel('Nombre de la ronda').fill('Salsa')
  await dialog.getByLabel('Pasan').fill('9')
  await dialog.getByLabel('Orden').selectOption('Del último al primero')
  await dialog.getByRole('button', { name: 'Crear ronda' }).click()
  await expect(dialog.getByText('Escribe un número de 1 a 3.')).toBeVisible()
  await dialog.getByLabel('Pasan').fill('2')
  await dialog.getByRole('button', { name: 'Crear ronda' }).click()
  await expect(dialog.getByRole('alert')).toContainText('La categoría ya existe para este día.')
  await dialog.getByLabel('Nombre de la ronda').fill('Gran final')
  await dialog.getByLabel('Día').selectOption('Sábado')
  await dialog.getByRole('button', { name: 'Crear ronda' }).click()
  await expect(
    admin.getByRole('status').filter({ hasText: 'Ronda creada: Gran final, con 3 competidores.' }),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await expect(source.getByText('Pasa a Gran final')).toHaveCount(3)
  await expect(source.getByRole('row').filter({ hasText: 'Dani' })).not.toContainText('Pasa a')
  await expect(visitor.getByText('Viene de Salsa')).toBeVisible()
  await visitor.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  await expect(visitor.getByText('Pasa a Gran final')).toBeVisible()
  await visitor.goto('/#/calificaciones')
  await expect(source.getByText('Pasa a Gran final')).toHaveCount(3)

  await admin.goto('/#/competidores')
  await activateDia(admin, 'Sábado')
  const ronda = admin.getByRole('region', { name: 'Gran final' })
  await expect(ronda.getByText('Viene de Salsa')).toBeVisible()
  await expect(ronda.getByRole('row').filter({ hasText: 'Cubanísimo' })).toHaveText([/Caro/, /Beto/, /Ana/])
  await ronda.getByRole('button', { name: 'Reproducir Ana' }).click()
  await expect(ronda.getByRole('button', { name: 'Pausar Ana' })).toBeVisible()

  await admin.goto('/#/categorias')
  await admin.getByRole('radio', { name: 'Sábado' }).click()
  await admin.getByRole('button', { name: 'Eliminar Gran final' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(visitor.getByText('Pasa a Gran final')).toHaveCount(0)
  await expect(source.getByRole('row').filter({ hasText: 'Cubanísimo' })).toHaveCount(4)
  for (const n of [1, 2, 3]) {
    const answer = await admin.request.get(`/api/competidores/jueves-1-${n}/musica`)
    expect([answer.status(), (await answer.body()).length > 1_000]).toEqual([200, true])
  }
})

test('a change of the source of a round is reported, its acts show it too, and the next best entry joins', async ({
  admin,
  seed,
}) => {
  const nombres = ['Ana', 'Beto', 'Caro']
  await seed.dias(
    { jueves: { Salsa: nombres } },
    {
      calificaciones: { jueves: { Salsa: { Ana: marca('9'), Beto: marca('8'), Caro: marca('7') } } },
      adminMinutoAMinuto: { dia: 'jueves' },
      extra: { jueces: { j1: { nombre: 'Amparo', activo: true } } },
    },
    conMusica(...nombres),
  )
  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Así' })
  await admin.goto('/#/categorias')
  await admin.getByRole('button', { name: 'Crear ronda con los mejores de Salsa' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Crear ronda con los mejores de Salsa' })
  await expect(dialog.getByLabel('Orden')).toHaveValue('sorteo')
  await expect(dialog).toContainText('con «Del último al primero» muestra además en qué lugar pasó cada quien')
  await dialog.getByLabel('Nombre de la ronda').fill('Final')
  await dialog.getByLabel('Pasan').fill('2')
  await dialog.getByRole('button', { name: 'Crear ronda' }).click()
  await expect(dialog).toHaveCount(0)

  await admin.goto('/#/competidores')
  const source = admin.getByRole('region', { name: '1 - Salsa' })
  const said = (question: string) => admin.getByRole('dialog', { name: question })
  const cancel = (question: string) => said(question).getByRole('button', { name: 'Cancelar' }).click()
  await source.getByRole('button', { name: 'Reabrir categoría Salsa' }).click()
  await expect(said('¿Reabrir la categoría Salsa?')).toContainText('Ya pasó a Final.')
  await said('¿Reabrir la categoría Salsa?').getByRole('button', { name: 'Reabrir' }).click()
  await source.getByRole('button', { name: 'Más acciones de Ana' }).click()
  await source.getByRole('button', { name: 'Penalizar Ana' }).click()
  await expect(said('¿Penalizar a Ana?')).toContainText('Ya pasó a Final.')
  await cancel('¿Penalizar a Ana?')
  await source.getByRole('button', { name: 'Repetir Ana' }).click()
  await expect(said('¿Repetir a Ana?')).toContainText('Ya pasó a Final.')
  await cancel('¿Repetir a Ana?')
  await source.getByRole('button', { name: 'Eliminar Ana' }).click()
  await expect(admin.getByRole('alertdialog')).toContainText('Ya pasó a Final.')
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await source.getByRole('button', { name: 'Descalificar Ana' }).click()
  await expect(said('¿Descalificar a Ana?')).toContainText('Ya pasó a Final.')
  await said('¿Descalificar a Ana?').getByLabel('Motivo').fill('Edad')
  await said('¿Descalificar a Ana?').getByRole('button', { name: 'Descalificar' }).click()

  const pending = admin.getByRole('region', { name: 'Por resolver' })
  await expect(pending).toContainText('Final: la eliminatoria cambió. Sale Ana, entraría Caro.')
  const ronda = admin.getByRole('region', { name: '2 - Final' })
  await expectSound(admin, 'the desk with a round that changed')
  await ronda.getByRole('button', { name: 'Agregar al siguiente' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'En Final, al final del orden: Caro.' })).toBeVisible()
  await expect(ronda.getByRole('row').filter({ hasText: 'Cubanísimo' }).last()).toContainText('Caro')
  await expect(ronda.getByRole('button', { name: 'Reproducir Caro' })).toBeEnabled()
  await expect(pending).toContainText('Final: la eliminatoria cambió. Sale Ana.')
  await ronda.getByRole('button', { name: 'Eliminar Ana' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(pending).not.toContainText('la eliminatoria cambió')
  await ronda.getByRole('button', { name: 'Agregar al siguiente' }).click()
  await expect(admin.getByRole('alert')).toContainText('No se agregó. Ya pasaron todos los que tienen lugar.')
})
