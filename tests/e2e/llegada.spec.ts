import { expect, test } from './fixtures.ts'

for (const [address, shown] of [
  ['/#/', 'Minuto a Minuto'],
  ['/#/horario', 'Ana'],
  ['/#/calificaciones', 'Ana'],
] as const)
  test(`${address} asks for its data before its program has come, and only once`, async ({ visitor, seed }) => {
    await seed.dias(
      { jueves: { Salsa: ['Ana'] } },
      { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true } },
    )
    const order: string[] = []
    visitor.on('request', (request) => {
      if (request.url().includes('/api/vistas')) order.push('data')
    })
    visitor.on('response', (response) => {
      if (/\/assets\/index-.*\.js$/.test(response.url())) order.push('program')
    })
    // The program waits until the data was asked for: nobody else is there to ask.
    await visitor.route(/\/assets\/index-.*\.js$/, async (route) => {
      await expect.poll(() => order).toContain('data')
      await route.continue()
    })
    await visitor.goto(address)
    await expect(visitor.getByText(shown, { exact: true }).first()).toBeVisible()
    await expect(visitor.getByText('En vivo', { exact: true })).toBeAttached()
    expect(order).toEqual(['data', 'program'])
  })

test('the policy for content allows what the page holds inside, and nothing that is put there later', async ({
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

test('the page itself bears the name that the organiser gave, before any program runs', async ({ admin, visitor }) => {
  await admin.goto('/#/evento')
  await admin.getByLabel('Nombre del evento').fill('Baile & <Son> "2027" $& café')
  await admin.getByRole('button', { name: 'Guardar Evento' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Evento' })).toBeVisible()

  // The page is made of what open screens show, which follows a moment after it is saved.
  await expect.poll(async () => (await visitor.request.get('/')).text()).toContain('Baile &amp; ')
  await visitor.route(/\/assets\/index-.*\.js$/, async () => {
    // Never answered: what is seen is the page alone.
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
