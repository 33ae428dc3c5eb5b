import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Page } from '@playwright/test'
import { saveTurno, selectDia, pausarDia } from '#contract/horario.ts'
import { renewEnlacePantalla } from '#contract/pantallas.ts'
import { pantallas } from '#contract/views/pantallas.ts'
import { VISITANTE } from '#domain/actor.ts'
import { transact } from '../../src/server/work.ts'
import type { TestApp } from '../support/app.ts'
import { aTrack } from '../support/mp3.ts'
import { faultsOf, scrolledSideways } from './axe.ts'
import { controlled, expect, keepsItsFiles, test } from './telefono.ts'
import type { Running, Seed } from './fixtures.ts'
import { aPantalla, type Pantalla } from './sala.ts'

/** `PISTAS=120 SEGUNDOS=180` plays a whole day with real lengths, about 350 MB. */
const PISTAS = Number(process.env['PISTAS'] ?? 6)
const SEGUNDOS = Number(process.env['SEGUNDOS'] ?? 4)

interface Dia {
  /** By id, in the order of the day. */
  readonly tracks: ReadonlyMap<string, Buffer>
}

/** The id of an entry by its turn. */
const idOf = (turno: number): string => `jueves-1-${turno}`

/** A day whose entries have tracks that differ, but for the last of it, which has none; another day with one track. */
async function seedDia(seed: Seed, pistas = PISTAS): Promise<Dia> {
  const nombres = Array.from({ length: pistas }, (_, at) => `Pareja ${at + 1}`)
  const tracks = nombres.map((_, at) => aTrack(SEGUNDOS, at))
  await seed.dias(
    { jueves: { Salsa: [...nombres, 'Sin Pista'] }, viernes: { Son: ['Viernes'] } },
    { adminMinutoAMinuto: { dia: 'jueves', activarReloj: true } },
    { ...Object.fromEntries(nombres.map((nombre, at) => [nombre, tracks[at]])), Viernes: aTrack(SEGUNDOS, 1_002) },
  )
  return { tracks: new Map(tracks.map((track, at) => [idOf(at + 1), track])) }
}

/** Remembers the sounds of the page and the blobs of their addresses. Runs before the page. */
function spy(): void {
  const sounds: HTMLAudioElement[] = []
  const blobs = new Map<string, Blob>()
  Object.assign(window, { sounds, blobs })
  const Make = window.Audio
  window.Audio = function Audio() {
    const sound = new Make()
    sounds.push(sound)
    return sound
  } as unknown as typeof Make
  const makeGain: (this: AudioContext) => GainNode = Reflect.get(AudioContext.prototype, 'createGain')
  AudioContext.prototype.createGain = function () {
    const gain = makeGain.call(this)
    Object.assign(window, { gain })
    return gain
  }
  const make = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (blob: Blob) => {
    const url = make(blob)
    blobs.set(url, blob)
    return url
  }
}

/** What plays: from the device (`hash` of its bytes) or the network, whether it moves, and where. */
async function heard(page: Page): Promise<{ hash: string; isOn: boolean; at: number }> {
  return page.evaluate(async () => {
    const { sounds, blobs } = window as unknown as { sounds: HTMLAudioElement[]; blobs: Map<string, Blob> }
    const sound = sounds.at(-1)
    const blob = blobs.get(sound?.src ?? '')
    const sum = blob && (await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
    const hash = sum
      ? Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
      : 'network'
    return { hash, isOn: sound?.paused === false && sound.readyState > 2, at: sound?.currentTime ?? 0 }
  })
}

/** How loud the post plays, from 0 to 1. */
const loudness = (page: Page) => page.evaluate(() => (Reflect.get(window, 'gain') as GainNode).gain.value)

const hashOf = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
const aqui = (page: Page, n: number, m: number) =>
  expect(page.getByText(`Música en este equipo: ${n} de ${m}`)).toBeVisible({ timeout: 120_000 })
const tarjeta = (page: Page) => page.getByRole('region', { name: 'Música' })
const boton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The tracks on the device: the hash of each, by entry. */
async function keptHashes(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('puesto')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asked = opening.result.transaction('pistas').objectStore('pistas').getAll()
    await new Promise((resolve) => asked.addEventListener('success', resolve))
    opening.result.close()
    const hashes: [string, string][] = []
    for (const { competidorId, mp3 } of asked.result as { competidorId: string; mp3: Blob }[]) {
      const sum = await crypto.subtle.digest('SHA-256', await mp3.arrayBuffer())
      hashes.push([
        competidorId,
        Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join(''),
      ])
    }
    return Object.fromEntries(hashes)
  })
}

