import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { ADMIN, expect, test } from './fixtures.ts'
import { enter, register, URSULA } from './people.ts'

test('a person who forgot the password gets a link by e-mail, and the page reveals no account', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-e2e-'))
  await using smtp = await startSmtp()
  await using server = await startServer({ DATA_DIR: folder, SMTP_URL: smtp.url })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await register(page)
  await page.goto('/#/acceder')
  await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
  const ask = async (email: string) => {
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByRole('status').filter({ hasText: `Si ${email} tiene una cuenta` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('Escribe tu correo electrónico.')).toBeVisible()
  await ask('nadie@example.com')
  await ask(URSULA.email)
  await expect.poll(() => smtp.letters.length).toBe(1)
  expect(smtp.letters[0]?.to).toContain(URSULA.email)
  const [link = ''] = /http:\S+\/#\/restablecer\/\S+/.exec(smtp.letters[0]?.text ?? '') ?? []

  await page.goto(link)
  // A password manager saves the new password under the account.
  await expect(page.locator('form:has([autocomplete="new-password"]) [autocomplete="username"]')).toHaveValue(
    URSULA.email,
  )
  await page.getByLabel('Contraseña', { exact: true }).fill('recien-puesta')
  await page.getByLabel('Confirmar contraseña').fill('recien-puesta')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Contraseña actualizada correctamente.' })).toBeVisible()
  expect(await enter(page, { ...URSULA, password: 'recien-puesta' })).toBe(200)
  await context.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the administrator changes the password on their own panel', async ({ admin }) => {
  await admin.goto('/#/admin')
  await admin.getByRole('main').getByText('Contraseña', { exact: true }).click()
  await expect(admin.locator('form:has([autocomplete="new-password"]) [autocomplete="username"]')).toHaveValue(
    ADMIN.email,
  )
  await admin.getByLabel('Nueva contraseña').fill('otra-clave-larga')
  await admin.getByLabel('Confirmar contraseña').fill('otra-clave-larga')
  await admin.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Contraseña actualizada correctamente.' })).toBeVisible()
  expect(await enter(admin, { email: ADMIN.email, password: 'otra-clave-larga' })).toBe(200)
})
