import type { Page } from '@playwright/test'
import { withdrawCompetidor } from '#contract/calificaciones.ts'
import { pausarDia, saveTurno } from '#contract/horario.ts'
import { renewEnlacePantalla, setMuestra } from '#contract/pantallas.ts'
import { beginPremiacion, endPremiacion, stepPremiacion } from '#contract/premiacion.ts'
import { expectSound, faultsOf, scrolledSideways } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { aPantalla } from './sala.ts'

/** Steps of a ceremony are a second apart: the clock of the server moves on before each. */
const test = base.extend<{ clock: { ahead: number } }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads this parameter to know what a fixture needs
  clock: async ({}, give) => give({ ahead: 0 }),
  now: async ({ clock }, give) => give(() => Date.now() + clock.ahead),
})

const DIAS = {
  jueves: { Salsa: ['Ana', 'Bea'], Rueda: ['Caro', 'Dora'], Son: ['Eva'] },
  viernes: { Casino: ['Zoe', 'Yara', 'Xime'] },
}
const marca = (total: string) => ({ Amparo: { l_calificacion: total } })
const EVENTO = {
  adminMinutoAMinuto: { dia: 'jueves', activarReloj: true },
  calificaciones: { viernes: { Casino: { Zoe: marca('9'), Yara: marca('7'), Xime: marca('7') } } },
  extra: {
    notas: { 'jueves-1-2': 'Bea se dice con b de burro' },
    cierres: { 'viernes-1': { autor: 'Organización', fecha: '2025-03-21T18:00:00.000Z' } },
  },
}

test('the announcer reads now and the next two with notes, the category that opens, a break and the end of the day', async ({
  visitor,
  server,
  seed,
}) => {
  await seed.dias(DIAS, EVENTO)
  const { admin, path } = await aPantalla(server, 'Locutor')
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.goto(path)
  const ahora = visitor.getByRole('region', { name: 'Ahora' })
  const siguen = visitor.getByRole('list', { name: 'Siguen' }).getByRole('listitem')
  await expect(ahora).toContainText('Aún no empieza')
  await expect(siguen).toHaveText([
    /^Sigue Salsa: 2 competidoresSigueTurno 1\d\d:\d\dAnaTeam Cubanísimo1 - Salsa$/,
    /^DespuésTurno 2\d\d:\d\dBeaTeam Cubanísimo1 - SalsaBea se dice con b de burro$/,
  ])

  await admin.send(saveTurno, { selectedRow: 2 })
  await expect(ahora).toHaveText(
    /^Compitiendo ahoraTurno 2 de 5\d\d:\d\dBeaTeam Cubanísimo1 - SalsaBea se dice con b de burro$/,
  )
  await expect(siguen.first()).toContainText('Sigue Rueda: 2 competidores')
  const { top } = await placeOf(visitor)
  await admin.send(withdrawCompetidor, { id: 'jueves-1-2', estado: 'no_se_presento' })
  await expect(ahora).toHaveText(/^No se presentóTurno 2 de 5Bea/)
  await admin.send(withdrawCompetidor, { id: 'jueves-2-1', estado: 'no_se_presento' })
  await expect(siguen).toHaveText([/^Sigue Rueda: 1 competidor.*Dora/, /^Sigue Son: 1 competidor.*Eva/])

  const desde = { dia: 'jueves', turno: { selectedRow: 2, competidorId: 'jueves-1-2' } } as const
  await admin.send(pausarDia, { titulo: 'Cambio de piso', minutos: 10, desde })
  await expect(ahora).toHaveText(/^PausaCambio de pisoseguimos a las \d\d:\d\d, en 10 min$/)
  // What to say next does not move.
  expect(await placeOf(visitor)).toEqual({ top })
  for (const width of [390, 820]) {
    await visitor.setViewportSize({ width, height: 844 })
    expect(await scrolledSideways(visitor)).toBe(0)
  }
  await expectSound(visitor, 'the announcer in a break')

  await admin.send(saveTurno, { selectedRow: 6 })
  await expect(ahora).toContainText('Día terminado')
  await expect(siguen).toHaveCount(0)
})

const placeOf = async (page: Page) => ({
  top: await page.getByRole('list', { name: 'Siguen' }).evaluate((list) => list.getBoundingClientRect().top),
})

