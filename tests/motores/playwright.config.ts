import { defineConfig } from '@playwright/test'

const results = `../../test-results/${process.env['MOTOR'] ?? 'motores'}`

/** The main flows in the engines of Safari and Firefox. Playwright runs the tests; the browsers are the system's, by WebDriver. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../support/temp-root.ts',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: `${results}/e2e`,
  reporter: [['list'], ['json', { outputFile: `${results}/playwright.json` }]],
  projects: [{ name: 'WebKit' }, { name: 'Firefox' }],
})
