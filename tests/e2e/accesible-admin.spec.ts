import type { Page } from '@playwright/test'
import { expectSound, faultsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

/** Common names, and the worst one: sixty letters without a place to break. */
const LARGO = 'Maximiliana Villaseñor-Echeverría y Sebastián Ñíguez Quiñones'
const SEGUIDO = 'Supercalifragilisticoespialidosonombresinespaciosquenosecorta'
const CASINO = 'Rueda de Casino Profesional por Equipos Internacionales Mayores'
const DIAS = { jueves: { Salsa: ['Ana', LARGO, SEGUIDO, 'Beto'], [CASINO]: [SEGUIDO], Vacía: [] }, viernes: {} }
const entrada = { categoria: 'Salsa', dia: 'jueves', fechaInscripcion: '2025-03-20' }
/** Unfinished data: an entry without a place, a category without a day, another without a name. */
const INCOMPLETO = {
  competidores: {
    salsa: Object.fromEntries([
      ...DIAS.jueves.Salsa.map((nombre, place) => [`e${place}`, { ...entrada, nombre, orden: place + 1 }]),
      ['suelta', { ...entrada, nombre: 'Suelta', compania: SEGUIDO }],
    ]),
  },
  categorias: {
    salsa: { nombre: 'Salsa', dia: 'jueves', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' },
    vacia: { nombre: 'Vacía', dia: 'jueves', orden: 2, fechaCreacion: '2025-03-01T15:00:00.000Z' },
    sinDia: { nombre: SEGUIDO, orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' },
    sinNombre: { dia: 'viernes', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' },
  },
}
const USERS = { ana: { uid: 'ana', nombre: 'Ana', apellido: 'García', email: 'ana@example.com', pais: 'Cuba' } }
const turno = (selectedRow: number, rest: object = {}) => ({
  users: USERS,
  adminMinutoAMinuto: { dia: 'jueves', hora: '2025-04-11T05:50:00.000Z', selectedRow, ...rest },
})

const open = async (page: Page, path: string): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/#${path}`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('the desk is accessible with a turn, before it, after it, with missing parts, searched and empty', async ({
  admin,
  seed,
}) => {
  await seed.tree({ ...INCOMPLETO, ...turno(2) })
  await open(admin, '/competidores')
  await admin.getByText('Sin compañía', { exact: true }).last().click()
  await expectSound(admin, 'unfinished')
  await admin.setViewportSize({ width: 320, height: 800 })
  await admin.getByRole('button', { name: 'Más acciones de Ana' }).click()
  await expectSound(admin, 'acts open')
  await admin.setViewportSize({ width: 320, height: 800 })
  await admin.getByRole('button', { name: 'Más acciones de Suelta' }).click()
  await expect(admin.getByRole('button', { name: 'Eliminar Suelta' })).toBeInViewport({ ratio: 1 })
  await admin.getByRole('button', { name: 'Eliminar Suelta' }).click()
  await expect(admin.getByRole('alertdialog')).toBeVisible()
  await expectSound(admin, 'question')
  await admin.keyboard.press('Escape')
  for (const texto of ['vac', 'zzz']) {
    await admin.getByLabel('Buscar categoría...').fill(texto)
    await expectSound(admin, `searched ${texto}`)
  }
  for (const [row, text] of [
    [0, 'Aún no empieza'],
    [6, 'Terminó el jueves'],
  ] as const) {
    await seed.dias(DIAS, turno(row))
    await open(admin, '/competidores')
    await expect(admin.getByText(text)).toBeVisible()
    await expectSound(admin, text)
  }
  await seed.dias(DIAS, turno(0, { dia: 'sábado' }))
  await open(admin, '/competidores')
  await expect(admin.getByText('Sin categorías.')).toBeVisible()
  await expectSound(admin, 'nobody')
})

test('settings, categories, users and event are accessible when they refuse, ask and fail', async ({ admin, seed }) => {
  await seed.tree({ ...INCOMPLETO, ...turno(2) })
  await open(admin, '/control')
  await admin.getByLabel('Minutos por competidor').fill('0')
  await admin.getByRole('button', { name: 'Guardar Minutos' }).click()
  await admin.getByLabel('Turno', { exact: true }).fill('99')
  await admin.getByRole('button', { name: 'Guardar Turno' }).click()
  await admin.route('**/api/reloj', (route) =>
    route.fulfill({ status: 500, json: { code: 'fault', message: 'El servidor falló.' } }),
  )
  await admin.getByLabel('Activar Reloj').click()
  await expect(admin.getByRole('alert').filter({ hasText: 'Error al actualizar el reloj' })).toBeVisible()
  await expectSound(admin, 'control refused')
  // A changed form would ask before it is left.
  await admin.getByLabel('Minutos por competidor').fill('5')
  await admin.getByLabel('Turno', { exact: true }).fill('2')

  await open(admin, '/categorias')
  await admin.getByLabel('Cupo de Vacía').fill('muchos')
  await admin.getByLabel('Cupo de Vacía').press('Enter')
  await expectSound(admin, 'cupo refused')
  await admin.getByLabel('Nombre de la categoría').fill('salsa')
  await admin.getByRole('button', { name: 'Agregar' }).click()
  await expect(admin.getByText('La categoría ya existe')).toBeVisible()
  expect(await faultsOf(admin), 'duplicate').toEqual([])
  await admin.getByRole('button', { name: 'Eliminar Salsa' }).click()
  await expect(admin.getByRole('alertdialog')).toBeVisible()
  await expectSound(admin, 'category question')
  await admin.keyboard.press('Escape')

  await open(admin, '/usuarios')
  await admin.getByRole('button', { name: 'Desactivar Ana García' }).click()
  await expect(admin.getByText('Cuenta desactivada')).toBeVisible()
  await expectSound(admin, 'disabled')
  const link = admin.getByRole('button', { name: 'Crear enlace de acceso para Ana García' })
  await link.click()
  await expect(admin.getByRole('alert')).toContainText('Esa cuenta está desactivada')
  await expectSound(admin, 'link refused')
  await admin.getByRole('button', { name: 'Activar Ana García', exact: true }).click()
  await expect(admin.getByText('Cuenta desactivada')).toBeHidden()
  await link.click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await expectSound(admin, 'link')
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Eliminar Ana García' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(admin.getByText('No hay usuarios registrados.')).toBeVisible()
  await expectSound(admin, 'no users')

  await open(admin, '/evento')
  await admin.getByLabel('Nombre del evento').fill('')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(admin.getByText('Escribe el nombre del evento.')).toBeVisible()
  await expectSound(admin, 'event refused')
  // A changed form would ask before it is left.
  await admin.getByLabel('Nombre del evento').fill('Salsa Fest 2025')
  await open(admin, '/admin')
  await admin.getByText('Contraseña', { exact: true }).click()
  await expectSound(admin, 'password open')
})

test('on a phone the message after a press does not cover the button of the next press', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.setViewportSize({ width: 390, height: 780 })
  await admin.goto('/#/competidores')
  const next = admin.getByRole('button', { name: 'Siguiente turno' })
  for (const nombre of ['Ana', LARGO]) {
    await next.click()
    await expect(admin.getByRole('status').filter({ hasText: nombre })).toBeVisible()
    expect(await next.evaluate(isOnTop), nombre).toBe(true)
  }
})

