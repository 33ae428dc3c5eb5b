import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { act, addJuez } from './jueces.ts'
import { SOON } from './segundo.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro', 'Dina', 'Eva', 'Nueva'] } }
const MARCAS = { Ana: '7', Bea: '9', Caro: '8', Dina: '6', Eva: '10' }
const PUBLICO = {
  adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true },
  calificaciones: {
    jueves: {
      Salsa: Object.fromEntries(Object.entries(MARCAS).map(([name, l]) => [name, { Luz: { l_calificacion: l } }])),
    },
  },
}
const detalle = (nombre: string) => `/#/calificaciones-detalle/jueves/Salsa/${nombre}`
const name = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const link = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true })

test('a visitor walks through a category in the order of its table, and reads each place', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS, PUBLICO)
  await addJuez(admin, 'Amparo')
  await act(admin, 'PUT', '/api/competidores/jueves-1-5/retiro', { estado: 'descalificado', motivo: 'Música' })
  await visitor.goto(detalle('Bea'))
  await expect(link(visitor, 'Anterior')).toHaveCount(0)
  const places = [
    ['Bea', 'Lugar 1'],
    ['Caro', 'Lugar 2'],
    ['Ana', 'Lugar 3'],
    ['Dina', 'Lugar 4'],
  ]
  for (const [entry = '', place = ''] of places) {
    await expect(name(visitor)).toHaveText(entry)
    // A category with judges says its state beside the place.
    await expect(visitor.getByRole('paragraph').filter({ hasText: place })).toContainText('Provisional')
    await link(visitor, 'Siguiente').click()
  }
  // Without marks, and then withdrawn: below the ranking, without a place.
  await expect(name(visitor)).toHaveText('Nueva')
  await expect(visitor.getByText('TOTAL PUNTOS')).toBeVisible()
  await expect(visitor.getByText(/^Lugar/)).toHaveCount(0)
  await link(visitor, 'Siguiente').click()
  await expect(name(visitor)).toHaveText('Eva')
  await expect(visitor.getByText(/^Lugar/)).toHaveCount(0)
  await expect(link(visitor, 'Siguiente')).toHaveCount(0)
  await link(visitor, 'Anterior').click()
  await expect(name(visitor)).toHaveText('Nueva')
})

test('a judge who owes marks sees neither the place nor an order that tells it', async ({ admin, visitor, seed }) => {
  await seed.dias(DIAS, PUBLICO)
  const { path } = await addJuez(admin, 'Amparo')
  await visitor.goto(path)
  await expect(visitor).toHaveURL(/#\/juez$/)
  await visitor.goto(detalle('Ana'))
  for (const entry of ['Ana', 'Bea', 'Caro', 'Dina', 'Eva', 'Nueva']) {
    await expect(name(visitor)).toHaveText(entry)
    await expect(visitor.getByText('Envía tu calificación para ver las demás.')).toBeVisible()
    await expect(visitor.getByText(/^Lugar/)).toHaveCount(0)
    if (entry !== 'Nueva') await link(visitor, 'Siguiente').click()
  }
  await expect(link(visitor, 'Siguiente')).toHaveCount(0)
})

test('the share sheet gets name and address; without one the address is copied, or shown', async ({
  visitor,
  seed,
  server,
}) => {
  await seed.dias(DIAS, PUBLICO)
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.goto(detalle('Bea'))
  const share = visitor.getByRole('button', { name: 'Compartir' })
  await share.click()
  await expect(visitor.getByRole('status').filter({ hasText: 'Enlace copiado.' })).toBeVisible()
  const address = `${server.url}/#/calificaciones-detalle/jueves/Salsa/Bea`
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await visitor.addInitScript(() => {
    navigator.share = async (data) => {
      const asked: unknown[] = Reflect.get(window, 'asked') ?? []
      Reflect.set(window, 'asked', [...asked, data])
      const refusal = ['', 'AbortError', 'NotAllowedError'][asked.length]
      if (refusal) throw new DOMException('', refusal)
    }
  })
  await visitor.reload()
  const asked = () => visitor.evaluate(() => Reflect.get(window, 'asked'))
  for (const times of [1, 2]) {
    await share.click()
    await expect.poll(asked).toHaveLength(times)
    expect((await asked()).at(-1)).toMatchObject({ text: 'Bea, Salsa', url: address })
    await expect(visitor.getByRole('alert')).toHaveCount(0)
  }
  await expect(visitor.getByRole('status').filter({ hasText: 'Enlace copiado.' })).toHaveCount(0)
  await share.click()
  await expect(visitor.getByRole('status').filter({ hasText: 'Enlace copiado.' })).toBeVisible()

  await visitor.evaluate(() => {
    Reflect.deleteProperty(navigator, 'share')
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await share.click()
  await expect(visitor.getByRole('alert')).toHaveText(
    `No se pudo copiar el enlace.Selecciona este enlace y cópialo: ${address}`,
  )
})

test('an open detail follows its category to another name, day and criteria', async ({ admin, visitor, seed }) => {
  await seed.dias({ ...DIAS, viernes: { Casino: ['Hugo'] } }, PUBLICO)
  const where = visitor.getByRole('paragraph').filter({ hasText: /^Salsa|^Son/ })
  await visitor.goto(detalle('Bea'))
  await expect(where).toHaveText('Salsa - jueves')
  await act(admin, 'PUT', '/api/categorias/jueves-1', { nombre: 'Son' })
  await expect(where).toHaveText('Son - jueves')
  await act(admin, 'PUT', '/api/categorias/jueves-1', { dia: 'viernes' })
  await expect(where).toHaveText('Son - viernes')
  await visitor.reload()
  await expect(where).toHaveText('Son - viernes')
  await act(admin, 'PUT', '/api/categorias/jueves-1/criterios', { criterios: 'casino' })
  await expect(visitor.getByRole('columnheader', { name: 'Cubanía' })).toBeVisible(SOON)
  await link(visitor, 'Siguiente').click()
  await expect(visitor).toHaveURL(/\/viernes\/Son\/Caro$/)
  await act(admin, 'POST', '/api/categorias', { nombre: 'Salsa', dia: 'jueves' })
  await visitor.goto(detalle('Bea'))
  await expect(visitor.getByText('Aquí no hay un competidor con ese nombre.')).toBeVisible()
})
