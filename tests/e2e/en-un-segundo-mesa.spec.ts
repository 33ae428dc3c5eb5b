import { expect, test } from './fixtures.ts'
import { signedIn } from './people.ts'
import { confirm, DIAS, done, flip, MARCAS, press, row, SOON } from './segundo.ts'

test('/competidores: the turn by every button, and the active day', async ({ admin, visitor, seed }) => {
  await seed.dias(DIAS)
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
  await expect(row(visitor, 'Caro')).toBeVisible()

  await press(admin, /^Siguiente turno/)
  await expect(current).toContainText('Ana', SOON)
  await done(admin, () => admin.getByRole('button', { name: 'Caro', exact: true }).click())
  await expect(current).toContainText('Caro', SOON)
  await press(admin, /^Turno anterior/)
  await expect(current).toContainText('Bea', SOON)
  await press(admin, /^Deshacer/)
  await expect(current).toContainText('Caro', SOON)

  await admin.getByRole('radio', { name: 'Viernes' }).click()
  await press(admin, 'Hacer activo')
  await Promise.all([expect(row(visitor, 'Eva')).toBeVisible(SOON), expect(row(visitor, 'Ana')).toHaveCount(0, SOON)])
  await press(admin, /^Deshacer/)
  await expect(current).toContainText('Caro', SOON)
})

test('of nine presses of the turn the middle one is on the visitor’s screen within a second', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: Array.from({ length: 9 }, (_, index) => `Dúo ${index + 1}`) } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  const took: number[] = []
  for (let turno = 1; turno <= 9; turno += 1) {
    await press(admin, 'Siguiente turno')
    const acknowledged = performance.now()
    await expect(visitor.getByRole('row', { name: `Dúo ${turno} ` })).toContainText('Compitiendo')
    took.push(performance.now() - acknowledged)
  }
  expect(took.toSorted((a, b) => a - b)[4]).toBeLessThan(1_000)
})

test('/competidores: an entry moved, placed, deleted', async ({ admin, visitor, seed }) => {
  const entry = (nombre: string, orden?: number) => ({
    nombre,
    compania: 'Son',
    categoria: 'Salsa',
    dia: 'jueves',
    orden,
  })
  await seed.tree({
    categorias: { s: { nombre: 'Salsa', dia: 'jueves', orden: 1 } },
    competidores: { salsa: { a: entry('Ana', 1), b: entry('Bea', 2), c: entry('Caro') } },
  })
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  const order = (...names: readonly string[]) =>
    expect(visitor.locator('tbody tr')).toHaveText(
      names.map((name) => new RegExp(name)),
      SOON,
    )
  await expect(row(visitor, 'Bea')).toBeVisible()

  await press(admin, 'Bajar Ana')
  await order('Bea', 'Ana')
  await press(admin, 'Subir Ana')
  await order('Ana', 'Bea')
  await press(admin, 'Colocar Caro')
  await order('Ana', 'Bea', 'Caro')
  await confirm(admin, 'Eliminar Bea')
  await order('Ana', 'Caro')
})

/** The hour in the event's zone, six hours from now: what the clock does not show by itself. */
const later = () =>
  new Date(Date.now() + 6 * 3_600_000).toLocaleString('sv-SE', { timeZone: 'America/Mexico_City' }).slice(0, 16)

