import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { startApp } from '../support/app.ts'
import { startLossyProxy, type LossyProxy } from '../support/lossy.ts'
import { expect, test } from './fixtures.ts'
import { addJuez, entrarComoJuez, setTurno, type JuezConEnlace } from './jueces.ts'
import { bar, enviar, openFromList, storedMarcas } from './tableta.ts'

const JUECES = ['Amparo', 'Eréndira', 'Fermín']
const NOMBRES = ['Pareja A', 'Pareja B', 'Pareja C', 'Pareja D']
const MOTIVO = 'Se fue la música'
/** A general category has six criteria. */
const CRITERIOS = 6

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
const aviso = (page: Page): Locator => page.getByText(`Se repite: ${MOTIVO}.`)
const porCalificar = (page: Page): Locator => page.getByRole('list', { name: 'Por calificar' })

/** Opens a tablet by the link of its judge. */
async function openTablet(browser: Browser, baseURL: string, enlace: JuezConEnlace): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await entrarComoJuez(page, enlace)
  await expect(heading(page)).toContainText('Pareja A')
  return page
}

/** Types a mark for each criterion of the entry on the screen. */
async function type(page: Page, mark: string, criterios = CRITERIOS): Promise<void> {
  // Right after the turn has moved the screen, keys mark nothing.
  await expect(page.getByRole('spinbutton').first()).toBeEnabled()
  await page.getByRole('spinbutton').first().focus()
  for (let at = 0; at < criterios; at += 1) {
    await page.keyboard.type(mark)
    await page.keyboard.press('Enter')
  }
  await expect(bar(page)).toContainText('Guardado en este dispositivo')
}

async function score(page: Page, nombre: string, mark: string): Promise<void> {
  await expect(heading(page)).toContainText(nombre)
  await type(page, mark)
  await enviar(page).click()
  await expect(enviar(page)).toBeDisabled()
}

/** Repeats an entry as the organiser does, on the desk. */
async function repeat(admin: Page, nombre: string): Promise<void> {
  const more = admin.getByRole('button', { name: `acciones de ${nombre}` })
  const repetir = admin.getByRole('button', { name: `Repetir ${nombre}` })
  await expect(more).toBeVisible()
  if (!(await repetir.isVisible())) await more.click()
  await repetir.click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill(MOTIVO)
  await dialog.getByRole('button', { name: 'Repetir' }).click()
  await expect(dialog).toBeHidden()
}

