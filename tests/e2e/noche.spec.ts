import type { Page } from '@playwright/test'
import { saveTurno } from '#contract/horario.ts'
import { createPantalla, setMuestra } from '#contract/pantallas.ts'
import { viewKey } from '#contract/view.ts'
import { pantallas, type PantallaPart } from '#contract/views/pantallas.ts'
import { ESCENAS, type TipoPantalla } from '#domain/pantalla.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { LiveStream } from '../support/stream.ts'
import { anotherBuild } from './builds.ts'
import { expect, test, testWithProcess } from './fixtures.ts'
import { act, addJuez, entrarComoJuez, readView } from './jueces.ts'
import { press } from './segundo.ts'
import { buildOn, deployments } from './telefono.ts'

// A night with all that hangs in a hall, alone on its machine: NOCHE=1. How long a screen is left on: HORAS=12.

const NOCHE = process.env['NOCHE']
const HORAS = Number(process.env['HORAS'] ?? 0)
const NOMBRES = Array.from({ length: 40 }, (_, index) => `Pareja-${index + 1}-`)
const SALAS = ['Foro', 'Lobby', 'Norte', 'Sur']

interface Abierta {
  readonly page: Page
  readonly id: string
}

/** Adds a screen and opens its link in a browser of its own. */
async function abrir(admin: Page, nombre: string, tipo: TipoPantalla): Promise<Abierta> {
  await act(admin, 'POST', '/api/pantallas', { nombre, tipo })
  const all = (await readView(admin, viewKey(pantallas))) as PantallaPart[]
  const { id, enlace } = all.find((one) => one.nombre === nombre) ?? { id: '', enlace: '' }
  const page = await admin.context().browser()?.newPage()
  if (!page) throw new Error('No browser.')
  const { origin } = new URL(admin.url())
  await page.goto(`${origin}/#/${tipo === 'Transmisión' ? 'transmision' : 'pantalla'}/${enlace}`)
  return { page, id }
}

const textOf = async (page: Page): Promise<string> => (await page.locator('main').first().textContent()) ?? ''

/** Waits until a page shows an entry and not the one before it. The pages of the hall show what comes next too. */
async function muestra(page: Page, nombre: string, antes: string, timeout: number): Promise<void> {
  await expect(async () => {
    const text = await textOf(page)
    expect([text.includes(nombre), text.includes(antes)]).toEqual([true, false])
  }).toPass({ timeout, intervals: [20] })
}

const nombreAt = (turno: number): string => NOMBRES[turno - 1] ?? ''

testWithProcess.describe('a night', () => {
  testWithProcess.skip(!NOCHE, 'La noche se juega sola: NOCHE=1.')

  testWithProcess(
    'one press reaches screens, announcer, overlay, tablets, desk and 200 phones within a second, also after what goes wrong',
    async ({ admin, serverProcess, seed }, testInfo) => {
      testWithProcess.setTimeout(600_000)
      await seed.dias({ jueves: { Salsa: NOMBRES } })
      await admin.goto('/#/competidores')
      const abiertas: Abierta[] = []
      for (const nombre of SALAS) abiertas.push(await abrir(admin, nombre, 'Sala'))
      abiertas.push(await abrir(admin, 'Cabina', 'Locutor'), await abrir(admin, 'Aire', 'Transmisión'))
      const tabletas: Page[] = []
      for (let n = 1; n <= 6; n += 1) {
        const juez = await addJuez(admin, `Juez ${n}`)
        const page = await admin.context().browser()?.newPage({ baseURL: serverProcess.url })
        if (!page) throw new Error('No browser.')
        await entrarComoJuez(page, juez)
        tabletas.push(page)
      }
      const { origin } = new URL(serverProcess.url)
      const phones = await Promise.all(
        Array.from({ length: 200 }, () => LiveStream.open(origin, { views: 'horario,portada', cookie: undefined })),
      )
      for (const phone of phones) await phone.hola()
      await press(admin, 'Siguiente turno')

      const lags: number[] = []
      let turno = 1
      const siguiente = async (withPhones: boolean): Promise<void> => {
        turno += 1
        await admin.waitForTimeout(800)
        await press(admin, 'Siguiente turno')
        const answered = performance.now()
        const [nombre, antes] = [nombreAt(turno), nombreAt(turno - 1)]
        await Promise.all([
          ...abiertas.map(({ page }) => muestra(page, nombre, antes, 5_000)),
          ...tabletas.map((page) => expect(page.getByText(new RegExp(`turno ${turno}\\b`, 'i')).first()).toBeVisible()),
          ...(withPhones ? phones.map((phone) => phone.next((frame) => 'horario' in frame.views)) : []),
        ])
        lags.push(performance.now() - answered)
      }
      for (let n = 0; n < 20; n += 1) await siguiente(true)
      const sorted = lags.toSorted((a, b) => a - b)
      await testInfo.attach('ms from the answer to a press until everything shows it', { body: JSON.stringify(sorted) })
      for (const phone of phones) await phone.close()

      // The server dies and comes back.
      await serverProcess.stop('SIGKILL')
      for (const { page } of abiertas.slice(0, 5))
        await expect(page.getByText('Sin conexión')).toBeVisible({ timeout: 30_000 })
      await expect(abiertas[5]?.page.getByText('Sin conexión') ?? admin.locator('nada')).toHaveCount(0)
      for (const { page } of abiertas) expect(await textOf(page)).toContain(nombreAt(turno))
      await serverProcess.start()
      for (const { page } of abiertas) await expect(page.getByText('Sin conexión')).toHaveCount(0, { timeout: 60_000 })
      await siguiente(false)

      // A cable is pulled while the turn moves; a screen is loaded again; a link is renewed.
      const [foro, lobby, norte] = abiertas
      if (!foro || !lobby || !norte) throw new Error('No screens.')
      await foro.page.context().setOffline(true)
      await lobby.page.reload()
      turno += 1
      await press(admin, 'Siguiente turno')
      await muestra(lobby.page, nombreAt(turno), nombreAt(turno - 1), 5_000)
      expect(await textOf(foro.page)).toContain(nombreAt(turno - 1))
      await foro.page.context().setOffline(false)
      await muestra(foro.page, nombreAt(turno), nombreAt(turno - 1), 40_000)
      await act(admin, 'POST', `/api/pantallas/${norte.id}/enlace`)
      await expect(norte.page.getByText('Este enlace ya no funciona.')).toBeVisible({ timeout: 1_000 })
      await norte.page.reload()
      await expect(norte.page.getByText('Este enlace ya no funciona.')).toBeVisible()
    },
  )
})

