import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { activate, agree, answerPickers, expectFocusKept, reach, write } from './keys.ts'
import { aPhoto, enter, register, signedIn, URSULA } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Lis'], Bachata: ['Eva'] }, viernes: { Casino: ['Gil'] } }
const PISTA = { name: 'mezcla.mp3', mimeType: 'audio/mpeg', buffer: aTrack(3) }
/** Still heard when a busy machine comes to stop it. */
const LARGA = aTrack(120)

test('categories are added, ordered, set and deleted by keyboard alone', async ({ admin }) => {
  await admin.goto('/#/categorias')
  const button = (name: string) => admin.getByRole('button', { name, exact: true })
  const names = admin.locator('tbody tr')
  for (const name of ['Salsa', 'Bachata', 'Rueda']) {
    await write(admin.getByLabel('Nombre de la categoría'), name, 'Shift+Tab')
    await admin.keyboard.press('Enter')
    await expect(button(`Subir ${name}`)).toBeAttached()
  }
  await activate(button('Subir Rueda'))
  await expect(names).toHaveText([/Salsa/, /Rueda/, /Bachata/])
  await activate(button('Subir Rueda'))
  await expect(names).toHaveText([/Rueda/, /Salsa/, /Bachata/])
  await expect(button('Bajar Rueda')).toBeFocused()

  await reach(admin.getByLabel('Criterios de Salsa'))
  // The first letter selects it: a second letter that comes late would begin another word.
  await admin.keyboard.press('C')
  await expect(admin.getByLabel('Criterios de Salsa')).toHaveValue('casino')
  await write(admin.getByLabel('Cupo de Salsa'), '12')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('status').filter({ hasText: 'Cupo guardado.' })).toBeVisible()
  await activate(button('Eliminar Salsa'))
  await agree(admin)
  await expect(names).toHaveText([/Rueda/, /Bachata/])
  await expectFocusKept(admin)
  await write(admin.getByLabel('Buscar por nombre'), 'bach', 'Shift+Tab')
  await expect(names).toHaveText([/Bachata/])
})

test('the clock, the minutes, the switches and the rules of entering are set by keyboard alone', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS, { adminCompetencia: { rubricas: ['General', 'Casino'] } })
  await admin.goto('/#/control')
  const said = (text: string) => admin.getByRole('status').filter({ hasText: text })
  await reach(admin.getByLabel('Hora', { exact: true }))
  await admin.keyboard.type('04112025')
  await admin.keyboard.press('Tab')
  await admin.keyboard.type('0930a')
  await activate(admin.getByRole('button', { name: 'Guardar Hora' }))
  await expect(said('Hora actualizada correctamente.')).toBeVisible()
  await reach(admin.getByRole('switch', { name: 'Activar Reloj' }))
  await admin.keyboard.press('Space')
  await expect(admin.getByRole('switch', { name: 'Activar Reloj' })).toBeChecked()
  await write(admin.getByLabel('Minutos por competidor'), '7')
  await admin.keyboard.press('Enter')
  await expect(said('Minutos por competidor actualizados.')).toBeVisible()
  await write(admin.getByLabel('Turno', { exact: true }), '2')
  await activate(admin.getByRole('button', { name: 'Guardar Turno' }))
  await expect(said('Turno actualizado correctamente.')).toBeVisible()
  await reach(admin.getByLabel('Selección de Rúbrica'))
  await admin.keyboard.press('C')
  await expect(admin.getByLabel('Selección de Rúbrica')).toHaveValue('Casino')
  for (const name of ['Mostrar Calificaciones a los usuarios', 'Habilitar Viernes']) {
    const control = admin.getByRole('switch', { name })
    const before = await control.isChecked()
    await reach(control)
    await admin.keyboard.press('Space')
    await expect(control).toBeChecked({ checked: !before })
    await expect(control).toBeFocused()
  }
  await write(admin.getByLabel('Máximo por categoría'), '40')
  await activate(admin.getByRole('button', { name: 'Guardar Inscripciones' }))
  await expect(said('Inscripciones actualizadas.')).toBeVisible()
})

