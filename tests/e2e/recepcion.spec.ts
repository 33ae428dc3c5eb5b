import type { Page } from '@playwright/test'
import { restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import { selectTurno } from '#contract/horario.ts'
import { renewEnlacePantalla } from '#contract/pantallas.ts'
import { viewKey } from '#contract/view.ts'
import { pantalla, pantallas, type LlegadasPart, type PantallaPart } from '#contract/views/pantallas.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { NO_HA_LLEGADO, sinLlegarOf, toquesOf, type Toque } from '#domain/llegada.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import { startGate } from '../support/proxy.ts'
import { generator } from '../support/random.ts'
import { expectSound, scrolledSideways } from './axe.ts'
import { expect, test, testWithProcess, type Running } from './fixtures.ts'
import { act, readView } from './jueces.ts'
import { aPantalla } from './sala.ts'
import { controlled, keptOn, test as testOnPhone } from './telefono.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Rueda: ['Dora', 'Eva'] } }
const LARGO = 'María Fernanda de los Ángeles Gutiérrez Villaseñor y José Antonio Domínguez Lunas'
const LLEGADAS = '**/api/pantalla/llegadas'

const aPuesto = (server: Running, tipo: TipoPantalla = 'Recepción') => aPantalla(server, tipo)

const llego = (page: Page, nombre: string) => page.getByRole('switch', { name: `Llegó ${nombre}`, exact: true })
const nombresOn = (page: Page) =>
  page
    .getByRole('switch')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').replace('Llegó ', '')))
const porEnviar = (page: Page) => page.getByText(/^\d+ por enviar$/)

test('the door lists the day from the entry in course on, by category, with counts of all and a search', async ({
  visitor,
  another,
  server,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', activarReloj: true, minutosPorCompetidor: 5 } })
  const { admin, path } = await aPuesto(server)
  const locutor = await aPuesto(server, 'Locutor')
  await visitor.setViewportSize({ width: 360, height: 640 })
  await visitor.goto(path)
  const faltan = visitor.getByText(/^Faltan por llegar:/)
  const salsa = visitor.getByRole('region', { name: '1 - Salsa' })
  await expect(faltan).toHaveText('Faltan por llegar: 5')
  await expect.poll(() => nombresOn(visitor)).toEqual(['Ana', 'Bea', 'Caro', 'Dora', 'Eva'])
  await expect(salsa.getByRole('listitem').nth(1)).toHaveText(/^\d\d:\d\dBeaTurno 2 Team Cubanísimo$/)

  await admin.send(selectTurno, { competidorId: 'jueves-1-1' })
  await admin.send(withdrawCompetidor, { id: 'jueves-1-3', estado: 'no_se_presento' })
  await expect(faltan).toHaveText('Faltan por llegar: 4')
  await expect(salsa.getByRole('listitem').nth(2)).toContainText('No se presentó')
  await expect(llego(visitor, 'Caro')).toHaveCount(0)
  await expect(salsa.locator('[aria-current="true"]')).toContainText('Ana')

  // The whole row is the switch.
  await salsa.getByRole('listitem').nth(1).getByText('Team Cubanísimo').click()
  await expect(llego(visitor, 'Bea')).toBeChecked()
  await expect(salsa.getByText('Llegaron 1 de 2')).toBeVisible()
  await expect(faltan).toHaveText('Faltan por llegar: 3')
  await expect(porEnviar(visitor)).toHaveCount(0)
  const announcer = await another('visitante')
  await announcer.goto(locutor.path)
  const siguen = announcer.getByRole('list', { name: 'Siguen' }).getByRole('listitem')
  await expect(siguen.nth(1)).toContainText(`Dora`)
  await expect(siguen.nth(1)).toContainText(NO_HA_LLEGADO)
  await expect(siguen.first()).not.toContainText(NO_HA_LLEGADO)

  await visitor.getByRole('searchbox', { name: 'Buscar competidor...' }).fill('dora')
  await expect.poll(() => nombresOn(visitor)).toEqual(['Dora'])
  await expect(faltan).toHaveText('Faltan por llegar: 3')
  await llego(visitor, 'Dora').click()
  await expect(visitor.getByText('Llegaron 1 de 2')).toBeVisible()
  await expect(siguen.nth(1)).not.toContainText(NO_HA_LLEGADO)
  await visitor.getByRole('searchbox').fill('nadie así')
  await expect(visitor.getByText('Ningún competidor coincide.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Borrar búsqueda' }).click()

  await admin.send(selectTurno, { competidorId: 'jueves-1-2' })
  await expect.poll(() => nombresOn(visitor)).toEqual(['Bea', 'Dora', 'Eva'])
  // Who comes after all waits for a turn, before the entry in course.
  await admin.send(selectTurno, { competidorId: 'jueves-2-1' })
  await admin.send(restoreCompetidor, { id: 'jueves-1-3' })
  await expect.poll(() => nombresOn(visitor)).toEqual(['Caro', 'Dora', 'Eva'])
  await expect(salsa.getByRole('listitem')).toHaveText(/^Sin turnoCaroTurno 3 Team Cubanísimo$/)
})

test('rows keep their place when others tap, when taps wait and when the signal goes, and the list does not move with the turn', async ({
  visitor,
  another,
  server,
  seed,
}) => {
  const nombres = Array.from({ length: 30 }, (_, n) => `Pareja ${n + 1}`)
  await seed.dias({ jueves: { Salsa: nombres } }, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 } })
  const { admin, path } = await aPuesto(server)
  // As Safari, which does not keep the rows in sight where they are.
  const other = await another('visitante')
  await other.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (query: string) => !query.startsWith('overflow-anchor') && supports(query)
    addEventListener('load', () => (document.documentElement.style.overflowAnchor = 'none'))
  })
  for (const page of [visitor, other]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await expect(llego(page, 'Pareja 30')).toBeVisible()
  }
  for (const page of [visitor, other]) await page.evaluate(() => scrollTo(0, 600))
  const topOf = (nombre: string, page = visitor) =>
    llego(page, nombre).evaluate((one) => Math.round(one.getBoundingClientRect().top))
  const top = await topOf('Pareja 15')
  await llego(other, 'Pareja 12').click()
  await llego(other, 'Pareja 15').click()
  await expect(llego(visitor, 'Pareja 15')).toBeChecked()
  expect(await topOf('Pareja 15')).toBe(top)
  const topOfOther = await topOf('Pareja 15', other)
  for (const row of [2, 3]) {
    await admin.send(selectTurno, { competidorId: `jueves-1-${row}` })
    await expect(llego(visitor, `Pareja ${row - 1}`)).toHaveCount(0)
    expect(await topOf('Pareja 15')).toBe(top)
    await expect(llego(other, `Pareja ${row - 1}`)).toHaveCount(0)
    expect(await topOf('Pareja 15', other)).toBe(topOfOther)
  }
  await visitor.context().setOffline(true)
  await llego(visitor, 'Pareja 16').click()
  await expect(porEnviar(visitor)).toHaveText('1 por enviar')
  const mark = visitor.getByRole('status').getByText('Sin conexión')
  await expect(mark).toBeVisible()
  expect(await topOf('Pareja 15')).toBe(top)
  // The mark is in the head, which stays in sight: above every row.
  await visitor.evaluate(() => scrollTo(0, 0))
  const first = await llego(visitor, 'Pareja 3').boundingBox()
  const box = await mark.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(first?.y ?? 0)
})

