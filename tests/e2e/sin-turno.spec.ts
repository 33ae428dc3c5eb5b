import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Beto'], Bachata: ['Elsa', 'Fede'] }, viernes: { Casino: ['Hugo'] } }

test('an act that takes entries across the turn asks first; an entry that was never called gets the turn from the list of the desk', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const other = await another('admin')
  await visitor.goto('/#/horario')
  for (const page of [admin, other]) await page.goto('/#/competidores')
  const statusOf = (nombre: string) => visitor.getByRole('row').filter({ hasText: nombre })
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(statusOf('Ana')).toContainText('Compitiendo')

  await admin.goto('/#/categorias')
  const down = admin.getByRole('button', { name: 'Bajar Salsa' })
  await down.click()
  const question = admin.getByRole('alertdialog', {
    name: 'Quedarían antes del turno sin haber competido: Elsa, Fede.',
  })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(statusOf('Elsa')).toContainText('Espera')
  await expect(down).toBeFocused()
  await down.click()
  await question.getByRole('button', { name: 'Continuar' }).click()
  await expect(statusOf('Elsa')).toContainText('Finalizado')

  await admin.goto('/#/competidores')
  for (const page of [admin, other]) {
    const list = page.getByRole('region', { name: 'Sin turno' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expectSound(page, 'Sin turno')
  }
  await admin.getByRole('button', { name: 'Dar el turno a Elsa' }).press('Enter')
  await expect(statusOf('Elsa')).toContainText('Compitiendo')
  await expect(statusOf('Ana')).toContainText('Finalizado')
  const desk = other.getByRole('region', { name: 'Mesa de control' })
  await expect(desk).toContainText('Compite fuera de su orden. Después sigue Beto.')
  await expect(other.getByRole('button', { name: 'Dar el turno a Fede' })).toBeVisible()
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(statusOf('Beto')).toContainText('Compitiendo')

  await admin.getByRole('button', { name: 'Dar el turno a Fede' }).click()
  await expect(statusOf('Fede')).toContainText('Compitiendo')
  for (const page of [admin, other]) await expect(page.getByRole('region', { name: 'Sin turno' })).toBeHidden()
  await admin.getByRole('region', { name: 'Mesa de control' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(statusOf('Beto')).toContainText('Compitiendo')
  await expect(other.getByRole('button', { name: 'Dar el turno a Fede' })).toBeVisible()
})

test('at the desk, an entry that has the turn changes category and keeps it; quick presses pass a withdrawn entry', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, { extra: { retiros: { 'jueves-1-2': { estado: 'no_se_presento' } } } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await admin.getByRole('button', { name: 'Editar Ana' }).click()
  const form = admin.getByRole('dialog', { name: 'Editar Competidor' })
  await form.getByLabel('Categoría').selectOption({ label: '2 - Bachata' })
  await form.getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.getByText('Competidor actualizado correctamente.')).toBeVisible()
  const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
  await expect(current).toContainText('Ana')
  await expect(visitor.getByRole('row').filter({ hasText: 'Finalizado' })).toHaveCount(0)

  await admin.getByRole('button', { name: 'Siguiente turno' }).dblclick()
  await expect(current).toContainText('Fede')

  await admin.getByRole('button', { name: 'Editar Fede' }).click()
  await form.getByLabel('Categoría').selectOption({ label: '1 - Casino' })
  await form.getByRole('button', { name: 'Actualizar' }).click()
  await expect(form.getByText('Tiene el turno de su día: pasa el turno primero.')).toBeVisible()
})
