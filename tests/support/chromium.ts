import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type FoundChromium = { readonly path: string } | { readonly path: undefined; readonly reason: string }

/** The headless build first: the same engine without windows, for a fifth less CPU time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser for the tests: the one named in CHROMIUM, else the system's. Playwright's own download is not used. `isWhole`: not
 * the headless build, which shows no page again from a cache at Back.
 */
export function findChromium({ isWhole = false } = {}): FoundChromium {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') {
    return existsSync(named) ? { path: named } : { path: undefined, reason: `CHROMIUM nombra ${named}, que no existe.` }
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...PLACES, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))]
  const path = candidates.find((one) => existsSync(one) && !(isWhole && one.endsWith('headless-shell')))
  return path === undefined ? { path, reason: 'No se encontró Chromium.' } : { path }
}

/**
 * The features that Playwright turns off. Chromium reads only the last `--disable-features`, so that of this file repeats
 * the list; `tests/chromium.test.ts` fails when a new Playwright turns off more.
 */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The suggestions under the address bar. Each is a page of the browser itself with a process of its own, started with every
 * window: together they cost more CPU time than a test.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Quiet and alone: no first-run pages, nothing fetched from outside, no sandbox where root cannot have one. */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...SUGGESTIONS].join(',')}`,
]