test('a tap at the very change of the top row is for nobody, and counts a moment later', async ({
  visitor,
  server,
  seed,
}) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana', 'Bea', 'Caro', 'Dora'] } },
    { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 } },
  )
  const { admin, path } = await aPuesto(server)
  await visitor.goto(path)
  await expect(llego(visitor, 'Ana')).toBeVisible()
  /** Taps the first switch in the task in which the turn moves. */
  const tapAtTurn = async (row: number) => {
    await visitor.evaluate(() => {
      const before = document.querySelector('[aria-current]')?.textContent
      new MutationObserver((_changes, observer) => {
        if (document.querySelector('[aria-current]')?.textContent === before) return
        observer.disconnect()
        document.querySelector<HTMLElement>('[role=switch]')?.click()
        Object.assign(window, { hasTapped: true })
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await admin.send(selectTurno, { competidorId: `jueves-1-${row}` })
    await expect.poll(() => visitor.evaluate(() => Reflect.get(window, 'hasTapped'))).toBe(true)
  }
  await tapAtTurn(2)
  await expect(llego(visitor, 'Bea')).not.toBeChecked()
  await expect(async () => {
    await llego(visitor, 'Bea').check({ timeout: 500 })
  }).toPass()
  await expect(llego(visitor, 'Bea')).toBeChecked()
})

test('the door is used by keyboard alone, at every width, in the dark and in a bright room, and its rows are large', async ({
  visitor,
  server,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: [LARGO, 'Bea'] } }, { adminMinutoAMinuto: { dia: 'jueves' } })
  const { admin, path } = await aPuesto(server)
  await admin.send(withdrawCompetidor, { id: 'jueves-1-2', estado: 'descalificado', motivo: 'Reglamento' })
  await visitor.goto(path)
  await expect(llego(visitor, LARGO)).toBeVisible()
  const order = ['Buscar competidor...', 'Modo claro', `Llegó ${LARGO}`]
  for (const name of order) {
    await visitor.keyboard.press('Tab')
    await expect(visitor.locator(':focus')).toHaveAccessibleName(name)
  }
  await visitor.keyboard.press('Space')
  await expect(llego(visitor, LARGO)).toBeChecked()
  await expect(visitor.getByText('Faltan por llegar: 0')).toBeVisible()
  await visitor.keyboard.press('Shift+Tab')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('button', { name: 'Modo oscuro' })).toBeFocused()
  await expect(visitor.locator('html')).not.toHaveAttribute('data-modo')
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Modo oscuro' })).toBeVisible()
  await expect(visitor.locator('html')).not.toHaveAttribute('data-modo')
  const widths = [320, 360, 390, 820, 1280]
  const topsAt = async () => {
    const tops: (number | undefined)[] = []
    for (const width of widths) {
      await visitor.setViewportSize({ width, height: 800 })
      tops.push((await llego(visitor, LARGO).boundingBox())?.y)
    }
    return tops
  }
  const tops = await topsAt()
  await visitor.context().setOffline(true)
  await llego(visitor, LARGO).click()
  await expect(visitor.getByText('Sin conexión')).toBeVisible()
  expect(await topsAt()).toEqual(tops)
  for (const width of widths) {
    await visitor.setViewportSize({ width, height: 800 })
    await expect.poll(() => scrolledSideways(visitor), String(width)).toBe(0)
    const rows = visitor.getByRole('listitem').locator('label')
    expect((await rows.first().boundingBox())?.height).toBeGreaterThanOrEqual(56)
  }
  await expectSound(visitor, 'the door with a tap that waits')
})

