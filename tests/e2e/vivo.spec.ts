import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { SOON } from './segundo.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Bachata: ['Dani'] }, viernes: { Casino: ['Eva', 'Fito'] } }

test('a visitor sees every act of the organiser at once, without reloading, after a restart too', async ({
  admin,
  visitor,
  seed,
  server,
}) => {
  await seed.dias(DIAS)
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
  await expect(visitor.getByRole('row', { name: /Caro/ })).toBeVisible()

  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(current).toContainText('Ana', SOON)
  await admin.getByRole('button', { name: 'Bajar Ana' }).click()
  await expect(visitor.getByRole('table').first().getByRole('row').nth(1)).toContainText('Bea', SOON)
  await expect(current).toContainText('Ana', SOON)

  await server.stop('SIGKILL')
  await expect(visitor.getByText(/Sin conexión, datos de las \d\d:\d\d/)).toBeVisible()
  await server.start()
  await expect(visitor.getByText(/Sin conexión/)).toBeHidden()
  await expect(admin.getByText(/Sin conexión/)).toBeHidden()

  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(current).toContainText('Caro', SOON)
})

test('two administrators who press at once make one step', async ({ admin, another, visitor, seed }) => {
  await seed.dias(DIAS)
  const other = await another('admin')
  const desks = [admin, other].map((page) => page.getByRole('button', { name: 'Siguiente turno' }))
  await visitor.goto('/#/horario')
  for (const page of [admin, other]) await page.goto('/#/competidores')
  for (const desk of desks) await expect(desk).toBeEnabled()

  // Both presses are held on their way until the other has been made: neither screen can know of the other's.
  const both = await Promise.all([admin, other].map((page) => holdNext(page)))
  for (const desk of desks) await desk.click()
  for (const { sent } of both) await (await sent)()

  await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' })).toContainText('Ana')
  await expect(visitor.getByRole('row').filter({ hasText: 'Finalizado' })).toHaveCount(0)
})

test('the turn goes forward, back and is taken back by keyboard alone', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  const current = admin.locator('[aria-current="true"]')
  await admin.getByRole('button', { name: 'Siguiente turno' }).focus()
  await admin.keyboard.press('PageDown')
  await expect(current).toContainText('Ana')
  await admin.keyboard.press('PageDown')
  await expect(current).toContainText('Bea')
  await admin.keyboard.press('PageUp')
  await expect(current).toContainText('Ana')
  await admin.keyboard.press('Control+z')
  await expect(current).toContainText('Bea')
})

test('a press that comes before the answer to the last moves nothing twice, and says where the turn is', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('button', { name: 'Siguiente turno' })).toBeEnabled()
  const { sent } = await holdNext(admin)
  await admin.keyboard.press('PageDown')
  const release = await sent
  await admin.keyboard.press('PageDown')
  await release()
  await expect(
    admin.getByRole('status').filter({ hasText: 'El turno ya se había movido. Ahora: Turno 1: Ana' }),
  ).toBeVisible()
  await expect(admin.locator('[aria-current="true"]')).toContainText('Ana')
})

test('after a press that did not arrive, the one that came meanwhile is taken', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('button', { name: 'Siguiente turno' })).toBeEnabled()
  const refused = Promise.withResolvers<() => Promise<void>>()
  await admin.route(
    '**/api/turno/paso',
    (route) => refused.resolve(() => route.fulfill({ status: 500, json: { code: 'fault', message: 'No se pudo.' } })),
    { times: 1 },
  )
  await admin.keyboard.press('PageDown')
  const refuse = await refused.promise
  await admin.keyboard.press('PageDown')
  await refuse()
  await expect(admin.locator('[aria-current="true"]')).toContainText('Ana')
})

test('changing the active day brings its own turn, and undo brings the day back', async ({ admin, visitor, seed }) => {
  await seed.dias(DIAS)
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.locator('[aria-current="true"]')).toContainText('Ana')

  await admin.getByRole('radio', { name: 'Viernes' }).check()
  await expect(visitor.getByRole('row', { name: /Eva/ })).toBeVisible()
  await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' })).toHaveCount(0)

  await admin.getByRole('button', { name: 'Deshacer' }).click()
  await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' })).toContainText('Ana')
})

interface Held {
  /** Resolves once it is under way, with how to let it go. */
  readonly sent: Promise<() => Promise<void>>
}

/** Holds the next step of the turn that a page sends, from the moment this is answered. */
async function holdNext(page: Page): Promise<Held> {
  const { promise: sent, resolve } = Promise.withResolvers<() => Promise<void>>()
  await page.route('**/api/turno/paso', (route) => resolve(() => route.continue()), { times: 1 })
  return { sent }
}
