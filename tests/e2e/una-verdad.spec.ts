import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { act, addJuez } from './jueces.ts'
import { SOON } from './segundo.ts'

const DIAS = {
  jueves: { Salsa: ['Ana', 'Beto', 'Caro'], Bachata: ['Elsa', 'Fede', 'Gina'] },
  viernes: { Casino: ['Hugo'] },
}
const EN_MARCHA = { dia: 'jueves', activarReloj: true, minutosPorCompetidor: 5, mostrarCalificaciones: true }

const SHOTS = process.env['SHOTS']
async function shoot(screens: readonly Page[], name: string): Promise<void> {
  if (SHOTS) for (const [i, page] of screens.entries()) await page.screenshot({ path: `${SHOTS}/${name}-${i}.png` })
}

const card = (page: Page) => page.getByRole('region', { name: 'En vivo' })

/** The desk, a phone and the hall, all open at the live day. */
async function openScreens(admin: Page, phone: Page, hall: Page): Promise<readonly Page[]> {
  await hall.setViewportSize({ width: 1920, height: 1080 })
  await hall.addInitScript(() => localStorage.setItem('modo', 'escenario'))
  await hall.goto('/#/horario')
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/#/horario')
  await admin.goto('/#/competidores')
  return [admin, phone, hall]
}

/** The programme of a day that began two minutes ago: one entry every five minutes. */
async function publish(admin: Page, dia: string, minutosDesdeAhora: number): Promise<void> {
  const at = new Date(Date.now() + minutosDesdeAhora * 60_000 - 6 * 3_600_000).toISOString().slice(0, 16)
  const path = `/api/programas/${encodeURIComponent(dia)}`
  await act(admin, 'PUT', path, { inicio: at, montaje: 0, jueceo: 0 })
  await act(admin, 'PUT', `${path}/publicacion`)
}

test('the hall keeps its tag off the clock, a folded card says a no-show, and the desk of a phone has whole lines', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { ...EN_MARCHA, activarReloj: false } })
  await addJuez(admin, 'Luz')
  const hall = await another('visitante')
  await openScreens(admin, visitor, hall)
  // While the clock is off the desk says which hours it shows.
  await expect(admin.getByText('Falta la hora: los turnos aparecen con --:--.')).toBeVisible()
  await publish(admin, 'jueves', -2)
  await expect(admin.getByText('Falta la hora: los turnos aparecen con la hora publicada, sin retraso.')).toBeVisible()
  await act(admin, 'PUT', '/api/reloj', { activarReloj: true })
  await expect(card(hall).getByRole('timer')).toBeVisible()
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [tag, clock] = [await boxOf(card(hall).getByText('6 turnos')), await boxOf(card(hall).getByRole('timer'))]
  expect(tag.x >= clock.x + clock.width || tag.y >= clock.y + clock.height).toBe(true)

  await admin.setViewportSize({ width: 390, height: 844 })
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  for (const line of [admin.getByText(/min de retraso$/), admin.getByText(/^Termina hacia las/)])
    await expect.poll(async () => (await boxOf(line)).height).toBeLessThan(30)

  await visitor.setViewportSize({ width: 320, height: 568 })
  await visitor.getByRole('table').last().scrollIntoViewIfNeeded()
  await expect(visitor.locator('[data-plegada]')).toBeVisible()
  await admin.getByRole('button', { name: 'No se presentó' }).first().click()
  await expect(card(visitor).getByText('No se presentó')).not.toHaveCSS('font-size', '0px')
  await expect(card(visitor).getByText('No se presentó')).toBeInViewport({ ratio: 1 })
})

test('an entry that does not come is said as such in the hall, on phones and at the desk, with what is next', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: EN_MARCHA })
  await addJuez(admin, 'Luz')
  const screens = await openScreens(admin, visitor, await another('visitante'))
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  for (const page of screens) await expect(card(page)).toContainText('Compitiendo ahora')
  await expect(card(visitor).getByRole('timer')).toBeVisible()

  await admin.getByRole('button', { name: 'No se presentó' }).first().click()
  for (const page of screens) {
    await expect(card(page).getByText('No se presentó', { exact: true }).first()).toBeVisible(SOON)
    await expect(card(page)).toContainText('Ana')
    await expect(card(page)).not.toContainText('Compitiendo ahora')
    await expect(card(page).getByRole('timer')).toHaveCount(0)
  }
  await expect(card(visitor)).toContainText(/Sigue.*Beto/)
  const rows = visitor.getByRole('table').first().getByRole('row')
  await expect(rows.nth(1)).toContainText(/^--:--.*Ana.*No se presentó/)
  // The turn passes over an entry that does not come, which keeps its place.
  await act(admin, 'PUT', '/api/competidores/jueves-1-2/retiro', { estado: 'no_se_presento' })
  await expect(rows.nth(2)).toContainText(/Beto.*No se presentó/, SOON)
  await shoot(screens, 'noshow')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  for (const page of screens) await expect(card(page)).toContainText(/Compitiendo ahora.*Caro/s, SOON)
})

