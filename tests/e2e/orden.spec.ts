import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { done } from './segundo.ts'

const SALSA = ['Ana', 'Beto', 'Caro', 'Dani', 'Elsa']

/** The rows of a category, in order. */
const rowsOf = (page: Page, categoria = 'Salsa'): Locator =>
  page.getByRole('region', { name: categoria }).locator('tr[data-competidor]')

const handle = (page: Page, nombre: string): Locator =>
  page.getByRole('button', { name: `Arrastrar ${nombre}`, exact: true })

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags the handle of an entry to the middle of that of another one, and by `past` px past it. Does not let go. */
async function dragTo(page: Page, nombre: string, over: string, past: number): Promise<void> {
  const from = await middleOf(handle(page, nombre))
  const to = await middleOf(handle(page, over))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 10, { steps: 3 })
  await page.mouse.move(to.x, to.y + past, { steps: 8 })
  await expect(page.locator('[data-suelta]')).toBeVisible()
}

const inOrder = (page: Page, ...nombres: readonly string[]) =>
  expect(rowsOf(page)).toHaveText(nombres.map((nombre) => new RegExp(nombre)))

const LARGO = 'Compañía de danza contemporánea y ritmos latinos de la Ciudad de México'
/** Rows of one height by mouse, and of two heights by finger. */
const DRAGS = [
  { device: 'mouse', width: 1280, height: 800, nombres: SALSA },
  {
    device: 'touch',
    width: 320,
    height: 640,
    nombres: SALSA.map((nombre, index) => (index % 2 ? `${nombre} ${LARGO}` : nombre)),
  },
] as const

/** Moves of a pointer, as a mouse and as a finger make them. */
async function pointerOf(page: Page, device: (typeof DRAGS)[number]['device']) {
  if (device === 'mouse')
    return {
      down: async (x: number, y: number) => {
        await page.mouse.move(x, y)
        await page.mouse.down()
      },
      move: (x: number, y: number) => page.mouse.move(x, y),
      up: () => page.mouse.up(),
    }
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
  }
}

test('a row that is renamed under the finger, and grows, stays with it and lands first', async ({
  seed,
  admin,
  another,
}) => {
  await seed.dias({ jueves: { Salsa: SALSA } })
  const other = await another('admin')
  await other.goto('/#/competidores')
  await admin.setViewportSize({ width: 390, height: 844 })
  await admin.goto('/#/competidores')
  const pointer = await pointerOf(admin, 'touch')
  await handle(admin, 'Caro').evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const { x, y } = await middleOf(handle(admin, 'Caro'))
  await pointer.down(x, y)
  await pointer.move(x, y - 12)
  await expect(admin.locator('[data-arrastrada]')).toHaveCount(1)
  await other.getByRole('button', { name: 'Editar Caro' }).click()
  const editor = other.getByRole('dialog', { name: 'Editar Competidor' })
  await editor.getByLabel('Nombre del competidor').fill(`Caro ${LARGO}`)
  await editor.getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.locator('[data-arrastrada]')).toContainText(LARGO)
  await pointer.move(x, (await middleOf(handle(admin, 'Ana'))).y)
  await pointer.up()
  await inOrder(admin, `Caro ${LARGO}`, 'Ana', 'Beto', 'Dani', 'Elsa')
})

test('a dancer who has no time between two turns is told on the desk of the active day, until the order changes', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto'], Son: ['Beto', 'Caro', 'Dani', 'Elsa'] } })
  await admin.goto('/#/competidores')
  const pending = admin.getByRole('region', { name: 'Por resolver' })
  await expect(pending).toContainText('Sin tiempo para cambiarse: Beto, turnos 2 y 3.')
  await admin.getByRole('region', { name: 'Son' }).getByRole('button', { name: 'Bajar Beto' }).click()
  await expect(pending).toContainText('Sin tiempo para cambiarse: Beto, turnos 2 y 4.')
  await admin.getByRole('button', { name: 'Subir Beto' }).first().click()
  await expect(pending).not.toContainText('Sin tiempo')
})

