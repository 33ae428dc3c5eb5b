import type { Locator } from '@playwright/test'
import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez, entrarComoJuez, setTurno } from './jueces.ts'
import { write } from './keys.ts'
import {
  bar,
  calificando,
  criterio,
  CRITERIOS,
  DIA,
  enviar,
  goOffline,
  goOnline,
  key,
  openFromList,
  type,
} from './tableta.ts'

const TABLET = { hasTouch: true, viewport: { width: 768, height: 1024 } }

test.describe('on a tablet', () => {
  test.use(TABLET)

  test('by touch alone, eight criteria take seventeen taps', async ({ admin, visitor, seed }) => {
    await calificando(admin, visitor, seed)
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Ana y Luis')
    await expect(criterio(visitor, 'Tiempo')).toHaveAttribute('aria-valuetext', 'Sin puntuar')

    let taps = 0
    const tap = async (target: Locator): Promise<void> => {
      taps += 1
      await target.tap()
    }
    for (const _ of CRITERIOS) {
      await tap(key(visitor, '8'))
      await tap(key(visitor, '.5'))
    }
    await expect(bar(visitor)).toContainText('Guardado en este dispositivo')
    await expect(visitor.getByLabel('Total')).toContainText('68.00')
    await tap(enviar(visitor))

    await expect(bar(visitor)).toContainText('Enviado')
    expect(taps).toBeLessThanOrEqual(17)
    await expect(criterio(visitor, 'Cubanía')).toHaveValue('8.5')
    await expect(criterio(visitor, 'Cubanía')).not.toBeEditable()
    await expect(enviar(visitor)).toBeDisabled()
    await expect(visitor.getByRole('list', { name: 'Por calificar' }).getByRole('listitem')).toHaveCount(2)
    await expect(visitor.getByRole('list', { name: 'Ya calificados' })).toContainText('68.00')
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the criterion to score is never behind the keypad, and sending leaves the page where it is', async ({
    admin,
    visitor,
    seed,
  }) => {
    await seed.dias({ jueves: { 'Casino Parejas': Array.from({ length: 40 }, (_, at) => `Pareja ${at + 1}`) } })
    await setTurno(admin, 1)
    await entrarComoJuez(visitor, await addJuez(admin, 'Amparo'))
    const edge = async (target: Locator, side: 'top' | 'bottom') =>
      target.evaluate((element, which) => Math.round(element.getBoundingClientRect()[which]), side)
    for (const [at, name] of CRITERIOS.entries()) {
      await expect(criterio(visitor, name)).toBeVisible()
      if (at > 0) await expect(criterio(visitor, name)).toBeFocused()
      const keypad = visitor.getByRole('region', { name: `Teclado de ${name}` })
      expect(await edge(criterio(visitor, name), 'bottom')).toBeLessThan(await edge(keypad, 'top'))
      await key(visitor, '8').tap()
      await key(visitor, '.5').tap()
    }
    const scrolled = await visitor.evaluate(() => window.scrollY)
    await enviar(visitor).tap()
    await expect(bar(visitor)).toContainText('Enviado')
    expect(await visitor.evaluate(() => window.scrollY)).toBe(scrolled)
  })
})

test('by keyboard alone: typed, stepped by arrows, and sent once no figure is missing or wrong', async ({
  admin,
  visitor,
  seed,
}) => {
  await calificando(admin, visitor, seed)
  const { keyboard } = visitor
  await enviar(visitor).press('Enter')
  await expect(visitor.getByText('Faltan 8 criterios por puntuar.')).toBeVisible()
  await expect(criterio(visitor, 'Tiempo')).toBeFocused()
  await write(criterio(visitor, 'Tiempo'), '8,5')
  await keyboard.press('Enter')
  await expect(criterio(visitor, 'Técnica')).toBeFocused()
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('8.5')
  await keyboard.type('9')
  await keyboard.press('ArrowDown')
  await expect(criterio(visitor, 'Técnica')).toHaveValue('8.9')
  await keyboard.press('PageDown')
  await expect(criterio(visitor, 'Técnica')).toHaveValue('7.9')
  await keyboard.press('Enter')
  for (const _ of CRITERIOS.slice(3)) {
    await keyboard.type('7')
    await keyboard.press('Enter')
  }
  await expect(criterio(visitor, 'Cubanía')).toBeFocused()
  await keyboard.type('10.5')
  await enviar(visitor).press('Enter')
  await expect(visitor.getByText('Falta 1 criterio por puntuar.')).toBeVisible()
  await expect(criterio(visitor, 'Cubanía')).toBeFocused()
  await expect(criterio(visitor, 'Cubanía')).toHaveAccessibleDescription(/de 0 a 10/)
  await expectSound(visitor, 'scoring')
  await write(criterio(visitor, 'Cubanía'), '0')
  await keyboard.press('Enter')
  await expect(enviar(visitor)).toBeFocused()
  await keyboard.press('Enter')
  await expect(bar(visitor)).toContainText('Enviado')
  await expect(visitor.getByLabel('Total')).toContainText('51.40')
  await expectSound(visitor, 'sent')
})

test('the screen follows the turn, but does not leave a mark that is being typed', async ({ admin, visitor, seed }) => {
  await calificando(admin, visitor, seed)
  const heading = visitor.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Ana y Luis')
  await setTurno(admin, 2)
  await expect(heading).toContainText('Eva y Hugo')

  await criterio(visitor, 'Tiempo').fill('8')
  await setTurno(admin, 3)
  await expect(visitor.getByRole('button', { name: 'Ir al turno 3' })).toBeVisible()
  await expect(heading).toContainText('Eva y Hugo')

  await type(visitor, '8')
  await enviar(visitor).click()
  await expect(heading).toContainText('Iris y Noé')
  await expect(bar(visitor)).toContainText('Enviado')

  await openFromList(visitor, 'Ana y Luis')
  await expect(heading).toContainText('Ana y Luis')
})

