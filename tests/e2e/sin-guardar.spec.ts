import { expect, test } from './fixtures.ts'
import { addJuez, entrarComoJuez } from './jueces.ts'
import { bar, CRITERIOS, criterio, DIA, enviar, openFromList } from './tableta.ts'

const NO_GUARDA = 'No se guardó en este dispositivo'

test('a tablet that cannot keep marks shows that until they are sent, and then that they are sent', async ({
  admin,
  browser,
  server,
  seed,
}) => {
  await seed.dias(DIA)
  for (const [juez, spoil] of Object.entries({
    Amparo: () => Reflect.defineProperty(window, 'indexedDB', { value: undefined }),
    Bruno: () => {
      const refuse = () => {
        throw new DOMException('refused', 'SecurityError')
      }
      Object.assign(IDBFactory.prototype, { open: refuse })
      for (const name of ['localStorage', 'sessionStorage']) Reflect.defineProperty(window, name, { get: refuse })
    },
  })) {
    const context = await browser.newContext({ baseURL: server.url })
    await context.addInitScript(spoil)
    const page = await context.newPage()
    await entrarComoJuez(page, await addJuez(admin, juez))
    await openFromList(page, 'Ana y Luis')
    for (const name of CRITERIOS) await criterio(page, name).fill('8')
    await expect(bar(page)).toContainText(NO_GUARDA)
    await page.route('**/api/calificaciones/*', (route) => route.abort())
    await enviar(page).click()
    await expect(bar(page)).toContainText('1 pendiente')
    await expect(bar(page)).toContainText('No cierres esta página hasta que todo esté enviado.')

    await page.unroute('**/api/calificaciones/*')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(bar(page)).toContainText('Enviado')
    await expect(bar(page)).not.toContainText(NO_GUARDA)
    await openFromList(page, 'Eva y Hugo')
    await criterio(page, 'Tiempo').fill('8')
    await expect(bar(page)).toContainText(NO_GUARDA)
    await context.close()
  }
})
