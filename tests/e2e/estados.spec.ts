import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { expectSound, scrolledSideways } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, register, URSULA } from './people.ts'

/** Common names, and the worst one: sixty letters without a place to break. */
const LARGO = 'Maximiliana Villaseñor-Echeverría y Sebastián Ñíguez Quiñones'
const SEGUIDO = 'Supercalifragilisticoespialidosonombresinespaciosquenosecorta'
const CASINO = 'Rueda de Casino Profesional por Equipos Internacionales Mayores'
const DIAS = {
  jueves: { Salsa: [LARGO, SEGUIDO, 'Ana 🕺 Zúñiga'], [CASINO]: [SEGUIDO, LARGO], Vacía: [] },
  viernes: { Bachata: ['Sin calificar', LARGO, SEGUIDO, 'Otra'] },
}
const MARCA = {
  Amparo: { l_calificacion: '60.10', b_Tiempo: '7.5' },
  Bruno: { l_calificacion: 'descalificada por tiempo' },
}
const MARCAS = { jueves: { Salsa: { [LARGO]: MARCA, [SEGUIDO]: MARCA } } }
/** 23:50 in Mexico City: the third entry of the day dances tomorrow. */
const HORA = '2025-04-11T05:50:00.000Z'
const reloj = (selectedRow: number, rest: object = {}) => ({
  adminMinutoAMinuto: { dia: 'jueves', hora: HORA, selectedRow, mostrarCalificaciones: true, ...rest },
  calificaciones: MARCAS,
})
const detalle = (nombre: string, categoria = 'Salsa', dia = 'jueves') =>
  `/calificaciones-detalle/${dia}/${encodeURIComponent(categoria)}/${encodeURIComponent(nombre)}`

const still = async (page: Page): Promise<Page> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}
const goTo = async (page: Page, path: string, text: string): Promise<void> => {
  await page.goto(`/#${path}`)
  await page.reload()
  await expect(page.getByText(text).first()).toBeAttached()
}

test('the schedule is accessible before, during, folded, after midnight, over, empty and offline', async ({
  visitor,
  seed,
}) => {
  const page = await still(visitor)
  await seed.dias(DIAS, reloj(2))
  await goTo(page, '/horario', 'Pasada la medianoche')
  await expectSound(page, 'running')
  await page.getByRole('button', { name: 'Ocultar finalizados' }).click()
  await expectSound(page, 'folded')
  await page.context().setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.getByText('Sin conexión, datos de la')).toBeVisible()
  await expectSound(page, 'offline')
  await page.context().setOffline(false)
  for (const [turno, text] of [
    [0, 'Aún no empieza'],
    [6, 'Terminó el jueves'],
  ] as const) {
    await seed.dias(DIAS, reloj(turno))
    await goTo(page, '/horario', text)
    await expectSound(page, text)
  }
  await seed.dias(DIAS, reloj(0, { dia: 'sábado' }))
  await goTo(page, '/horario', 'No hay categorías registradas')
  await expectSound(page, 'empty')
})

test('the results and their details are accessible in each of their states', async ({ visitor, seed }) => {
  const page = await still(visitor)
  await seed.dias(DIAS, reloj(4))
  await goTo(page, '/calificaciones', 'Sin calificar')
  await expectSound(page, 'open')
  await page.getByRole('searchbox', { name: 'Buscar categoría...' }).fill('tango')
  await expectSound(page, 'nothing found')
  for (const [path, text] of [
    [detalle(SEGUIDO), 'cuenta como 0.00'],
    [detalle('Otra', 'Bachata', 'viernes'), 'No hay calificaciones registradas.'],
    [detalle('Nadie'), 'Aquí no hay un competidor con ese nombre.'],
  ] as const) {
    await goTo(page, path, text)
    await expectSound(page, text)
  }
  await seed.dias(DIAS, reloj(4, { mostrarCalificaciones: false }))
  await goTo(page, '/calificaciones', 'Calificaciones no disponibles')
  await expectSound(page, 'closed')
  await goTo(page, '/', 'Calificaciones no disponibles')
  await expectSound(page, 'home, closed')
})

