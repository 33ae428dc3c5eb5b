import type { Page } from '@playwright/test'
import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'
import { openStill } from './quieto.ts'
import { done, press, SOON } from './segundo.ts'

const nombres = (page: Page) => page.getByRole('table').locator('tbody td:nth-child(2)')

async function add(page: Page, nombre: string): Promise<void> {
  await page.getByLabel('Nombre de la categoría').fill(nombre)
  await page.getByRole('button', { name: 'Agregar' }).click()
}

test('everybody sees at once that a category is added, moved, placed and deleted', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  const categoria = (nombre: string, orden: number) => ({ nombre, dia: 'jueves', orden })
  const entry = (nombre: string, orden: number) => ({ nombre, categoria: 'Salsa', dia: 'jueves', orden })
  await seed.tree({
    categorias: {
      s: categoria('Salsa', 1),
      b: categoria('Bachata', 2),
      p: { nombre: 'Perdida' },
      n: { dia: 'viernes' },
    },
    competidores: { salsa: { a: entry('Ana', 1), e: entry('Eva', 2) } },
  })
  const other = await another('admin')
  for (const page of [admin, other]) await page.goto('/#/categorias')
  await visitor.goto('/#/horario')
  const expectAll = async (...names: readonly string[]) => {
    await expect(nombres(other)).toHaveText([...names], SOON)
    await expect(visitor.getByRole('table').locator('caption')).toHaveText(
      names.map((nombre, at) => new RegExp(`${at + 1} - ${nombre}`)),
      SOON,
    )
  }
  await expectAll('Salsa', 'Bachata')
  await admin.getByLabel('Nombre de la categoría').fill('  Rueda de Casino ')
  await press(admin, 'Agregar')
  await expectAll('Salsa', 'Bachata', 'Rueda de Casino')
  await expect(admin.getByRole('row', { name: /Rueda de Casino/ })).toContainText('Casino, 8')

  const up = admin.getByRole('button', { name: 'Subir Rueda de Casino' })
  await done(admin, () => up.press('Enter'))
  await expectAll('Salsa', 'Rueda de Casino', 'Bachata')
  await expect(up).toBeFocused()
  await up.press('Enter')
  await expectAll('Rueda de Casino', 'Salsa', 'Bachata')
  await expect(up).toBeDisabled()
  await expect(admin.getByRole('button', { name: 'Bajar Rueda de Casino' })).toBeFocused()
  await expect(admin.getByRole('button', { name: 'Bajar Bachata' })).toBeDisabled()

  // A category without a day or a name is listed apart until it has both.
  const corner = admin.getByRole('region', { name: 'Sin día' })
  await corner.getByLabel('Día de Perdida').selectOption('Jueves')
  await press(admin, 'Guardar Perdida')
  await expectAll('Rueda de Casino', 'Salsa', 'Bachata', 'Perdida')
  await corner.getByLabel('Nombre de Sin nombre').fill('Hallada')
  await press(admin, 'Guardar Sin nombre')
  await expect(corner).toBeHidden()

  await other.getByRole('button', { name: 'Eliminar Salsa' }).click()
  const question = other.getByRole('alertdialog', {
    name: '¿Estás seguro que deseas eliminar la categoría "Salsa" junto con sus competidores y música?',
  })
  await expect(question).toContainText('2 competidores')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await done(other, () => question.getByRole('button', { name: 'Eliminar' }).click())
  await expectAll('Rueda de Casino', 'Bachata', 'Perdida')
  await admin.getByRole('radio', { name: 'Viernes' }).check()
  await expect(nombres(admin)).toHaveText(['Hallada'])
})

test('on any day, during a search, a row moves past its visible neighbour and no further', async ({
  admin,
  visitor,
  seed,
}) => {
  const largo = 'Bachata Sensual Amateur Parejas'
  await seed.dias({ jueves: { Salsa: [], Bachata: [], Rueda: [], 'Salsa libre': [] }, viernes: { [largo]: ['Eva'] } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/categorias')
  const day = (name: string) => admin.getByRole('radio', { name, exact: true })
  await day('Viernes').check()
  await expect(day('Jueves')).toHaveAccessibleDescription('Día activo')
  await expect(day('Viernes')).toHaveAccessibleDescription('')
  await expect(nombres(admin)).toHaveText([largo])
  // On a laptop a row has two lines, with its two selects side by side.
  const row = admin.getByRole('row', { name: largo })
  const topOf = async (name: string) => (await row.getByLabel(`${name} de ${largo}`).boundingBox())?.y
  expect((await row.boundingBox())?.height).toBeLessThan(75)
  expect(await topOf('Criterios')).toBe(await topOf('Método'))
  await expect(row.getByLabel(`Cupo de ${largo}`), 'no limit is no figure').not.toHaveAttribute('placeholder')
  await admin.getByLabel('Buscar por nombre').fill('SAL')
  await expect(admin.getByText('Sin categorías.')).toBeVisible()
  await expect(admin.getByRole('columnheader', { name: 'Orden' })).toBeVisible()
  await expect(visitor.getByRole('table', { name: '1 - Salsa' })).toBeVisible()

  await day('Jueves').check()
  await admin.getByLabel('Buscar por nombre').fill('salsa')
  await expect(nombres(admin)).toHaveText(['Salsa', 'Salsa libre'])
  await expect(admin.getByRole('button', { name: 'Bajar Salsa libre' })).toBeDisabled()
  await admin.getByRole('button', { name: 'Subir Salsa libre' }).click()
  await expect(nombres(admin)).toHaveText(['Salsa libre', 'Salsa'])
  await expect(admin.getByRole('button', { name: 'Subir Salsa libre' })).toBeDisabled()
  await admin.getByLabel('Buscar por nombre').fill('')
  await expect(nombres(admin)).toHaveText(['Salsa libre', 'Salsa', 'Bachata', 'Rueda'])
})

test('a row that moves only after its press was answered keeps the focus', async ({ admin, server, seed }) => {
  await seed.dias({ jueves: { Salsa: [], Bachata: [], Rueda: [] } })
  await admin.goto('/#/categorias')
  const asked: string[] = []
  // The answer arrives, but the change never does: the wait for it has a limit.
  await admin.route('**/api/categorias/*/orden', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ json: {}, headers: { 'x-revision': '999999' } })
  })
  const up = admin.getByRole('button', { name: 'Subir Rueda' })
  for (const [names, heir] of [
    [['Salsa', 'Rueda', 'Bachata'], 'Subir Rueda'],
    [['Rueda', 'Salsa', 'Bachata'], 'Bajar Rueda'],
  ] as const) {
    await up.press('Enter')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await expect(up).not.toHaveAttribute('aria-busy')
    await admin.request.post(asked.pop() ?? '', { data: { direccion: 'up' }, headers: { origin: server.url } })
    await expect(nombres(admin)).toHaveText([...names])
    await expect(admin.getByRole('button', { name: heir })).toBeFocused()
  }
})

