import { hold } from './espera.ts'
import { expect, test } from './fixtures.ts'

test('the public pages ask for their data before their program has come, and only once', async ({ visitor, seed }) => {
  await seed.dias(
    { jueves: { Salsa: ['Ana'] } },
    { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true } },
  )
  await visitor.addInitScript(() => {
    // The program in the page leaves its exports there, file by file.
    let parts: unknown
    Object.defineProperty(window, 'inlined', {
      get: () => parts,
      set: (value) => {
        parts = value
        performance.mark('program')
      },
    })
  })
  for (const [address, shown] of [
    ['/#/', 'Minuto a Minuto'],
    ['/#/horario', 'Ana'],
    ['/#/calificaciones', 'Ana'],
  ] as const) {
    await visitor.goto('about:blank')
    await visitor.goto(address)
    await expect(visitor.getByText(shown, { exact: true }).first()).toBeVisible()
    await expect(visitor.getByText('En vivo', { exact: true })).toBeAttached()
    const order = await visitor.evaluate(() =>
      performance
        .getEntries()
        .filter(({ name }) => name === 'program' || /\/(?:api\/vistas|publico\/)/.test(name))
        .toSorted((a, b) => a.startTime - b.startTime)
        .map(({ name }) => (name === 'program' ? name : 'data')),
    )
    expect(order, address).toEqual(['data', 'program'])
  }
})

test('the font is requested with the page, and does not delay the first paint', async ({ visitor }) => {
  const { release } = await hold(visitor, '**/figtree-latin-wght*.woff2')
  const html = await (await visitor.request.get('/')).text()
  const [preload] = /<link[^>]*as="font"[^>]*>/.exec(html) ?? []
  expect(preload).toContain('rel="preload"')
  // A browser waits for the fonts that the head names before it paints.
  expect(html.indexOf(preload ?? '')).toBeGreaterThan(html.indexOf('Décimo aniversario'))
  await visitor.goto('/', { waitUntil: 'commit' })
  const paints = () => visitor.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  release()
  await visitor.evaluate(() => document.fonts.ready)
  expect(await visitor.evaluate(() => document.fonts.check('16px "Figtree Variable"'))).toBe(true)
})

test('the content security policy allows the scripts and styles of the page, and no script that is added later', async ({
  visitor,
}) => {
  const said: string[] = []
  visitor.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  await visitor.goto('/')
  await expect(visitor.getByRole('link', { name: 'Minuto a Minuto' })).toBeVisible()
  expect(await visitor.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor)).toBe(
    'rgb(26, 11, 43)',
  )
  expect(said).toEqual([])

  await visitor.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "tomada"'
    document.head.append(script)
  })
  await expect.poll(() => said.join(' ')).toContain('Content Security Policy')
  expect(await visitor.title()).not.toBe('tomada')
})

test('the page has the name that the organiser gave before any script runs', async ({ admin, visitor }) => {
  await admin.goto('/#/evento')
  await admin.getByLabel('Nombre del evento').fill('Baile & <Son> "2027" $& café')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Evento' })).toBeVisible()

  // The page is made of what open screens show, which follows a moment after it is saved.
  await expect.poll(async () => (await visitor.request.get('/')).text()).toContain('Baile &amp; ')
  await visitor.addInitScript(() => {
    // The program stops at its first part: what is seen is the page alone.
    Object.defineProperty(window, 'inlined', { value: undefined, writable: false })
  })
  await visitor.goto('/', { waitUntil: 'commit' })
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Baile & <Son> "2027" $& café')
  expect(await visitor.title()).toBe('Baile & <Son> "2027" $& café')
  const preview = visitor.locator('meta[property="og:title"]')
  expect(await preview.getAttribute('content')).toBe('Baile & <Son> "2027" $& café')

  const first = await visitor.request.get('/')
  const tag = first.headers()['etag'] ?? ''
  expect((await visitor.request.get('/', { headers: { 'if-none-match': tag } })).status()).toBe(304)
})
