import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addJuezConToken, sendMarca } from './jueces.ts'

const [ANA, BEA] = ['jueves-1-1', 'jueves-1-2'] as const
const SHOWN = { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true } }

test('a judge who left does not count after the closing: the result shows the decision, the detail names the judge', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea'] } }, SHOWN)
  const jueces = [await addJuezConToken(admin, 'Amparo'), await addJuezConToken(admin, 'Bruno')]
  for (const juez of jueces) await sendMarca(admin, juez, ANA, '7')
  for (const juez of jueces.slice(0, 1)) await sendMarca(admin, juez, BEA, '9')
  await visitor.goto('/#/calificaciones')
  const first = visitor.getByRole('table').getByRole('row').nth(1)
  await expect(first).toContainText('Ana')

  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Cerrar categoría Salsa' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByRole('switch')).toHaveCount(1)
  await dialog.getByRole('switch', { name: 'No contar a Bruno' }).press('Space')
  await expectSound(admin, 'the closing with a judge left out')
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(dialog.getByLabel('Decisión')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Decisión').fill('Bruno se enfermó')
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()

  await expect(first).toContainText('Bea')
  await expect(visitor.getByText('Bruno se enfermó')).toBeVisible()
  await visitor.getByRole('link', { name: 'Ver Ana' }).click()
  await expect(visitor.getByRole('row').filter({ hasText: 'Bruno' })).toContainText('No cuenta')
  await expect(visitor.getByText('Bruno se enfermó')).toBeVisible()
  await expect(visitor.getByText('Suma de 1 juez que cuenta')).toBeVisible()
  await expectSound(visitor, 'a detail with a judge left out')
})