test('after the last turn the door says that the day is over', async ({ visitor, server, seed }) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 6 } })
  const { path } = await aPuesto(server)
  await visitor.goto(path)
  await expect(visitor.getByText('Día terminado')).toBeVisible()
  await expect(visitor.getByText('Faltan por llegar: 0')).toBeVisible()
  await expect(visitor.getByRole('switch')).toHaveCount(0)
})

testOnPhone(
  'without signal taps are shown, counted and kept, also after a reload, and arrive when it is back',
  async ({ phone, gate, server, seed, another }) => {
    await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 } })
    const { admin, path } = await aPuesto(server)
    const other = await another('visitante')
    await other.goto(path)
    await phone.goto(path)
    await llego(phone, 'Bea').click()
    await expect(llego(other, 'Bea')).toBeChecked()
    await controlled(phone)
    // The page, its files and the schedule, as it was after the turn had moved.
    await admin.send(selectTurno, { competidorId: 'jueves-1-2' })
    await expect(llego(phone, 'Ana')).toHaveCount(0)
    await expect
      .poll(async () => {
        const kept = await keptOn(phone)
        // `start.tsx` is the program of posts and screens.
        const files = kept.some(
          ({ cache, path: file }) => cache.startsWith('puesto-') && /\/start-[^/]+\.js$/.test(file),
        )
        return [files, kept.some(({ path: key, body }) => key.includes('horario') && body.includes('jueves-1-2'))]
      })
      .toEqual([true, true])

    gate.set('shut')
    await expect(phone.getByText('Sin conexión')).toBeVisible()
    await llego(phone, 'Caro').click()
    await llego(phone, 'Dora').click()
    await llego(phone, 'Dora').click()
    await llego(phone, 'Bea').click()
    await expect(porEnviar(phone)).toHaveText('3 por enviar')
    const picture = async () => [await nombresOn(phone), await phone.getByRole('switch', { checked: true }).count()]
    await expect.poll(picture).toEqual([['Bea', 'Caro', 'Dora', 'Eva'], 1])
    await phone.reload()
    await expect(porEnviar(phone)).toHaveText('3 por enviar')
    await expect.poll(picture).toEqual([['Bea', 'Caro', 'Dora', 'Eva'], 1])
    await expect(llego(phone, 'Caro')).toBeChecked()
    await expect(phone.getByText('Sin conexión')).toBeVisible()
    // Somebody else taps later: that counts, here too once the signal is back.
    await llego(other, 'Dora').click()
    await expect(llego(other, 'Bea')).toBeChecked()

    gate.set('open')
    await expect(porEnviar(phone)).toHaveCount(0)
    await expect(phone.getByText('Sin conexión')).toHaveCount(0)
    for (const page of [phone, other]) {
      for (const nombre of ['Caro', 'Dora']) await expect(llego(page, nombre)).toBeChecked()
      for (const nombre of ['Bea', 'Eva']) await expect(llego(page, nombre)).not.toBeChecked()
    }
  },
)

