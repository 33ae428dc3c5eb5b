import type { Locator, Page } from '@playwright/test'
import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { signedIn } from './people.ts'
import { openStill } from './quieto.ts'

const gallery = (page: Page): Locator => page.getByRole('region', { name: 'Galería' })
const image = (page: Page, name: RegExp): Locator => gallery(page).getByRole('img', { name })
const button = (page: Page, name: string): Locator => gallery(page).getByRole('button', { name })

/** Home with all its images, and no time passes but what a test lets pass. */
const openHome = (page: Page): Promise<void> => openStill(page, '/#/', gallery(page).getByRole('img').nth(3))

/** Waits for the font of the page: until then a font of another width is shown. */
const lettersOf = (page: Page): Promise<unknown> => page.evaluate(() => document.fonts.ready.then(() => null))

/** In sight whole, and nothing else is. */
async function expectSeen(page: Page, name: RegExp): Promise<void> {
  await expect(image(page, name)).toBeInViewport({ ratio: 0.95 })
}

test('without uploaded images the posters of the app change every three seconds, unless a visitor uses or stops them', async ({
  visitor,
}) => {
  await openHome(visitor)
  const pass = (ms: number) => visitor.clock.runFor(ms)
  await expectSeen(visitor, /10 años en pista/)
  // After the last they start over.
  for (const name of [/Décimo aniversario/, /Rueda de casino/, /una sola clave/, /10 años/]) {
    await pass(3_000)
    await expectSeen(visitor, name)
  }

  // While the mouse or the focus is on them, none follows.
  await image(visitor, /10 años/).hover()
  await pass(10_000)
  await expectSeen(visitor, /10 años en pista/)
  await visitor.mouse.move(0, 0)
  await gallery(visitor).getByRole('list', { name: 'Imágenes' }).focus()
  await visitor.keyboard.press('ArrowRight')
  await expectSeen(visitor, /Décimo aniversario/)
  await pass(10_000)
  await expectSeen(visitor, /Décimo aniversario/)

  await button(visitor, 'Pausar la galería').click()
  await visitor.mouse.move(0, 0)
  await pass(10_000)
  await expectSeen(visitor, /Décimo aniversario/)
  await button(visitor, 'Reanudar la galería').click()
  await visitor.mouse.move(0, 0)
  await pass(3_000)
  await expectSeen(visitor, /Rueda de casino/)
})

test('with reduced motion the carousel does not move by itself, and its buttons move it', async ({ visitor }) => {
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  await openHome(visitor)
  await visitor.clock.runFor(10_000)
  await expectSeen(visitor, /10 años en pista/)
  await button(visitor, 'Imagen anterior').press('Enter')
  await expectSeen(visitor, /una sola clave/)
  await expect(gallery(visitor).getByRole('status').filter({ hasText: 'Imagen 4 de 4' })).toBeAttached()
  await button(visitor, 'Imagen siguiente').press('Enter')
  await expectSeen(visitor, /10 años en pista/)
})

test('the carousel keeps its place while it loads, and the link to the schedule works meanwhile', async ({
  visitor,
}) => {
  const { release } = await hold(visitor, '**/cartel-*.svg')
  await visitor.goto('/#/', { waitUntil: 'commit' })
  await expect(gallery(visitor).getByText('Cargando imágenes...')).toBeVisible()
  await lettersOf(visitor)
  const before = await visitor.getByRole('link', { name: 'Minuto a Minuto' }).boundingBox()

  release()
  await expect(gallery(visitor).getByText('Cargando imágenes...')).toBeHidden()
  expect(await visitor.getByRole('link', { name: 'Minuto a Minuto' }).boundingBox()).toEqual(before)
})

test('an image that does not load shows a sentence in its place', async ({ visitor }) => {
  await visitor.route('**/cartel-dalia.svg', (route) => route.abort())
  await visitor.goto('/#/')
  await expect(gallery(visitor).getByText('No se pudo cargar esta imagen: 10 años en pista')).toBeVisible()
})

test('while entries are open home leads a visitor to the registration, and a competitor not', async ({
  admin,
  visitor,
}) => {
  const link = visitor.getByRole('main').getByRole('link', { name: 'Inscríbete' })
  const closeAt = (hasta: string) => act(admin, 'PUT', '/api/inscripciones', { desde: '', hasta, maximo: 0 })
  await visitor.goto('/#/')
  await expect(link).toBeVisible()
  await closeAt('2020-01-01T10:00')
  await expect(link).toHaveCount(0)
  await closeAt('2090-01-01T10:00')
  await link.click()
  await expect(visitor).toHaveURL(/#\/registro$/)

  await visitor.goto('about:blank')
  await signedIn(visitor, '/perfil')
  await visitor.goto('/#/')
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('a title breaks no word and leaves both links on the first screen, at every width', async ({ visitor, seed }) => {
  for (const nombre of [
    'Salsa Fest 2025',
    'Campeonato Latinoamericano',
    'Congreso Ñandú',
    'Festival Internacional de Danza Urbana y Ritmos Latinos',
  ]) {
    await seed.tree({ extra: { evento: { nombre } } })
    const title = visitor.getByRole('heading', { level: 1 })
    // The address without `#` loads the page anew.
    await visitor.goto('/')
    await expect(title).toHaveText(nombre)
    for (const [width, height] of [
      [320, 740],
      [390, 844],
      [768, 1024],
      [1024, 768],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await visitor.setViewportSize({ width, height })
      await expect.poll(() => visitor.evaluate(() => window.innerWidth)).toBe(width)
      await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeInViewport({ ratio: 1 })
      await lettersOf(visitor)
      expect(await title.evaluate(brokenWords), `${nombre} at ${width}`).toEqual([])
    }
  }
})

/** Words of a heading that go over two lines, or out of it. */
function brokenWords(title: HTMLElement): string[] {
  const text = title.firstChild
  const { right } = title.getBoundingClientRect()
  const words = [...(title.textContent ?? '').matchAll(/\S+/g)]
  return words.flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    if (!text) return [word]
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const boxes = [...range.getClientRects()]
    return boxes.length === 1 && boxes.every((box) => box.right <= right + 1) ? [] : [word]
  })
}

test('on a phone the name of the event is a link of the height of a finger, over its subtitle too', async ({
  visitor,
}) => {
  await visitor.setViewportSize({ width: 320, height: 640 })
  await visitor.goto('/#/calificaciones')
  const link = visitor.getByRole('banner').getByRole('link').first()
  const box = await link.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  const subtitle = await visitor.getByText('Campeonato Internacional de Baile').first().boundingBox()
  await visitor.mouse.click((subtitle?.x ?? 0) + 5, (subtitle?.y ?? 0) + (subtitle?.height ?? 0) / 2)
  await expect(visitor).toHaveURL(/#\/$/)
})
