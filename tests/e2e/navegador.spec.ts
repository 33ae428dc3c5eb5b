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
