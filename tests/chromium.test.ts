import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { CHROMIUM_ARGS } from './support/chromium.ts'

/** The lists of `--disable-features` in the order in which a browser gets them. No browser is started. */
async function featuresOff(): Promise<string[][]> {
  const started = chromium.launch({ executablePath: process.execPath, args: [...CHROMIUM_ARGS] })
  const failure = await started.then(() => '', String)
  return [...failure.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) => names.split(','))
}

test('the browser of the tests disables every feature that Playwright disables', async () => {
  const [playwright = [], ours = []] = await featuresOff()

  expect(playwright).toContain('HttpsUpgrades')
  expect(ours).toEqual(expect.arrayContaining(playwright))
})
