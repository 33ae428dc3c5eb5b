import { activateDia, expect, refused, test, type Running } from './fixtures.ts'
import { SOON } from './segundo.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro'] }, viernes: { Casino: ['Eva'] } }

/** The turn as another session has just moved it. Its clock is a little ahead: the press of the test follows in time. */
async function moveByOther({ app }: Running): Promise<void> {
  if (!app) throw new Error('No app.')
  const turno = {
    dia: 'jueves',
    selectedRow: 1,
    competidorId: null,
    sesion: 'otra',
    pulsado: Date.now() + 600,
  } as const
  await app.deps.db.write((tx) => tx.replaceInto('turno').values(turno).execute())
}

test('hour, minutes, turn and clock are each saved with their message, and the schedule follows at once', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await visitor.goto('/#/horario')
  await admin.goto('/#/control')
  const said = (text: string) => expect(admin.getByRole('status').filter({ hasText: text })).toBeVisible()
  const row = (name: string) => visitor.getByRole('row', { name: new RegExp(name) })

  await admin.getByLabel('Hora', { exact: true }).fill('2025-04-10T20:50')
  await admin.getByRole('button', { name: 'Guardar Hora' }).click()
  await said('Hora actualizada correctamente.')
  await expect(row('Bea')).toContainText('20:55', SOON)

  await admin.getByLabel('Minutos por competidor').fill('7')
  await admin.getByRole('button', { name: 'Guardar Minutos' }).click()
  await said('Minutos por competidor actualizados.')
  await expect(row('Bea')).toContainText('20:57', SOON)

  await admin.getByLabel('Turno', { exact: true }).fill('2')
  await admin.getByRole('button', { name: 'Guardar Turno' }).click()
  await said('Turno actualizado correctamente.')
  await expect(row('Bea')).toContainText('20:50', SOON)
  await expect(row('Bea')).toContainText('Compitiendo')
  await expect(row('Ana')).toContainText('--:--')
  await admin.getByRole('switch', { name: 'Activar Reloj' }).click()
  await expect(row('Bea')).not.toContainText('20:50', SOON)

  await admin.getByLabel('Turno', { exact: true }).fill('')
  await admin.getByRole('button', { name: 'Guardar Turno' }).click()
  await expect(row('Ana')).toContainText('Espera')
  await expect(admin.getByLabel('Turno', { exact: true })).toHaveValue('0')
})

test('a notice tells when the saved hour is skipped or repeated by a clock change', async ({ admin, seed }) => {
  await seed.dias(DIAS, { extra: { evento: { zonaHoraria: 'Europe/Madrid' } } })
  await admin.goto('/#/control')
  const said = (text: string) => expect(admin.getByRole('status').filter({ hasText: text })).toBeVisible()
  const hora = admin.getByLabel('Hora', { exact: true })
  await hora.fill('2026-03-29T02:30')
  await admin.getByRole('button', { name: 'Guardar Hora' }).click()
  await said('Hora actualizada correctamente. Esa hora no existe esa noche: se guardó 03:30.')
  await expect(hora).toHaveValue('2026-03-29T03:30')

  await admin.getByLabel('Inscripciones desde').fill('2026-10-24T12:00')
  await admin.getByLabel('Inscripciones hasta').fill('2026-10-25T02:30')
  await admin.getByRole('button', { name: 'Guardar Inscripciones' }).click()
  await said('Inscripciones actualizadas. Esa hora se repite: se guardó la primera.')
})

test('an empty hour and an impossible number are refused beside their field, and nothing changes', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  await admin.goto('/')
  await admin.goto('/#/control')
  const sent: string[] = []
  admin.on('request', (request) => sent.push(request.url()))
  await admin.getByLabel('Hora', { exact: true }).fill('')
  await admin.getByRole('button', { name: 'Guardar Hora' }).click()
  await expect(admin.getByText('Elige fecha y hora.')).toHaveCount(1)
  expect(sent.filter((url) => url.includes('/api/reloj'))).toEqual([])

  await admin.getByLabel('Minutos por competidor').fill('0')
  await admin.getByRole('button', { name: 'Guardar Minutos' }).click()
  await expect(admin.getByText('Escribe un número entero de 1 a 1440.')).toBeVisible()
  const fault = 'Escribe un número de 0 a 4; 4 termina el día.'
  for (const texto of ['99', '1.5', 'abc', '-1']) {
    await admin.getByLabel('Turno', { exact: true }).fill(texto)
    await expect(admin.getByText(fault, { exact: true })).toBeHidden()
    await admin.getByRole('button', { name: 'Guardar Turno' }).click()
    await expect(admin.getByText(fault, { exact: true })).toBeVisible()
    await expect(admin.getByText(`Error al actualizar el turno: ${fault}`)).toBeVisible()
  }
  // Three changed forms ask one question.
  await admin.goBack()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(admin.getByRole('heading', { name: 'Control de Reloj' })).toBeHidden()
  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('row').filter({ hasText: 'Espera' })).toHaveCount(3)
})