test('marks that are typed and sent without network survive a reload and are sent once', async ({
  admin,
  visitor,
  seed,
}) => {
  await calificando(admin, visitor, seed)
  await type(visitor, '8')
  const sent: string[] = []
  visitor.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await goOffline(visitor)
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('1 pendiente')
  await openFromList(visitor, 'Eva y Hugo')
  await criterio(visitor, 'Tiempo').fill('7.5')
  await expect(bar(visitor)).toContainText('Guardado en este dispositivo')
  await expect(bar(visitor)).toContainText('1 pendiente')

  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Ana y Luis')
  await expect(visitor.getByText(/^Sin conexión, datos de las? \d\d:\d\d$/)).toBeVisible()
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('8.0')
  await goOnline(visitor)
  await expect(bar(visitor)).toContainText('Enviado')
  expect(new Set(sent).size).toBe(1)
  await openFromList(visitor, 'Eva y Hugo')
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('7.5')
})

test('two tabs of one judge show the same draft and send it once', async ({ admin, visitor, seed }) => {
  await calificando(admin, visitor, seed)
  const other = await visitor.context().newPage()
  await other.goto('/#/juez')
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Ana y Luis')
  await type(visitor, '9')
  await expect(criterio(other, 'Cubanía')).toHaveValue(/^9/)
  let puts = 0
  visitor.context().on('request', (request) => (puts += request.method() === 'PUT' ? 1 : 0))
  await enviar(other).click()
  await expect(bar(visitor)).toContainText('Enviado')
  await expect(bar(other)).toContainText('Enviado')
  expect(puts).toBe(1)
})

test('a judge is told that the entry on the screen was deleted', async ({ admin, visitor, seed }) => {
  await calificando(admin, visitor, seed)
  await openFromList(visitor, 'Eva y Hugo')
  await write(criterio(visitor, 'Tiempo'), '8.5')
  await expect(bar(visitor)).toContainText('Guardado en este dispositivo')
  await act(admin, 'DELETE', '/api/competidores/jueves-1-2')
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Ana y Luis')
  await expect(visitor.getByText('Se borró el competidor que calificabas.')).toBeVisible()
  await openFromList(visitor, 'Iris y Noé')
  await expect(visitor.getByText('Se borró el competidor que calificabas.')).toBeHidden()
})

test('a head judge skips a long list to the jury and back', async ({ admin, visitor, seed }) => {
  const nombres = Array.from({ length: 40 }, (_, at) => `Pareja ${at + 1}`)
  await seed.dias({ jueves: { 'Casino Parejas': nombres } })
  await setTurno(admin, 1)
  const amparo = await addJuez(admin, 'Amparo')
  await entrarComoJuez(visitor, amparo)
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Pareja 1')
  await expect(visitor.getByRole('heading', { level: 3, name: 'Más tarde' })).toHaveCount(1)
  const jurado = visitor.getByRole('button', { name: 'Jurado', exact: true })
  await expect(jurado).toHaveCount(0)

  await act(admin, 'PUT', `/api/jueces/${amparo.id}/principal`, { principal: true })
  const categorias = visitor.getByRole('heading', { name: 'Categorías del jueves' })
  await expect(categorias).toBeAttached()
  await expect(categorias).not.toBeInViewport()
  await jurado.click()
  await expect(categorias).toBeInViewport()
  await visitor.getByRole('button', { name: 'Volver a calificar' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeInViewport()
  await expectSound(visitor, 'a head judge')
})

test('keys and taps of the first 700 ms after the turn has moved the screen mark nothing; on an entry that the judge opens they count at once', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIA)
  await setTurno(admin, 1)
  await visitor.clock.install()
  await entrarComoJuez(visitor, await addJuez(admin, 'Amparo'))
  const heading = visitor.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Ana y Luis')
  await criterio(visitor, 'Tiempo').focus()
  await visitor.clock.pauseAt(Date.now() + 1_000)
  await key(visitor, '9').hover()
  await visitor.mouse.down()
  await setTurno(admin, 2)
  await expect(heading).toContainText('Eva y Hugo')
  await expect(heading).toHaveAttribute('aria-live', 'polite')

  // Neither a key that was meant for the entry before, nor a tap, nor `Enviar`.
  await visitor.keyboard.press('8')
  await criterio(visitor, 'Técnica').focus()
  await visitor.clock.runFor(699)
  await visitor.keyboard.press('8')
  await visitor.keyboard.press('ArrowUp')
  await key(visitor, '8').dispatchEvent('click')
  await enviar(visitor).dispatchEvent('click')
  for (const name of CRITERIOS) await expect(criterio(visitor, name)).toHaveValue('')
  await expect(visitor.getByText('por puntuar.')).toBeHidden()

  // A tap that began on the entry before marks nothing, however late it ends.
  await visitor.clock.runFor(1)
  await visitor.mouse.up()
  for (const name of CRITERIOS) await expect(criterio(visitor, name)).toHaveValue('')
  await criterio(visitor, 'Técnica').focus()
  await visitor.keyboard.press('8')
  await expect(criterio(visitor, 'Técnica')).toHaveValue('8')

  await openFromList(visitor, 'Iris y Noé')
  await expect(heading).toContainText('Iris y Noé')
  await expect(heading).toHaveAttribute('aria-live', 'off')
  await criterio(visitor, 'Tiempo').focus()
  await visitor.keyboard.press('7')
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('7')
  await openFromList(visitor, 'Ana y Luis')
  await key(visitor, '9').click({ force: true })
  await expect(criterio(visitor, 'Tiempo')).toHaveValue('9.0')
})
