import type { BrowserContext, Page } from '@playwright/test'
import { publishPrograma, savePausa, savePrograma } from '#contract/programa.ts'
import { eventoDefault } from '#domain/evento.ts'
import { accept } from '../support/acepta.ts'
import { startApp } from '../support/app.ts'
import { aTrack } from '../support/mp3.ts'
import { Npm } from '../support/npm.ts'
import { everythingOn } from './copias.ts'
import { ADMIN, expect, testWithProcess as test, type Seed } from './fixtures.ts'
import { signInAs, signOut } from './people.ts'
import { press } from './segundo.ts'
import { bar, criterio } from './tableta.ts'
import { controlled } from './telefono.ts'

/** Entries of the day that passes by itself: more of them with ENSAYO_ENTRADAS=20. */
const ENTRADAS = Number(process.env['ENSAYO_ENTRADAS'] ?? 9)
const JUECES = { amparo: { nombre: 'Amparo', activo: true }, bruno: { nombre: 'Bruno', activo: true } }
const PANTALLAS = [
  { nombre: 'Cabina', tipo: 'Locutor' },
  { nombre: 'Foro', tipo: 'Sala' },
]
const NOTICE = 'Ensayo: nada de lo que hagas aquí cuenta.'

/** A site of the two, and a page of it. */
interface Sitio {
  readonly url: string
  readonly page: Page
}

/** The address of a judge or a screen, from the lines that the command prints. */
function linkOf(ensayo: Npm, nombre: string): string {
  const found = ensayo.output.split('\n').find((line) => line.startsWith(`${nombre}: `))
  if (!found) throw new Error(`No link of ${nombre}.`)
  return found.slice(nombre.length + 2)
}

/** Sends a request from a page, as its screen does. Returns the answer. */
function ask(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  return page.evaluate(
    async ([how, where, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(where, { method: how, ...(body !== null && { headers, body }) })
      return answer.json()
    },
    [method, path, data ? JSON.stringify(data) : null] as const,
  )
}

/** The tokens of the links at a site, as its administrator reads them. */
async function tokensOf(page: Page): Promise<Map<string, string>> {
  const { views } = (await ask(page, 'GET', `/api/vistas?views=jueces,pantallas`)) as {
    views: Record<string, Record<string, { nombre?: string; enlace?: string }>>
  }
  const parts = Object.values(views).flatMap((view) => Object.values(view))
  return new Map(parts.flatMap(({ nombre, enlace }) => (nombre && enlace ? [[nombre, enlace]] : [])))
}

async function cookiesOf(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name).toSorted()
}

/** The role that a page has at its site. */
async function roleOf(page: Page): Promise<unknown> {
  return Reflect.get(Object(await ask(page, 'GET', '/api/sesion')), 'role')
}

async function roleAfterReload({ page }: Sitio): Promise<unknown> {
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return roleOf(page)
}

