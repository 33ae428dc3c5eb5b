import type { Request } from '@playwright/test'
import { SILENCE_MS } from '#contract/live.ts'
import { enVivo, kept, SIN_CONEXION } from './copias.ts'
import { act } from './jueces.ts'
import { expect, test } from './telefono.ts'

test('a phone that watched the turn move opens without signal with the last turn and its time, without any request', async ({
  phone,
  gate,
  admin,
  seed,
}) => {
  const ajustes = { dia: 'jueves', activarReloj: true, selectedRow: 1 }
  const nombres = Array.from({ length: 9 }, (_, index) => `Ana ${index + 1}`)
  await seed.dias({ jueves: { Salsa: nombres } }, { adminMinutoAMinuto: ajustes })
  await phone.goto('/#/horario')
  await kept(phone, '"selectedRow":1')
  const asked: string[] = []
  phone.on('request', (request) => asked.push(request.url()))
  for (const selectedRow of [3, 4, 6]) {
    await act(admin, 'PUT', '/api/turno', { selectedRow })
    await expect(phone.locator('tr[aria-current="true"]')).toContainText(`Ana ${selectedRow}`)
  }
  await kept(phone, '"selectedRow":6')
  expect(asked).toEqual([])

  const before = new Date()
  gate.set('shut')
  await expect(phone.getByText(SIN_CONEXION)).toBeVisible()
  // The time is that of the last contact, not of the reload.
  await phone.clock.setSystemTime(Date.now() + 20 * 60_000)
  await phone.reload()
  await expect(phone.locator('tr[aria-current="true"]')).toContainText('Ana 6')
  const said = await phone
    .getByRole('status')
    .getByText(/^Sin conexión, datos de/)
    .textContent()
  expect((before.getMinutes() - Number(said?.slice(-2)) + 60) % 60).toBeLessThanOrEqual(1)
})

for (const kind of ['computer', 'phone']) {
  test(`a ${kind} whose connections are silently lost is up to date as soon as its stream was silent for too long`, async ({
    browser,
    gate,
    admin,
    seed,
  }) => {
    const ajustes = { dia: 'jueves', activarReloj: true, selectedRow: 1 }
    await seed.dias({ jueves: { Salsa: ['Ana 1', 'Ana 2', 'Ana 3'] } }, { adminMinutoAMinuto: ajustes })
    const isPhone = kind === 'phone'
    const context = await browser.newContext({ baseURL: gate.url, hasTouch: isPhone, isMobile: isPhone })
    const page = await context.newPage()
    const pending = new Set<Request>()
    page.on('request', (request) => pending.add(request))
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
    await page.clock.install()
    // The first of the files that the page loads 2 s after its start. A busy machine shows `En vivo` later than that.
    const rest = page.waitForRequest(/\/assets\/menu-/)
    await page.goto('/#/horario')
    await expect(enVivo(page)).toBeVisible()
    await page.clock.fastForward(5_000)
    await rest
    await expect.poll(() => [...pending].map((request) => request.resourceType())).toEqual(['eventsource'])
    // The browser keeps as many connections as it may, as after any load: the stream's, and five that wait for a request.
    await page.evaluate(async () => {
      const ask = async () => (await fetch('/healthz', { cache: 'no-store' })).text()
      await Promise.all(Array.from({ length: 12 }, ask))
    })
    gate.hush('open')
    await act(admin, 'PUT', '/api/turno', { selectedRow: 3 })
    await page.clock.fastForward(SILENCE_MS)
    await expect(page.locator('tr[aria-current="true"]')).toContainText('Ana 3', { timeout: 15_000 })
    await context.close()
  })
}
