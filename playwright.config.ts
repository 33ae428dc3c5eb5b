import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from './tests/support/chromium.ts'

const chromium = findChromium()
/** With the addresses of PostgreSQL and an S3 server, the test of the stored files runs there; the others run on SQLite. */
const onS3 = Boolean(process.env['TEST_STORAGE_URL'])
const results = onS3 ? 'test-results/s3' : 'test-results/sqlite'

/** Every test starts a server of its own through its fixtures, so there is none to start here. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/temp-root.ts',
  testMatch: '**/*.spec.ts',
  ...(onS3 ? { grep: /@s3/ } : { grepInvert: /@s3/ }),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // On two cores, two workers leave a quarter of the CPU idle, and four are no faster than three. With S3, other tests run beside.
  workers: onS3 ? 1 : 3,
  // Generous: a busy machine is slow, and nothing here is said about speed but what a test says itself.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: `${results}/e2e`,
  reporter: [['list'], ['json', { outputFile: `${results}/playwright.json` }]],
  use: {
    browserName: 'chromium',
    // A browser without a locale cannot name a file `sábado`.
    launchOptions: {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [...CHROMIUM_ARGS],
      ...(chromium.path ? { executablePath: chromium.path } : {}),
    },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // The tests are about the server, not about what a service worker keeps; that has a spec of its own.
    serviceWorkers: 'block',
    // As long as an expectation: a press that cannot be made does not wait until the test's own limit.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'off',
    viewport: { width: 1280, height: 800 },
  },
})
