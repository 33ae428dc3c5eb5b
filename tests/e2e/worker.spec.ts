import type { BrowserContext, Page } from '@playwright/test'
import { aPhoto } from '../support/usuarios.ts'
import { anotherBuild, withoutWorker } from './builds.ts'
import { DE_ANA, dia, kept, publish, SIN_CONEXION } from './copias.ts'
import { ADMIN, enterAsAdmin } from './fixtures.ts'
import { signedIn, signOut, URSULA } from './people.ts'
import { buildOn, controlled, deployments, expect, keptOn, taken, test } from './telefono.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea'] } }
const NUEVA = 'Hay una versión nueva.'
/** Everything that the worker may keep: the page, its files, and pictures of the build. */
const KEPT = /^(?:\/|\/assets\/[\w.-]+\.(?:js|css|woff2)|\/[\w-]+\.svg)$/

test('the worker keeps no answer of an endpoint and nothing about the people who sign in on its browser', async ({
  phone,
  seed,
}) => {
  await seed.dias(DIAS)
  const asked: { path: string; mode: string | undefined; cookie: string | undefined }[] = []
  phone.context().on('request', async (request) => {
    if (!request.serviceWorker()) return
    const headers = await request.allHeaders()
    asked.push({
      path: new URL(request.url()).pathname,
      mode: headers['sec-fetch-mode'],
      cookie: headers['cookie'],
    })
  })
  await signedIn(phone, '/perfil')
  await controlled(phone)
  for (const path of ['/horario', '/competencia', '/perfil']) {
    await phone.goto(`/#${path}`)
    await phone.reload()
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await signOut(phone)
  await expect(phone).toHaveURL(/#\/$/)
  await enterAsAdmin(phone)
  for (const path of ['/usuarios', '/control', '/competidores']) {
    await phone.goto(`/#${path}`)
    await phone.reload()
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(phone.getByText('Total de competidores: 2')).toBeVisible()

  const kept = (await keptOn(phone)).filter(({ cache }) => cache.startsWith('pagina-'))
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(({ path }) => !KEPT.test(path)).map(({ path }) => path)).toEqual([])
  expect(new Set(kept.map(({ cache }) => cache)).size).toBe(1)
  const personal = [URSULA.nombre, URSULA.email, ADMIN.email, ADMIN.nombre, 'Ana']
  const told = kept.filter(({ path, body }) => path === '/' && personal.some((text) => body.includes(text)))
  expect(told).toEqual([])
  const anonymous = await (await fetch(new URL('/', phone.url()))).text()
  expect(kept.find(({ path }) => path === '/')?.body).toBe(anonymous)
  // A navigation passes through the worker as the browser made it; what the worker keeps, it fetches for itself.
  const paths = new Set(kept.map(({ path }) => path))
  const own = asked.filter(({ path, mode }) => paths.has(path) && mode !== 'navigate')
  expect(own.length).toBeGreaterThanOrEqual(paths.size)
  expect(own.filter(({ cookie }) => cookie !== undefined)).toEqual([])
  expect(asked.filter(({ path }) => path.startsWith('/api/'))).toEqual([])
})

test('without a network home shows its images, and the names of the event that were saved last', async ({
  phone,
  gate,
  seed,
}) => {
  const imagen = phone.getByRole('region', { name: 'Galería' }).getByRole('img')
  const width = () => imagen.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0))
  const save = async (nombre: string) =>
    seed.tree({ extra: { evento: { nombre } } }, { 'carrusel/sede.webp': await aPhoto() })
  await save('Primer nombre')
  await phone.goto('/')
  await controlled(phone)
  await expect.poll(width).toBeGreaterThan(0)
  await save('Segundo nombre')
  await expect(phone.getByRole('banner')).toContainText('Segundo nombre')
  await phone.reload()
  for (const kept of ['/', '/publico/portada'])
    await expect.poll(async () => (await keptOn(phone)).find(({ path }) => path === kept)?.body).toContain('Segundo')
  await kept(phone)
  gate.set('shut')
  await phone.reload()
  await expect(phone.getByRole('banner')).toContainText('Segundo nombre')
  await expect(phone.getByText(SIN_CONEXION)).toBeVisible()
  await expect.poll(width).toBeGreaterThan(0)
})

async function withWorkers(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await controlled(page)
  return page
}

test('after a deploy an open page offers the new version, and keeps page and data until then', async ({
  browser,
  place,
  seed,
}) => {
  await publish(seed)
  await using servers = await deployments(place)
  using second = anotherBuild(2)
  using third = anotherBuild(3)
  await servers.serve()
  const context = await browser.newContext({ baseURL: servers.url, serviceWorkers: 'allow' })
  const page = await withWorkers(context)
  const other = await withWorkers(context)
  await page.goto('/#/acceder')
  await page.getByLabel('Correo').fill('a medias')

  await servers.serve(second)
  for (const open of [page, other]) {
    await expect(open.getByText(NUEVA)).toHaveCount(1)
    expect(await buildOn(open)).not.toBe(second.name)
  }
  // First the worker: with a debugger attached to it, as here, the browser can lose a reload during the change.
  await taken(other, 'otra2')
  await other.getByRole('button', { name: 'Actualizar' }).click()
  await expect.poll(() => buildOn(other)).toBe(second.name)
  await expect(other.getByText('En vivo', { exact: true })).toBeAttached()
  await expect(other.getByText(NUEVA)).toHaveCount(0)
  // The page that was not updated is unchanged, and opens its screens from the kept files of its build.
  await expect(page.getByLabel('Correo')).toHaveValue('a medias')
  await page.getByLabel('Correo').fill('')
  await page.evaluate(() => (location.hash = '#/horario'))
  await expect(page.getByText('No se pudo abrir esta página')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('Minuto a Minuto')

  await servers.serve(third)
  await expect(page.getByText(NUEVA)).toHaveCount(1)
  await page.reload()
  expect(await buildOn(page)).toBe(third.name)
  await taken(page, 'otra3')
  await kept(page, DE_ANA)
  // The worker removes older caches after it has taken over.
  const caches = async (): Promise<string[]> =>
    [...new Set((await keptOn(page)).map(({ cache }) => cache))].filter((name) => name.startsWith('pagina-')).toSorted()
  await expect.poll(caches).toEqual(['pagina-otra2', 'pagina-otra3'])

  await servers.stop()
  await page.reload()
  expect(await buildOn(page)).toBe(third.name)
  await expect(page.getByRole('status').getByText('Sin conexión')).toBeVisible()
  await page.goto('/#/calificaciones')
  await expect(dia(page, 'jueves')).toContainText('51.05')
  await context.close()
})

test('a build without a worker ends the worker of the build before', async ({ browser, place }) => {
  await using servers = await deployments(place)
  using second = withoutWorker(2)
  await servers.serve()
  const context = await browser.newContext({ baseURL: servers.url, serviceWorkers: 'allow' })
  const page = await withWorkers(context)
  await servers.serve(second)
  await page.reload()
  expect(await buildOn(page)).toBe(second.name)
  const left = () =>
    page.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ...(await caches.keys()),
    ])
  await expect.poll(left).toEqual([])
  await context.close()
})
