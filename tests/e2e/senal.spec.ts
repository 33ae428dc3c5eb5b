import { copiesOn, DE_ANA, DE_EVA, dia, enVivo, kept, note, publish, seenOn, SIN_CONEXION } from './copias.ts'
import { hold } from './espera.ts'
import { expect, test } from './telefono.ts'

/** The requests for a first state: that of a visitor, and that of a person who was signed in here. */
const STATE = /\/(?:api\/vistas|publico\/)/
const SE_ABRIRA = 'Esta pantalla se abrirá cuando vuelva la señal.'

test('public screens open without signal with the age of their data, and follow when it is back', async ({
  phone,
  gate,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/#/horario')
  await expect(phone.getByText('Ana').first()).toBeVisible()
  await phone.goto('/#/calificaciones')
  await dia(phone, 'jueves').getByRole('link', { name: 'Ver Ana' }).click()
  await expect(phone.getByText('TOTAL PUNTOS')).toBeVisible()
  await kept(phone, '"categoria":"Salsa"')

  gate.set('shut')
  await phone.goto('/#/horario')
  await phone.reload()
  await expect(phone.getByText('Ana').first()).toBeVisible()
  await expect(phone.getByRole('status').getByText(SIN_CONEXION)).toBeVisible()
  const reloj = phone.getByRole('region', { name: 'En vivo' }).getByRole('timer')
  const shown = await reloj.textContent()
  expect(shown).toMatch(/\d\d:\d\d/)
  await expect(reloj).not.toHaveText(shown ?? '')
  await phone.goto('/#/calificaciones')
  await phone.reload()
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await expect(phone.getByRole('status').getByText(SIN_CONEXION)).toBeVisible()
  await dia(phone, 'jueves').getByRole('link', { name: 'Ver Ana' }).click()
  await phone.reload()
  await expect(phone.getByText('TOTAL PUNTOS')).toBeVisible()
  await phone.goto('/')
  await phone.reload()
  await expect(phone.getByRole('banner').getByRole('link')).toBeVisible()
  await phone.getByRole('button', { name: 'Menú', exact: true }).click()
  await expect(phone.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  await phone.keyboard.press('Escape')
  await phone.getByRole('link', { name: 'Ver Calificaciones' }).click()
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await expect(phone.getByText('No se pudo abrir esta página')).toHaveCount(0)
  await phone.evaluate(() => Object.assign(window, { isSamePage: true }))

  await publish(seed, {}, '62.20')
  gate.set('open')
  await expect(dia(phone, 'jueves')).toContainText('62.20')
  await expect(phone.getByText(/Sin conexión/)).toHaveCount(0)
  await expect(enVivo(phone)).toBeAttached()
  expect(await phone.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a day unpublished while the phone was away leaves the screen and the device at the first contact', async ({
  phone,
  gate,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/#/calificaciones')
  await dia(phone, 'jueves').getByRole('link', { name: 'Ver Ana' }).click()
  await kept(phone, '"categoria":"Salsa"', DE_ANA, DE_EVA)
  gate.set('shut')
  await publish(seed, { mostrarJueves: false })
  await phone.goto('/#/calificaciones')
  await phone.reload()
  await expect(dia(phone, 'jueves')).toContainText('51.05')

  // The requests for new copies fail: what the live views say is enough.
  await phone.route('**/publico/**', (route) => route.abort())
  gate.set('open')
  await expect(enVivo(phone)).toBeAttached()
  await expect(dia(phone, 'jueves')).toHaveCount(0)
  const all = async () => (await copiesOn(phone)).map(({ body }) => body).join(' ')
  await expect.poll(all).not.toContain(DE_ANA)
  expect(await all()).not.toContain('Amparo')
  expect(await all()).toContain(DE_EVA)

  gate.set('shut')
  await phone.reload()
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await expect(dia(phone, 'jueves')).toHaveCount(0)
  await expect(phone.getByText('51.05')).toHaveCount(0)
})

test('a screen that was never opened says that it needs the signal, and opens once it is back', async ({
  phone,
  gate,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/')
  await kept(phone)
  gate.set('shut')
  await phone.evaluate(() => (location.hash = '#/registro'))
  await expect(phone.getByRole('alert').getByText(SE_ABRIRA)).toBeVisible()
  gate.set('open')
  await expect(phone.getByRole('button', { name: 'Registrarse' })).toBeVisible()

  gate.set('shut')
  await phone.goto('/#/calificaciones-detalle/jueves/Salsa/Bea')
  await phone.reload()
  await expect(phone.getByRole('alert').getByText(SE_ABRIRA)).toBeVisible()
  gate.set('open')
  await expect(phone.getByText('TOTAL PUNTOS')).toBeVisible()

  gate.set('shut')
  // From another page: while the session is known, this address leads home.
  await phone.goto('about:blank')
  await phone.goto('/#/perfil')
  await expect(phone.getByText(SE_ABRIRA)).toBeVisible()
})

test('while an answer is late, copies show with their age, and a view without a copy shows that it loads', async ({
  phone,
  gate,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/#/horario')
  await kept(phone)
  gate.set('mute')
  await phone.reload({ waitUntil: 'commit' })
  await expect(phone.getByText('Ana').first()).toBeVisible()
  // The page itself waits three seconds for the network.
  const [started] = await phone.evaluate(() =>
    performance.getEntriesByType('navigation').map((entry) => Number(Reflect.get(entry, 'responseStart'))),
  )
  expect(started).toBeGreaterThan(2_500)
  expect(started).toBeLessThan(10_000)
  await expect(phone.getByRole('status').getByText(SIN_CONEXION)).toBeVisible()
  await expect(phone.getByText('Último turno conocido')).toBeVisible()
  await phone.evaluate(() => (location.hash = '#/calificaciones-detalle/jueves/Salsa/Bea'))
  await expect(phone.getByText('Cargando calificación...')).toBeVisible()
  await expect(phone.getByText(SE_ABRIRA)).toHaveCount(0)
  gate.set('open')
  await expect(phone.getByText('TOTAL PUNTOS')).toBeVisible()
  await expect(phone.getByText(SIN_CONEXION)).toHaveCount(0)
})

test('a page that opens without signal the next day shows the day of its data, and its clock went on', async ({
  phone,
  gate,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/#/horario')
  await kept(phone)
  gate.set('shut')
  await phone.clock.setSystemTime(Date.now() + 86_400_000)
  await phone.reload()
  const said = phone.getByRole('status').getByText(/^Sin conexión, datos del \d+ de \p{L}+ a las? \d\d:\d\d$/u)
  await expect(said).toBeVisible()
  await expect(phone.getByText('Ana').first()).toBeVisible()
  const reloj = phone.getByRole('region', { name: 'En vivo' }).getByRole('timer')
  const now = Number((await said.textContent())?.slice(-2))
  expect((Number((await reloj.textContent())?.slice(3, 5)) - now + 60) % 60).toBeLessThanOrEqual(2)
})

const TURNO = { dia: 'jueves', mostrarCalificaciones: true, activarReloj: true }

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`a second visit shows the copies at once, as waiting, and the answer replaces them without a message (${width})`, async ({
    phone,
    seed,
  }) => {
    await phone.setViewportSize({ width, height })
    const nombres = Array.from({ length: 30 }, (_, index) => `Ana ${index + 1}`)
    const turno = (selectedRow: number) =>
      seed.dias({ jueves: { Salsa: nombres } }, { adminMinutoAMinuto: { ...TURNO, selectedRow } })
    await turno(2)
    await phone.goto('/#/horario')
    await kept(phone, 'Ana 30')
    await turno(25)
    const { release } = await hold(phone, STATE)
    await note(phone)
    await phone.goto('about:blank')
    await phone.goto('/#/horario')
    await expect(phone.getByText('Conectando…')).toBeVisible()
    await expect(phone.getByRole('region', { name: 'En vivo' })).toContainText('Último turno conocido')
    // The index of the categories, which a wide screen has, does not say that one is live either.
    await expect(phone.getByRole('navigation').getByText('En vivo')).toHaveCount(0)
    await expect(phone.locator('tr[aria-current="true"]')).toContainText('Ana 2')
    release()

    await expect(enVivo(phone)).toBeAttached()
    await expect(phone.getByText('Conectando…')).toHaveCount(0)
    await expect(phone.getByText('Compitiendo ahora')).toBeVisible()
    // The page leads to the turn of the answer.
    await expect(phone.locator('tr[aria-current="true"]')).toContainText('Ana 25')
    await expect(phone.locator('tr[aria-current="true"]')).toBeInViewport()
    const { states, said, shift } = await seenOn(phone)
    expect(states.find(({ rows }) => rows)).toEqual({ rows: true, connecting: true, live: false })
    expect(states.filter(({ connecting, live }) => connecting && live)).toEqual([])
    expect(said).toEqual([])
    // The hours between the rows move with the turn of the answer.
    expect(shift).toBeLessThan(0.04)
  })
}

test('results that were unpublished since the last visit disappear with the first answer, and are never shown as live', async ({
  phone,
  seed,
}) => {
  await publish(seed)
  await phone.goto('/#/calificaciones')
  await kept(phone, DE_ANA)
  await phone.goto('about:blank')
  await publish(seed, { mostrarJueves: false })
  const { release } = await hold(phone, STATE)
  // The stream never opens: the answer alone is enough.
  await phone.route('**/api/live*', () => {})
  await note(phone)
  await phone.goto('/')
  await expect(phone.getByRole('link', { name: 'Ver Calificaciones' })).toBeVisible()
  await expect(phone.getByText(/, en vivo/)).toHaveCount(0)
  await phone.goto('about:blank')
  await phone.goto('/#/calificaciones')
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await expect(phone.getByText('Conectando…')).toBeVisible()
  release()
  await expect(dia(phone, 'viernes')).toContainText('77.70')
  await expect(dia(phone, 'jueves')).toHaveCount(0)
  await expect(phone.getByText('Conectando…')).toHaveCount(0)
  const { states } = await seenOn(phone)
  expect(states.filter(({ live }) => live)).toEqual([])
  const all = async () => (await copiesOn(phone)).map(({ body }) => body).join(' ')
  await expect.poll(all).not.toContain(DE_ANA)
})