test('the button of the next turn has exactly its name; its key and the reason why it is disabled are its description', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  await admin.goto('/#/competidores')
  const next = admin.getByRole('button', { name: 'Siguiente turno', exact: true })
  await next.click()
  await next.click()
  await expect(next).toHaveAccessibleDescription('Ya pasaron todos')
  await expect(next).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Turno anterior', exact: true })).toBeEnabled()
})

/** Whether a click in the middle of it is a click on it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('the links to the turn and to an entry with a missing part move the focus there, by keyboard alone', async ({
  admin,
  seed,
}) => {
  const many = Array.from({ length: 40 }, (_, index) => `Pareja ${index + 1}`)
  await seed.dias({ jueves: { Salsa: many } }, turno(30))
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Ir al turno 30' }).press('Enter')
  const current = admin.getByRole('button', { name: 'Pareja 30', exact: true })
  await expect(current).toBeFocused()
  await expect(current).toBeInViewport()

  await admin.getByLabel('Buscar categoría...').fill('nada de esto')
  await admin.locator('summary', { hasText: 'Sin música' }).press('Enter')
  await admin
    .getByRole('complementary')
    .getByRole('button', { name: /^Pareja 12 / })
    .press('Enter')
  await expect(admin.getByRole('button', { name: 'Pareja 12', exact: true })).toBeFocused()
})

test('an element that takes the focus is not covered by the desk', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: Array.from({ length: 30 }, (_, index) => `Pareja ${index + 1}`) } }, turno(1))
  for (const [width, height] of [
    [390, 780],
    [1280, 800],
  ] as const) {
    await admin.setViewportSize({ width, height })
    await admin.goto('/#/competidores')
    await admin.getByRole('button', { name: 'Pareja 30', exact: true }).focus()
    for (let step = 0; step < 40; step += 1) {
      await admin.keyboard.press('Shift+Tab')
      const covered = await admin.evaluate(() => {
        const focused = document.activeElement
        const box = focused?.getBoundingClientRect()
        if (!focused || !box) return 'nothing focused'
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return top?.closest('.desk') && !focused.closest('.desk') ? (focused.ariaLabel ?? focused.textContent) : null
      })
      expect(covered, `at ${width}`).toBeNull()
    }
  }
})
