import type { Page } from '@playwright/test'
import { strictScript } from '../support/strict.ts'
import { expect, test } from './fixtures.ts'

const PAGE = `
import { createRoot } from 'react-dom/client'
import { Suspense } from 'react'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { lazyPart } from './ui/lazyPart.tsx'

const Schedule = () => {
  if (window.isBroken) throw new Error('A part that nobody reckoned with.')
  return <p>Horario</p>
}
const Late = lazyPart(async () => {
  window.asked += 1
  if (window.isBroken) throw new TypeError('Failed to fetch')
  return () => <p>Formulario</p>
})
Object.assign(window, { isBroken: true, asked: 0 })
createRoot(document.getElementById('root')).render(
  <>
    <header>Salsa Fest</header>
    <ErrorBoundary><Schedule /></ErrorBoundary>
    <Suspense><ErrorBoundary of="part"><Late /></ErrorBoundary></Suspense>
    <ErrorBoundary of="frame"><Schedule /></ErrorBoundary>
  </>,
)
`
const asked = (page: Page): Promise<unknown> => page.evaluate('window.asked')

/** Resolves after the tasks that were queued before it. */
const drawn = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(null)
  })

test('a part that cannot be rendered leaves the rest, and is retried with growing waits until it succeeds', async ({
  page,
}) => {
  await page.clock.install()
  await page.setContent('<div id="root"></div>')
  await page.addScriptTag({ content: await strictScript(PAGE) })
  const faults = page.getByRole('alert').filter({ hasText: 'No se pudo abrir esta página' })
  await expect(faults).toHaveCount(2)
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await asked(page)).toBe(1)
  await faults.last().getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => asked(page)).toBe(2)

  // In steps: React draws in real time, and five minutes at once would pass while it does.
  for (let step = 0; step < 100; step += 1) {
    await page.clock.runFor(3_000)
    await page.evaluate(drawn)
  }
  const often = Number(await asked(page))
  expect(often).toBeGreaterThan(5)
  expect(often).toBeLessThan(15)

  await page.evaluate('window.isBroken = false')
  await page.clock.runFor(60_000)
  await expect(faults).toHaveCount(0)
  await expect(page.getByText('Horario')).toHaveCount(2)
  await expect(page.getByText('Formulario')).toBeVisible()
})

/** The menu's file, alone or in a group with others. */
const MENU = /\/menu-[^/]*\.js$/i

test('code that did not load is requested again, and a page whose file is gone reloads itself', async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.route(MENU, (route) => route.fulfill({ status: 404 }))
  await visitor.goto('/')
  await expect(visitor.getByRole('link', { name: 'Acceder' }).first()).toBeVisible()
  await visitor.getByRole('button', { name: 'Menú', exact: true }).click()
  const act = visitor.getByRole('button', { name: 'Actualizar' })
  expect(await act.evaluate((button) => button.scrollWidth <= button.clientWidth), 'its word fits').toBe(true)
  const reloaded = visitor.waitForEvent('domcontentloaded')
  await visitor.unroute(MENU)
  await act.click()
  await reloaded
  await visitor.getByRole('button', { name: 'Menú', exact: true }).click()
  await visitor.getByRole('button', { name: 'Cerrar menú' }).click()

  // Once; then until the page is loaded again, as in Firefox, which never imports again what failed: one press suffices.
  let isAgain = false
  visitor.on('request', (request) => (isAgain ||= request.isNavigationRequest()))
  await visitor.route('**/AccederPage*.js', (route) => route.abort(), { times: 1 })
  await visitor.route('**/OlvidePage*.js', (route) => (isAgain ? route.continue() : route.abort()))
  for (const [path, heading] of [
    ['acceder', 'Acceder'],
    ['restablecer', 'Olvidé mi contraseña'],
  ] as const) {
    await visitor.evaluate((hash) => (location.hash = hash), `#/${path}`)
    await visitor.getByRole('button', { name: 'Reintentar' }).click()
    await expect(visitor.getByRole('heading', { name: heading })).toBeVisible()
  }

  await visitor.route('**/RegistroPage*.js', (route) => route.fulfill({ status: 404 }))
  await visitor.clock.runFor(61_000)
  let isReloaded = false
  visitor.once('domcontentloaded', () => (isReloaded = true))
  await visitor.evaluate(() => (location.hash = '#/registro'))
  await expect(visitor.getByText('No se pudo abrir esta página').first()).toBeVisible()
  const afterAWait = async (): Promise<boolean> => {
    if (!isReloaded) await visitor.clock.runFor(15_000)
    return isReloaded
  }
  await expect.poll(afterAWait).toBe(true)
  await visitor.unroute('**/RegistroPage*.js')
  await visitor.clock.runFor(60_000)
  await expect(visitor.getByRole('button', { name: 'Registrarse' })).toBeVisible()
})

test('an open page is told of a newer build, and an older instance says nothing', async ({ visitor }) => {
  const opened = async (build: string): Promise<void> => {
    await visitor.route(
      '/',
      async (route) => {
        const answer = await route.fetch()
        const html = await answer.text()
        expect(html).toMatch(/name="build" content="\d{10}-\w+"/)
        await route.fulfill({ response: answer, body: html.replace(/(name="build" content=")[^"]+/, `$1${build}`) })
      },
      { times: 1 },
    )
    await visitor.goto('/')
    await expect(visitor.getByText('En vivo', { exact: true })).toBeAttached()
  }
  await opened('1000000000-older')
  await expect(visitor.getByRole('status')).toContainText('Hay una versión nueva.')
  await visitor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(visitor.getByText('En vivo', { exact: true })).toBeAttached()
  await expect(visitor.getByText('Hay una versión nueva.')).toHaveCount(0)

  await opened('9000000000-newer')
  await expect(visitor.getByText('Hay una versión nueva.')).toHaveCount(0)
})
