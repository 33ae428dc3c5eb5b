import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { hold } from './espera.ts'
import { expect, said, test } from './fixtures.ts'
import { signedIn } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea'], Bachata: [] } }
const PISTA = { name: 'mezcla.mp3', mimeType: 'audio/mpeg', buffer: aTrack(3) }

async function filled(page: Page): Promise<Page> {
  await page.getByLabel('Nombre del competidor').fill('Úrsula y Sol')
  await page.getByLabel('Compañía').fill('Sol')
  await page.getByLabel('Categoría').selectOption({ label: '1 - Salsa' })
  await page.getByLabel('Música (.mp3)').setInputFiles(PISTA)
  return page
}

async function expectEnteredOnce(page: Page): Promise<void> {
  await expect(said(page, 'Competidor inscrito correctamente.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Úrsula y Sol' })).toHaveCount(1)
}

test('while an entry is being sent, its form does not change, and the shown values are the sent ones', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await filled(await signedIn(visitor, '/competencia'))
  await expect(page.getByText('Lista', { exact: true })).toBeVisible()
  const first = await hold(page, '**/api/inscripciones')
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await first.asked
  await page.getByLabel('Categoría').press('ArrowDown')
  await page.getByLabel('Música (.mp3)').setInputFiles({ ...PISTA, name: 'otra.mp3' })
  await expect(page.getByText('mezcla.mp3')).toBeVisible()
  const fields = { categoriaId: 'Esa categoría ya no existe. Elige otra.' }
  first.release({ status: 404, message: 'Esa categoría ya no existe.', fields })
  // One live region holds both sentences, the one that counts in bold, and the field says what to do.
  await expect(page.getByRole('alert')).toHaveText(
    'Ocurrió un error al guardar la información.Esa categoría ya no existe.',
  )
  await expect(page.getByRole('alert').locator('p')).toHaveText('Ocurrió un error al guardar la información.')
  await expect(page.getByLabel('Categoría')).toHaveAccessibleDescription(/^Esa categoría ya no existe. Elige otra./)
  await expect(page.getByLabel('Categoría').locator('option:checked')).toHaveText('1 - Salsa')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await expect(said(page, 'Competidor inscrito correctamente.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Úrsula y Sol' })).toContainText('1 - Salsa')
})

test('an entry that waits for its track is sent while its person is on another page, and its outcome is shown', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await signedIn(visitor, '/competencia')
  const upload = await hold(page, '**/api/subidas/*')
  await filled(page)
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await expect(said(page, 'Se inscribirá en cuanto termine de subir la música.')).toBeVisible()
  await page.goto('/#/perfil')
  await page.goto('/#/competencia')
  await expect(page.getByRole('button', { name: 'Guardando...' })).toBeVisible()
  await expect(said(page, 'Se inscribirá en cuanto termine de subir la música.')).toBeVisible()
  const entry = await hold(page, '**/api/inscripciones')
  await page.goto('/#/perfil')
  upload.release()
  await entry.asked
  entry.release({ status: 409, message: 'Esa categoría ya está llena.' })
  await expect(page.getByRole('alert')).toContainText(
    'Ocurrió un error al guardar la información. Esa categoría ya está llena.',
  )

  await page.unrouteAll()
  await page.goto('/#/competencia')
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await expectEnteredOnce(page)
})

test('a press whose answer is lost keeps the page, and acts once when it is repeated', async ({ visitor, seed }) => {
  await seed.dias(DIAS)
  await visitor.clock.install()
  const page = await filled(await signedIn(visitor, '/competencia'))
  await expect(page.getByText('Lista', { exact: true })).toBeVisible()
  const keys: string[] = []
  await page.route('**/api/inscripciones', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // The request arrives, and its answer is lost.
    await route.fetch()
    await route.fulfill({ status: 503, json: { code: 'x', message: 'Se cayó.' } })
  })
  await page.getByRole('button', { name: 'Inscribir' }).click()
  // The pauses between the retries pass at once.
  await expect(async () => {
    await page.clock.runFor(2_000)
    await expect(page.getByRole('alert')).toContainText('Se cayó.', { timeout: 250 })
  }).toPass()
  await page.unrouteAll()
  await page.goto('/#/perfil')
  await page.getByRole('button', { name: 'Seguir aquí' }).click()
  const again = page.waitForRequest('**/api/inscripciones')
  await page.getByRole('button', { name: 'Inscribir' }).click()
  expect((await again).headers()['idempotency-key']).toBe(keys[0])
  await expectEnteredOnce(page)
})

test('the dialog of an entry stays open while it is saved, for every key, and leaves no question behind when it is closed', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  const dialog = admin.getByRole('dialog', { name: 'Editar Competidor' })
  await admin.getByRole('button', { name: 'Editar Ana' }).click()
  await dialog.getByLabel('Nombre del competidor').fill('Ana Ruiz')
  const saving = await hold(admin, '**/api/inscripciones/*')
  await dialog.getByRole('button', { name: 'Actualizar' }).click()
  await saving.asked
  for (const time of [1, 2, 3]) {
    await admin.keyboard.press('Escape')
    await expect(dialog, `${time}`).toBeVisible()
  }
  saving.release({ status: 409, message: 'No se pudo.' })
  await expect(dialog.getByRole('alert')).toContainText('No se pudo.')
  const question = admin.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  await admin.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Seguir aquí' }).click()
  await expect(dialog.getByLabel('Nombre del competidor')).toHaveValue('Ana Ruiz')
  await dialog.getByRole('button', { name: 'Cerrar formulario' }).click()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(dialog).toBeHidden()

  await admin.unrouteAll()
  await admin.goto('/#/control')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Editar Bea' }).click()
  await dialog.getByLabel('Música (.mp3)').setInputFiles(PISTA)
  await expect(dialog.getByText('Lista', { exact: true })).toBeVisible()
  await admin.goBack()
  await admin.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(admin.getByRole('heading', { name: 'Control de Reloj' })).toBeVisible()
  const asks: string[] = []
  admin.on('dialog', (question) => {
    asks.push(question.type())
    void question.dismiss()
  })
  await admin.close({ runBeforeUnload: true })
  await expect.poll(() => admin.isClosed()).toBe(true)
  expect(asks).toEqual([])
})