const kept = async (page: Page) => Object.keys(await keptHashes(page)).length

interface Abierto extends Dia, Pantalla {}

/** The post of a day, open with all of its tracks. What its sounds do can be heard. */
async function openPuesto(phone: Page, server: Running, seed: Seed, pistas: number): Promise<Abierto> {
  const dia = await seedDia(seed, pistas)
  const puesto = await aPantalla(server, 'Música')
  await phone.addInitScript(spy)
  await phone.goto(puesto.path)
  await aqui(phone, pistas, pistas)
  return { ...dia, ...puesto }
}

const suena = (page: Page) => expect.poll(async () => (await heard(page)).isOn).toBe(true)

/** Gives an entry another track. */
async function replace({ deps }: TestApp, id: string, bytes: Buffer): Promise<void> {
  const path = `musica/otra-${id}-${deps.newId()}.mp3`
  await deps.files.put(path, Readable.from([bytes]))
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await work.tx.updateTable('competidores').set({ musicaPath: path }).where('id', '=', id).execute()
    work.changed({ kind: 'competidor', competidorId: id })
  })
}

test('the tracks of the day lie on the device, and play from there without a signal, also after a reload', async ({
  phone,
  gate,
  server,
  seed,
}) => {
  test.setTimeout(60_000 + PISTAS * 8_000)
  const { tracks } = await seedDia(seed)
  const { path, app } = await aPantalla(server, 'Música')
  await phone.addInitScript(spy)
  await phone.goto(path)
  await aqui(phone, PISTAS, PISTAS)
  // Replaced before the signal goes: the new one is kept.
  const another = aTrack(SEGUNDOS, 1_000)
  await replace(app, idOf(2), another)
  await expect.poll(async () => (await keptHashes(phone))[idOf(2)]).toBe(hashOf(another))
  await aqui(phone, PISTAS, PISTAS)
  await controlled(phone)
  await expect.poll(() => phone.evaluate(keepsItsFiles), { timeout: 20_000 }).toBe(true)

  gate.set('shut')
  await phone.reload()
  await aqui(phone, PISTAS, PISTAS)
  for (const [at, id] of [...tracks.keys()].entries()) {
    await boton(phone, `Reproducir Pareja ${at + 1}`).click()
    await suena(phone)
    expect([id, (await heard(phone)).hash]).toEqual([id, hashOf(id === idOf(2) ? another : tracks.get(id))])
    await boton(phone, `Pausar Pareja ${at + 1}`).click()
  }

  // Replaced while the device is away: the former one plays until the signal is back.
  const newest = aTrack(SEGUNDOS, 1_001)
  await replace(app, idOf(3), newest)
  await boton(phone, 'Reproducir Pareja 3').click()
  await suena(phone)
  expect((await heard(phone)).hash).toBe(hashOf(tracks.get(idOf(3))))
  await boton(phone, 'Pausar Pareja 3').click()
  await expect(phone.getByText('Cambió la música de')).toHaveCount(0)
  gate.set('open')
  await expect(phone.getByText('Cambió la música de Pareja 3.')).toBeVisible({ timeout: 60_000 })
  await aqui(phone, PISTAS, PISTAS)
  await phone.reload()
  await expect(phone.getByText('Cambió la música de Pareja 3.')).toBeVisible()
  await boton(phone, 'Reproducir Pareja 3').click()
  await expect.poll(async () => (await heard(phone)).hash).toBe(hashOf(newest))
  await expect(phone.getByText('Cambió la música de')).toHaveCount(0)
})