testOnPhone(
  'the page of a hotel network keeps the taps; a link that has ended tells how many, and sends none',
  async ({ phone, server, seed }) => {
    await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 } })
    const { admin, id, path } = await aPuesto(server)
    await phone.goto(path)
    let asked = 0
    await phone.route(LLEGADAS, async (route) => {
      asked += 1
      await route.fulfill({ contentType: 'text/html', body: '<p>Acepta las condiciones</p>' })
    })
    await llego(phone, 'Caro').click()
    await expect.poll(() => asked).toBeGreaterThan(1)
    await expect(porEnviar(phone)).toHaveText('1 por enviar')
    await phone.unroute(LLEGADAS)
    await expect(porEnviar(phone)).toHaveCount(0)
    await expect(llego(phone, 'Caro')).toBeChecked()

    await phone.route(LLEGADAS, (route) => route.abort())
    for (const nombre of ['Ana', 'Bea']) await llego(phone, nombre).click()
    await expect(porEnviar(phone)).toHaveText('2 por enviar')
    await phone.unroute(LLEGADAS)
    await admin.send(renewEnlacePantalla, { id })
    const said = phone.getByText('2 sin enviar: el enlace ya no funciona.')
    await expect(phone.getByRole('heading', { name: 'Este enlace ya no funciona.' })).toBeVisible()
    await expect(said).toBeVisible()
    let sent = 0
    phone.on('request', (request) => (sent += Number(request.url().includes('/llegadas'))))
    await phone.reload()
    await expect(said).toBeVisible()
    expect(sent).toBe(0)
    await expectSound(phone, 'an ended link with taps')
  },
)

/** Taps of each of the two phones; a full run: TOQUES=60. */
const TOQUES = Number(process.env['TOQUES'] ?? 15)
const SEED = Number(process.env['SEED'] ?? 20_260_410)

/** The taps that a device keeps. */
const keptToques = (page: Page): Promise<Toque[]> =>
  page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const db = await answerOf(indexedDB.open('puesto'))
    const toques: Toque[] = await answerOf(db.transaction('toques').objectStore('toques').getAll())
    db.close()
    return toques
  })