test('a repeat on three tablets, one of them offline with a sent and an unsent mark: only the second attempt counts', async ({
  browser,
  server,
  place,
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: NOMBRES } })
  await setTurno(admin, 1)
  await using app = await startApp({ place })
  await using proxy: LossyProxy = await startLossyProxy(server.url, 1)
  proxy.set('whole')
  const tablets: Page[] = []
  for (const nombre of JUECES) {
    const url = nombre === 'Fermín' ? proxy.url : server.url
    tablets.push(await openTablet(browser, url, await addJuez(admin, nombre)))
  }
  const [fermin = admin, erendira = admin] = tablets.toReversed()
  const others = tablets.slice(0, -1)

  // Fermín has no network: one mark is sent and waits, of the next one he types a part.
  proxy.set('down')
  for (const page of tablets) await score(page, 'Pareja A', '8')
  await openFromList(fermin, 'Pareja B')
  await type(fermin, '7', 3)
  await setTurno(admin, 2)
  for (const page of tablets.slice(0, -2)) await score(page, 'Pareja B', '7')
  await expect(heading(erendira)).toContainText('Pareja B')
  await type(erendira, '7', 2)
  await setTurno(admin, 3)
  await expect(heading(tablets[0] ?? admin)).toContainText('Pareja C')

  await admin.goto('/#/competidores')
  await repeat(admin, 'Pareja A')
  await expect(admin.getByText('Turno 1: Pareja A. Se repite. Después sigue Pareja D.')).toBeVisible()
  for (const page of tablets.slice(0, -2)) {
    await expect(heading(page)).toContainText('Pareja A')
    await expect(aviso(page)).toBeVisible()
    await score(page, 'Pareja A', '9')
    await expect(aviso(page)).toBeHidden()
  }
  // Her draft of Pareja B held the screen; its own repetition takes it away.
  await expect(heading(erendira)).toContainText('Pareja B')
  await repeat(admin, 'Pareja B')
  await expect(aviso(erendira)).toBeVisible()
  await expect(erendira.getByRole('spinbutton').first()).toHaveValue('')
  await score(erendira, 'Pareja B', '6')
  await openFromList(erendira, 'Pareja A')
  await score(erendira, 'Pareja A', '9')
  for (const page of tablets.slice(0, -2)) await score(page, 'Pareja B', '6')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.getByRole('region', { name: 'En vivo' })).toContainText('Pareja D')
  for (const page of tablets.slice(0, -2)) await expect(heading(page)).toContainText('Pareja D')

  // He is back: what he had sent is late, what he had typed is gone, and he owes both entries.
  proxy.set('whole')
  await fermin.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(porCalificar(fermin)).toContainText('Pareja A')
  await openFromList(fermin, 'Pareja A')
  await expect(fermin.getByText('Tardía: espera al juez principal.')).toBeVisible()
  await expect(aviso(fermin)).toBeVisible()
  await expect(fermin.getByRole('spinbutton').first()).toHaveValue('')
  await score(fermin, 'Pareja A', '9')
  await openFromList(fermin, 'Pareja B')
  await expect(aviso(fermin)).toBeVisible()
  await expect(fermin.getByRole('spinbutton').first()).toHaveValue('')
  await score(fermin, 'Pareja B', '6')
  await expect(bar(fermin)).not.toContainText('pendiente')

  const late = admin.getByRole('region', { name: 'Calificaciones tardías' })
  await expect(late.getByRole('listitem')).toHaveCount(1)
  await expect(late.getByRole('listitem')).toContainText('Intento 1')
  await expect(late.getByRole('button')).toHaveText(['Descartar'])
  await late.getByRole('button', { name: 'Descartar la de Fermín para Pareja A' }).click()
  await admin.getByRole('dialog').getByLabel('Motivo').fill('Es del intento anulado')
  await admin.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(late).toBeHidden()

  const tardias = await app.deps.db.read((tx) =>
    tx.selectFrom('tardia').select(['intento', 'causa', 'estado']).execute(),
  )
  const expected = JUECES.flatMap((juez) => [`${juez} Pareja A 54.00 v1`, `${juez} Pareja B 36.00 v1`])
  expect(await storedMarcas(app)).toEqual(expected.toSorted())
  expect(tardias).toEqual([{ intento: 1, causa: 'intento', estado: 'descartada' }])

  await admin.goto('/#/bitacora')
  const log = admin.getByRole('table')
  await expect(log).toContainText('Competidor Pareja A: se repite')
  await expect(log).toContainText(`Motivo: ${MOTIVO}; Intento: 2`)
  await expect(log).toContainText('Calificación tardía de Pareja A por Fermín: descartada')
  for (const page of [fermin, ...others]) await page.context().close()
})

test('the desk repeats an entry, shows where the turn goes on, and takes the repetition back', async ({
  browser,
  server,
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: NOMBRES } })
  await setTurno(admin, 1)
  const judge = await openTablet(browser, server.url, await addJuez(admin, 'Amparo'))
  await score(judge, 'Pareja A', '8')
  await setTurno(admin, 3)
  await admin.goto('/#/competidores')
  await repeat(admin, 'Pareja A')

  const desk = admin.getByRole('region', { name: 'Mesa de control' })
  await expect(desk).toContainText('Se repite. Después sigue Pareja D.')
  await expect(admin.locator('[aria-current="true"]')).toContainText('Pareja A')
  await expect(admin.locator('[aria-current="true"]')).toContainText('Intento 2')
  await expect(aviso(judge)).toBeVisible()

  await admin.goto('/#/calificaciones-detalle/jueves/Salsa/Pareja A')
  const annulled = admin.getByRole('region', { name: 'Intento 1 (anulado)' })
  await expect(annulled).toContainText(`Motivo: ${MOTIVO}`)
  await expect(annulled.getByRole('table')).toContainText('48.00')

  await admin.goto('/#/competidores')
  await desk.getByRole('button', { name: 'Deshacer' }).click()
  await expect(desk).not.toContainText('Se repite')
  await expect(desk.getByRole('region', { name: 'En vivo' })).toContainText('Pareja C')
  await expect(aviso(judge)).toBeHidden()
  await openJudged(judge, 'Pareja A')
  await expect(bar(judge)).toContainText('Enviado')

  // Once a mark of the new attempt is sent, the repetition stays.
  await repeat(admin, 'Pareja A')
  await score(judge, 'Pareja A', '9')
  await expect(bar(judge)).toContainText('Enviado')
  await desk.getByRole('button', { name: 'Deshacer' }).click()
  await expect(admin.getByText('Ya hay calificaciones del intento nuevo.')).toBeVisible()
  await judge.context().close()
})

async function openJudged(page: Page, nombre: string): Promise<void> {
  await page.getByRole('list', { name: 'Ya calificados' }).getByRole('button').filter({ hasText: nombre }).click()
}
