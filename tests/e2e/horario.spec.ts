import { expectSound, scrolledSideways } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { SOON } from './segundo.ts'

const DIAS = {
  jueves: { Salsa: ['Ana', 'Bea'] },
  viernes: { Casino: ['Eva', 'Íñigo Peña'], Bachata: ['Fito'] },
  sábado: { Mambo: ['Gil'] },
}

test('the live day is chosen first, another day shows its order without times, and the visitor follows the live day', async ({
  visitor,
  admin,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 2, hora: '2025-04-11T16:00:00.000Z' } })
  await visitor.goto('/#/horario')
  const dias = visitor.getByRole('radiogroup', { name: 'Día' })
  const dia = (name: string) => dias.getByRole('radio', { name, exact: true })
  const filas = (name: string) => visitor.getByRole('table', { name }).getByRole('row')
  await expect(dia('Jueves')).toBeChecked()
  await expect(dia('Jueves')).toHaveAccessibleDescription('en vivo')
  await expect(dias.locator('label').filter({ hasText: 'en vivo' })).toHaveText(['Juevesen vivo'])

  await dia('Viernes').check()
  await expect(filas('1 - Casino').nth(2)).toHaveText('--:--Íñigo Peña Team CubanísimoEspera')
  await expect(visitor.getByRole('table', { name: 'Salsa' })).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: 'En vivo' })).toContainText('Bea')
  await expect(visitor.getByRole('button', { name: 'Ocultar finalizados' })).toHaveCount(0)

  // The live day moves on: a visitor who chose a day stays there, and the day before shows what has finished.
  await act(admin, 'PUT', '/api/dia', { dia: 'sábado' })
  await expect(dia('Jueves')).toHaveAccessibleDescription('', SOON)
  await expect(dias.getByText('en vivo')).toHaveCount(0)
  await expect(dia('Viernes')).toBeChecked()
  await dia('Jueves').check()
  await expect(filas('1 - Salsa').nth(2)).toContainText('Finalizado')
  await visitor.getByRole('button', { name: 'Ocultar finalizados' }).click()
  await expect(visitor.getByRole('button', { name: '1 - Salsa 2 finalizados' })).toBeVisible()

  await dia('Sábado').check()
  await expect(filas('1 - Mambo').nth(1)).toContainText('Gil')
  await act(admin, 'PUT', '/api/dia', { dia: 'viernes' })
  await expect(dia('Viernes')).toBeChecked(SOON)
  await expect(filas('2 - Bachata').nth(1)).toContainText('Fito')
})

test('an entry is found by name or company on its day, and in the results while they are public', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { dia: 'viernes', selectedRow: 3, mostrarCalificaciones: true } })
  await visitor.goto('/#/horario')
  const search = visitor.getByRole('searchbox', { name: 'Buscar competidor...' })
  await visitor.getByRole('button', { name: 'Ocultar finalizados' }).click()
  await search.fill(' inigo  PEÑA ')
  await expect(visitor.getByRole('table')).toHaveCount(1)
  await expect(visitor.getByRole('table', { name: '1 - Casino' }).getByRole('row')).toHaveCount(2)
  await expect(visitor.locator('[aria-live]').filter({ hasText: /^1 competidor$/ })).toBeAttached()
  await search.fill('cubanisimo')
  await expect(visitor.locator('[aria-live]').filter({ hasText: /^3 competidores$/ })).toBeAttached()
  await search.fill('ana')
  await expect(visitor.getByText('Ningún competidor coincide.')).toBeVisible()
  await visitor.getByRole('radio', { name: 'Jueves' }).check()
  await expect(visitor.getByRole('row', { name: /Ana/ })).toBeVisible()
  await expectSound(visitor, 'a search')

  await visitor.getByRole('link', { name: 'Ver Calificaciones' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Resultados')
  await search.fill('peña')
  await expect(visitor.getByRole('region', { name: /Resultados del día/ })).toHaveCount(1)
  await expect(visitor.getByRole('table')).toHaveCount(1)
  await expect(visitor.getByRole('link', { name: /^Ver / })).toHaveCount(1)
  await expect(visitor.locator('[aria-live]').filter({ hasText: /^1 competidor$/ })).toBeAttached()
  await expectSound(visitor, 'a search in the results')
  await search.fill('nadie')
  await expect(visitor.getByText('Ningún competidor coincide.')).toBeVisible()
  await expect(visitor.getByRole('region', { name: /Resultados del día/ })).toHaveCount(0)
  expect(await scrolledSideways(visitor)).toBe(0)
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).click()
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarCalificaciones', valor: false })
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Minuto a Minuto')
  await expect(visitor.getByRole('link', { name: 'Ver Calificaciones' })).toHaveCount(0, SOON)
})