test('the pages of sign-in, registration and entries are accessible with faults, files, entries and questions', async ({
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await still(visitor)
  for (const [path, button] of [
    ['/acceder', 'Acceder'],
    ['/registro', 'Registrarse'],
    ['/restablecer', 'Enviar enlace'],
  ] as const) {
    await goTo(page, path, button)
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await expectSound(page, `${path} with faults`)
  }
  const usuario = await still(await another('visitante'))
  await register(usuario)
  expect(await enter(usuario, URSULA)).toBe(200)
  await goTo(usuario, '/competencia', 'No hay competidores inscritos.')
  await usuario.getByRole('button', { name: 'Inscribir' }).click()
  await expectSound(usuario, 'entry with faults')
  const musica = usuario.getByLabel('Música (.mp3)')
  await musica.setInputFiles({ name: `${SEGUIDO}.mp3`, mimeType: 'audio/mpeg', buffer: Buffer.from('nada') })
  await expect(usuario.getByText('Elegir otro archivo')).toBeVisible()
  await expectSound(usuario, 'track refused')
  await usuario
    .getByLabel('Elegir otro archivo')
    .setInputFiles({ name: `${SEGUIDO}.mp3`, mimeType: 'audio/mpeg', buffer: aTrack(120) })
  await expect(usuario.getByText('Lista', { exact: true })).toBeVisible()
  await expectSound(usuario, 'track ready')
  await usuario.getByLabel('Nombre del competidor').fill(SEGUIDO)
  await usuario.getByLabel('Compañía').fill(LARGO)
  await usuario.getByLabel('Categoría').selectOption({ label: `2 - ${CASINO}` })
  await usuario.getByRole('button', { name: 'Inscribir' }).click()
  await expect(usuario.getByText('Competidor inscrito correctamente.')).toBeVisible()
  await expectSound(usuario, 'entries')
  const sounding = usuario.getByRole('button', { name: `Pausar ${SEGUIDO}` })
  await usuario.getByRole('button', { name: `Reproducir ${SEGUIDO}` }).click()
  await expect(sounding.locator('svg')).toHaveCSS('color', 'rgb(255, 255, 255)')
  await expectSound(usuario, 'a track that sounds')
  await usuario.getByRole('button', { name: `Editar ${SEGUIDO}` }).click()
  await expectSound(usuario, 'entry being changed')
  await usuario.getByRole('button', { name: `Eliminar ${SEGUIDO}` }).click()
  await expectSound(usuario, 'question')
})

test('before the first mark no entry has a place', async ({ visitor, seed }) => {
  await seed.dias(DIAS, reloj(0))
  await visitor.goto('/#/calificaciones')
  const unmarked = visitor.getByRole('table', { name: '1 - Bachata' })
  await expect(unmarked.getByRole('row')).toHaveText([
    /Lugar/,
    /^–Sin calificar.*Sin calificar/,
    /^–Max/,
    /^–Super/,
    /^–Otra/,
  ])
  await expect(unmarked.getByText('Empate')).toHaveCount(0)
  const marked = visitor.getByRole('table', { name: '1 - Salsa' })
  await expect(marked.getByText('Empate')).toHaveCount(2)
  await expect(unmarked.getByRole('cell', { name: 'Sin calificar', exact: true })).toHaveCount(4)
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

  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await admin.getByRole('button', { name: 'Pausar', exact: true }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click()
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
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await visitor.route(/\/api\/.*horario/, async (route) => {
    await gate
    await route.continue()
  })
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).press('Enter')
  const heading = visitor.getByRole('heading', { level: 1, name: 'Minuto a Minuto' })
  await expect(visitor.getByText('Cargando horario...')).toBeVisible()
  await expect(heading).toBeFocused()
  open()
  await expect(visitor.getByRole('table').first()).toBeVisible()
  await expect(heading).toBeFocused()
})

test('a button clears the search, and the field keeps the focus', async ({ visitor, seed }) => {
  await seed.dias(DIAS, reloj(0))
  await visitor.goto('/#/calificaciones')
  const search = visitor.getByRole('searchbox', { name: 'Buscar categoría...' })
  await search.fill('bach')
  await expect(visitor.getByRole('table')).toHaveCount(1)
  await search.press('Tab')
  await visitor.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await expect(visitor.getByRole('table')).toHaveCount(4)
})

test('the stage screen shows its header on focus, and its card says that the connection is lost', async ({
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
  await visitor.context().setOffline(true)
  await visitor.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(visitor.getByRole('region', { name: 'En vivo' })).toContainText('Último turno conocido')
  await expect(header).toHaveCSS('opacity', '0')
})

test('event names of the greatest length do not widen any screen', async ({ visitor, seed }) => {
  const nombre = 'Campeonato Nacional de Baile Social y Deportivo de las Ciudades Hermanas del Golfo'.slice(0, 80)
  const subtitulo = `${nombre} ${nombre}`.slice(0, 120)
  await seed.dias(DIAS, { extra: { evento: { nombre, subtitulo } } })
  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('banner').getByText(nombre, { exact: true })).toBeVisible()
  for (const width of [320, 768, 1280]) {
    await visitor.setViewportSize({ width, height: 800 })
    await expect.poll(() => scrolledSideways(visitor), `at ${width}`).toBe(0)
  }
})