test.describe('a screen left on', () => {
  test.skip(HORAS === 0, 'Una pantalla encendida: HORAS=12.')

  test('stays right, and as large as in its first hour, over hours of turns, scenes, lost links and two deploys', async ({
    browser,
    place,
  }, testInfo) => {
    test.setTimeout(3_600_000)
    await using there = await deployments(place)
    await there.serve()
    await using beside = await startApp({ place })
    const admin = await beside.as('admin')
    await seedDia(beside, 'jueves', { Salsa: NOMBRES, Casino: NOMBRES.map((nombre) => `C${nombre}`) })
    const entradas = [...NOMBRES, ...NOMBRES.map((nombre) => `C${nombre}`)]
    const { id } = await admin.send(createPantalla, { nombre: 'Foro', tipo: 'Sala' })
    const enlace = (await admin.see(pantallas))?.pantallas[0]?.enlace ?? ''
    const context = await browser.newContext()
    const page = await context.newPage()
    // Its timers run as fast as the hours pass.
    await page.clock.install({ time: Date.now() })
    await page.goto(`${there.url}/#/pantalla/${enlace}`)
    const devtools = await context.newCDPSession(page)
    const builds = [anotherBuild(2), anotherBuild(3)]
    const perHour: number[] = []
    let turno = 0
    for (let hora = 0; hora < HORAS; hora += 1) {
      for (let minuto = 0; minuto < 60; minuto += 5) {
        turno = (turno % entradas.length) + 1
        await admin.send(saveTurno, { selectedRow: turno })
        if (minuto % 15 === 0) for (const escena of ESCENAS.toReversed()) await admin.send(setMuestra, { id, escena })
        if (minuto === 30) await context.setOffline(true)
        await page.clock.runFor(5 * 60_000)
        if (minuto === 30) await expect(page.getByText('Sin conexión')).toBeVisible()
        if (minuto === 30) await context.setOffline(false)
      }
      const build = hora === 3 || hora === 7 ? builds.shift() : undefined
      if (build) await there.serve(build)
      await expect(async () => {
        await page.clock.runFor(20_000)
        await expect(page.locator('main').first()).toContainText(entradas[turno - 1] ?? '', { timeout: 2_000 })
        await expect(page.getByText('Sin conexión')).toHaveCount(0, { timeout: 2_000 })
        if (build) expect(await buildOn(page)).toBe(build.name)
      }).toPass({ timeout: 120_000 })
      await devtools.send('HeapProfiler.collectGarbage')
      perHour.push((await devtools.send('Runtime.getHeapUsage')).usedSize)
    }
    await testInfo.attach('heap after each hour, bytes', { body: JSON.stringify(perHour) })
    expect(Math.max(...perHour.slice(1))).toBeLessThan((perHour[0] ?? 0) * 1.2)
    await context.close()
  })
})
