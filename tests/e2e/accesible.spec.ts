import { expectSound, faultsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, register, URSULA } from './people.ts'

const LONG = 'Maximiliana de los Ángeles Villaseñor-Echeverría y Sebastián Ñíguez de la Concepción'
const DIAS = {
  jueves: {
    Salsa: ['Ana', LONG, 'Caro'],
    'Rueda de Casino Profesional por Equipos Internacionales': ['Dani'],
    Vacía: [],
  },
  viernes: {},
}
const USERS = {
  larga: {
    uid: 'larga',
    nombre: LONG,
    apellido: LONG,
    email: `${'direccion-larga-'.repeat(6)}@example.com`,
    pais: LONG,
  },
  incompleta: { uid: 'incompleta' },
}
const PUBLIC = [
  '/',
  '/horario',
  '/calificaciones',
  '/acceder',
  '/registro',
  '/restablecer',
  '/configurar/ya-no-sirve',
  '/guia',
]
const ADMIN = [
  '/admin',
  '/competidores',
  '/usuarios',
  '/control',
  '/categorias',
  '/cargar',
  '/programa',
  '/evento',
  '/bitacora',
]
const USUARIO = ['/perfil', '/editarPerfil', '/cambiarPassword', '/competencia']

test('axe finds nothing on any screen and nothing scrolls sideways at 320 px', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, {
    users: USERS,
    adminMinutoAMinuto: {
      dia: 'jueves',
      hora: '2025-04-11T05:50:00.000Z',
      selectedRow: 2,
      mostrarCalificaciones: true,
    },
  })
  const usuario = await another('visitante')
  await register(usuario)
  expect(await enter(usuario, URSULA)).toBe(200)
  for (const [page, paths] of [
    [visitor, PUBLIC],
    [admin, ADMIN],
    [usuario, USUARIO],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.goto(`/#${path}`)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('En vivo').or(page.getByRole('contentinfo')).first()).toBeVisible()
      await expectSound(page, path)
    }
  }
})

test('axe finds nothing in the open menu and in the question before a deletion', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.emulateMedia({ reducedMotion: 'reduce' })
  await admin.setViewportSize({ width: 320, height: 700 })
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Menú', exact: true }).click()
  await expect(admin.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  expect(await faultsOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Cerrar menú' }).click()

  await admin.getByRole('button', { name: 'Más acciones de Ana' }).click()
  await admin.getByRole('button', { name: 'Eliminar Ana' }).click()
  const question = admin.getByRole('alertdialog')
  await expect(question).toContainText('¿Eliminar competidor Ana?')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  expect(await faultsOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await expect(question).toBeHidden()
})