async function enterAsAdmin({ url, page }: Sitio): Promise<void> {
  await page.goto(`${url}/#/acceder`)
  await signInAs(page, ADMIN)
  await expect(page).toHaveURL(/#\/admin$/)
}

async function leave({ page }: Sitio): Promise<void> {
  await signOut(page)
  await expect.poll(() => roleOf(page)).toBe('visitante')
}

/** Opens a judge's link in a browser where an administrator is signed in. */
async function openAsJuez({ page }: Sitio, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('alertdialog', { name: '¿Entrar como Amparo?' }).getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/#\/juez$/)
}

test('an event and its rehearsal, open in one browser, sign each other out at no act and keep nothing of each other', async ({
  browser,
  serverProcess,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea', 'Caro'] } }, { extra: { jueces: JUECES, pantallas: PANTALLAS } })
  await using ensayo = new Npm(['run', 'rehearse'], serverProcess.env)
  const url = await ensayo.says(/^Ensayo en (\S+)/m)
  expect(new URL(url).hostname).toBe(new URL(serverProcess.url).hostname)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const evento = { url: serverProcess.url, page: await context.newPage() }
  const practica = { url, page: await context.newPage() }
  const sitios = [evento, practica]

  for (const sitio of sitios) await enterAsAdmin(sitio)
  for (const sitio of sitios) expect(await roleAfterReload(sitio)).toBe('admin')
  await expect(evento.page.getByText(NOTICE)).toHaveCount(0)
  await expect(practica.page.getByText(NOTICE)).toBeVisible()

  // The links of the event are not those of the rehearsal.
  const tokens = await tokensOf(evento.page)
  const salas = [await context.newPage(), await context.newPage()] as const
  await salas[0].goto(`${evento.url}/#/pantalla/${tokens.get('Foro')}`)
  await salas[1].goto(linkOf(ensayo, 'Foro'))
  for (const sala of salas) await expect(sala.getByRole('region', { name: 'En vivo' })).toContainText('Aún no empieza')
  expect(linkOf(ensayo, 'Foro')).not.toContain(tokens.get('Foro'))

  // Each turn and each name reach the screen of their own site alone.
  const textos = eventoDefault('America/Mexico_City')
  await ask(evento.page, 'PUT', '/api/evento', { ...textos, nombre: 'La de verdad' })
  await ask(practica.page, 'PUT', '/api/evento', { ...textos, nombre: 'La de práctica' })
  await ask(practica.page, 'PUT', '/api/turno', { selectedRow: 2 })
  await expect(salas[1].getByRole('region', { name: 'En vivo' })).toContainText('Bea')
  await expect(salas[1].getByRole('main')).toContainText('La de práctica')
  await ask(evento.page, 'PUT', '/api/turno', { selectedRow: 1 })
  await expect(salas[0].getByRole('region', { name: 'En vivo' })).toContainText('Ana')
  await expect(salas[0].getByRole('main')).toContainText('La de verdad')
  for (const sala of salas) await sala.reload()
  await expect(salas[0].getByRole('region', { name: 'En vivo' })).toContainText('Ana')
  await expect(salas[1].getByRole('region', { name: 'En vivo' })).toContainText('Bea')

  // A sign-out at one leaves the administrator at the other, both ways.
  for (const [leaves, stays] of [
    [practica, evento],
    [evento, practica],
  ] as const) {
    await leave(leaves)
    expect(await roleAfterReload(leaves)).toBe('visitante')
    expect(await roleAfterReload(stays)).toBe('admin')
    await enterAsAdmin(leaves)
  }

  // A judge's link opened at one leaves the administrator at the other.
  await openAsJuez(practica, linkOf(ensayo, 'Amparo'))
  await criterio(practica.page, 'Tiempo').fill('9.9')
  await expect(bar(practica.page)).toContainText('Guardado en este dispositivo')
  expect(await roleAfterReload(evento)).toBe('admin')
  await openAsJuez(evento, `${evento.url}/#/juez/${tokens.get('Amparo')}`)
  await expect(criterio(evento.page, 'Tiempo')).toHaveValue('')
  await criterio(evento.page, 'Tiempo').fill('1.1')
  await expect(bar(evento.page)).toContainText('Guardado en este dispositivo')
  for (const sitio of sitios) expect(await roleAfterReload(sitio)).toBe('juez')
  await expect(criterio(practica.page, 'Tiempo')).toHaveValue('9.9')
  await expect(criterio(evento.page, 'Tiempo')).toHaveValue('1.1')

  // Storage, databases and caches hold what is of their own site.
  for (const { page } of sitios) await controlled(page)
  const own = { evento: ['La de verdad', '"1.1"'], practica: ['La de práctica', '"9.9"'] }
  const has = async ({ page }: Sitio, texts: readonly string[]) => {
    const all = await everythingOn(page)
    return texts.map((text) => all.includes(text))
  }
  await expect.poll(() => has(evento, own.evento)).toEqual([true, true])
  await expect.poll(() => has(practica, own.practica)).toEqual([true, true])
  expect(await has(evento, own.practica)).toEqual([false, false])
  expect(await has(practica, own.evento)).toEqual([false, false])
  expect(await cookiesOf(context)).toEqual(['conocido', 'ensayo-conocido', 'ensayo-sesion', 'sesion'])

  await leave(evento)
  expect(await roleAfterReload(evento)).toBe('visitante')
  expect(await roleAfterReload(practica)).toBe('juez')
  await expect(criterio(practica.page, 'Tiempo')).toHaveValue('9.9')
  await context.close()
})

/** The names that a page has shown, in order. Notes them from the start of the page. */
async function noteShown(page: Page, selector: string): Promise<void> {
  await page.addInitScript((where) => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const look = (): void => {
      const text = document.querySelector(where)?.textContent?.trim() ?? ''
      if (text !== '' && text !== shown.at(-1)) shown.push(text)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, selector)
}

const shownOn = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'shown'))

const NOMBRES = Array.from({ length: ENTRADAS }, (_, index) => `Pareja ${index + 1}`)
const MITAD = Math.ceil(ENTRADAS / 2)

/** A day in two categories with a break before each; each entry takes 30 s of the programme. The day after has an entry too. */
async function aShortDay(seed: Seed): Promise<void> {
  const categorias = [
    { id: 'c1', nombre: 'Salsa', dia: 'jueves', orden: 1 },
    { id: 'c2', nombre: 'Rueda', dia: 'jueves', orden: 2 },
    { id: 'c3', nombre: 'Son', dia: 'viernes', orden: 1 },
  ]
  const entry = (nombre: string, orden: number) => ({ nombre, compania: 'Son de la Loma', orden })
  const pista = (orden: number) => `musica/pista-${orden}.mp3`
  const entriesOf = (names: readonly string[], categoria: string) =>
    Object.fromEntries(
      names.map((nombre, at) => [
        `${categoria}-${at + 1}`,
        { ...entry(nombre, at + 1), categoria, dia: 'jueves', musicaPath: pista(NOMBRES.indexOf(nombre) + 1) },
      ]),
    )
  await seed.tree(
    {
      categorias: Object.fromEntries(categorias.map((categoria) => [categoria.id, categoria])),
      competidores: {
        salsa: entriesOf(NOMBRES.slice(0, MITAD), 'Salsa'),
        rueda: entriesOf(NOMBRES.slice(MITAD), 'Rueda'),
        son: { 'Son-1': { ...entry('Zoe', 1), categoria: 'Son', dia: 'viernes' } },
      },
      adminMinutoAMinuto: { dia: 'jueves', activarReloj: true },
      extra: { jueces: JUECES, pantallas: PANTALLAS },
    },
    Object.fromEntries(NOMBRES.map((_, at) => [pista(at + 1), aTrack(2)])),
  )
}

test('with --play a whole day passes on screens, tablets and phones, from a press of a person to its end', async ({
  browser,
  place,
  serverProcess,
  seed,
}) => {
  test.setTimeout(180_000 + ENTRADAS * 4_000)
  await aShortDay(seed)
  {
    await using beside = await startApp({ place })
    const admin = await beside.as('admin')
    const dia = 'jueves'
    await admin.send(savePrograma, { dia, inicio: '2025-04-10T10:00', montaje: 20, jueceo: 8 })
    for (const [titulo, antesDe, minutos] of [
      ['Bienvenida', 'c1', 60],
      ['Intermedio', 'c2', 1],
    ] as const)
      await admin.send(savePausa, { dia, titulo, antesDe, minutos, noAntes: '' })
    await accept(admin, publishPrograma, { dia })
  }
  await using ensayo = new Npm(['run', 'rehearse', '--', '--play'], serverProcess.env)
  const url = await ensayo.says(/^Ensayo en (\S+)/m)
  const faults: string[] = []
  const open = async (path: string, selector: string, phone = false): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: url,
      ...(phone && { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }),
    })
    context.on('weberror', (error) => faults.push(String(error.error())))
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    const page = await context.newPage()
    await noteShown(page, selector)
    await page.goto(path)
    return page
  }

  // The first break lasts until somebody presses.
  const sala = await open(linkOf(ensayo, 'Foro'), '.live-name')
  const cabina = await open(linkOf(ensayo, 'Cabina'), '[aria-label="Ahora"] h2')
  const telefono = await open('/#/horario', '.live-name', true)
  const tableta = await open(linkOf(ensayo, 'Amparo'), '.juez h1:has(.juez-tag-live) > span')
  await expect(tableta).toHaveURL(/#\/juez$/)
  const mesa = await open('/#/acceder', '.live-name')
  await enterAsAdmin({ url, page: mesa })
  await mesa.goto('/#/competidores')
  for (const page of [sala, telefono, mesa]) await expect(page.locator('.live-name')).toHaveText('Bienvenida')
  await expect(cabina.getByRole('region', { name: 'Ahora' })).toContainText('Bienvenida')
  await press(mesa, 'Siguiente turno')

  expect(await ensayo.says(/^Terminó el (\S+): el ensayo sigue abierto\.$/m)).toBe('jueves')
  const paso = [...NOMBRES.slice(0, MITAD), 'Intermedio', ...NOMBRES.slice(MITAD), 'Terminó el jueves']
  for (const page of [sala, cabina, telefono]) await expect.poll(() => shownOn(page)).toEqual(['Bienvenida', ...paso])
  await expect.poll(async () => (await shownOn(mesa)).slice(-paso.length)).toEqual(paso)
  await expect.poll(() => shownOn(tableta)).toEqual(NOMBRES)
  for (const page of [sala, telefono])
    await expect(page.getByRole('region', { name: 'En vivo' })).toContainText('Día terminado')
  await expect(cabina.getByRole('region', { name: 'Ahora' })).toHaveText(/^Día terminado.*Terminó el jueves/)
  await expect(telefono.getByRole('row').filter({ hasText: 'Finalizado' })).toHaveCount(ENTRADAS)
  await expect(tableta.getByRole('list', { name: 'Ya calificados' }).getByRole('listitem')).toHaveCount(ENTRADAS)
  await expect(mesa.getByText('Notas que faltan')).toHaveCount(0)
  expect(faults).toEqual([])

  // The day of the event has not begun.
  const visita = await browser.newPage({ baseURL: serverProcess.url })
  await visita.goto('/#/horario')
  await expect(visita.getByRole('region', { name: 'En vivo' })).toContainText('Aún no empieza')
  for (const context of browser.contexts()) await context.close()
})