test('while a day is ahead, a break and the rows say one hour, which a switch of the desk pulls forward', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: EN_MARCHA })
  await publish(admin, 'jueves', 2)
  const screens = await openScreens(admin, visitor, await another('visitante'))
  const next = admin.getByRole('button', { name: 'Siguiente turno' })
  const row = (nombre: string) => visitor.getByRole('row').filter({ hasText: nombre })
  await next.click()
  for (const nombre of ['Beto', 'Caro', 'Elsa']) await expect(row(nombre)).toContainText('puede ser antes')
  await expect(row('Fede')).not.toContainText('puede ser antes')
  await expect(card(visitor)).toContainText('puede ser antes')

  await shoot(screens, 'antes')
  await admin.getByRole('button', { name: 'Pausar', exact: true }).click()
  await admin.getByLabel('Minutos', { exact: true }).fill('2')
  await admin.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click()
  await expect(admin.getByText('Pausa iniciada.')).toBeVisible()
  const hora = await row('Beto').getByRole('cell').first().locator('.num').first().innerText()
  for (const page of screens) {
    await expect(card(page)).toContainText(`seguimos a las ${hora}`, { ignoreCase: true, ...SOON })
    await expect(card(page)).toContainText(/en \d+ min/)
  }
  await shoot(screens, 'pausa')
  const fin = admin.getByLabel('Seguimos a las')
  await expect(fin).toHaveValue(hora)
  const soon = new Date(Date.now() + 2 * 60_000 - 6 * 3_600_000).toISOString().slice(11, 16)
  await fin.fill(soon)
  await admin.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(admin.getByText(`El programa no empieza antes de ${hora}.`)).toBeVisible()

  await admin.getByRole('switch', { name: 'Adelantar lo que sigue' }).click()
  await expect(row('Beto')).toContainText(soon, SOON)
  await expect(row('Beto')).toContainText(`previsto ${hora}`)
  for (const page of screens) await expect(card(page)).toContainText(`seguimos a las ${soon}`, { ignoreCase: true })
  await expect(visitor.getByText('puede ser antes')).toHaveCount(0)
  await admin.goto('/#/programa')
  await expect(admin.getByText('Adelantar lo que sigue está activo')).toBeVisible()
})

test('on a closed order an entry has its number once, in place of the turn', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: EN_MARCHA })
  await act(admin, 'POST', '/api/dias/jueves/cierre')
  const screens = await openScreens(admin, visitor, await another('visitante'))
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'N.º 1: Ana' })).toBeVisible()
  for (const page of screens) {
    await expect(card(page)).toContainText('N.º 1')
    await expect(card(page)).not.toContainText('Turno')
  }
  await expect(admin.getByRole('button', { name: 'Ir al N.º 1' })).toBeVisible()
  await expect(admin.getByText('Sigue, N.º 2')).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: 'Beto' })).toHaveText(/^\D*N\.º 2\D*$/)
  await visitor.getByRole('button', { name: 'Seguir a Beto' }).click()
  await expect(visitor.getByRole('region', { name: 'Sigo' })).toContainText('N.º 2')

  await shoot(screens, 'numero')
  const tableta = await another('visitante')
  await tableta.goto((await addJuez(admin, 'Luz')).path)
  await expect(tableta.getByRole('heading', { level: 1 })).toContainText('N.º 1')
})

test('after the last turn the desk says what is left and leads to the next day, which phones learn of', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { ...EN_MARCHA, selectedRow: 6 } })
  await addJuez(admin, 'Luz')
  await publish(admin, 'viernes', 60)
  const hora = new Date(Date.now() + 60 * 60_000 - 6 * 3_600_000).toISOString().slice(11, 16)
  const screens = await openScreens(admin, visitor, await another('visitante'))
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  for (const page of screens) await expect(card(page)).toContainText('Terminó el jueves')
  await expect(card(admin)).toContainText('Categorías sin cerrar: 2')
  await expect(card(admin)).toContainText('Notas que faltan: 6')
  await expect(card(visitor)).toContainText(new RegExp(`El viernes empieza a las ${hora.slice(0, 4)}\\d\\.`))
  await expect(card(visitor).getByRole('link', { name: 'Ver Calificaciones' })).toBeVisible()
  await shoot(screens, 'fin')
  const home = await another('visitante')
  await home.goto('/')
  const dias = home.getByRole('list', { name: 'Días del evento' })
  await expect(dias).toContainText('Día terminado')
  await card(admin).getByRole('button', { name: 'Hacer activo el viernes' }).click()
  await expect(dias).not.toContainText('Día terminado', SOON)
  await expect(dias).not.toContainText('en vivo')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(dias).toContainText('Viernes, en vivo', SOON)
})
