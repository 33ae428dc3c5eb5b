import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const DIAS = {
  jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Bachata: ['Dani'] },
  viernes: { Casino: ['Eva', 'Fito'] },
}
/**
 * The time from the answer to an act until another person sees it. A second is promised, and required on a quiet machine
 * with `TEST_SOON_MS=1000`; a busy one draws late. An instance that is not woken up shows it later than this in any case: it
 * looks by itself every five seconds.
 */
export const SOON = { timeout: Number(process.env['TEST_SOON_MS'] ?? 4_000) }

/** Does what an administrator does. Goes on the moment that the server has said yes to it. */
export async function done(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && new URL(response.url()).pathname.startsWith('/api/'),
  )
  const [acknowledged] = await Promise.all([answer, act()])
  expect(acknowledged.status()).toBe(200)
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  done(page, () => page.getByRole('button', { name }).click())
export const flip = (page: Page, name: string): Promise<void> =>
  done(page, () => page.getByRole('switch', { name }).click())

/** Presses a button that asks first, and says yes. */
export async function confirm(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
  await done(page, () => page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click())
}

export const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })

/** Marks of a day each, in the interchange format. */
export const MARCAS = {
  jueves: { Salsa: { Ana: { Amparo: { l_calificacion: '51.05', b_Tiempo: '7.5' } } } },
  viernes: { Casino: { Eva: { Amparo: { l_calificacion: '60.10' } } } },
}
