import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'

const marca = (total: string) => ({ Amparo: { l_calificacion: total } })

test('results wait for their announcement on an open page, category by category, and come back when it is taken back', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana'], Bachata: ['Beto'], Rueda: ['Caro'] } },
    {
      calificaciones: { jueves: { Salsa: { Ana: marca('9') }, Bachata: { Beto: marca('8') } } },
      adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true },
    },
  )
  await visitor.goto('/#/calificaciones')
  const salsa = visitor.getByRole('table', { name: /Salsa/ })
  const bachata = visitor.getByRole('table', { name: /Bachata/ })
  await expect(salsa).toContainText('Ana')

  await admin.goto('/#/pantallas')
  await admin.getByRole('switch', { name: 'Retener resultados hasta la premiación' }).click()
  await expect(salsa).toContainText('Se anuncia en la premiación.')
  await expect(visitor.locator('main')).not.toContainText('Ana')
  // Without any mark there is nothing to announce.
  await expect(visitor.getByRole('table', { name: /Rueda/ })).toContainText('Caro')
  await expectSound(visitor, 'retained results')
  await expectSound(admin, 'the page of screens')
  // The address of a detail that somebody shared says why there is none.
  await visitor.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  await expect(visitor.getByText('Se anuncia en la premiación.')).toBeVisible()
  await visitor.goBack()

  await admin.getByRole('button', { name: 'Publicar sin premiación Salsa' }).click()
  await expect(salsa).toContainText('Ana')
  await expect(bachata).toContainText('Se anuncia en la premiación.')

  await admin.getByRole('button', { name: 'Volver a retener Salsa' }).click()
  const again = admin.getByRole('dialog', { name: '¿Volver a retener Salsa?' })
  await again.getByRole('button', { name: 'Volver a retener' }).click()
  await expect(salsa).not.toContainText('Ana')

  const off = admin.getByRole('switch', { name: 'Retener resultados hasta la premiación' })
  await off.click()
  const question = admin.getByRole('alertdialog', { name: '¿Publicar ahora los resultados de 2 categorías?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(off).toBeChecked()
  await off.click()
  await question.getByRole('button', { name: 'Publicar' }).click()
  await expect(salsa).toContainText('Ana')
  await expect(bachata).toContainText('Beto')
})
