import { expect, test } from './fixtures.ts'

test('the guide opens for everybody, and its list leads to its parts', async ({ visitor }) => {
  await visitor.goto('/#/guia')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Guía para el día del evento' })).toBeVisible()
  const parts = visitor.getByRole('main').getByRole('list').first().getByRole('link')
  const names = await parts.allTextContents()
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) {
    await parts.getByText(name, { exact: true }).click()
    await expect(visitor.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport()
  }
  await visitor.goBack()
  await expect(visitor.getByRole('heading', { level: 2, name: names.at(-2) ?? '' })).toBeInViewport()
})
