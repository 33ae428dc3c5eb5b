import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a page where no time passes but what a test lets pass. It is pushed on until something of it is there. */
export async function openStill(page: Page, path: string, something: Locator): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.goto(path)
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(something).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [1] })
}