test('/control: the hour, the minutes, the clock, the turn and the rubric', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, { adminCompetencia: { rubricas: ['General', 'Casino'], rubricaSel: 'General' } })
  await visitor.goto('/#/horario')
  const other = await another('admin')
  await other.goto('/#/control')
  await admin.goto('/#/control')
  const [fecha = '', hora = ''] = later().split(' ')
  await expect(row(visitor, 'Ana')).toBeVisible()

  await admin.getByLabel('Hora', { exact: true }).fill(`${fecha}T${hora}`)
  await press(admin, 'Guardar Hora')
  await expect(row(visitor, 'Ana')).toContainText(hora, SOON)
  const bea = await row(visitor, 'Bea').textContent()
  await admin.getByLabel('Minutos por competidor').fill('11')
  await press(admin, 'Guardar Minutos')
  await expect(row(visitor, 'Bea')).not.toHaveText(bea ?? '', SOON)
  await admin.getByLabel('Turno', { exact: true }).fill('2')
  await press(admin, 'Guardar Turno')
  await expect(row(visitor, 'Bea')).toContainText('Compitiendo', SOON)
  await expect(row(visitor, 'Bea')).toContainText(hora, SOON)
  await flip(admin, 'Activar Reloj')
  await expect(row(visitor, 'Bea')).not.toContainText(hora, SOON)
  // No screen of the public shows it: the other administrator's does.
  await done(admin, () => admin.getByLabel('Selección de Rúbrica').selectOption('Casino'))
  await expect(other.getByLabel('Selección de Rúbrica')).toHaveValue('Casino', SOON)
})

test('/control: every switch of the results, on and off, at home, in the ranking and in a detail', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias(DIAS, { calificaciones: MARCAS })
  const [ranking, detail] = [await another('visitante'), await another('visitante')]
  await visitor.goto('/#/')
  await ranking.goto('/#/calificaciones')
  await detail.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  await admin.goto('/#/control')
  const dia = (nombre: string) => ranking.getByRole('region', { name: `Resultados del día: ${nombre}` })
  const all = 'Mostrar Calificaciones a los usuarios'
  await expect(detail.getByText('Calificaciones no disponibles')).toBeVisible()

  await flip(admin, all)
  await Promise.all([
    expect(visitor.getByRole('link', { name: 'Ver Calificaciones' })).toBeVisible(SOON),
    expect(dia('jueves')).toContainText('51.05', SOON),
    expect(detail.getByRole('table')).toContainText('51.05', SOON),
  ])
  for (const [label, nombre] of [
    ['Habilitar Jueves', 'jueves'],
    ['Habilitar Viernes', 'viernes'],
    ['Habilitar Sábado', 'sábado'],
  ] as const) {
    await flip(admin, label)
    await expect(dia(nombre)).toHaveCount(0, SOON)
    if (nombre === 'jueves') await expect(detail.getByText('51.05')).toHaveCount(0, SOON)
    await flip(admin, label)
    await expect(dia(nombre)).toBeVisible(SOON)
  }
  await flip(admin, all)
  await Promise.all([
    expect(visitor.getByRole('button', { name: 'Calificaciones no disponibles' })).toBeVisible(SOON),
    expect(ranking.getByText('51.05')).toHaveCount(0, SOON),
    expect(detail.getByText('Calificaciones no disponibles')).toBeVisible(SOON),
  ])
})

test('/control: the period and the limit of entries reach the entry form', async ({ admin, visitor, seed }) => {
  await seed.dias(DIAS)
  const competitor = await signedIn(visitor, '/competencia')
  await admin.goto('/#/control')
  const rules = async (desde: string, hasta: string, maximo: string) => {
    await admin.getByLabel('Inscripciones desde').fill(desde)
    await admin.getByLabel('Inscripciones hasta').fill(hasta)
    await admin.getByLabel('Máximo por categoría').fill(maximo)
    await press(admin, 'Guardar Inscripciones')
  }
  await expect(competitor.getByRole('button', { name: 'Inscribir' })).toBeVisible()
  await rules('', '2025-04-10T12:00', '0')
  await expect(competitor.getByText('Las inscripciones ya cerraron')).toBeVisible(SOON)
  await rules('2999-03-01T09:00', '', '0')
  await expect(competitor.getByText('Las inscripciones abren el 1 de marzo')).toBeVisible(SOON)
  await rules('', '2999-04-10T12:00', '3')
  await Promise.all([
    expect(competitor.getByText('Inscripciones abiertas hasta el 10 de abril')).toBeVisible(SOON),
    expect(competitor.getByRole('option', { name: '1 - Salsa (llena)' })).toBeAttached(SOON),
    expect(competitor.getByRole('option', { name: '2 - Bachata', exact: true })).toBeAttached(SOON),
  ])
})
