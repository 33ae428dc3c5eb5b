import { expect, test } from './fixtures.ts'

test('a browser that is too old is told so, and another one is not', async ({ visitor }) => {
  const notice = visitor.getByText('Este navegador es demasiado antiguo')
  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('heading', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(notice).toBeHidden()

  await visitor.addInitScript(() => Reflect.deleteProperty(CSS, 'registerProperty'))
  await visitor.reload()
  await expect(notice).toBeVisible()
  await expect(notice).toHaveText(/Safari 16\.4, Chrome 111, Firefox\s+128/)
})

test('a fault of the program is told, with what to do', async ({ visitor }) => {
  await visitor.goto('/#/horario')
  await expect(visitor.getByRole('heading', { name: 'Minuto a Minuto' })).toBeVisible()
  const told = visitor.getByRole('alert').filter({ hasText: 'Algo falló en esta página' })
  // What the engine itself reports about the layout is no fault.
  await visitor.evaluate(() => window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' })))
  await expect(told).toHaveCount(0)
  // The messages come after the first picture.
  await expect(async () => {
    await visitor.evaluate(() => void setTimeout(() => Reflect.get(Map, 'agrupa')([])))
    await expect(told).toContainText('Recárgala y vuelve a intentarlo.', { timeout: 1_000 })
  }).toPass()
  await told.getByRole('button', { name: 'Cerrar aviso' }).click()
  await visitor.evaluate(() => void Promise.reject(new Error('No one waits for it.')))
  await expect(told).toBeVisible()
})

test('the menu closes with a press beside it and with its page, and says how to install', async ({ visitor }) => {
  await visitor.addInitScript(() => Object.assign(navigator, { standalone: false }))
  await visitor.goto('/')
  await visitor.getByRole('link', { name: 'Minuto a Minuto' }).click()
  const menu = visitor.getByRole('dialog', { name: 'Menú' })
  const open = () => visitor.getByRole('button', { name: 'Menú', exact: true }).click()
  await open()
  await expect(menu.getByText('toca Compartir y después Agregar a inicio')).toBeVisible()
  // A selection of text that ends beside it closes nothing.
  await menu.getByRole('heading', { name: 'Menú' }).hover()
  await visitor.mouse.down()
  await visitor.mouse.move(900, 400)
  await visitor.mouse.up()
  await expect(menu).toBeVisible()
  await visitor.mouse.click(900, 400)
  await expect(menu).toBeHidden()

  await open()
  await expect(menu).toBeVisible()
  await visitor.goBack()
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(menu).toBeHidden()
  await visitor.goForward()
  await expect(visitor.getByRole('heading', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(menu).toBeHidden()
})
