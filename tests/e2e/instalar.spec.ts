import sharp from 'sharp'
import { controlled, expect, test } from './telefono.ts'

test('the app can be installed under the name of the event, and the menu offers it where the browser does', async ({
  phone,
  seed,
}) => {
  await seed.tree({ extra: { evento: { nombre: 'Festival de Son y Rueda', subtitulo: 'Segunda edición' } } })
  await phone.goto('/')
  await controlled(phone)
  const answer = await phone.request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    name: 'Festival de Son y Rueda',
    short_name: 'Festival',
    lang: 'es',
    start_url: '/',
    display: 'standalone',
  })
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
  const apple = await phone.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  for (const { src, sizes } of [...icons, { src: apple ?? '', sizes: '180x180' }]) {
    const file = await phone.request.get(src)
    expect(file.headers()['content-type']).toBe('image/png')
    const { width, height } = await sharp(await file.body()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ])
  // The browser's own judgement: it reads the manifest under the page's policy.
  const devtools = await phone.context().newCDPSession(phone)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  const menu = phone.getByRole('button', { name: 'Menú', exact: true })
  const instalar = phone.getByRole('button', { name: 'Instalar aplicación' })
  await menu.click()
  await expect(phone.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  await expect(instalar).toHaveCount(0)
  await phone.keyboard.press('Escape')
  const offered = await phone.evaluate(() => {
    const prompt = () => Object.assign(window, { wasAsked: true })
    return window.dispatchEvent(
      Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => prompt() }),
    )
  })
  expect(offered, 'no banner of the browser').toBe(false)
  await menu.press('Enter')
  await instalar.press('Enter')
  await expect.poll(() => phone.evaluate(() => 'wasAsked' in window)).toBe(true)
  await phone.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(phone.getByRole('status').getByText('Aplicación instalada.')).toBeVisible()
  await menu.click()
  await expect(instalar).toHaveCount(0)
})