test('the announcer reads each step of a ceremony, and the next one only where that is switched on', async ({
  visitor,
  server,
  seed,
  clock,
}) => {
  await seed.dias(DIAS, EVENTO)
  const { admin, id, path } = await aPantalla(server, 'Locutor')
  const bytes: Promise<string>[] = []
  visitor.on('response', (answer) => {
    if (!answer.url().includes('/api/live')) bytes.push(answer.text().catch(() => ''))
  })
  const premiacion = visitor.getByRole('region', { name: 'Premiación de Casino' })
  await admin.send(beginPremiacion, { id: 'viernes-1', premios: 3 })
  await visitor.goto(path)
  await expect(premiacion).toHaveText('Premiación de CasinoEmpieza la premiación.')
  expect((await Promise.all(bytes)).join('')).not.toMatch(/Zoe|Yara|Xime/)

  await admin.send(setMuestra, { id, adelantar: true })
  await expect(premiacion).toContainText(/Por anunciarLugares 2 y 3, empateYara Team CubanísimoXime Team Cubanísimo/)
  await admin.send(setMuestra, { id, adelantar: false })
  await expect(premiacion).not.toContainText('Por anunciar')

  clock.ahead += 2_000
  await admin.send(stepPremiacion, { id: 'viernes-1', desde: 0, sentido: 'siguiente' })
  await expect(premiacion).toHaveText(
    'Premiación de CasinoLugares 2 y 3, empateYara Team CubanísimoXime Team Cubanísimo',
  )
  bytes.length = 0
  await visitor.reload()
  await expect(premiacion).toContainText('Yara')
  expect((await Promise.all(bytes)).join('')).not.toContain('Zoe')

  await admin.send(setMuestra, { id, adelantar: true })
  await expect(premiacion).toContainText('Por anunciarLugar 1Zoe Team Cubanísimo')
  await expectSound(visitor, 'the announcer reads ahead')
  clock.ahead += 2_000
  await admin.send(stepPremiacion, { id: 'viernes-1', desde: 1, sentido: 'siguiente' })
  await expect(premiacion).toHaveText(/^Premiación de CasinoLugar 1Zoe Team CubanísimoLugares 2 y 3, empate/)
  await expect(visitor.getByRole('region', { name: 'Ahora' })).toBeVisible()
  await admin.send(endPremiacion, { id: 'viernes-1' })
  await expect(visitor.getByRole('region', { name: 'Última premiación: Casino' })).toContainText('Lugar 1Zoe')
  await expect(premiacion).toHaveCount(0)
})

/** The background colours of the page, and everything that can be read on it. */
const seenOn = (page: Page) =>
  page.evaluate(() => ({
    backgrounds: [...document.querySelectorAll('html, body, #root, main')]
      .filter((element) => element.checkVisibility())
      .map((element) => getComputedStyle(element).backgroundColor)
      .filter((colour) => colour !== 'rgba(0, 0, 0, 0)'),
    text: document.body.innerText.replaceAll(/\s+/g, ' ').trim(),
  }))
const EMPTY = { backgrounds: [], text: '' }

test('the overlay names the entry that competes on a transparent background, and shows nothing else', async ({
  visitor,
  server,
  seed,
}) => {
  await seed.dias(DIAS, EVENTO)
  const { admin, id, path } = await aPantalla(server, 'Transmisión')
  const textIs = (text: string) => expect.poll(() => seenOn(visitor)).toEqual({ ...EMPTY, text })
  await visitor.setViewportSize({ width: 1280, height: 720 })
  await visitor.goto(path)
  await expect(visitor.locator('.transmision')).toBeAttached()
  expect(await seenOn(visitor)).toEqual(EMPTY)

  await admin.send(saveTurno, { selectedRow: 1 })
  await textIs('Turno 1 de 5 Ana Team Cubanísimo 1 - Salsa')
  await admin.send(saveTurno, { selectedRow: 2 })
  await textIs('Turno 2 de 5 Bea Team Cubanísimo 1 - Salsa')
  expect(await faultsOf(visitor)).toEqual([])
  await admin.send(withdrawCompetidor, { id: 'jueves-1-2', estado: 'no_se_presento' })
  await textIs('')
  await admin.send(saveTurno, { selectedRow: 3 })
  await textIs('Turno 3 de 5 Caro Team Cubanísimo 2 - Rueda')

  // A lost server leaves the last picture, without a word about it.
  const lost = visitor.waitForRequest((request) => request.url().includes('/api/'))
  await visitor.context().setOffline(true)
  await lost
  await textIs('Turno 3 de 5 Caro Team Cubanísimo 2 - Rueda')
  await visitor.context().setOffline(false)
  await admin.send(renewEnlacePantalla, { id })
  await textIs('')
  await visitor.reload()
  await expect(visitor.locator('#root')).toBeEmpty()
  expect(await seenOn(visitor)).toEqual(EMPTY)
})

test('the overlay is transparent and empty before its code has come, and without it', async ({
  visitor,
  server,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 } })
  const { path } = await aPantalla(server, 'Transmisión')
  await visitor.route(/\/assets\/.*\.js/, (route) => route.abort())
  const missed = visitor.waitForEvent('requestfailed')
  await visitor.goto(path, { waitUntil: 'domcontentloaded' })
  expect(await seenOn(visitor)).toEqual(EMPTY)
  await missed
  await visitor.unroute(/\/assets\/.*\.js/)
  // The page is loaded again until its code comes.
  await expect(visitor.getByText('Ana').first()).toBeVisible()
})
