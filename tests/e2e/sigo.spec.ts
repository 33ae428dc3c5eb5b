import type { Page } from '@playwright/test'
import { expectSound, scrolledSideways } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, setTurno } from './jueces.ts'
import { enter, register, URSULA } from './people.ts'
import { SOON } from './segundo.ts'

const PAREJA = 'Maximiliano Ordóñez y Sebastián Ñíguez'
const DIAS = {
  jueves: { Mambo: ['Eva'] },
  viernes: { Salsa: ['Ana', 'Bea'], Casino: [PAREJA, 'Dani'] },
  sábado: { Son: ['Fito', 'Gil'] },
}
const EN_VIVO = { dia: 'viernes', selectedRow: 1, hora: '2025-04-11T16:00:00.000Z', minutosPorCompetidor: 5 }

const sigo = (page: Page) => page.getByRole('region', { name: 'Sigo' })
const lineas = (page: Page) => sigo(page).getByRole('listitem')
const seguir = (page: Page, nombre: string) => page.getByRole('button', { name: `Seguir a ${nombre}`, exact: true })
const dejar = (page: Page, nombre: string) => page.getByRole('button', { name: `Dejar de seguir a ${nombre}` })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('sigo'))

test('on a phone a followed entry comes nearer with each press, and what is followed leaves the device in no request', async ({
  visitor,
  admin,
  seed,
}) => {
  await visitor.setViewportSize({ width: 390, height: 844 })
  await seed.dias(DIAS, { adminMinutoAMinuto: EN_VIVO })
  const sent: string[] = []
  visitor.on('request', (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  await visitor.goto('/#/horario')
  await expect(sigo(visitor)).toHaveCount(0)
  const star = seguir(visitor, PAREJA)
  await expect(visitor.getByRole('row').filter({ hasText: 'Compitiendo' })).toBeInViewport({ ratio: 1 })
  await star.scrollIntoViewIfNeeded()
  const box = await star.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await star.click()
  // The region comes above, and the row stays under the finger.
  await expect(lineas(visitor)).toHaveText([`10:10${PAREJA} 2 - CasinoFaltan 2 turnos`])
  await expect
    .poll(async () => Math.abs(((await dejar(visitor, PAREJA).boundingBox())?.y ?? 0) - (box?.y ?? 0)))
    .toBeLessThan(3)
  for (const [turno, hora, estado] of [
    [2, '10:05', 'Sigue'],
    [3, '10:00', 'En pista'],
    [4, '--:--', 'Finalizado'],
  ] as const) {
    await setTurno(admin, turno)
    await expect(lineas(visitor)).toHaveText([`${hora}${PAREJA} 2 - Casino${estado}`], SOON)
  }

  await visitor.reload()
  await expect(lineas(visitor)).toHaveText([`--:--${PAREJA} 2 - CasinoFinalizado`])
  const id = 'viernes-2-1'
  expect(await kept(visitor)).toBe(`["${id}"]`)
  expect(sent.some((request) => request.includes('horarioDeDia'))).toBe(true)
  expect(sent.filter((request) => request.includes(id))).toEqual([])
  await dejar(visitor, PAREJA).click()
  await expect(sigo(visitor)).toHaveCount(0)
  expect(await kept(visitor)).toBeNull()
})

test('entries of all days stand in order; a withdrawn one has its state, a deleted one leaves list and device', async ({
  visitor,
  admin,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: EN_VIVO })
  await act(admin, 'POST', '/api/jueces', { nombre: 'Amparo' })
  await visitor.goto('/#/horario')
  await seguir(visitor, 'Dani').click()
  await visitor.getByRole('radio', { name: 'Sábado' }).check()
  await seguir(visitor, 'Gil').click()
  await seguir(visitor, 'Fito').click()
  await visitor.getByRole('radio', { name: 'Jueves' }).check()
  await seguir(visitor, 'Eva').click()
  await expect(lineas(visitor)).toHaveText([
    '10:15Dani 2 - CasinoFaltan 3 turnos',
    '--:--Eva Jueves, 1 - Mambo',
    '--:--Fito Sábado, 1 - Son',
    '--:--Gil Sábado, 1 - Son',
  ])

  await act(admin, 'PUT', '/api/competidores/s%C3%A1bado-1-2/retiro', { estado: 'descalificado', motivo: 'Música' })
  await expect(lineas(visitor).nth(3)).toHaveText('--:--Gil Sábado, 1 - SonDescalificado', SOON)
  await act(admin, 'DELETE', '/api/competidores/s%C3%A1bado-1-1')
  await expect(lineas(visitor)).toHaveCount(3, SOON)
  await expect.poll(() => kept(visitor)).toBe('["viernes-2-2","sábado-1-2","jueves-1-1"]')
  await act(admin, 'PUT', '/api/dia', { dia: 'jueves' })
  await expect(lineas(visitor)).toHaveText(
    [/Eva 1 - MamboSigue$/, '--:--Dani Viernes, 2 - Casino', '--:--Gil Sábado, 1 - SonDescalificado'],
    SOON,
  )
})

test('a followed entry says its public place, which leads to its marks, and can be left there', async ({
  visitor,
  admin,
  seed,
}) => {
  await seed.dias(DIAS, {
    adminMinutoAMinuto: { ...EN_VIVO, selectedRow: 5 },
    calificaciones: { jueves: { Mambo: { Eva: { Luz: { l_calificacion: '5' } } } } },
  })
  await act(admin, 'POST', '/api/jueces', { nombre: 'Amparo' })
  await visitor.setViewportSize({ width: 360, height: 640 })
  await visitor.goto('/#/horario')
  await visitor.evaluate(() => localStorage.setItem('sigo', '["jueves-1-1","viernes-1-1"]'))
  await visitor.reload()
  await expect(lineas(visitor)).toHaveText(['--:--Ana 1 - SalsaFinalizado', '--:--Eva Jueves, 1 - Mambo'])
  await act(admin, 'PUT', '/api/publicacion', { campo: 'mostrarCalificaciones', valor: true })
  await expect(lineas(visitor).nth(1)).toHaveText('Eva Jueves, 1 - MamboLugar 1 Provisional', SOON)
  expect((await lineas(visitor).nth(1).boundingBox())?.height).toBeLessThanOrEqual(72)
  await expectSound(visitor, 'Sigo with a place')
  await visitor.getByRole('button', { name: 'Dejar de seguir Ana' }).click()
  await expect(lineas(visitor)).toHaveCount(1)
  expect(await kept(visitor)).toBe('["jueves-1-1"]')
  await sigo(visitor).getByRole('link', { name: 'Lugar 1' }).click()
  await expect(visitor.getByRole('heading', { level: 2, name: 'Eva' })).toBeVisible()
})

test('the 51st is refused, tabs agree, and a storage of rubbish, or none, hinders nobody', async ({
  visitor,
  seed,
}) => {
  const muchos = Array.from({ length: 51 }, (_, index) => `Ana ${index + 1}`)
  await seed.dias({ viernes: { Salsa: muchos } }, { adminMinutoAMinuto: { ...EN_VIVO, mostrarCalificaciones: true } })
  await visitor.goto('/#/horario')
  await visitor.evaluate(
    (ids) => localStorage.setItem('sigo', JSON.stringify(ids)),
    muchos.slice(0, 50).map((_, index) => `viernes-1-${index + 1}`),
  )
  await visitor.reload()
  await expect(lineas(visitor)).toHaveCount(50)
  await seguir(visitor, 'Ana 51').click()
  await expect(visitor.getByRole('alert').filter({ hasText: 'Puedes seguir a 50 como mucho.' })).toBeVisible()
  await expect(seguir(visitor, 'Ana 51')).toBeVisible()

  const other = await visitor.context().newPage()
  await other.goto('/#/calificaciones')
  await dejar(other, 'Ana 50').click()
  await expect(lineas(visitor)).toHaveCount(49)
  await seguir(visitor, 'Ana 51').click()
  await expect(visitor.getByText('Puedes seguir a 50 como mucho.')).toHaveCount(0)
  await expect(dejar(other, 'Ana 51')).toBeVisible()
  await other.close()

  await visitor.evaluate(() => localStorage.setItem('sigo', '{"a":'))
  await visitor.reload()
  await seguir(visitor, 'Ana 1').click()
  await expect(lineas(visitor)).toHaveCount(1)
  expect(await kept(visitor)).toBe('["viernes-1-1"]')
  await visitor.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await visitor.reload()
  await seguir(visitor, 'Ana 2').click()
  await seguir(visitor, 'Ana 3').click()
  await expect(lineas(visitor)).toHaveCount(2)
})

test('stars, days and region are sound, and widen nothing at 320 px', async ({ visitor, seed }) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { ...EN_VIVO, mostrarCalificaciones: true } })
  await visitor.goto('/#/horario')
  await seguir(visitor, PAREJA).click()
  await visitor.getByRole('radio', { name: 'Jueves' }).check()
  await seguir(visitor, 'Eva').click()
  await expect(lineas(visitor)).toHaveCount(2)
  for (const path of ['/horario', '/calificaciones']) {
    await visitor.goto(`/#${path}`)
    await visitor.reload()
    await visitor.setViewportSize({ width: 320, height: 740 })
    await expect(dejar(visitor, PAREJA)).toBeVisible()
    expect(await scrolledSideways(visitor), path).toBe(0)
    const box = await dejar(visitor, PAREJA).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(44)
    await expectSound(visitor, path)
  }
})

test('own entries are marked in the session of their competitor alone', async ({
  visitor,
  another,
  admin,
  server,
  seed,
}) => {
  await seed.dias(DIAS, { adminMinutoAMinuto: { ...EN_VIVO, mostrarCalificaciones: true } })
  await register(visitor)
  expect(await enter(visitor, URSULA)).toBe(200)
  const { id: usuarioId } = await (await visitor.request.get('/api/sesion')).json()
  await server.app?.deps.db.write((tx) =>
    tx.updateTable('competidores').set({ usuarioId }).where('id', '=', 'viernes-1-1').execute(),
  )
  const other = await another('visitante')
  for (const path of ['/horario', '/calificaciones']) {
    for (const page of [visitor, other, admin]) await page.goto(`/#${path}`)
    await expect(visitor.getByRole('row', { name: /Ana/ })).toContainText('Tuyo')
    await expect(visitor.getByText('Tuyo', { exact: true })).toHaveCount(1)
    for (const page of [other, admin]) {
      await expect(page.getByRole('row', { name: /Ana/ })).toBeVisible()
      await expect(page.getByText('Tuyo', { exact: true })).toHaveCount(0)
    }
  }
})
