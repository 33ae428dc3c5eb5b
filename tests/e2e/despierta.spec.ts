import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea'] } }

/** Counts the wake locks that a page holds. A browser without a screen grants none. */
async function countLocks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let held = 0
    const release = async (): Promise<void> => {
      held -= 1
    }
    const request = async () => {
      held += 1
      return { release }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.defineProperty(window, 'despierta', { get: () => held })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'despierta')))
}

test('stage mode keeps the screen awake, and so does the desk while its day has a turn', async ({
  visitor,
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  const held = await countLocks(visitor)
  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('table', { name: '1 - Salsa' })).toBeVisible()
  expect(await held()).toBe(0)
  const modo = async () => {
    await visitor.getByRole('button', { name: 'Menú', exact: true }).click()
    await visitor.getByRole('switch', { name: 'Modo escenario' }).click()
    await visitor.keyboard.press('Escape')
  }
  await modo()
  await expect.poll(held).toBe(1)
  await modo()
  await expect.poll(held).toBe(0)

  const heldAtDesk = await countLocks(admin)
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('button', { name: 'Siguiente turno' })).toBeVisible()
  expect(await heldAtDesk()).toBe(0)
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect.poll(heldAtDesk).toBe(1)
  await admin.getByRole('button', { name: 'Turno anterior' }).click()
  await expect.poll(heldAtDesk).toBe(0)
})