testWithProcess(
  'two phones without signal tap the same entries in random order and come back while the server is killed: all show the later taps',
  async ({ admin, serverProcess, seed }) => {
    testWithProcess.setTimeout(600_000)
    const random = generator(SEED)
    const nombres = Array.from({ length: Math.min(TOQUES, 60) }, (_, n) => `Pareja-${n + 1}`)
    await seed.dias({ jueves: { Salsa: nombres } }, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 1 } })
    const links: string[] = []
    for (const tipo of ['Recepción', 'Locutor']) {
      await act(admin, 'POST', '/api/pantallas', { nombre: tipo, tipo })
      const all = (await readView(admin, viewKey(pantallas))) as PantallaPart[]
      links.push(all.find(({ nombre }) => nombre === tipo)?.enlace ?? '')
    }
    const [door = '', locutor = ''] = links
    await admin.goto('/#/competidores')
    const browser = admin.context().browser()
    if (!browser) throw new Error('No browser.')
    const gates = [await startGate(serverProcess.url), await startGate(serverProcess.url)]
    const phones: Page[] = []
    for (const { url } of gates) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      await page.goto(new URL(`/#/pantalla/${door}`, url).href)
      await expect(llego(page, nombres.at(-1) ?? '')).toBeVisible()
      phones.push(page)
    }
    const announcer = await browser.newPage()
    await announcer.goto(new URL(`/#/pantalla/${locutor}`, serverProcess.url).href)

    for (const gate of gates) gate.set('shut')
    for (const page of phones) await expect(page.getByText('Sin conexión')).toBeVisible()
    const left = phones.map(() => TOQUES)
    while (left.some((more) => more > 0)) {
      const phone = random(2)
      const [page, more = 0] = [phones[phone], left[phone]]
      if (!page || more === 0) continue
      left[phone] = more - 1
      await llego(page, nombres[random(nombres.length)] ?? '').click()
    }
    const kept = await Promise.all(phones.map(keptToques))
    const later = toquesOf(kept.flat())
    for (const [phone, page] of phones.entries())
      await expect(porEnviar(page)).toHaveText(`${kept[phone]?.length} por enviar`)

    // The server has the taps of the first phone and dies before it answers.
    const [first] = phones
    const killed = Promise.withResolvers<void>()
    await first?.route(LLEGADAS, async (route) => {
      await route.fetch()
      await serverProcess.stop('SIGKILL')
      await route.abort()
      await first.unroute(LLEGADAS)
      killed.resolve()
    })
    for (const gate of gates) gate.set('open')
    await killed.promise
    await serverProcess.start()
    for (const page of phones) await expect(porEnviar(page)).toHaveCount(0, { timeout: 60_000 })

    const ids = nombres.map((_, n) => `jueves-1-${n + 1}`)
    const llegaron = ids.filter((id) => later.get(id)?.llego)
    const parts = async (key: string) => readView(admin, key)
    const stored = async () => {
      const all = (await parts(viewKey(pantalla, { enlace: door }))) as (LlegadasPart | { tipo: 'muestra' })[]
      const part = all.find(({ tipo }) => tipo === 'llegadas') as LlegadasPart | undefined
      return Object.fromEntries(part?.toques.map(({ competidorId, llego: is }) => [competidorId, is]) ?? [])
    }
    await expect.poll(stored).toEqual(Object.fromEntries([...later].map(([id, { llego: is }]) => [id, is])))
    for (const page of phones) {
      await expect(page.getByText('Sin conexión')).toHaveCount(0)
      const shown = () =>
        page
          .getByRole('switch', { checked: true })
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      await expect.poll(shown).toEqual(llegaron.map((id) => `Llegó ${nombres[ids.indexOf(id)]}`))
      await expect(page.getByText(/^Faltan por llegar:/)).toHaveText(
        `Faltan por llegar: ${nombres.length - llegaron.length}`,
      )
      // A repeated tap waits until the page cannot lack it any more.
      await expect.poll(async () => keptToques(page), { timeout: 70_000 }).toEqual([])
    }
    // Desk and announcer name those of the next ten that have not arrived.
    const categorias = ((await parts(viewKey(horario))) as CategoriaHorarioPart[]).filter(
      ({ tipo }) => tipo === 'categoria',
    )
    const missing = sinLlegarOf(
      categorias.flatMap(({ competidores }) => competidores),
      { selectedRow: 1 },
      [...later.values()],
    ).map((id) => nombres[ids.indexOf(id)])
    await expect
      .poll(async () =>
        admin
          .getByRole('row')
          .filter({ hasText: NO_HA_LLEGADO })
          .evaluateAll((rows) => rows.map((row) => /Pareja-\d+/.exec(row.textContent ?? '')?.[0])),
      )
      .toEqual(missing)
    const siguen = announcer.getByRole('list', { name: 'Siguen' }).getByRole('listitem')
    for (const [at, nombre] of nombres.slice(1, 3).entries()) {
      await expect(siguen.nth(at)).toContainText(nombre)
      await expect(siguen.nth(at).getByText(NO_HA_LLEGADO)).toHaveCount(missing.includes(nombre) ? 1 : 0)
    }
    for (const gate of gates) await gate[Symbol.asyncDispose]()
    for (const page of [...phones, announcer]) await page.close()
  },
)