test('a turn or a day that is chosen right after another person moved the turn is refused', async ({
  admin,
  visitor,
  seed,
  server,
}) => {
  await seed.dias(DIAS)
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('region', { name: '1 - Salsa (3)' })).toBeVisible()
  await moveByOther(server)
  await activateDia(admin, 'Viernes')
  await expect(admin.getByText('El turno ya había cambiado.')).toBeVisible()
  await expect(visitor.getByRole('table').locator('caption')).toHaveText('1 - Salsa')

  await admin.goto('/#/control')
  await admin.getByLabel('Turno', { exact: true }).fill('3')
  await moveByOther(server)
  await admin.getByRole('button', { name: 'Guardar Turno' }).click()
  await expect(admin.getByText('El turno ya había cambiado. Revísalo y vuelve a intentarlo.')).toBeVisible()
  await expect(admin.getByText('Turno actualizado correctamente.')).toBeHidden()
  await expect(async () => {
    await admin.getByLabel('Turno', { exact: true }).fill('3')
    await admin.getByRole('button', { name: 'Guardar Turno' }).click()
    await expect(admin.getByText('Turno actualizado correctamente.')).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('the rubric is chosen, and removed with the placeholder', async ({ admin, another, seed }) => {
  await seed.dias(DIAS)
  const other = await another('admin')
  for (const page of [admin, other]) await page.goto('/#/control')
  const rubrica = admin.getByLabel('Selección de Rúbrica')
  for (const label of ['Casino', '-- Selecciona una rúbrica --']) {
    await rubrica.selectOption({ label })
    await expect(admin.getByRole('status').filter({ hasText: 'Rúbrica actualizada.' })).toBeVisible()
    await expect(other.getByLabel('Selección de Rúbrica').locator('option:checked')).toHaveText(label, SOON)
  }

  // While one choice is saved no other is taken: they could arrive in either order.
  const held = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await admin.route('**/api/rubrica', async (route) => {
    sent.push(route.request().postDataJSON())
    await held.promise
    await route.continue()
  })
  await rubrica.selectOption('Casino')
  await expect(rubrica).toHaveAttribute('aria-busy', 'true')
  await rubrica.selectOption('')
  await expect(rubrica).toHaveValue('Casino')
  held.resolve()
  await expect(rubrica).not.toHaveAttribute('aria-busy')
  expect(sent).toEqual([{ rubricaSel: 'Casino' }])
})

test('a failure shows the failed act and its reason, and the typed text stays', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/control')
  await admin.route(/\/api\/(reloj|turno|rubrica|publicacion)/, (route) =>
    route.fulfill({ status: 500, json: { code: 'server.fault', message: 'El servidor tuvo una falla.', fields: {} } }),
  )
  const said = (what: string) =>
    expect(refused(admin, `Error al actualizar ${what}: El servidor tuvo una falla.`)).toBeVisible()

  for (const [label, value, button, what] of [
    ['Hora', '2025-04-10T20:50', 'Guardar Hora', 'la hora'],
    ['Minutos por competidor', '7', 'Guardar Minutos', 'los minutos'],
    ['Turno', '2', 'Guardar Turno', 'el turno'],
  ] as const) {
    await admin.getByLabel(label, { exact: true }).fill(value)
    await admin.getByRole('button', { name: button }).click()
    await said(what)
    await expect(admin.getByLabel(label, { exact: true })).toHaveValue(value)
  }
  for (const [name, what] of [
    ['Activar Reloj', 'el reloj'],
    ['Mostrar Calificaciones a los usuarios', '«Mostrar Calificaciones a los usuarios»'],
    ['Habilitar Jueves', '«Habilitar Jueves»'],
    ['Habilitar Viernes', '«Habilitar Viernes»'],
    ['Habilitar Sábado', '«Habilitar Sábado»'],
  ] as const) {
    await admin.getByRole('switch', { name }).click()
    await said(what)
  }
  await admin.getByLabel('Selección de Rúbrica').selectOption('Casino')
  await said('la rúbrica')
})
