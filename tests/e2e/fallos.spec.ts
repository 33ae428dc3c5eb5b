import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { hold } from './espera.ts'
import { expect, refused, test } from './fixtures.ts'
import { signedIn } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana'], Bachata: [] } }
const FAULT = { status: 500, json: { code: 'server.fault', message: 'Se cayó.', fields: {} } }

const pista = (seconds: number) => ({ name: 'son.mp3', mimeType: 'audio/mpeg', buffer: aTrack(seconds) })

async function handIn(page: Page, nombre: string): Promise<void> {
  await page.getByLabel('Nombre del competidor').fill(nombre)
  await page.getByLabel('Compañía').fill('Son')
  await page.getByLabel('Categoría').selectOption({ label: '1 - Salsa' })
  await page.getByLabel('Música (.mp3)').setInputFiles(pista(2))
  await page.getByRole('button', { name: 'Inscribir' }).click()
}

test('an entry that cannot be saved, moved or deleted shows why, and what succeeds reaches the public', async ({
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS)
  const schedule = await another('visitante')
  await schedule.goto('/#/horario')
  await signedIn(visitor, '/competencia')
  await visitor.route('**/api/inscripciones', (route) => route.fulfill(FAULT))
  await handIn(visitor, 'Eva')
  await expect(refused(visitor, 'Ocurrió un error al guardar la información.')).toBeVisible()
  await expect(visitor.getByText('Se cayó.')).toBeVisible()
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('Eva')

  await visitor.unroute('**/api/inscripciones')
  await visitor.getByRole('button', { name: 'Inscribir' }).click()
  await expect(visitor.getByText('Competidor inscrito correctamente.')).toBeVisible()
  await expect(schedule.getByRole('row', { name: /Eva/ })).toBeVisible()

  await visitor.route('**/api/inscripciones/*', (route) => route.fulfill(FAULT))
  await visitor.getByRole('button', { name: 'Editar Eva' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Editar Competidor')
  await visitor.getByLabel('Nombre del competidor').fill('Eva Ñíguez')
  await visitor.getByLabel('Categoría').selectOption({ label: '2 - Bachata' })
  await visitor.getByLabel('Música (.mp3)').setInputFiles(pista(7))
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(refused(visitor, 'Ocurrió un error al guardar la información.')).toBeVisible()
  await visitor.unroute('**/api/inscripciones/*')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(visitor.getByText('Competidor actualizado correctamente.')).toBeVisible()
  await expect(schedule.getByRole('table', { name: '2 - Bachata' })).toContainText('Eva Ñíguez')
  await expect(visitor.getByRole('row').filter({ hasText: 'Eva Ñíguez' })).toContainText('0:07')

  await visitor.route('**/api/inscripciones/*', (route) => route.fulfill(FAULT))
  await visitor.getByRole('button', { name: 'Eliminar Eva Ñíguez' }).click()
  const question = visitor.getByRole('alertdialog', { name: '¿Seguro que quieres eliminar a Eva Ñíguez?' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(question.getByRole('alert')).toContainText('Error al eliminar competidor. Se cayó.')
  await visitor.unroute('**/api/inscripciones/*')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(visitor.getByText('Competidor eliminado correctamente.')).toBeVisible()
  await expect(visitor.getByText('No hay competidores inscritos.')).toBeVisible()
  await expect(schedule.getByRole('row', { name: /Eva/ })).toHaveCount(0)
})

test('a question whose answer takes long can be closed, and a toast tells the outcome', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Eliminar Ana' }).click()
  const question = admin.getByRole('alertdialog', { name: '¿Eliminar competidor Ana?' })
  const { release } = await hold(admin, '**/api/competidores/*')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await question.getByRole('button', { name: 'Cerrar' }).click()
  await expect(question).toBeHidden()
  release({ status: 500, message: 'Se cayó.' })
  await expect(refused(admin, 'Error al eliminar competidor. Se cayó.')).toBeVisible()
  await admin.unroute('**/api/competidores/*')
  await admin.getByRole('button', { name: 'Eliminar Ana' }).click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(question).toBeHidden()
})