test.describe('the order of a category', () => {
  test.beforeEach(async ({ seed, admin }) => {
    await seed.dias({ jueves: { Salsa: SALSA, Son: ['Fede', 'Gala'] } })
    await admin.setViewportSize({ width: 1280, height: 900 })
    await admin.goto('/#/competidores')
    await expect(handle(admin, 'Ana')).toBeVisible()
  })

  test('a row is dragged to its place under the pointer; Escape or its deletion ends the drag', async ({ admin }) => {
    // The page can scroll in both directions.
    await admin.evaluate(() => window.scrollTo(0, 120))
    const { y } = await middleOf(handle(admin, 'Beto'))
    await dragTo(admin, 'Dani', 'Beto', -8)
    await admin.mouse.up()
    await inOrder(admin, 'Ana', 'Dani', 'Beto', 'Caro', 'Elsa')
    await expect.poll(async () => Math.abs((await middleOf(handle(admin, 'Dani'))).y - (y - 8))).toBeLessThan(4)
    await expect(admin.getByText('Dani: lugar 2 de 5.')).toBeAttached()
    await expect(admin.locator('[data-arrastrada], [data-suelta]')).toHaveCount(0)

    await dragTo(admin, 'Ana', 'Elsa', 12)
    await admin.mouse.up()
    await inOrder(admin, 'Dani', 'Beto', 'Caro', 'Elsa', 'Ana')
    // A drag is no click: no dialog asks for the place.
    await expect(admin.getByRole('dialog')).toHaveCount(0)

    // Escape cancels, and a drag whose entry is deleted ends.
    await dragTo(admin, 'Elsa', 'Beto', -8)
    await admin.keyboard.press('Escape')
    await admin.mouse.up()
    await expect(admin.locator('[data-arrastrada], [data-suelta]')).toHaveCount(0)
    await inOrder(admin, 'Dani', 'Beto', 'Caro', 'Elsa', 'Ana')
    await dragTo(admin, 'Elsa', 'Beto', -8)
    await act(admin, 'DELETE', '/api/competidores/jueves-1-5')
    await inOrder(admin, 'Dani', 'Beto', 'Caro', 'Ana')
    await admin.mouse.up()
    await expect(admin.locator('[data-suelta]')).toHaveCount(0)
    await inOrder(admin, 'Dani', 'Beto', 'Caro', 'Ana')
  })

  test.describe('two desks drag at once', () => {
    const names = (page: Page) => rowsOf(page).locator('.row-select').allTextContents()

    /** Both desks and the server have one order with each entry once, and no desk says that something failed. */
    async function agree(one: Page, other: Page): Promise<void> {
      for (const page of [one, other]) await expect(page.locator('[data-arrastrada], [data-suelta]')).toHaveCount(0)
      const stored = await fresh(one)
      expect(stored.toSorted()).toEqual(SALSA)
      for (const page of [one, other]) await expect.poll(() => names(page)).toEqual(stored)
      await expect(one.getByRole('alert')).toHaveCount(0)
      await expect(other.getByRole('alert')).toHaveCount(0)
    }

    /** The order that a page shows that opens now. */
    async function fresh(one: Page): Promise<string[]> {
      const page = await one.context().newPage()
      await page.goto('/#/competidores')
      await expect(handle(page, 'Ana')).toBeVisible()
      const seen = await names(page)
      await page.close()
      return seen
    }

    /** Both let go, and the server has answered both. */
    const drop = (...pages: readonly Page[]) => Promise.all(pages.map((page) => done(page, () => page.mouse.up())))

    /** A second desk. Neither scrolls during a drag. */
    async function desk(admin: Page, another: (who: 'admin') => Promise<Page>): Promise<Page> {
      const other = await another('admin')
      for (const page of [admin, other]) await page.setViewportSize({ width: 1280, height: 1400 })
      await other.goto('/#/competidores')
      await expect(handle(other, 'Ana')).toBeVisible()
      return other
    }

    test('one drops while the other holds a row, which keeps its place under the pointer', async ({
      admin,
      another,
    }) => {
      const other = await desk(admin, another)
      await dragTo(admin, 'Elsa', 'Beto', -8)
      const { y } = await middleOf(handle(admin, 'Elsa'))
      await dragTo(other, 'Ana', 'Elsa', 12)
      await other.mouse.up()
      await inOrder(admin, 'Beto', 'Caro', 'Dani', 'Elsa', 'Ana')
      await expect(admin.locator('[data-arrastrada]')).toContainText('Elsa')
      await expect.poll(async () => Math.abs((await middleOf(handle(admin, 'Elsa'))).y - y)).toBeLessThan(4)
      const at = await middleOf(handle(admin, 'Caro'))
      await admin.mouse.move(at.x, at.y - 8, { steps: 4 })
      await admin.mouse.up()
      await inOrder(admin, 'Beto', 'Elsa', 'Caro', 'Dani', 'Ana')
      await agree(admin, other)
    })

    test('both drop in one moment, two rows or the same one: one order stands on both, and nothing is lost', async ({
      admin,
      another,
    }) => {
      const other = await desk(admin, another)
      await Promise.all([dragTo(admin, 'Elsa', 'Beto', -8), dragTo(other, 'Beto', 'Dani', 8)])
      await drop(admin, other)
      await agree(admin, other)

      const [first = '', , third = '', , last = ''] = await names(admin)
      await Promise.all([dragTo(admin, third, first, -8), dragTo(other, third, last, 12)])
      await drop(admin, other)
      await agree(admin, other)
    })
  })

  test('Enter on the handle asks for the place, as Mover a… among the acts does', async ({ admin }) => {
    await handle(admin, 'Ana').press('Enter')
    const dialog = admin.getByRole('dialog', { name: 'Mover a Ana' })
    await expect(dialog.getByLabel('Lugar')).toHaveValue('1')
    for (const wrong of ['0', '6', 'dos', '']) {
      await dialog.getByLabel('Lugar').fill(wrong)
      await dialog.getByRole('button', { name: 'Mover', exact: true }).click()
      await expect(dialog.getByRole('alert').filter({ hasText: 'Escribe un lugar de 1 a 5.' })).toBeVisible()
    }
    await dialog.getByLabel('Lugar').fill('4')
    await dialog.getByLabel('Lugar').press('Enter')
    await expect(dialog).toHaveCount(0)
    await inOrder(admin, 'Beto', 'Caro', 'Dani', 'Ana', 'Elsa')
    await expect(handle(admin, 'Ana')).toBeFocused()
    await expect(admin.getByText('Ana: lugar 4 de 5.')).toBeAttached()

    await admin.getByRole('button', { name: 'Más acciones de Elsa' }).click()
    await admin.getByRole('button', { name: 'Mover a…' }).click()
    const again = admin.getByRole('dialog', { name: 'Mover a Elsa' })
    await again.getByLabel('Lugar').fill('1')
    await again.getByRole('button', { name: 'Mover', exact: true }).click()
    await inOrder(admin, 'Elsa', 'Beto', 'Caro', 'Dani', 'Ana')
  })

  test('a draw asks first, wants a reason the second time, and is refused once the category began', async ({
    admin,
  }) => {
    const draw = admin.getByRole('button', { name: 'Sortear orden de Salsa' })
    const question = admin.getByRole('alertdialog', { name: '¿Sortear el orden de Salsa?' })
    await draw.click()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await inOrder(admin, ...SALSA)
    await draw.click()
    await question.getByRole('button', { name: 'Sortear' }).click()
    await expect(admin.getByText('Orden sorteado.')).toBeVisible()

    await draw.click()
    const asked = admin.getByRole('dialog')
    await asked.getByLabel('Motivo').fill('Faltaba una pareja')
    await asked.getByRole('button', { name: 'Sortear' }).click()
    await expect(admin.getByText('Orden sorteado.')).toBeVisible()
    await admin.getByRole('button', { name: 'Siguiente turno' }).click()
    await draw.click()
    await expect(admin.getByText('La categoría ya empezó.')).toBeVisible()
  })

  test('a closed order shows numbers, and moving asks for the reason', async ({ admin, visitor }) => {
    await admin.getByRole('button', { name: 'Cerrar orden' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Cerrar orden' }).click()
    await expect(admin.getByText('Orden cerrado.')).toBeVisible()
    await inOrder(admin, '1 ?Ana', '2 ?Beto', '3 ?Caro', '4 ?Dani', '5 ?Elsa')

    await admin.getByRole('button', { name: 'Bajar Ana' }).click()
    const asked = admin.getByRole('dialog')
    await asked.getByLabel('Motivo').fill('Cambio de vestuario')
    await asked.getByRole('button', { name: 'Mover' }).click()
    await inOrder(admin, '2 ?Beto', '1 ?Ana', '3 ?Caro', '4 ?Dani', '5 ?Elsa')
    await expect(admin.getByText('Ana: lugar 2 de 5.')).toBeAttached()

    await dragTo(admin, 'Elsa', 'Beto', -8)
    await admin.mouse.up()
    await asked.getByRole('button', { name: 'Cancelar' }).click()
    await inOrder(admin, 'Beto', 'Ana', 'Caro', 'Dani', 'Elsa')
    await expect(admin.locator('[data-arrastrada]')).toHaveCount(0)

    await handle(admin, 'Elsa').press('Enter')
    await asked.getByLabel('Lugar').fill('1')
    await asked.getByRole('button', { name: 'Mover', exact: true }).click()
    await expect(asked.getByText('Escribe el motivo.')).toBeVisible()
    await asked.getByLabel('Motivo').fill('La música')
    await asked.getByRole('button', { name: 'Mover', exact: true }).click()
    await inOrder(admin, '5 ?Elsa', '2 ?Beto', '1 ?Ana', '3 ?Caro', '4 ?Dani')

    await visitor.goto('/#/horario')
    await expect(visitor.getByRole('row', { name: /5 Elsa/ })).toBeVisible()
    await admin.getByRole('button', { name: 'Abrir orden' }).click()
    await asked.getByLabel('Motivo').fill('Llegó otra pareja')
    await asked.getByRole('button', { name: 'Abrir orden' }).click()
    await expect(admin.getByText('Orden abierto.')).toBeVisible()
    await expect(visitor.getByRole('row', { name: /5 Elsa/ })).toHaveCount(0)
  })

  test('a number beside a long name stays on one line', async ({ admin, seed }) => {
    const largo = 'Maximiliano Ordóñez Villaseñor y Sebastián Ñíguez de la Torre'
    await seed.dias({ jueves: { Salsa: [...SALSA, ...SALSA.map((nombre) => `${nombre} ${largo}`)] } })
    await admin.getByRole('button', { name: 'Cerrar orden' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Cerrar orden' }).click()
    const numero = rowsOf(admin).last().getByText('N.º 10')
    for (const width of [390, 768, 1280]) {
      await admin.setViewportSize({ width, height: 900 })
      await expect.poll(async () => (await numero.boundingBox())?.height).toBeLessThan(30)
    }
  })
})

for (const { device, width, height, nombres } of DRAGS) {
  test.describe(`by ${device} at ${width} px`, () => {
    /**
     * Drags entries of Salsa, each to the place of another one: the pointer goes to the middle of that row, also while the list
     * scrolls.
     */
    async function drags(page: Page, start: readonly string[], pairs: readonly (readonly [number, number])[]) {
      await page.setViewportSize({ width, height })
      await page.goto('about:blank')
      await page.goto('/#/competidores')
      const pointer = await pointerOf(page, device)
      let names = [...start]
      for (const [from, to] of pairs) {
        const [nombre = '', over = ''] = [names[from], names[to]]
        // Below the desk, which covers the top of the list.
        await handle(page, nombre).evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
        const { x, y } = await middleOf(handle(page, nombre))
        await pointer.down(x, y)
        await pointer.move(x, y + Math.sign(to - from) * 12)
        const target = page.locator('tr[data-competidor]').filter({ has: handle(page, over) })
        // The row is still as it was when the pointer came to it.
        await expect(async () => {
          const { y: middle } = await middleOf(target)
          await pointer.move(x, Math.max(8, Math.min(middle, height - 8)))
          expect((await middleOf(target)).y).toBe(middle)
          expect(middle).toBeGreaterThan(8)
          expect(middle).toBeLessThan(height - 8)
        }).toPass({ intervals: [50] })
        await pointer.up()
        names = names.toSpliced(from, 1).toSpliced(to, 0, nombre)
        await expect(page.getByText(`${nombre}: lugar ${to + 1} de ${names.length}.`)).toBeAttached()
        await expect(rowsOf(page).locator('.row-select')).toHaveText(names)
      }
    }

    test('a row reaches every place, also the ends of a long list that scrolls', async ({ seed, admin }) => {
      // Both ends, neighbours and jumps. `arrastre.test.ts` shows the rule for all pairs.
      await seed.dias({ jueves: { Salsa: nombres } })
      await drags(admin, nombres, [
        [0, 4],
        [4, 0],
        [1, 2],
        [3, 2],
        [1, 3],
        [3, 0],
      ])

      const parejas = Array.from({ length: 24 }, (_, index) => `Pareja ${index + 1}`)
      await seed.dias({ jueves: { Salsa: parejas, Son: ['Fede', 'Gala'] } })
      await drags(admin, parejas, [
        [23, 0],
        [0, 23],
        [12, 0],
      ])
    })
  })
}
