import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { hold } from './espera.ts'
import { expect, refused, said, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { register, signedIn, signInAs, signOut, URSULA } from './people.ts'
import { SOON } from './segundo.ts'

const DIAS = { jueves: { Salsa: ['Ana'], Bachata: [] } }
const PISTA = { name: 'mezcla.mp3', mimeType: 'audio/mpeg', buffer: aTrack(3) }

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

const question = (page: Page) => page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })

test('a begun form asks before it is left in any way; then its draft is gone', async ({ visitor, seed }) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/perfil')
  await visitor.goto('/#/competencia')
  await begin(visitor)
  const ways = [
    async () => {
      await visitor.getByRole('button', { name: 'Menú' }).click()
      await visitor.getByRole('link', { name: 'Perfil' }).click()
    },
    () => visitor.goBack(),
    () => visitor.evaluate(() => (location.hash = '#/calificaciones')),
    () => signOut(visitor),
  ]
  for (const leave of ways) {
    await leave()
    await question(visitor).getByRole('button', { name: 'Seguir aquí' }).click()
    await expect(visitor).toHaveURL(/#\/competencia$/)
    await expectBegun(visitor)
  }
  await expect(visitor.getByText('Lista', { exact: true })).toBeVisible()
  const asked = visitor.waitForEvent('dialog')
  const closing = visitor.close({ runBeforeUnload: true })
  const closingQuestion = await asked
  expect(closingQuestion.type()).toBe('beforeunload')
  await closingQuestion.dismiss()
  await closing
  await visitor.goBack()
  await question(visitor).getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()

  await visitor.goForward()
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('')
  await expect(visitor.getByText('mezcla.mp3')).toBeHidden()
  // A text that was typed and removed again is no change.
  await visitor.getByLabel('Compañía').fill('Sol')
  await visitor.getByLabel('Compañía').fill('')
  await visitor.goBack()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()

  // A draft ends with the session too.
  await visitor.goto('/#/competencia')
  await begin(visitor)
  await signOut(visitor)
  await question(visitor).getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(visitor).toHaveURL(/#\/$/)
  await register(visitor, { email: 'otra@ejemplo.mx' })
  await visitor.goto('/#/acceder')
  await signInAs(visitor, { ...URSULA, email: 'otra@ejemplo.mx' })
  await expect(visitor).toHaveURL(/#\/perfil$/)
  await visitor.goto('/#/competencia')
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('')
  await expect(visitor.getByText('mezcla.mp3')).toBeHidden()
})

test('Back asks before a form is left, also when the address changed before the program had started', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/perfil')
  // The program waits for the first paint; until the page has loaded, an address replaces the one before.
  await visitor.addInitScript(() => {
    const atNextFrame = window.requestAnimationFrame
    window.requestAnimationFrame = (callback) => atNextFrame(() => requestAnimationFrame(callback))
    window.addEventListener('load', () =>
      setTimeout(() => {
        location.hash = '#/competencia'
        window.requestAnimationFrame = atNextFrame
      }),
    )
  })
  await visitor.goto('/?')
  await visitor.getByLabel('Compañía').fill('Sol')
  await visitor.goBack()
  await question(visitor).getByRole('button', { name: 'Seguir aquí' }).click()
  await expect(visitor).toHaveURL(/#\/competencia$/)
  await visitor.goBack()
  await question(visitor).getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(visitor).toHaveURL(/\/\?$/)
  await expect(visitor.getByRole('region', { name: 'Galería' })).toBeVisible()
})

test('a page may be left while its entry is sent: the entry is saved, and later no question is asked', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  const upload = await hold(visitor, '**/api/subidas/*')
  await begin(visitor)
  await visitor.getByLabel('Compañía').fill('Sol')
  await visitor.getByRole('button', { name: 'Inscribir' }).click()
  await expect(said(visitor, 'Se inscribirá en cuanto termine de subir la música.')).toBeVisible()
  await visitor.goto('/#/perfil')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
  upload.release()
  await expect(said(visitor, 'Competidor inscrito correctamente.')).toBeVisible()

  await visitor.goto('/#/competencia')
  await visitor.getByRole('button', { name: 'Editar Úrsula y Sol' }).click()
  await visitor.getByLabel('Compañía').fill('Luna')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(said(visitor, 'Competidor actualizado correctamente.')).toBeVisible()
  await visitor.goto('/#/perfil')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
})

test('a form shows what others change, keeps what is typed, and is saved after the change was seen', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await begin(visitor)
  await visitor.getByLabel('Compañía').fill('Sol')
  await visitor.getByRole('button', { name: 'Inscribir' }).click()
  await expect(said(visitor, 'Competidor inscrito correctamente.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Editar Úrsula y Sol' }).click()
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Editar Úrsula y Sol' }).click()
  const editor = admin.getByRole('dialog', { name: 'Editar Competidor' })
  await expect(editor.getByLabel('Compañía')).toHaveValue('Sol')
  await visitor.getByLabel('Compañía').fill('Cielo')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(editor.getByLabel('Compañía')).toHaveValue('Cielo')

  await visitor.getByRole('button', { name: 'Editar Úrsula y Sol' }).click()
  await visitor.getByLabel('Compañía').fill('Luna')
  await editor.getByLabel('Nombre del competidor').fill('Úrsula')
  await editor.getByLabel('Compañía').fill('Mar')
  await editor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(said(admin, 'Competidor actualizado correctamente.')).toBeVisible()

  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  const told = refused(visitor, 'La inscripción cambió mientras la guardabas.')
  await expect(told).toContainText('Nombre: Úrsula. Compañía: Mar.')
  await expect(visitor.getByLabel('Compañía')).toHaveValue('Luna')
  await expect(admin.getByRole('row', { name: /Úrsula/ })).toContainText('Mar')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.getByRole('row', { name: /Úrsula/ })).toContainText('Luna')

  // It shows what they change before anything is typed in it, and is saved at once.
  await visitor.getByRole('button', { name: 'Editar Úrsula' }).click()
  await admin.getByRole('button', { name: 'Editar Úrsula' }).click()
  await editor.getByLabel('Compañía').fill('Río')
  await editor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(visitor.getByLabel('Compañía')).toHaveValue('Río')
  await visitor.getByLabel('Compañía').fill('Lago')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.getByRole('row', { name: /Úrsula/ })).toContainText('Lago')

  await visitor.getByRole('button', { name: 'Editar Úrsula' }).click()
  await visitor.getByLabel('Compañía').fill('Sol')
  await admin.getByRole('button', { name: 'Eliminar Úrsula' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(refused(visitor, 'Error: competidor a editar no encontrado.')).toBeVisible()
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('Úrsula')
  await expect(visitor.getByLabel('Compañía')).toHaveValue('Sol')
  await visitor.getByLabel('Música (.mp3)').setInputFiles(PISTA)
  await visitor.getByRole('button', { name: 'Inscribir' }).click()
  await expect(said(visitor, 'Competidor inscrito correctamente.')).toBeVisible()
  await expect(admin.getByRole('row', { name: /Úrsula/ })).toContainText('Sol')
})

test('the period and the limit of entries reach the form at once, and its draft stays', async ({
  visitor,
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  await signedIn(visitor, '/competencia')
  await begin(visitor)
  for (const [desde, hasta, maximo, shown] of [
    ['', '2020-01-01T10:00', 0, 'Las inscripciones ya cerraron'],
    ['2999-03-01T09:00', '', 0, 'Las inscripciones abren el 1 de marzo'],
    ['', '2999-04-10T12:00', 1, 'Inscripciones abiertas hasta el 10 de abril'],
  ] as const) {
    await act(admin, 'PUT', '/api/inscripciones', { desde, hasta, maximo })
    await expect(visitor.getByText(shown)).toBeVisible(SOON)
  }
  await expect(visitor.getByRole('option', { name: '1 - Salsa (llena)' })).toBeAttached(SOON)
  await expect(visitor.getByRole('option', { name: '2 - Bachata', exact: true })).toBeAttached()
  await expectBegun(visitor)
})
