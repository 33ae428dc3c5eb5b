import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'
import { reach } from './keys.ts'
import { signedIn, signOut } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea'], Bachata: [] } }

test('while an answer is slow a page shows that it loads, and an act that it takes long', async ({ visitor, seed }) => {
  await seed.dias(DIAS)
  await visitor.clock.install()
  await signedIn(visitor, '/perfil')
  for (const [path, loading, text] of [
    ['/perfil', 'Cargando perfil...', 'Úrsula'],
    ['/horario', 'Cargando horario...', 'Ana'],
  ] as const) {
    const { release } = await hold(visitor, /\/(?:api\/vistas|publico\/)/)
    await visitor.goto(`/#${path}`)
    await visitor.reload()
    await expect(visitor.getByText(loading)).toBeVisible()
    await visitor.clock.runFor(10_000)
    await expect(visitor.getByText(loading)).toBeVisible()
    await expect(visitor.getByText(/Sin conexión|No se abrió|Error al obtener/)).toHaveCount(0)
    release()
    await expect(visitor.getByText(text).first()).toBeVisible()
  }

  const live = visitor.getByText('En vivo', { exact: true })
  await expect(live).toBeAttached()
  // A screen reader announces what comes into a region that it has met.
  const regions = await visitor.locator('header [aria-live]').elementHandles()
  const said = async () => (await Promise.all(regions.map((region) => region.textContent()))).join('')
  await visitor.context().setOffline(true)
  await visitor.evaluate(() => window.dispatchEvent(new Event('offline')))
  await visitor.clock.runFor(3_000)
  await expect.poll(said).toMatch(/^Sin conexión, datos de las? \d\d:\d\d/)
  await visitor.context().setOffline(false)
  await visitor.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(said).toContain('Volvió la conexión.')
})

test('the result of an act is not shown after the person signed out', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/categorias')
  const { release } = await hold(admin, '**/api/categorias/**')
  await admin.getByRole('button', { name: 'Bajar Salsa' }).click()
  await signOut(admin)
  await expect(admin).toHaveURL(/#\/$/)
  const answered = admin.waitForResponse('**/api/categorias/**')
  release({ status: 500, message: 'De la organización.' })
  await (await answered).finished()
  await admin.evaluate(() => new Promise(requestAnimationFrame))
  await expect(admin.getByText('De la organización.')).toHaveCount(0)
})

test('a page that opens in the background opens no stream until it is seen', async ({ visitor }) => {
  await visitor.clock.install()
  await visitor.addInitScript(() => {
    let isHidden = true
    Object.defineProperty(document, 'hidden', { get: () => isHidden })
    window.addEventListener('seen', () => {
      isHidden = false
      document.dispatchEvent(new Event('visibilitychange'))
    })
  })
  const streams: string[] = []
  visitor.on('request', (request) => {
    if (request.url().includes('/api/live')) streams.push(request.url())
  })
  await visitor.goto('/#/horario')
  await expect(visitor.getByText('Cargando horario...')).toBeVisible()
  await visitor.clock.runFor(120_000)
  expect(streams).toEqual([])

  await visitor.evaluate(() => window.dispatchEvent(new Event('seen')))
  await expect(visitor.getByText('En vivo', { exact: true })).toBeAttached()
  expect(streams).toHaveLength(1)
})

test('a page has the focus when it has loaded, unless its person has gone on by keyboard', async ({ admin }) => {
  await admin.goto('/#/admin')
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  // A key that moves nothing changes nothing.
  const first = await hold(admin, /\.js$/)
  await admin.evaluate(() => (location.hash = '/usuarios'))
  await admin.keyboard.press('Control')
  first.release()
  await expect(admin.getByRole('heading', { level: 1, name: 'Lista de Usuarios' })).toBeFocused()
  await admin.unrouteAll()

  const { release } = await hold(admin, /\.js$/)
  await admin.evaluate(() => (location.hash = '/bitacora'))
  await reach(admin.getByRole('button', { name: 'Menú' }), 'Shift+Tab')
  release()
  await expect(admin.getByRole('heading', { level: 1, name: 'Bitácora' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Menú' })).toBeFocused()
})

test('a menu whose file arrives after the next page opens there', async ({ visitor }) => {
  await visitor.goto('/')
  const { release } = await hold(visitor, /\.js$/)
  await visitor.getByRole('button', { name: 'Menú' }).click()
  await visitor.evaluate(() => (location.hash = '/horario'))
  await expect(visitor).toHaveTitle(/Minuto a Minuto/)
  release()
  await expect(visitor.getByRole('dialog', { name: 'Menú' })).toBeVisible()
})