test('the card shows what sounds, else the entry in course, else the next; a turn that moves stops nothing', async ({
  phone,
  server,
  seed,
}) => {
  const { admin } = await openPuesto(phone, server, seed, 4)
  await expect(tarjeta(phone)).toContainText('SigueTurno 1Pareja 1')
  await admin.send(saveTurno, { selectedRow: 2 })
  await expect(tarjeta(phone)).toContainText('Compitiendo ahoraTurno 2Pareja 2')

  await phone.keyboard.press(' ')
  await expect(tarjeta(phone)).toContainText('SuenaTurno 2Pareja 2')
  await admin.send(saveTurno, { selectedRow: 3 })
  await expect(tarjeta(phone)).toContainText('El turno ya es de Pareja 3.')
  await expect(boton(phone, 'Pausar Pareja 2')).toBeVisible()
  // At its end the card goes on to the entry in course; nothing starts by itself.
  await expect(tarjeta(phone)).toContainText('Compitiendo ahoraTurno 3Pareja 3', { timeout: 20_000 })
  expect((await heard(phone)).isOn).toBe(false)
  await phone.keyboard.press(' ')
  await expect(tarjeta(phone)).toContainText('Terminó', { timeout: 20_000 })

  // A row plays any other track. That is no turn that moved.
  await boton(phone, 'Reproducir Pareja 1').click()
  await expect(tarjeta(phone)).toContainText('SuenaTurno 1Pareja 1')
  await expect(tarjeta(phone)).not.toContainText('El turno ya es')
  await phone.keyboard.press(' ')
  await expect(tarjeta(phone)).toContainText('Compitiendo ahoraTurno 3Pareja 3')

  await admin.send(pausarDia, {
    titulo: 'Comida',
    minutos: 30,
    desde: { dia: 'jueves', turno: { selectedRow: 3, competidorId: idOf(3) } },
  })
  await expect(tarjeta(phone)).toContainText(/Pausa: Comida, seguimos a las \d\d:\d\d\. SigueTurno 4Pareja 4/)
  await admin.send(saveTurno, { selectedRow: 5 })
  await expect(tarjeta(phone)).toContainText('Sin música')
  await admin.send(saveTurno, { selectedRow: 6 })
  await expect(tarjeta(phone)).toContainText('Día terminado')
  await expect(phone.getByRole('listitem').last()).toContainText('Sin música')
})

test('keys play, go back and fade; a fade ends at the beginning with the volume as before', async ({
  phone,
  server,
  seed,
}) => {
  const { admin } = await openPuesto(phone, server, seed, 2)
  await admin.send(saveTurno, { selectedRow: 1 })
  await expect(tarjeta(phone)).toContainText('Compitiendo ahora')
  await phone.getByRole('slider', { name: 'Volumen' }).fill('40')
  await phone.keyboard.press(' ')
  await expect.poll(async () => (await heard(phone)).at).toBeGreaterThan(0.5)
  await phone.keyboard.press('r')
  await expect.poll(async () => (await heard(phone)).at).toBeLessThan(0.5)
  expect((await heard(phone)).isOn).toBe(true)
  expect(await loudness(phone)).toBeCloseTo(0.4)
  // A key with Ctrl is the browser's.
  await phone.keyboard.press('Control+f')
  await phone.keyboard.press('r')
  await expect(boton(phone, 'Bajando...')).toHaveCount(0)
  await phone.keyboard.press('f')
  await expect(boton(phone, 'Bajando...')).toBeVisible()
  await expect.poll(() => loudness(phone)).toBeLessThan(0.2)
  expect((await heard(phone)).isOn).toBe(true)
  await expect(boton(phone, 'Bajar y parar')).toBeVisible({ timeout: 10_000 })
  expect(await heard(phone)).toMatchObject({ isOn: false, at: 0 })
  await expect(phone.getByRole('slider', { name: 'Volumen' })).toHaveValue('40')
  await expect(boton(phone, 'Reproducir Pareja 1')).toBeVisible()
  // Paused, it goes back and stays paused.
  await phone.keyboard.press(' ')
  await expect.poll(async () => (await heard(phone)).at).toBeGreaterThan(0.3)
  expect(await loudness(phone)).toBeCloseTo(0.4)
  await phone.keyboard.press(' ')
  await phone.keyboard.press('r')
  expect(await heard(phone)).toMatchObject({ isOn: false, at: 0 })
  // A button that was pressed by mouse keeps no focus: the space bar plays.
  await boton(phone, 'Desde el principio').click()
  await phone.keyboard.press(' ')
  await expect(boton(phone, 'Pausar Pareja 1')).toBeVisible()
  await phone.getByRole('slider', { name: 'Posición de Pareja 1' }).fill('50')
  await expect.poll(async () => (await heard(phone)).at).toBeGreaterThan(SEGUNDOS / 2 - 0.2)
})