test('entries are ordered, played, placed and deleted at the desk by keyboard alone', async ({ admin, seed }) => {
  const categoria = { nombre: 'Salsa', dia: 'jueves', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' }
  const entrada = { compania: 'Sol', categoria: 'Salsa', dia: 'jueves', fechaInscripcion: '2025-03-20' }
  const musicaPath = 'musica/salsa_ana_1.mp3'
  await seed.tree(
    {
      categorias: { salsa: categoria },
      competidores: {
        salsa: {
          ana: { ...entrada, nombre: 'Ana', orden: 1, musicaPath },
          bea: { ...entrada, nombre: 'Bea', orden: 2 },
          lis: { ...entrada, nombre: 'Lis' },
        },
      },
    },
    { [musicaPath]: LARGA },
  )
  await admin.goto('/#/competidores')
  const button = (name: string) => admin.getByRole('button', { name, exact: true })
  const region = admin.getByRole('region', { name: /^1 - Salsa/ })
  await activate(button('Bajar Ana'))
  await expect(region.getByRole('row').filter({ hasText: /Ana|Bea|Lis/ })).toHaveText([/Bea/, /Ana/, /Lis/])
  await expect(admin.getByRole('status').filter({ hasText: 'Ana: lugar 2 de 2.' })).toBeAttached()
  await activate(button('Bea'), 'Shift+Tab')
  await expect(admin.locator('[aria-current="true"]')).toContainText('Bea')
  await activate(button('Reproducir Ana'))
  await expect(admin.getByRole('slider', { name: 'Posición de Ana' })).toBeVisible()
  await activate(button('Pausar Ana').first())
  await activate(button('Colocar Lis'))
  await expect(button('Subir Lis')).toBeAttached()
  await expectFocusKept(admin)
  await activate(button('Editar Bea'), 'Shift+Tab')
  const editor = admin.getByRole('dialog', { name: 'Editar Competidor' })
  await write(editor.getByLabel('Compañía'), 'Luna')
  await admin.keyboard.press('Escape')
  await activate(admin.getByRole('alertdialog').getByRole('button', { name: 'Salir sin guardar' }))
  await expect(button('Editar Bea')).toBeFocused()
  await admin.keyboard.press('Enter')
  await expect(editor.getByLabel('Compañía')).toHaveValue('Sol')
  await write(editor.getByLabel('Compañía'), 'Luna')
  await activate(editor.getByRole('button', { name: 'Actualizar' }))
  await expect(region.getByRole('row').filter({ hasText: 'Bea' })).toContainText('Luna')
  await expect(button('Editar Bea')).toBeFocused()
  await activate(button('Eliminar Bea'), 'Shift+Tab')
  await expect(admin.getByRole('alertdialog')).toContainText('¿Eliminar competidor Bea?')
  await admin.keyboard.press('Escape')
  await expect(button('Eliminar Bea')).toBeFocused()
  await admin.keyboard.press('Enter')
  await agree(admin)
  await expect(button('Bea')).toHaveCount(0)
  await expect(button('Ana')).toBeFocused()
  await reach(admin.getByRole('radio', { name: 'Jueves' }), 'Shift+Tab')
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('Enter')
  await activate(button('Hacer activo'))
  await expect(region).toHaveCount(0)
})

test('the texts and images of the event and its users are edited by keyboard alone', async ({ admin }) => {
  answerPickers(admin, [await aPhoto('uno.jpg'), await aPhoto('dos.jpg')])
  await register(admin)
  await admin.goto('/#/evento')
  const button = (name: string | RegExp) => admin.getByRole('button', { name })
  await write(admin.getByLabel('Nombre del evento'), 'Noche de Son')
  await activate(button('Guardar Evento'))
  await expect(admin.getByRole('status').filter({ hasText: 'Evento guardado.' })).toBeVisible()
  await activate(admin.getByLabel('Agregar imagen'))
  await activate(button(/^Subir dos/))
  await expect(button(/^Subir dos/)).toBeDisabled()
  await activate(button(/^Eliminar uno/))
  await agree(admin)
  await expectFocusKept(admin)

  await admin.goto('/#/usuarios')
  await activate(button('Desactivar Úrsula Núñez'))
  await activate(admin.getByRole('button', { name: 'Activar Úrsula Núñez', exact: true }))
  await activate(button('Crear enlace de acceso para Úrsula Núñez'), 'Shift+Tab')
  await expect(admin.getByRole('dialog')).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(button('Crear enlace de acceso para Úrsula Núñez')).toBeFocused()
  await activate(button('Eliminar Úrsula Núñez'))
  await agree(admin)
  await expect(admin.getByText('No hay usuarios registrados.')).toBeVisible()
  await expectFocusKept(admin)
})

test('results are searched, and a detail is opened and left, by keyboard alone', async ({ visitor, seed }) => {
  await seed.dias(DIAS, {
    adminMinutoAMinuto: { mostrarCalificaciones: true },
    calificaciones: { jueves: { Salsa: { Bea: { 'Juez 1': { l_calificacion: '51.05' } } } } },
  })
  await visitor.goto('/#/')
  await activate(visitor.getByRole('button', { name: 'Pausar la galería' }))
  await expect(visitor.getByRole('button', { name: 'Reanudar la galería' })).toBeFocused()
  await activate(visitor.getByRole('link', { name: 'Ver Calificaciones' }))
  await expect(visitor).toHaveURL(/#\/calificaciones$/)
  const viernes = visitor.getByRole('region', { name: 'Resultados del día: Viernes' })
  await activate(viernes.getByRole('button', { name: 'Ocultar' }))
  await expect(viernes.getByRole('button', { name: 'Mostrar' })).toBeFocused()
  await write(visitor.getByLabel('Buscar categoría...'), 'sal', 'Shift+Tab')
  await activate(visitor.getByRole('link', { name: 'Ver Bea' }))
  await expect(visitor.getByRole('heading', { name: 'Detalles de calificación' })).toBeVisible()
  await expect(visitor.getByText('51.05').first()).toBeVisible()
  await activate(visitor.getByRole('link', { name: 'Calificaciones', exact: true }), 'Shift+Tab')
  await expect(visitor.getByLabel('Buscar categoría...')).toHaveValue('sal')
  await expect(visitor.getByRole('link', { name: 'Ver Bea' })).toBeFocused()
})

test('a competitor signs in, enters, changes and deletes an entry by keyboard alone', async ({ visitor, seed }) => {
  await seed.dias(DIAS)
  answerPickers(visitor, PISTA)
  await register(visitor)
  await visitor.goto('/#/acceder')
  const button = (name: string) => visitor.getByRole('button', { name })
  const said = (text: string) => visitor.getByRole('status').filter({ hasText: text })
  await write(visitor.getByLabel('Correo electrónico'), URSULA.email)
  await write(visitor.getByLabel('Contraseña', { exact: true }), URSULA.password)
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(/#\/perfil$/)
  await activate(button('Menú'), 'Shift+Tab')
  await activate(visitor.getByRole('navigation').getByRole('link', { name: 'Competencia' }))
  await expect(visitor).toHaveURL(/#\/competencia$/)

  await write(visitor.getByLabel('Nombre del competidor'), 'Úrsula y Sol')
  await write(visitor.getByLabel('Compañía'), 'Sol')
  await reach(visitor.getByLabel('Categoría'))
  await visitor.keyboard.press('2')
  await reach(visitor.getByLabel('Música (.mp3)'))
  await visitor.keyboard.press('Space')
  await expect(visitor.getByText('Lista', { exact: true })).toBeVisible()
  await expectFocusKept(visitor)
  await activate(button('Inscribir'))
  await expect(said('Competidor inscrito correctamente.')).toBeVisible()

  await activate(button('Reproducir Úrsula y Sol'))
  await reach(visitor.getByRole('slider', { name: 'Posición de Úrsula y Sol' }))
  await visitor.keyboard.press('End')
  await expect(button('Reproducir Úrsula y Sol')).toBeVisible()
  await activate(button('Editar Úrsula y Sol'))
  await write(visitor.getByLabel('Nombre del competidor'), 'Úrsula sola')
  await activate(button('Actualizar'))
  await expect(said('Competidor actualizado correctamente.')).toBeVisible()
  await activate(button('Eliminar Úrsula sola'))
  await agree(visitor)
  await expect(visitor.getByText('No hay competidores inscritos.')).toBeVisible()
  await expectFocusKept(visitor)
})

test('a profile and a password are changed, and the session is ended, by keyboard alone', async ({ visitor }) => {
  await signedIn(visitor, '/editarPerfil')
  const button = (name: string) => visitor.getByRole('button', { name })
  await write(visitor.getByLabel('Apellido'), 'Ñandú')
  await activate(button('Guardar cambios'))
  await expect(visitor.getByRole('status').filter({ hasText: 'Perfil actualizado correctamente' })).toBeVisible()
  await visitor.goto('/#/cambiarPassword')
  await write(visitor.getByLabel('Nueva contraseña'), 'otra-clave-mia')
  await write(visitor.getByLabel('Confirmar contraseña'), 'otra-clave-mia')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('Contraseña actualizada correctamente.')).toBeVisible()
  await activate(button('Menú'), 'Shift+Tab')
  await activate(visitor.getByRole('navigation').getByRole('button', { name: 'Cerrar sesión' }))
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await enter(visitor, { ...URSULA, password: 'otra-clave-mia' })).toBe(200)
})
