import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'
import { act, setTurno } from './jueces.ts'

/** Common names, and the worst one: sixty letters without a place to break. */
const LARGO = 'Maximiliana Villaseñor-Echeverría y Sebastián Ñíguez Quiñones'
const SEGUIDO = 'Supercalifragilisticoespialidosonombresinespaciosquenosecorta'
const CASINO = 'Rueda de Casino Profesional por Equipos Internacionales Mayores'
const DIAS = { jueves: { Salsa: [LARGO, SEGUIDO, 'Ana 🕺 Zúñiga'], [CASINO]: [SEGUIDO, LARGO] } }
/** 23:50 in Mexico City: the third entry of the day dances tomorrow. */
const reloj = (selectedRow: number) => ({
  adminMinutoAMinuto: { dia: 'jueves', hora: '2025-04-11T05:50:00.000Z', selectedRow },
})

test('midnight is shown with the first row after it, also beside a break, without a row of its own', async ({
  visitor,
  admin,
  seed,
}) => {
  await seed.dias(DIAS, reloj(0))
  await visitor.goto('/#/horario')
  const salsa = visitor.getByRole('table', { name: '1 - Salsa' }).getByRole('row')
  await expect(salsa).toHaveCount(4)
  await expect(salsa.nth(3)).toHaveText(/^00:00Pasada la medianoche: Ana/)
  await expect(salsa.nth(2)).toHaveText(/^23:55/)

  await setTurno(admin, 1)
  const desde = { dia: 'jueves', turno: { selectedRow: 1, competidorId: 'jueves-1-1' } }
  await act(admin, 'POST', '/api/turno/pausa', { titulo: 'Pausa técnica', minutos: 10, desde })
  await expect(salsa).toHaveText([
    /Hora/,
    /^--:--Max/,
    /^23:50Pausa técnica/,
    /^00:00Pasada la medianoche: Super/,
    /^00:05Ana/,
  ])
})

test('a clock that goes back is shown between the hours and with the entry after it, also at the start of a category', async ({
  visitor,
  seed,
}) => {
  // 02:30 in Madrid, for the first time of that night.
  const ajustes = { dia: 'jueves', hora: '2026-10-25T00:30:00.000Z', minutosPorCompetidor: 15 }
  const extra = { evento: { zonaHoraria: 'Europe/Madrid' } }
  await seed.dias(
    { jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Casino: ['Dani'] } },
    { adminMinutoAMinuto: ajustes, extra },
  )
  await visitor.goto('/#/horario')
  const rows = visitor.getByRole('table', { name: '1 - Salsa' }).getByRole('row')
  await expect(rows.nth(2)).toHaveText(/^02:45Bea/)
  await expect(rows.nth(3)).toHaveText(/^02:00Se atrasa el reloj: Caro/)
  await expect(visitor.locator('tr[aria-hidden]').getByText('Se atrasa el reloj', { exact: true })).toBeVisible()

  await seed.dias({ jueves: { Salsa: ['Ana', 'Bea'], Casino: ['Dani'] } }, { adminMinutoAMinuto: ajustes, extra })
  const casino = visitor.getByRole('table', { name: '2 - Casino' })
  await expect(casino.getByRole('row').nth(1)).toHaveText(/^02:00Se atrasa el reloj: Dani/)
  await expect(casino.getByText('Se atrasa el reloj', { exact: true })).toBeVisible()
})

test('the heading of the schedule keeps the focus while its data load', async ({ visitor, seed }) => {
  await seed.dias(DIAS, reloj(0))
  await visitor.goto('/')
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  const { release } = await hold(visitor, /\/api\/.*horario/)
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).press('Enter')
  const heading = visitor.getByRole('heading', { level: 1, name: 'Minuto a Minuto' })
  await expect(visitor.getByText('Cargando horario...')).toBeVisible()
  await expect(heading).toBeFocused()
  release()
  await expect(visitor.getByRole('table').first()).toBeVisible()
  await expect(heading).toBeFocused()
})

test('the stage screen shows its header on focus, and moves nothing when the signal is lost', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, reloj(2))
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.addInitScript(() => localStorage.setItem('modo', 'escenario'))
  await visitor.setViewportSize({ width: 1920, height: 1080 })
  await visitor.goto('/#/horario')
  await expect(visitor.getByText('Siguen')).toBeVisible()
  const header = visitor.getByRole('banner')
  const menu = visitor.getByRole('button', { name: 'Menú', exact: true })
  // The pointer of a browser without windows begins in the corner, on the header.
  await visitor.mouse.move(960, 900)
  await expect(header).toHaveCSS('opacity', '0')
  await menu.focus()
  await expect(header).toHaveCSS('opacity', '1')
  await menu.blur()
  await expect(header).toHaveCSS('opacity', '0')
  const name = visitor.getByRole('region', { name: 'En vivo' }).getByText(SEGUIDO).first()
  const before = await name.boundingBox()
  await visitor.context().setOffline(true)
  await visitor.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(visitor.getByRole('region', { name: 'En vivo' })).toContainText('Último turno conocido')
  await expect(header).toHaveCSS('opacity', '0')
  expect(await name.boundingBox()).toEqual(before)
})
