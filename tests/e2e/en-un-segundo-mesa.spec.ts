import { expect, test } from './fixtures.ts'
import { confirm, DIAS, done, flip, MARCAS, press, row, SOON } from './segundo.ts'

test('/competidores: the turn by every button, the active day, and the order of entries', async ({
  admin,
  visitor,
  seed,
}) => {
  const entry = (nombre: string, orden?: number) => ({ nombre, categoria: 'Salsa', dia: 'jueves', orden })
  await seed.tree({
    categorias: { s: { nombre: 'Salsa', dia: 'jueves', orden: 1 }, v: { nombre: 'Casino', dia: 'viernes', orden: 1 } },
    competidores: { salsa: { a: entry('Ana', 1), b: entry('Bea', 2), c: entry('Caro', 3), d: entry('Dani') } },
  })
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

  await admin.getByLabel('Día', { exact: true }).getByRole('radio', { name: 'Viernes' }).click()
  await press(admin, 'Hacer activo')
  await expect(visitor.getByRole('table').locator('caption')).toHaveText('1 - Casino', SOON)
  await Promise.all([expect(current).toHaveCount(0, SOON), expect(row(visitor, 'Ana')).toHaveCount(0, SOON)])
  await expect(admin.getByRole('region', { name: '1 - Casino (0)' })).toContainText('Sin competidores.')
  await press(admin, /^Deshacer/)
  await expect(current).toContainText('Caro', SOON)
  await press(admin, /^Turno anterior/)
  await press(admin, /^Turno anterior/)
  await press(admin, /^Turno anterior/)
  await expect(current).toHaveCount(0, SOON)

  const order = (...names: readonly string[]) =>
    expect(visitor.locator('tbody tr')).toHaveText(
      names.map((name) => new RegExp(name)),
      SOON,
    )
  await press(admin, 'Bajar Ana')
  await order('Bea', 'Ana', 'Caro')
  await press(admin, 'Subir Ana')
  await order('Ana', 'Bea', 'Caro')
  await press(admin, 'Colocar Dani')
  await order('Ana', 'Bea', 'Caro', 'Dani')
  await confirm(admin, 'Eliminar Bea')
  await order('Ana', 'Caro', 'Dani')
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
  await expect(visitor.getByRole('button', { name: 'Calificaciones no disponibles' })).toBeVisible()

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
    if (nombre === 'jueves') await expect(admin.getByText(/Publicadas ahora: viernes y sábado/)).toBeVisible()
    await flip(admin, label)
    await expect(dia(nombre)).toBeVisible(SOON)
  }
  // Without a day that is shown, home offers no results.
  for (const label of ['Habilitar Jueves', 'Habilitar Viernes']) await flip(admin, label)
  await expect(visitor.getByRole('link', { name: 'Ver Calificaciones' })).toBeVisible()
  await flip(admin, 'Habilitar Sábado')
  await expect(visitor.getByRole('button', { name: 'Calificaciones no disponibles' })).toBeVisible(SOON)
  await flip(admin, 'Habilitar Jueves')
  await expect(dia('jueves')).toContainText('51.05', SOON)
  await flip(admin, all)
  await Promise.all([
    expect(visitor.getByRole('button', { name: 'Calificaciones no disponibles' })).toBeVisible(SOON),
    expect(ranking.getByText('51.05')).toHaveCount(0, SOON),
    expect(detail.getByText('Calificaciones no disponibles')).toBeVisible(SOON),
  ])
})