const LARGA = 'Santiago Rodríguez y Álvaro Ordóñez'
const muchas = (name: string) => Array.from({ length: 14 }, (_, index) => `${name} ${index + 1}`)

test('on a phone header, connection and card stay in sight, and a couple takes two lines', async ({
  visitor,
  seed,
}) => {
  await seed.dias(
    {
      jueves: {
        Salsa: muchas('Ana'),
        'Casino Parejas': [LARGA, ...muchas('Bea')],
        Son: muchas('Eva'),
        Timba: muchas('Luz'),
        Rumba: muchas('Lis'),
      },
    },
    { adminMinutoAMinuto: { dia: 'jueves', selectedRow: 16, hora: '2025-04-11T16:00:00.000Z' } },
  )
  for (const [width, height] of [
    [320, 740],
    [390, 844],
  ] as const) {
    await visitor.setViewportSize({ width, height })
    await visitor.goto('about:blank')
    await visitor.goto('/#/horario')
    const expectCardBelowHead = async (): Promise<void> => {
      const [head, card] = await Promise.all(
        ['.app-header', '.live-card'].map((one) => visitor.locator(one).boundingBox()),
      )
      expect(card?.y ?? 0).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
    }
    const inSight = async (): Promise<void> => {
      for (const one of [
        visitor.getByRole('button', { name: 'Menú', exact: true }),
        visitor.getByText('En vivo', { exact: true }).first(),
        visitor.getByRole('region', { name: 'En vivo' }),
      ])
        await expect(one).toBeInViewport({ ratio: 1 })
      await expectCardBelowHead()
    }
    const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
    await expect(current).toBeInViewport({ ratio: 1 })
    await inSight()
    const lower = async () => {
      const card = await visitor.locator('.live-card').boundingBox()
      return ((await current.boundingBox())?.y ?? 0) - (card?.y ?? 0) - (card?.height ?? 0)
    }
    await expect.poll(lower, 'the current row is below the card').toBeGreaterThanOrEqual(0)
    // Finished entries are not folded.
    await expect(visitor.getByRole('row', { name: /Ana 1 / })).toHaveCount(1)
    const lines = visitor.getByText(LARGA, { exact: true })
    expect(await lines.evaluate((name) => name.getClientRects()[0]?.height ?? 99)).toBeLessThan(2.5 * 20)
    // A table has its height before it is drawn: nothing jumps at a scroll.
    const heightOfLast = async () => (await visitor.locator('.horario-tabla').last().boundingBox())?.height ?? NaN
    const estimated = await heightOfLast()
    await visitor.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(visitor.getByRole('row', { name: /Lis 14/ })).toBeInViewport()
    expect(Math.abs((await heightOfLast()) - estimated)).toBeLessThan(100)
    await inSight()

    // Without a connection the same place says since when.
    await visitor.context().setOffline(true)
    await visitor.evaluate(() => window.dispatchEvent(new Event('offline')))
    await expect(visitor.getByText(/Sin conexión, datos de las? \d\d:\d\d/)).toBeInViewport({ ratio: 1 })
    await expectCardBelowHead()
    await visitor.context().setOffline(false)
  }
})
