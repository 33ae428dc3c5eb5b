import type { Page } from '@playwright/test'
import { hold } from './espera.ts'
import { ADMIN, expect, said, test } from './fixtures.ts'
import { act, addJuez, entrarComoJuez, setTurno } from './jueces.ts'
import { register, signedIn, signInAs, URSULA } from './people.ts'
import { bar, criterio, DIA, goOnline, sendOffline, storedMarcas } from './tableta.ts'

/** A change of the session in one tab reaches the others, and no command runs as another person. */

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menú', exact: true }).click()
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
}

async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/#/acceder')
  await signInAs(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' }).or(page.getByText(ADMIN.email))).toBeVisible()
}

async function nobodyCompetes(page: Page): Promise<void> {
  await page.goto('/#/horario')
  await expect(page.getByRole('row').filter({ hasText: 'Ana y Luis' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Compitiendo' })).toHaveCount(0)
}

test('a sign-out and a sign-in in another tab reach the first one, each with one sentence', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIA)
  const first = await signedIn(visitor, '/competencia')
  await first.getByLabel('Nombre del competidor').fill('Sin guardar')
  const second = await first.context().newPage()
  await second.goto('/#/perfil')
  await signOut(second)

  await first.bringToFront()
  await expect(said(first, 'En otra pestaña se cerró la sesión.')).toBeVisible()
  await expect(first).toHaveURL(/#\/$/)
  await expect(first.getByRole('alert')).toHaveCount(0)

  await signIn(second, ADMIN)
  await expect(said(first, `En otra pestaña se inició sesión como ${ADMIN.nombre}.`)).toBeVisible()
  await expect(first.getByRole('banner')).toContainText(ADMIN.nombre)
  await expect(said(first, 'se cerró la sesión')).toHaveCount(0)

  // Texts of one person are not shown to the next person, nor to the same one later.
  await signOut(second)
  await signIn(second, URSULA)
  await first.goto('/#/competencia')
  await expect(first.getByLabel('Nombre del competidor')).toHaveValue('')
})

test('a press in a tab that does not know yet of the new person is not made as that person', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIA)
  await register(visitor)
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('button', { name: 'Siguiente turno' })).toBeEnabled()
  const other = await admin.context().newPage()
  await other.goto('/#/admin')
  const { release } = await hold(admin, '**/api/sesion')
  const answered = admin.waitForResponse('**/api/turno/paso')
  await signOut(other)
  await signIn(other, URSULA)

  await admin.bringToFront()
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  expect((await answered).status()).toBe(403)
  release()
  await expect(said(admin, `En otra pestaña se inició sesión como ${URSULA.nombre}`)).toBeVisible()
  await expect(admin).toHaveURL(/#\/$/)
  await expect(admin.getByRole('alert')).toHaveCount(0)
  await nobodyCompetes(admin)
})

test('a command that waits for its retry is not sent as the person who signed in meanwhile', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIA)
  await register(visitor)
  await admin.clock.install()
  await admin.goto('/#/competidores')
  const refused = Promise.withResolvers<() => Promise<void>>()
  await admin.route(
    '**/api/turno/paso',
    (route) =>
      refused.resolve(() => route.fulfill({ status: 503, json: { code: 'server.busy', message: 'Ocupado.' } })),
    { times: 1 },
  )
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  const refuse = await refused.promise
  const other = await admin.context().newPage()
  await other.goto('/#/admin')
  await signOut(other)
  await signIn(other, URSULA)
  await expect(said(admin, `En otra pestaña se inició sesión como ${URSULA.nombre}`)).toBeVisible()
  const retried = admin.waitForResponse((answer) => answer.url().endsWith('/api/turno/paso') && answer.status() !== 503)
  await refuse()
  await admin.clock.runFor(10_000)
  expect((await retried).status()).toBe(403)
  await nobodyCompetes(admin)
})

test("while another person is signed in on a judge's tablet, unsent marks wait on the device for the judge", async ({
  admin,
  visitor,
  server,
  seed,
}) => {
  const { app } = server
  if (!app) throw new Error('No app.')
  await seed.dias(DIA)
  await setTurno(admin, 1)
  const [amparo, bruno] = [await addJuez(admin, 'Amparo'), await addJuez(admin, 'Bruno')]
  await entrarComoJuez(visitor, amparo)
  await sendOffline(visitor, '8')

  const second = await visitor.context().newPage()
  await second.goto(bruno.path)
  await second.getByRole('alertdialog').getByRole('button', { name: 'Entrar' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Ana y Luis')
  await expect(criterio(second, 'Tiempo')).toHaveValue('')
  await visitor.bringToFront()
  await goOnline(visitor)
  await expect(said(visitor, 'En otra pestaña se inició sesión como Bruno.')).toBeVisible()
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('')
  await expect(bar(visitor)).not.toContainText('pendiente')

  // An administrator who enters there reads that a mark waits.
  await act(second, 'POST', '/api/sesion', { email: ADMIN.email, password: ADMIN.password })
  await second.goto('/#/juez')
  await second.reload()
  await expect(second.getByText('1 por enviar: abre tu enlace para enviarla.', { exact: true })).toBeVisible()

  await second.goto(amparo.path)
  await second.getByRole('alertdialog').getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => storedMarcas(app)).toEqual(['Amparo Ana y Luis 64.00 v1'])
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('8.0')
})
