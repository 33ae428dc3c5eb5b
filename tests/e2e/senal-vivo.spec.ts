import { command, copiesOn, DE_ANA, dia, kept, publish, SIN_CONEXION } from './copias.ts'
import { expect, test } from './telefono.ts'

test('a phone that watched the turn move opens with the last turn and the time when it saw it, at no request', async ({
  phone,
  gate,
  admin,
  seed,
}) => {
  const ajustes = { dia: 'jueves', activarReloj: true, selectedRow: 1 }
  const nombres = Array.from({ length: 9 }, (_, index) => `Ana ${index + 1}`)
  await seed.dias({ jueves: { Salsa: nombres } }, { adminMinutoAMinuto: ajustes })
  await phone.goto('/#/horario')
  await kept(phone, '"selectedRow":1')
  const asked: string[] = []
  phone.on('request', (request) => asked.push(request.url()))
  for (const selectedRow of [3, 4, 6]) {
    await command(admin, '/api/turno', { selectedRow })
    await expect(phone.locator('tr[aria-current="true"]')).toContainText(`Ana ${selectedRow}`)
  }
  await kept(phone, '"selectedRow":6')
  expect(asked).toEqual([])

  const before = new Date()
  gate.set('shut')
  await expect(phone.getByText(SIN_CONEXION)).toBeVisible()
  // The time is that of the last contact, not of the reload.
  await phone.clock.setSystemTime(Date.now() + 20 * 60_000)
  await phone.reload()
  await expect(phone.locator('tr[aria-current="true"]')).toContainText('Ana 6')
  const said = await phone
    .getByRole('status')
    .getByText(/^Sin conexión, datos de/)
    .textContent()
  expect((before.getMinutes() - Number(said?.slice(-2)) + 60) % 60).toBeLessThanOrEqual(1)
})

test('a day that is switched off and on again while a phone shows it opens without signal', async ({
  phone,
  gate,
  admin,
  seed,
}) => {
  await publish(seed)
  await phone.addInitScript(() => (Math.random = () => 0))
  await phone.goto('/#/calificaciones')
  await kept(phone, DE_ANA)
  const all = async () => (await copiesOn(phone)).map(({ body }) => body).join(' ')
  await command(admin, '/api/publicacion', { campo: 'mostrarJueves', valor: false })
  await expect(dia(phone, 'jueves')).toHaveCount(0)
  await expect.poll(all).not.toContain(DE_ANA)
  await command(admin, '/api/publicacion', { campo: 'mostrarJueves', valor: true })
  await expect(dia(phone, 'jueves')).toContainText('51.05')
  await kept(phone, DE_ANA)
  gate.set('shut')
  await phone.reload()
  await expect(dia(phone, 'jueves')).toContainText('51.05')
})
