import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { register, signedIn, URSULA } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana'], Bachata: [] } }
const PISTA = { name: 'mezcla.mp3', mimeType: 'audio/mpeg', buffer: aTrack(3) }
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Keeps the bytes of uploads from the server until it is told to let them go. */
async function holdUploads(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/subidas/*', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

async function begin(page: Page): Promise<void> {
  await page.getByLabel('Música (.mp3)').setInputFiles(PISTA)
  await page.getByLabel('Nombre del competidor').fill('Úrsula y Sol')
  await page.getByLabel('Categoría').selectOption({ label: '2 - Bachata' })
}

async function expectBegun(page: Page): Promise<void> {
  await expect(page.getByLabel('Nombre del competidor')).toHaveValue('Úrsula y Sol')
  await expect(page.getByLabel('Categoría').locator('option:checked')).toHaveText('2 - Bachata')
  await expect(page.getByText('mezcla.mp3')).toBeVisible()
}

test('who leaves a form finds it as it was, its upload gone on meanwhile', async ({ visitor, seed }) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  const letGo = await holdUploads(visitor)
  await begin(visitor)
  await visitor.getByRole('button', { name: 'Menú' }).click()
  await visitor.getByRole('link', { name: 'Perfil' }).click()
  await expect(visitor).toHaveURL(/#\/perfil$/)
  const arrived = visitor.waitForResponse((answer) => answer.request().method() === 'PATCH')
  letGo()
  expect((await arrived).status()).toBe(204)

  await visitor.goBack()
  await expectBegun(visitor)
  await expect(visitor.getByText('Lista', { exact: true })).toBeVisible()
  await visitor.getByLabel('Compañía').fill('Sol')
  await visitor.getByRole('button', { name: 'Inscribir' }).click()
  await expect(said(visitor, 'Competidor inscrito correctamente.')).toBeVisible()
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('')
  await expect(visitor.getByText('mezcla.mp3')).toBeHidden()

  await visitor.getByRole('button', { name: 'Editar Úrsula y Sol' }).click()
  await visitor.getByLabel('Compañía').fill('Luna')
  await visitor.goto('/#/perfil')
  await visitor.goto('/#/competencia')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Editar Competidor')
  await expect(visitor.getByLabel('Compañía')).toHaveValue('Luna')
  await visitor.getByRole('button', { name: 'Cancelar' }).click()
  await visitor.getByRole('button', { name: 'Editar Úrsula y Sol' }).click()
  await expect(visitor.getByLabel('Compañía')).toHaveValue('Sol')
})

test('entries that close and open again lose nothing of what was begun', async ({ visitor, admin, seed }) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await begin(visitor)
  await admin.goto('/#/control')
  for (const [hasta, shown] of [
    ['2020-01-01T10:00', 'Las inscripciones ya cerraron'],
    ['', 'Lista'],
  ] as const) {
    await admin.getByLabel('Inscripciones hasta').fill(hasta)
    await admin.getByRole('button', { name: 'Guardar Inscripciones' }).click()
    await expect(visitor.getByText(shown, { exact: true })).toBeVisible()
  }
  await expectBegun(visitor)
})

test('what was begun ends with the session, and closing the tab asks as long as there is a track', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await begin(visitor)
  await expect(visitor.getByText('Lista', { exact: true })).toBeVisible()
  const asked = visitor.waitForEvent('dialog')
  const closing = visitor.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closing

  await visitor.getByRole('button', { name: 'Menú' }).click()
  await visitor.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(visitor).toHaveURL(/#\/$/)
  await register(visitor, { email: 'otra@ejemplo.mx' })
  await visitor.goto('/#/acceder')
  await visitor.getByLabel('Correo electrónico').fill('otra@ejemplo.mx')
  await visitor.getByLabel('Contraseña', { exact: true }).fill(URSULA.password)
  await visitor.getByRole('button', { name: 'Acceder' }).click()
  await expect(visitor).toHaveURL(/#\/perfil$/)
  await visitor.goto('/#/competencia')
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('')
  await expect(visitor.getByText('mezcla.mp3')).toBeHidden()
})
