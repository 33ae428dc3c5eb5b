import type { Page } from '@playwright/test'
import { activateDia, expect, test, testWithProcess } from './fixtures.ts'
import { SOON } from './segundo.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Bachata: ['Dani'] }, viernes: { Casino: ['Eva', 'Fito'] } }

testWithProcess(
  'a visitor sees every act of the organiser at once, without reloading, also after a restart',
  async ({ admin, visitor, seed, serverProcess }) => {
    await seed.dias(DIAS)
    await visitor.goto('/#/horario')
    await admin.goto('/#/competidores')
    const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
    await expect(visitor.getByRole('row', { name: /Caro/ })).toBeVisible()

    await admin.getByRole('button', { name: 'Siguiente turno' }).click()
    await expect(current).toContainText('Ana', SOON)
    await admin.getByRole('button', { name: 'Bajar Ana' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Continuar' }).click()
    await expect(visitor.getByRole('table').first().getByRole('row').nth(1)).toContainText('Bea', SOON)
    await expect(current).toContainText('Ana', SOON)

    await serverProcess.stop('SIGKILL')
    await expect(visitor.getByText(/Sin conexión, datos de las? \d\d:\d\d/)).toBeVisible()
    await serverProcess.start()
    await expect(visitor.getByText(/Sin conexión/)).toBeHidden()
    await expect(admin.getByText(/Sin conexión/)).toBeHidden()

    await admin.getByRole('button', { name: 'Siguiente turno' }).click()
    await expect(current).toContainText('Caro', SOON)
  },
)

test('two administrators who press at once make one step', async ({ admin, another, visitor, seed }) => {
  await seed.dias(DIAS)
  const other = await another('admin')
  const desks = [admin, other].map((page) => page.getByRole('button', { name: 'Siguiente turno' }))
  await visitor.goto('/#/horario')
  for (const page of [admin, other]) await page.goto('/#/competidores')
  for (const desk of desks) await expect(desk).toBeEnabled()

  // Both presses are held on their way until the other has been made: neither screen can know of the other's.
  const both = await Promise.all([admin, other].map((page) => holdNext(page)))
  for (const desk of desks) await desk.click()
  for (const { sent } of both) await (await sent)()

  await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' })).toContainText('Ana')
  await expect(visitor.getByRole('row').filter({ hasText: 'Finalizado' })).toHaveCount(0)
})

test('the turn is moved and undone by keyboard alone, and a screen reader hears it once', async ({ admin, seed }) => {
  await seed.dias(DIAS)
  await admin.addInitScript(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    const read = ({ type, target, addedNodes }: MutationRecord): void => {
      const region = document.querySelector('.toasts [aria-live]')
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const now = node.textContent?.replace(/Deshacer$/, '') ?? ''
        if (region?.contains(node) && now !== '') said.push(now)
      }
    }
    new MutationObserver((records) => {
      for (const record of records) read(record)
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).focus()
  const moves = [
    ['PageDown', 'Turno 1: Ana'],
    ['PageDown', 'Turno 2: Bea'],
    ['PageUp', 'Turno 1: Ana'],
    ['Control+z', 'Deshecho. Turno 2: Bea'],
  ] as const
  for (const [key, text] of moves) {
    await admin.keyboard.press(key)
    await expect(admin.getByRole('status').filter({ hasText: text })).toBeVisible()
    await expect(admin.locator('[aria-current="true"]')).toContainText(text.slice(-3))
  }
  expect(await admin.evaluate(() => Reflect.get(window, 'said'))).toEqual(moves.map(([, text]) => text))

  // While the stream is down, the message does not name the turn before the move.
  await admin.route('**/api/live*', () => {})
  await admin.reload()
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  const message = admin.getByRole('status').filter({ hasText: /turno|El cambio se guardó/i })
  await expect(message).toContainText('El cambio se guardó, pero esta pantalla todavía no lo muestra.')
})

test('quick presses of one person all count; presses that wait behind a failure or for too long are dropped', async ({
  admin,
  seed,
}) => {
  const start = Date.now()
  await admin.clock.setFixedTime(start)
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  const next = admin.getByRole('button', { name: 'Siguiente turno' })
  const current = admin.locator('[aria-current="true"]')
  const { sent } = await holdNext(admin)
  await next.click()
  const release = await sent
  await next.click()
  await admin.keyboard.press('PageDown')
  await release()
  await expect(current).toContainText('Caro')

  const refused = Promise.withResolvers<() => Promise<void>>()
  await admin.route(
    '**/api/turno/paso',
    (route) => refused.resolve(() => route.fulfill({ status: 500, json: { code: 'fault', message: 'No se pudo.' } })),
    { times: 1 },
  )
  await next.click()
  const refuse = await refused.promise
  await next.click()
  await refuse()
  const fault = admin.getByRole('alert').filter({ hasText: 'Error al actualizar el turno: No se pudo.' })
  await expect(fault).toBeVisible()
  await expect(next).not.toHaveAttribute('aria-busy')
  await expect(current).toContainText('Caro')

  // The message about a turn that was chosen in a row has the undo.
  await admin.getByRole('button', { name: 'Ana', exact: true }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Turno 1: Ana' })).toBeVisible()
  await expect(fault).toHaveCount(0)
  await admin.locator('.toasts').getByText('Deshacer').click()
  await expect(admin.getByRole('status').filter({ hasText: 'Deshecho. Turno 3: Caro' })).toBeVisible()
  await expect(current).toContainText('Caro')

  const slow = await holdNext(admin)
  await next.click()
  const letGo = await slow.sent
  await next.click()
  await admin.clock.setFixedTime(start + 4_000)
  await letGo()
  await expect(admin.getByRole('alert').filter({ hasText: 'La conexión tardó' })).toBeVisible()
  await expect(current).toContainText('Dani')
})

test('an administrator looks at another day and orders it without changing the public one, until it is made active', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  await seed.dias({ ...DIAS, sábado: { Mambo: ['Gil'] } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  const current = visitor.getByRole('row').filter({ hasText: 'Compitiendo' })
  await expect(current).toContainText('Ana')
  const question = admin.getByRole('alertdialog', { name: '¿Hacer activo el viernes?' })
  const answer = (name: string) => question.getByRole('button', { name }).click()
  const day = (name: string) => admin.getByRole('radio', { name })

  await admin.getByRole('radio', { name: 'Jueves' }).focus()
  await admin.keyboard.press('ArrowRight')
  await expect(day('Viernes')).toBeFocused()
  await expect(day('Jueves')).toBeChecked()
  await expect(question).toBeHidden()
  await admin.keyboard.press('Enter')
  await answer('Cancelar')
  await expect(day('Jueves')).toBeChecked()
  await day('Viernes').click()
  await answer('Solo ver')
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Competidores por Categoría: viernes')
  await expect(admin.getByText('Total de competidores: 2')).toBeVisible()
  await expect(admin.getByText('El público ve el jueves.', { exact: true })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Eva', exact: true })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Bajar Eva' }).click()
  await expect(admin.getByRole('region', { name: '1 - Casino (2)' }).getByRole('row').nth(1)).toContainText('Fito')
  await admin.getByRole('button', { name: 'Siguiente turno' }).click()
  await expect(current).toContainText('Bea')

  // Another administrator makes another day active: the look stays where it is, and says so.
  const other = await another('admin')
  await other.goto('/#/competidores')
  await activateDia(other, 'Sábado')
  await expect(admin.getByText('El público ve el sábado.', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('row', { name: /Gil/ })).toBeVisible()
  // Within 700 ms of the other administrator's act, this one is not taken.
  const activate = admin.getByRole('button', { name: 'Hacer activo' })
  await expect(async () => {
    if (await activate.isVisible()) await activate.click({ timeout: 500 })
    await expect(visitor.getByRole('row').nth(1)).toContainText('Fito', { timeout: 1_000 })
  }).toPass()
  await expect(admin.getByText('Solo estás viendo')).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Eva', exact: true })).toBeVisible()

  // An administrator who looks at one day and makes another active sees the active day.
  const title = admin.getByRole('heading', { level: 1 })
  await activateDia(admin, 'Jueves')
  await expect(title).toHaveText('Competidores por Categoría: jueves')
  await day('Viernes').click()
  await answer('Solo ver')
  // No button of the row that stands on narrow screens alone is given the focus.
  await admin.getByRole('button', { name: 'Eliminar Eva' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(admin.getByRole('row', { name: /Fito/ }).locator(':focus')).toHaveCount(1)
  await day('Sábado').click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Hacer activo' }).click()
  await expect(title).toHaveText('Competidores por Categoría: sábado')
  await expect(admin.getByText('Solo estás viendo')).toBeHidden()
})

interface Held {
  /** Resolves once it is under way, with how to let it go. */
  readonly sent: Promise<() => Promise<void>>
}

/** Holds the next step of the turn that a page sends, from the moment this is answered. */
async function holdNext(page: Page): Promise<Held> {
  const { promise: sent, resolve } = Promise.withResolvers<() => Promise<void>>()
  await page.route('**/api/turno/paso', (route) => resolve(() => route.continue()), { times: 1 })
  return { sent }
}
