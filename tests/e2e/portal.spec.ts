import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { addJuez, entrarComoJuez } from './jueces.ts'
import { signedIn } from './people.ts'
import { bar, DIA, enviar, openFromList, type } from './tableta.ts'

const PAGE = { status: 200, contentType: 'text/html', body: '<h1>Portal del hotel</h1>' }

test('the page of a network in place of the answer takes no mark and ends no session of a judge', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIA)
  await visitor.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  await entrarComoJuez(visitor, await addJuez(admin, 'Jacinta'))
  await openFromList(visitor, 'Ana y Luis')
  await type(visitor, '8')
  const answers = [PAGE, { status: 200, json: { status: 'login' } }, { status: 403, json: { code: 'login' } }]
  let asked = 0
  await visitor.route('**/api/**', async (route) => {
    asked += 1
    await route.fulfill(answers[asked % answers.length])
  })
  await enviar(visitor).click()
  await expect(bar(visitor)).toContainText('1 pendiente')
  // Each of the three answers, to the mark and to the question who is signed in.
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(12)
  await visitor.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(bar(visitor)).toContainText('1 pendiente')
  await expect(visitor.getByText('Ana y Luis').first()).toBeVisible()

  await visitor.unroute('**/api/**')
  await visitor.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(bar(visitor)).toContainText('Enviado')
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('region', { name: /Casino Parejas/ })).toContainText('1 juez: Jacinta (64.00)')
})

test('a form whose answer was lost before a proxy refused it acts once when it is sent again', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: [] } })
  await admin.goto('/#/categorias')
  await admin.getByLabel('Nombre de la categoría').fill('Bachata')
  let sent = 0
  await admin.route('**/api/categorias', async (route) => {
    sent += 1
    if (sent > 1) return route.fulfill({ ...PAGE, status: 403 })
    await route.fetch()
    return route.abort()
  })
  const add = admin.getByRole('button', { name: 'Agregar' })
  await add.click()
  await expect(admin.getByRole('alert').filter({ hasText: 'La respuesta del servidor no se entiende.' })).toBeVisible()
  await admin.unroute('**/api/categorias')
  await add.click()
  await expect(admin.getByLabel('Nombre de la categoría')).toHaveValue('')
  await expect(admin.getByText('La categoría ya existe')).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Eliminar Bachata' })).toHaveCount(1)
})

test('the page of a proxy does not end the upload of a track: the upload waits, can be cancelled, and goes on', async ({
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: [] } })
  const page = await signedIn(visitor, '/competencia')
  const track = { name: 'son.mp3', mimeType: 'audio/mpeg', buffer: aTrack(2) }
  const refuse = (status: number) =>
    page.route('**/api/subidas/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ ...PAGE, status }) : route.continue(),
    )
  await refuse(403)
  await page.getByLabel('Música (.mp3)').setInputFiles(track)
  await expect(page.getByText('Subida en pausa')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Subida en pausa')).toBeHidden()

  await page.unroute('**/api/subidas/*')
  await refuse(413)
  await page.getByLabel('Música (.mp3)').setInputFiles(track)
  // After the third page the upload goes on only by hand.
  await expect(page.getByText('La red no deja subir el archivo.')).toBeVisible()
  await page.unroute('**/api/subidas/*')
  await page.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expect(page.getByText('Lista, dura 0:02')).toBeVisible()
})
