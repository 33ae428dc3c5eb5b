import { copiesOn, DE_ANA, DE_EVA, dia, enVivo, everythingOn, kept, publish, SIN_CONEXION } from './copias.ts'
import { ADMIN, enterAsAdmin } from './fixtures.ts'
import { act, addJuez, entrarComoJuez } from './jueces.ts'
import { signedIn, signOut, URSULA } from './people.ts'
import { expect, test } from './telefono.ts'

test('after an administrator, a competitor and a judge, the device keeps only what a visitor may see', async ({
  phone,
  admin,
  seed,
}) => {
  // viernes is not published: only the administrator sees its points.
  await publish(seed, { mostrarViernes: false })
  const juez = await addJuez(admin, 'Jacinta Secreta')
  const secrets = [DE_EVA, '77.70', 'Jacinta', ADMIN.email, ADMIN.nombre, URSULA.email, URSULA.nombre]
  const leave = async (to: RegExp) => {
    await signOut(phone)
    await expect(phone).toHaveURL(to)
    const left = async () => {
      const all = await everythingOn(phone)
      return secrets.filter((secret) => all.includes(secret))
    }
    await expect.poll(left).toEqual([])
    expect((await copiesOn(phone)).length).toBeGreaterThanOrEqual(5)
    expect(await phone.evaluate(() => localStorage.getItem('uid'))).toBeNull()
  }

  await enterAsAdmin(phone)
  await phone.goto('/#/calificaciones')
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await dia(phone, 'viernes').getByRole('link', { name: 'Ver Eva' }).click()
  await expect(phone.getByText('TOTAL PUNTOS')).toBeVisible()
  await phone.goto('/#/usuarios')
  await kept(phone, DE_ANA)
  expect(await everythingOn(phone)).not.toContain(DE_EVA)
  await leave(/#\/$/)

  await signedIn(phone, '/perfil')
  await phone.reload()
  await kept(phone, DE_ANA)
  await leave(/#\/$/)

  await entrarComoJuez(phone, juez)
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => everythingOn(phone)).toContain('Jacinta')
  await expect(phone.getByText('Entra con')).toHaveCount(0)
  await leave(/#\/juez$/)
})

test('the page of a network in place of the answer is ignored: the copies stay, and none of it is shown', async ({
  phone,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/#/horario')
  await kept(phone)
  await phone.route(/\/(?:api|publico)\//, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Portal del hotel</h1>' }),
  )
  await phone.reload()
  await expect(phone.getByText('Ana').first()).toBeVisible()
  await expect(phone.getByRole('status').getByText(SIN_CONEXION)).toBeVisible()
  expect(await everythingOn(phone)).not.toContain('Portal')
})

test('a device without usable storage shows the live pages as before', async ({ browser, gate, seed }) => {
  await publish(seed)
  for (const spoil of [
    () => {
      const refuse = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
      Object.assign(CacheStorage.prototype, { open: refuse, match: refuse, keys: refuse, delete: refuse, has: refuse })
    },
    () => Reflect.deleteProperty(window, 'caches'),
  ]) {
    const context = await browser.newContext({ baseURL: gate.url, serviceWorkers: 'allow' })
    await context.addInitScript(spoil)
    const page = await context.newPage()
    const faults: unknown[] = []
    page.on('pageerror', (error) => faults.push(error))
    await page.goto('/#/horario')
    await expect(enVivo(page)).toBeAttached()
    await page.goto('/#/calificaciones')
    await expect(dia(page, 'jueves')).toContainText('51.05')
    gate.set('shut')
    await expect(page.getByText(SIN_CONEXION)).toBeVisible()
    await expect(dia(page, 'jueves')).toContainText('51.05')
    gate.set('open')
    await expect(enVivo(page)).toBeAttached()
    expect(faults).toEqual([])
    await context.close()
  }
})

test('two tabs of one browser, one of an administrator, keep only what a visitor sees', async ({ phone, seed }) => {
  await publish(seed, { mostrarViernes: false })
  await phone.goto('/#/calificaciones')
  await kept(phone, DE_ANA)
  const other = await phone.context().newPage()
  await enterAsAdmin(other)
  await other.goto('/#/calificaciones')
  await expect(dia(other, 'viernes')).toContainText('77.70')
  await phone.reload()
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await publish(seed, { mostrarViernes: false }, '62.20')
  await expect(dia(phone, 'jueves')).toContainText('62.20')
  await expect(dia(other, 'jueves')).toContainText('62.20')
  // The administrator's detail names the entry, so that marks can be reopened; a visitor's does not.
  await dia(phone, 'jueves').getByRole('link', { name: 'Ver Ana' }).click()
  await expect(phone.getByText('TOTAL PUNTOS')).toBeVisible()
  // A hidden page asks for what changed at once.
  await phone.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await kept(phone, '"puntos":6220', '"tipo":"detalle"')
  const all = await everythingOn(phone)
  expect(all).not.toContain(DE_EVA)
  expect(all).not.toContain('"competidorId":"')
  await other.close()
})

test('a page of a visitor reads no cookie, and a person whose browser lost its storage sees their own data', async ({
  phone,
  seed,
}) => {
  await publish(seed, { mostrarViernes: false })
  const asked: string[] = []
  phone.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await phone.goto('/#/calificaciones')
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await expect(enVivo(phone)).toBeAttached()
  expect(asked.filter((path) => path.startsWith('/publico/'))).toEqual(['/publico/resultados'])
  expect(asked).not.toContain('/api/vistas')

  await enterAsAdmin(phone)
  // As every sign-in on a screen does.
  await phone.evaluate(() => localStorage.setItem('sesion', 'una-marca'))
  asked.length = 0
  await phone.reload()
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await expect(enVivo(phone)).toBeAttached()
  const first = asked.filter((path) => /^\/(?:publico\/|api\/vistas)/.test(path))
  expect(first).toEqual(['/api/vistas'])

  await phone.evaluate(() => localStorage.clear())
  await phone.reload()
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await expect(enVivo(phone)).toBeAttached()
  await expect(dia(phone, 'jueves')).toContainText('51.05')
})

test('the device of a competitor keeps the last live state, but only the part that a visitor sees', async ({
  phone,
  gate,
  admin,
  seed,
}) => {
  await publish(seed, { mostrarViernes: false, selectedRow: 1 })
  // The random part of a wait is for an audience.
  await phone.addInitScript(() => (Math.random = () => 0))
  await signedIn(phone, '/horario')
  await kept(phone, DE_ANA, '"selectedRow":1')
  await act(admin, 'PUT', '/api/turno', { selectedRow: 2 })
  await expect(phone.locator('tr[aria-current="true"]')).toContainText('Bea')
  await kept(phone, '"selectedRow":2')
  await phone.goto('/#/calificaciones')
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarJueves', valor: false })
  await expect(dia(phone, 'jueves')).toHaveCount(0)
  await expect.poll(() => everythingOn(phone)).not.toContain(DE_ANA)
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarJueves', valor: true })
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await kept(phone, DE_ANA)
  const all = await everythingOn(phone)
  for (const secret of [DE_EVA, URSULA.email, URSULA.nombre]) expect(all).not.toContain(secret)

  gate.set('shut')
  await phone.reload()
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await phone.goto('/#/horario')
  await expect(phone.locator('tr[aria-current="true"]')).toContainText('Bea')
})