test('an empty name is ignored, and the refusal of a name that its day has is shown for three seconds', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: [] }, viernes: { Bachata: [] } })
  await openStill(admin, '/#/categorias', nombres(admin).first())
  const refused = admin.getByText('La categoría ya existe para este día.')

  await add(admin, '   ')
  await add(admin, ' SALSA ')
  await expect(admin.getByRole('alert')).toHaveText('La categoría ya existe para este día.')
  await expect(nombres(admin)).toHaveText(['Salsa'])
  await admin.clock.runFor(2_900)
  await expect(refused).toBeVisible()
  await admin.clock.runFor(100)
  await expect(refused).toBeHidden()
  await expect(admin.getByRole('alert')).toHaveCount(0)
  await admin.clock.resume()

  await admin.getByRole('radio', { name: 'Viernes' }).check()
  await admin.getByRole('button', { name: 'Agregar' }).click()
  await expect(nombres(admin)).toHaveText(['Bachata', 'SALSA'])
})

test('a load or a deletion that fails says so, is logged and can be tried again', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: [] } })
  await admin.route(/views=[^&]*categorias/, (route) => route.abort())
  await admin.goto('/#/categorias')
  await expect(admin.getByText('No se cargaron las categorías')).toBeVisible()
  await expect(admin.getByRole('table').locator('tbody tr')).toHaveCount(0)
  await admin.unrouteAll()
  await admin.getByRole('button', { name: 'Reintentar' }).click()
  await expect(nombres(admin)).toHaveText(['Salsa'])

  await admin.route('**/api/categorias/*', (route) => route.fulfill({ status: 500, json: { code: 'server.fault' } }))
  const logged = admin.waitForEvent('console', (message) => message.text().includes('could not be deleted'))
  await admin.getByRole('button', { name: 'Eliminar Salsa' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()

  await logged
  await expect(admin.getByRole('alertdialog').getByRole('alert')).toContainText('No se eliminó la categoría.')
  await expect(nombres(admin)).toHaveText(['Salsa'])
  await admin.unrouteAll()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Categoría eliminada: Salsa.' })).toBeVisible()
  await expect(nombres(admin)).toHaveCount(0)
})

test('the refusal of a limit is shown also after its page was left', async ({ admin, seed }) => {
  await seed.dias({ jueves: { Salsa: [] } })
  await admin.goto('/#/categorias')
  const { release } = await hold(admin, '**/api/categorias/*/cupo')
  await admin.getByLabel('Cupo de Salsa').fill('5')
  await admin.getByRole('button', { name: 'Menú' }).click()
  await admin.getByRole('navigation').getByRole('link', { name: 'Usuarios', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Lista de Usuarios' })).toBeVisible()
  release({ status: 409, message: 'No se pudo.' })
  await expect(admin.getByRole('alert')).toContainText('No se guardó el cupo de Salsa. No se pudo.')
})

test('a category gets another name and another day by the keyboard, and a taken name is said in the open dialog', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'], Bachata: [] }, viernes: { Casino: [] } })
  await admin.goto('/#/categorias')
  await admin.getByRole('button', { name: 'Cambiar nombre de Salsa' }).press('Enter')
  const naming = admin.getByRole('dialog', { name: 'Cambiar nombre de Salsa' })
  await naming.getByLabel('Nombre').fill('bachata')
  await naming.getByLabel('Nombre').press('Enter')
  await expect(naming.getByRole('alert')).toContainText('La categoría ya existe para este día.')
  await naming.getByLabel('Nombre').fill('Salsa cubana')
  await naming.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(admin.getByText('Categoría renombrada.')).toBeVisible()
  await expect(nombres(admin)).toHaveText(['Salsa cubana', 'Bachata'])

  await admin.getByRole('button', { name: 'Cambiar día de Salsa cubana' }).press('Enter')
  const moving = admin.getByRole('dialog', { name: 'Cambiar día de Salsa cubana' })
  await moving.getByLabel('Día').selectOption({ label: 'Viernes' })
  await moving.getByRole('button', { name: 'Mover' }).press('Enter')
  await expect(admin.getByText('Categoría movida al viernes.')).toBeVisible()
  await expect(nombres(admin)).toHaveText(['Bachata'])
  await admin.getByRole('radio', { name: 'Viernes' }).check({ force: true })
  await expect(nombres(admin)).toHaveText(['Casino', 'Salsa cubana'])
})
