import type { Locator, Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { signedIn } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana'], Bachata: [] } }
const FAULT = { status: 500, json: { code: 'server.fault', message: 'Se cayó.', fields: {} } }
const alert = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text })

async function handIn(page: Page, nombre: string): Promise<void> {
  await page.getByLabel('Nombre del competidor').fill(nombre)
  await page.getByLabel('Compañía').fill('Son')
  await page.getByLabel('Categoría').selectOption({ label: '1 - Salsa' })
  await page.getByLabel('Música (.mp3)').setInputFiles({ name: 'son.mp3', mimeType: 'audio/mpeg', buffer: aTrack(2) })
  await page.getByRole('button', { name: 'Inscribir' }).click()
}

test('an entry that cannot be saved or deleted shows the reason and stays as it was', async ({ visitor, seed }) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await visitor.route('**/api/inscripciones', (route) => route.fulfill(FAULT))
  await handIn(visitor, 'Eva')
  await expect(alert(visitor, 'Ocurrió un error al guardar la información.')).toBeVisible()
  await expect(visitor.getByText('Se cayó.')).toBeVisible()
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('Eva')

  await visitor.unroute('**/api/inscripciones')
  await visitor.getByRole('button', { name: 'Inscribir' }).click()
  await expect(visitor.getByText('Competidor inscrito correctamente.')).toBeVisible()

  await visitor.route('**/api/inscripciones/*', (route) => route.fulfill(FAULT))
  await visitor.getByRole('button', { name: 'Editar Eva' }).click()
  await visitor.getByLabel('Compañía').fill('Rumba')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(alert(visitor, 'Ocurrió un error al guardar la información.')).toBeVisible()

  await visitor.getByRole('button', { name: 'Eliminar Eva' }).click()
  const question = visitor.getByRole('alertdialog', { name: '¿Seguro que quieres eliminar a Eva?' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(question.getByRole('alert')).toContainText('Error al eliminar competidor. Se cayó.')
  await visitor.unroute('**/api/inscripciones/*')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(visitor.getByText('Competidor eliminado correctamente.')).toBeVisible()
  await expect(visitor.getByText('No hay competidores inscritos.')).toBeVisible()
})

test('an entry that is deleted while it is being changed is reported as not found', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await handIn(visitor, 'Eva')
  await visitor.getByRole('button', { name: 'Editar Eva' }).click()
  await expect(visitor.getByRole('heading', { name: 'Editar Competidor' })).toBeVisible()

  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Eliminar Eva' }).click()
  const question = admin.getByRole('alertdialog', { name: '¿Eliminar competidor Eva?' })
  const held = Promise.withResolvers<void>()
  await admin.route('**/api/competidores/*', async (route) => {
    await held.promise
    await route.fulfill(FAULT)
  })
  // A question whose answer takes long can be closed; a toast tells the outcome.
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await question.getByRole('button', { name: 'Cerrar' }).click()
  await expect(question).toBeHidden()
  held.resolve()
  await expect(alert(admin, 'Error al eliminar competidor. Se cayó.')).toBeVisible()
  await admin.unroute('**/api/competidores/*')
  await admin.getByRole('button', { name: 'Eliminar Eva' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(question).toBeHidden()

  await expect(alert(visitor, 'Error: competidor a editar no encontrado.')).toBeVisible()
})

test('a person whose session ends on the page of entries is asked to sign in', async ({ admin, visitor, seed }) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await admin.goto('/#/usuarios')
  await admin.getByRole('button', { name: 'Desactivar Úrsula Núñez' }).click()
  await expect(visitor).toHaveURL(/#\/$/)
  await expect(alert(visitor, 'Debes iniciar sesión para agregar competidores.')).toBeVisible()
})
