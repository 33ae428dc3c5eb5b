import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signedIn } from './people.ts'

const DIAS = { jueves: { Salsa: ['Ana'], Bachata: [] } }

/** Asks by the same door as a screen. */
async function ask(page: Page, method: 'POST' | 'PUT', path: string, data: unknown = {}): Promise<unknown> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.fetch(path, { method, data, headers: { origin } })
  expect(answer.status()).toBe(200)
  return answer.json()
}

const setCupo = (admin: Page, cupo: number) => ask(admin, 'PUT', '/api/categorias/jueves-1/cupo', { cupo })

test('a category that fills while it is chosen says so at once, and the button why it is off', async ({
  visitor,
  seed,
  admin,
}) => {
  await seed.dias(DIAS)
  await setCupo(admin, 3)
  await signedIn(visitor, '/competencia')
  const submit = visitor.getByRole('button', { name: 'Inscribir' })
  await visitor.getByLabel('Categoría').selectOption({ label: '1 - Salsa' })
  await expect(visitor.getByText('Jueves. Quedan 2 de 3 lugares.')).toBeVisible()
  await setCupo(admin, 1)
  await expect(visitor.getByRole('status')).toHaveText(
    'Salsa está llena: 1 de 1.Elige otra categoría o escribe a la organización.',
  )
  await expect(submit).toHaveAccessibleDescription('La categoría elegida está llena.')
  await visitor.getByLabel('Categoría').selectOption({ label: '2 - Bachata' })
  await expect(visitor.getByText('Salsa está llena')).toBeHidden()
  await expect(submit).toBeEnabled()
})
