import type { Page, Response } from '@playwright/test'
import { anUncountedTrack, apeTag, aTrack, aTrackOf } from '../support/mp3.ts'
import { expect, test, type Files, type Seed } from './fixtures.ts'

const RATE = 8_000
/** Ana's is still heard when a busy machine comes to look; Eva's end is waited for. */
const ANA_S = 120
const EVA_S = 2
const SOUND = '**/api/competidores/*/musica'

/** Some seconds of silence as a wave file. */
function silence(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * RATE, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

const NOTHING = Buffer.from('a track')

/** Two entries with music, and one without. What is heard is answered here: the file's own way has tests of its own. */
async function openDesk(admin: Page, seed: Seed, pistas: Files = { Ana: NOTHING, Eva: NOTHING }): Promise<void> {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Eva', 'Lis'] } }, {}, pistas)
  await admin.route(SOUND, async (route) => {
    const sound = silence(route.request().url().includes('jueves-1-2') ? EVA_S : ANA_S)
    // A browser seeks only where ranges are answered.
    const from = Number(/bytes=(\d+)-/.exec((await route.request().headerValue('range')) ?? '')?.[1] ?? 0)
    const headers = { 'content-range': `bytes ${from}-${sound.length - 1}/${sound.length}`, 'accept-ranges': 'bytes' }
    await route.fulfill({ status: 206, contentType: 'audio/wav', headers, body: sound.subarray(from) })
  })
  await admin.goto('/#/competidores')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** From where, to where, and of how much. */
const rangeOf = (response: Response): string[] =>
  /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers()['content-range'] ?? '') ?? []

test('one track plays at a time, in one player, whose slider seeks and moves no turn', async ({ admin, seed }) => {
  await openDesk(admin, seed)
  await expect(button(admin, 'Reproducir Lis')).toBeDisabled()

  await button(admin, 'Reproducir Ana').press('Enter')
  await expect(button(admin, 'Pausar Ana')).toBeFocused()
  await button(admin, 'Reproducir Eva').click()
  await expect(button(admin, 'Reproducir Ana')).toBeVisible()
  await expect(admin.getByRole('slider')).toHaveCount(1)
  await expect(admin.getByRole('slider')).toHaveAccessibleName('Posición de Eva')
  await expect(admin.getByRole('region', { name: 'Reproductor' })).toContainText('1 - Salsa')

  await expect(button(admin, 'Reproducir Eva')).toBeVisible()
  await expect(admin.getByRole('slider')).toHaveValue('0')
  await expect(admin.getByRole('region', { name: 'Reproductor' })).toContainText('−0:02')

  await button(admin, 'Reproducir Ana').click()
  await button(admin, 'Pausar Ana').click()
  const slider = admin.getByRole('slider', { name: 'Posición de Ana' })
  await slider.fill('40')
  await slider.press('PageUp')
  await expect(slider).toHaveValue('50')
  await expect(slider).toHaveAttribute('aria-valuetext', '1:00 de 2:00')
  await slider.press('PageDown')
  await expect(slider).toHaveValue('40')
  await expect(admin.getByRole('region', { name: 'Mesa de control' })).toContainText('Aún no empieza')
})

test('a missing track and a lost network are reported; leaving the page stops the music', async ({
  admin,
  server,
  seed,
}) => {
  await openDesk(admin, seed)
  const files = server.app?.deps.files
  for (const path of (await files?.list('musica')) ?? []) await files?.remove(path)
  await admin.unroute(SOUND)
  await button(admin, 'Reproducir Ana').click()
  await expect(admin.getByRole('alert').filter({ hasText: 'La música de Ana ya no está' })).toBeVisible()
  await expect(button(admin, 'Reproducir Ana')).toBeVisible()

  await admin.route(SOUND, (route) => route.abort())
  await button(admin, 'Reproducir Eva').click()
  await expect(admin.getByRole('alert').filter({ hasText: 'Se perdió la conexión' })).toBeVisible()

  await admin.goto('/#/control')
  await expect(admin.getByRole('heading', { name: 'Control de Reloj' })).toBeVisible()
  await admin.goto('/#/competidores')
  await expect(button(admin, 'Reproducir Eva')).toBeVisible()
  await expect(admin.getByRole('region', { name: 'Reproductor' })).toBeHidden()
})

test('a track plays from the stored files, and a seek requests only the bytes from there', async ({ admin, seed }) => {
  await openDesk(admin, seed, { Ana: aTrackOf(6_000_000), Eva: aTrack(2) })
  await admin.unroute(SOUND)
  await button(admin, 'Reproducir Ana').click()
  const slider = admin.getByRole('slider', { name: 'Posición de Ana' })
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:(0[1-9]|[1-5]\d) de 6:1\d$/)
  // The browser may still be fetching from before: what counts is what it asks for then.
  const part = admin.waitForResponse((response) => Number(rangeOf(response)[1]) > 4_000_000)
  await slider.fill('90')
  await expect(slider).toHaveAttribute('aria-valuetext', /^5:(3[89]|[45]\d) de/)
  const answer = await part
  expect(answer.status()).toBe(206)
  expect(Number(rangeOf(answer)[3])).toBeGreaterThanOrEqual(6_000_000)
  await button(admin, 'Pausar Ana').click()
})

test('the stored length rules the player where the browser guesses a longer one, also after a seek', async ({
  admin,
  seed,
}) => {
  // The browser reads 0:22 and 0:18.
  const pistas = { Ana: anUncountedTrack(1.5, 2.5), Eva: Buffer.concat([aTrack(4), apeTag(230_000, true)]) }
  await openDesk(admin, seed, pistas)
  await admin.unroute(SOUND)
  for (const nombre of ['Ana', 'Eva']) {
    const slider = admin.getByRole('slider', { name: `Posición de ${nombre}` })
    await button(admin, `Reproducir ${nombre}`).click()
    await expect(slider).toHaveAttribute('aria-valuetext', /^0:0[1-4] de 0:04$/)
    await expect(slider).toHaveValue(/^([4-9]\d|100)$/)
    await expect(button(admin, `Reproducir ${nombre}`)).toBeVisible()
    await expect(slider).toHaveValue('0')
    await expect(admin.getByRole('region', { name: 'Reproductor' })).toContainText('−0:04')
    await slider.fill('40')
    await expect(slider).toHaveAttribute('aria-valuetext', '0:01 de 0:04')
    await expect(slider).toHaveValue('40')
  }
})

test('on a phone the player does not cover the button of the next turn', async ({ admin, seed }) => {
  await admin.setViewportSize({ width: 320, height: 640 })
  await openDesk(admin, seed)
  await button(admin, 'Reproducir Ana').click()
  const room = async () => {
    const player = await admin.getByRole('region', { name: 'Reproductor' }).boundingBox()
    const next = await button(admin, 'Siguiente turno').boundingBox()
    return (next?.y ?? 0) - (player?.y ?? Infinity) - (player?.height ?? 0)
  }
  await expect.poll(room).toBeGreaterThanOrEqual(0)
  await button(admin, 'Siguiente turno').click()
  await expect(admin.getByRole('region', { name: 'Mesa de control' })).toContainText('Turno 1 de 3')
})