test('a track replaced while it plays is the new one next time, and the next is open before its press', async ({
  phone,
  server,
  seed,
}) => {
  const { tracks, admin, app } = await openPuesto(phone, server, seed, 3)
  await admin.send(saveTurno, { selectedRow: 1 })
  await expect(tarjeta(phone)).toContainText('Compitiendo ahora')
  await phone.keyboard.press(' ')
  await suena(phone)
  const newest = aTrack(SEGUNDOS, 1_001)
  await replace(app, idOf(1), newest)
  await expect.poll(async () => (await keptHashes(phone))[idOf(1)]).toBe(hashOf(newest))
  await expect(tarjeta(phone)).toContainText('Terminó', { timeout: 20_000 })
  await phone.keyboard.press(' ')
  await suena(phone)
  expect((await heard(phone)).hash).toBe(hashOf(newest))

  await admin.send(saveTurno, { selectedRow: 2 })
  await expect(tarjeta(phone)).toContainText('Compitiendo ahoraTurno 2Pareja 2', { timeout: 20_000 })
  await expect.poll(async () => (await heard(phone)).hash).toBe(hashOf(tracks.get(idOf(2))))
  await phone.keyboard.press(' ')
  await suena(phone)
  await admin.send(selectDia, { dia: 'viernes' })
  await aqui(phone, 1, 1)
  await expect(tarjeta(phone)).toContainText('SuenaTurno 2Pareja 2')
  await phone.keyboard.press(' ')
  await expect(tarjeta(phone)).toContainText('SigueTurno 1Viernes')
  expect((await heard(phone)).isOn).toBe(false)
})

test('tracks that were deleted by hand are fetched again when the signal is back', async ({
  phone,
  gate,
  server,
  seed,
}) => {
  await openPuesto(phone, server, seed, 3)
  gate.set('shut')
  await expect(phone.getByText('Sin conexión')).toBeVisible({ timeout: 30_000 })
  await phone.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('puesto')
        opening.addEventListener('error', reject)
        opening.addEventListener('success', () => {
          const tx = opening.result.transaction('pistas', 'readwrite')
          tx.objectStore('pistas').clear()
          tx.addEventListener('complete', resolve)
          opening.result.close()
        })
      }),
  )
  expect(await kept(phone)).toBe(0)
  gate.set('open')
  await expect.poll(() => kept(phone), { timeout: 60_000 }).toBe(3)
  await aqui(phone, 3, 3)
})

test('a reload on a slow line deletes no track', async ({ phone, server, seed }) => {
  const { admin } = await openPuesto(phone, server, seed, 3)
  await controlled(phone)
  await expect.poll(() => phone.evaluate(keepsItsFiles), { timeout: 20_000 }).toBe(true)
  // After the reload the view of the link is answered last.
  await phone.addInitScript(() => {
    const ask = window.fetch.bind(window)
    window.fetch = (address: RequestInfo | URL, init?: RequestInit) => {
      const isOfLink = typeof address === 'string' && address.includes('/api/vistas') && address.includes('pantalla')
      if (!isOfLink || Reflect.get(window, 'isOpen')) return ask(address, init)
      Object.assign(window, { isWaiting: true })
      return new Promise((resolve) => addEventListener('answer', () => resolve(ask(address, init))))
    }
  })
  await phone.reload()
  await aqui(phone, 3, 3)
  // The stream brings the turn.
  await admin.send(saveTurno, { selectedRow: 1 })
  await expect(tarjeta(phone)).toContainText('Compitiendo ahora')
  expect([await kept(phone), await phone.evaluate(() => Reflect.get(window, 'isWaiting'))]).toEqual([3, true])
  await phone.evaluate(() => {
    Object.assign(window, { isOpen: true })
    dispatchEvent(new Event('answer'))
  })
  await admin.send(saveTurno, { selectedRow: 2 })
  await expect(tarjeta(phone)).toContainText('Turno 2')
  await aqui(phone, 3, 3)
  expect(await kept(phone)).toBe(3)
})

