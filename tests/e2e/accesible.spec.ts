import type { Page } from '@playwright/test'
import { expectSound, faultsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, register, URSULA } from './people.ts'

const LARGO = 'Maximiliana de los Ángeles Villaseñor-Echeverría y Sebastián Ñíguez de la Concepción'
/** Sixty letters without a place to break. */
const SEGUIDO = 'Supercalifragilisticoespialidosonombresinespaciosquenosecorta'
const CASINO = 'Rueda de Casino Profesional por Equipos Internacionales'
const DIAS = {
  jueves: { Salsa: ['Ana 🕺 Zúñiga', LARGO, SEGUIDO], [CASINO]: [SEGUIDO], Vacía: [] },
  viernes: { Bachata: ['Sin calificar', LARGO] },
}
const MARCA = {
  Amparo: { l_calificacion: '60.10', b_Tiempo: '7.5' },
  Bruno: { l_calificacion: 'descalificada por tiempo' },
}
const USERS = {
  larga: {
    uid: 'larga',
    nombre: LARGO,
    apellido: LARGO,
    email: `${'direccion-larga-'.repeat(6)}@example.com`,
    pais: LARGO,
  },
  incompleta: { uid: 'incompleta' },
}
/** 23:50 in Mexico City: the third entry of the day dances tomorrow. */
const TURNO = { dia: 'jueves', hora: '2025-04-11T05:50:00.000Z', selectedRow: 2, mostrarCalificaciones: true }

/** An entry without a place or a company, a category without a day, another without a name. */
const entrada = { categoria: 'Salsa', dia: 'jueves', fechaInscripcion: '2025-03-20' }
const categoria = (nombre: string | undefined, dia: string | undefined) => ({
  ...(nombre !== undefined && { nombre }),
  ...(dia !== undefined && { dia }),
  orden: 1,
  fechaCreacion: '2025-03-01T15:00:00.000Z',
})
const INCOMPLETO = {
  categorias: {
    salsa: categoria('Salsa', 'jueves'),
    sinDia: categoria(SEGUIDO, undefined),
    sinNombre: categoria(undefined, 'viernes'),
  },
  competidores: {
    salsa: {
      ...Object.fromEntries(
        ['Ana', LARGO, SEGUIDO].map((nombre, at) => [`e${at}`, { ...entrada, nombre, orden: at + 1 }]),
      ),
      suelta: { ...entrada, nombre: 'Suelta', compania: SEGUIDO },
    },
  },
  users: USERS,
  adminMinutoAMinuto: TURNO,
}

/** A screen in its fullest state: what leads there, and the text that shows it. */
interface Screen {
  readonly path: string
  readonly text?: string
  /** Loads the page again: the form of the screen before would ask before it is left. */
  readonly fresh?: true
  readonly act?: (page: Page) => Promise<void>
}
const pressed = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
/** Sends a form that is empty. */
const refused = (name: string) => async (page: Page) => {
  await pressed(name)(page)
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
}
const detalle = `/calificaciones-detalle/jueves/Salsa/${encodeURIComponent(SEGUIDO)}`

const PUBLICAS: readonly Screen[] = [
  { path: '/' },
  { path: '/horario', text: 'Pasada la medianoche' },
  { path: '/calificaciones', text: 'Empate' },
  { path: detalle, text: 'cuenta como 0.00' },
  { path: '/acceder', act: refused('Acceder') },
  { path: '/registro', act: refused('Registrarse') },
  { path: '/restablecer', act: refused('Enviar enlace') },
  { path: '/configurar/ya-no-sirve' },
  { path: '/guia' },
]
const USUARIO: readonly Screen[] = [
  { path: '/perfil' },
  { path: '/editarPerfil' },
  { path: '/cambiarPassword', act: pressed('Cambiar contraseña'), text: 'Ambos campos son obligatorios.' },
  { path: '/competencia', act: pressed('Inscribir'), text: 'Por favor completa todos los campos.' },
]
const ORGANIZACION: readonly Screen[] = [
  { path: '/admin', act: (page) => page.getByText('Contraseña', { exact: true }).click() },
  { path: '/competidores', act: (page) => page.getByText('Sin compañía', { exact: true }).last().click() },
  { path: '/usuarios', act: pressed(`Desactivar ${LARGO} ${LARGO}`), text: 'Cuenta desactivada' },
  {
    path: '/control',
    act: async (page) => {
      await page.route('**/api/reloj', (route) =>
        route.fulfill({ status: 500, json: { code: 'fault', message: 'El servidor falló.' } }),
      )
      await page.getByLabel('Activar Reloj').click()
    },
    text: 'Error al actualizar el reloj',
  },
  { path: '/cargar' },
  { path: '/programa' },
  { path: '/bitacora' },
  {
    path: '/categorias',
    act: async (page) => {
      await page.getByLabel('Nombre de la categoría').fill('salsa')
      await page.getByRole('button', { name: 'Agregar' }).click()
    },
    text: 'La categoría ya existe',
  },
  {
    path: '/evento',
    fresh: true,
    act: async (page) => {
      await page.getByLabel('Nombre del evento').fill('')
      await page.getByRole('button', { name: 'Guardar Evento' }).click()
    },
    text: 'Escribe el nombre del evento.',
  },
]

async function expectAllSound(page: Page, screens: readonly Screen[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('about:blank')
  for (const { path, text, fresh, act } of screens) {
    if (fresh) await page.goto('about:blank')
    const before = await page.title()
    await page.goto(`/#${path}`)
    await expect(page).not.toHaveTitle(before)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main .waiting')).toHaveCount(0)
    await expect(page.getByText('En vivo').or(page.getByRole('contentinfo')).first()).toBeVisible()
    await act?.(page)
    if (text !== undefined) await expect(page.getByText(text).first()).toBeAttached()
    await expectSound(page, path)
  }
}

test('axe finds nothing on any public screen nor on those of a person, and nothing scrolls sideways at 320 px', async ({
  visitor,
  seed,
}) => {
  const calificaciones = { jueves: { Salsa: { [LARGO]: MARCA, [SEGUIDO]: MARCA } } }
  await seed.dias(DIAS, { adminMinutoAMinuto: TURNO, calificaciones })
  await expectAllSound(visitor, PUBLICAS)
  await register(visitor)
  expect(await enter(visitor, URSULA)).toBe(200)
  await expectAllSound(visitor, USUARIO)
})

test('axe finds nothing on any screen of the organisers, and nothing scrolls sideways at 320 px', async ({
  admin,
  seed,
}) => {
  await seed.tree(INCOMPLETO)
  await expectAllSound(admin, ORGANIZACION)
})

test('axe finds nothing in the open menu, in the acts of an entry and in the question before a deletion', async ({
  admin,
  seed,
}) => {
  await seed.tree(INCOMPLETO)
  await admin.emulateMedia({ reducedMotion: 'reduce' })
  await admin.setViewportSize({ width: 320, height: 800 })
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Menú', exact: true }).click()
  await expect(admin.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  expect(await faultsOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Cerrar menú' }).click()

  await admin.getByRole('button', { name: 'Más acciones de Suelta' }).click()
  await expect(admin.getByRole('button', { name: 'Eliminar Suelta' })).toBeInViewport({ ratio: 1 })
  expect(await faultsOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Eliminar Suelta' }).click()
  const question = admin.getByRole('alertdialog')
  await expect(question).toContainText('¿Eliminar competidor Suelta?')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  expect(await faultsOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await expect(question).toBeHidden()
})