test('a link that ends makes the page dark, fades what sounds, and takes all tracks', async ({
  phone,
  server,
  seed,
}) => {
  const { admin, id } = await openPuesto(phone, server, seed, 2)
  expect(await kept(phone)).toBe(2)
  await admin.send(selectDia, { dia: 'viernes' })
  await aqui(phone, 1, 1)
  // Another day takes its tracks in place of the former ones.
  await expect.poll(() => kept(phone)).toBe(1)
  await phone.keyboard.press(' ')
  await suena(phone)
  await admin.send(renewEnlacePantalla, { id })
  await expect(phone.getByRole('heading', { name: 'Este enlace ya no funciona.' })).toBeVisible({ timeout: 1_000 })
  expect((await heard(phone)).isOn).toBe(true)
  await expect.poll(async () => (await heard(phone)).isOn, { timeout: 6_000 }).toBe(false)

  const enlace = (await admin.see(pantallas))?.pantallas.find((one) => one.id === id)?.enlace ?? ''
  await phone.goto('about:blank')
  await phone.goto(`/#/pantalla/${enlace}`)
  await aqui(phone, 1, 1)
  await phone.goto('/')
  await admin.send(renewEnlacePantalla, { id })
  await phone.reload()
  await expect.poll(() => kept(phone), { timeout: 15_000 }).toBe(0)
})

test('a device without room says how many tracks do not fit, and plays them from the network', async ({
  phone,
  gate,
  server,
  seed,
}) => {
  await seedDia(seed, 4)
  const { path } = await aPantalla(server, 'Música')
  await phone.addInitScript(spy)
  // Two tracks fit.
  await phone.addInitScript(() => {
    const shelf = IDBObjectStore.prototype
    const put = Reflect.get(shelf, 'put') as (this: IDBObjectStore, value: unknown) => IDBRequest<IDBValidKey>
    let count = 0
    shelf.put = function (value: unknown) {
      if (this.name === 'pistas' && (count += 1) > 2) throw new DOMException('Full.', 'QuotaExceededError')
      return put.call(this, value)
    }
  })
  await phone.goto(path)
  await expect(phone.getByText('No cabe toda la música: faltan 2.')).toBeVisible()
  await aqui(phone, 2, 4)
  await boton(phone, 'Reproducir Pareja 4').click()
  await expect.poll(async () => heard(phone)).toMatchObject({ isOn: true, hash: 'network' })
  await phone.keyboard.press(' ')
  // Without a signal it says why it does not play, and the card goes back to who is next.
  gate.set('shut')
  await boton(phone, 'Reproducir Pareja 3').click()
  await expect(tarjeta(phone)).toContainText('Se perdió la conexión. Revisa tu conexión y reproduce otra vez.')
  await phone.keyboard.press(' ')
  await expect(tarjeta(phone)).toContainText('Suena')
  await expect(tarjeta(phone)).not.toContainText('Se perdió la conexión.')
})

test('the post of music is accessible, fits every width and works by keyboard', async ({ phone, server, seed }) => {
  const { admin } = await openPuesto(phone, server, seed, 4)
  await admin.send(saveTurno, { selectedRow: 2 })
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [820, 1180],
    [1280, 800],
  ] as const) {
    await phone.setViewportSize({ width, height })
    expect(await scrolledSideways(phone)).toBe(0)
    expect(await faultsOf(phone)).toEqual([])
  }
  await boton(phone, 'Reproducir Pareja 3').focus()
  await phone.keyboard.press('Enter')
  await expect(tarjeta(phone)).toContainText('Pareja 3')
})
