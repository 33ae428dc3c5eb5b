import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'

export const URSULA = {
  nombre: 'Úrsula',
  apellido: 'Núñez',
  email: 'ursula@ejemplo.mx',
  pais: 'México',
  password: 'una-clave-suya',
}

type Person = typeof URSULA

async function post(page: Page, path: string, data: unknown): Promise<number> {
  const { origin } = new URL((await page.request.get('/healthz')).url())
  return (await page.request.post(path, { data, headers: { origin } })).status()
}

/** Makes an account by the endpoint of the screen, which is faster. */
export async function register(page: Page, person: Partial<Person> = {}): Promise<void> {
  expect(await post(page, '/api/usuarios', { ...URSULA, ...person })).toBe(200)
}

/** Signs in by the endpoint of the screen. Returns the status. */
export async function enter(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<number> {
  return post(page, '/api/sesion', { email, password })
}

/** Types a sign-in on its screen. */
export async function signInAs(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in as Úrsula, the user u of a loaded event without a password: an administrator gives her a link. */
export async function enterByLink(page: Page, admin: Page): Promise<void> {
  const { ruta } = Object(await act(admin, 'POST', '/api/usuarios/u/enlace'))
  const token = String(ruta).split('/').at(-1)
  await act(page, 'POST', `/api/enlaces/${token}/contrasena`, { password: URSULA.password })
  expect(await enter(page, URSULA)).toBe(200)
}

/** Signs out by the menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menú', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menú' }).getByRole('button', { name: 'Cerrar sesión' }).click()
}

/** A competitor with an account, signed in, on a screen of theirs. */
export async function signedIn(page: Page, path: string): Promise<Page> {
  await register(page)
  expect(await enter(page, URSULA)).toBe(200)
  await page.goto(`/#${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/** The texts for the form of the registration. */
export async function typeInto(page: Page, { nombre, apellido, email, pais, password }: Person): Promise<void> {
  await page.getByLabel('Nombre', { exact: true }).fill(nombre)
  await page.getByLabel('Apellido').fill(apellido)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('País').selectOption(pais)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
}

let photo: Promise<Buffer> | undefined

/** A picture as a phone takes it: some megabytes, larger than any screen. */
export async function aPhoto(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  photo ??= draw()
  return { name, mimeType: 'image/jpeg', buffer: await photo }
}

async function draw(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#b0136b', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Images that a browser shows and the server refuses, and a JPEG without its end mark. */
export async function strangeImages(): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const small = sharp({ create: { width: 60, height: 40, channels: 3, background: '#b0136b' } })
  // Too heavy by its bytes, not by its pixels: a decoder ignores what stands behind the image.
  const heavy = Buffer.concat([await small.clone().png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)])
  const many = sharp({ create: { width: 8000, height: 7600, channels: 3, background: '#b0136b' } })
  return [
    { name: 'gif.gif', mimeType: 'image/gif', buffer: await small.clone().gif().toBuffer() },
    { name: 'avif.avif', mimeType: 'image/avif', buffer: await small.clone().avif().toBuffer() },
    { name: 'bmp.bmp', mimeType: 'image/bmp', buffer: aBmp() },
    { name: 'pesada.png', mimeType: 'image/png', buffer: heavy },
    {
      name: 'enorme.jpg',
      mimeType: 'image/jpeg',
      buffer: await many.toColourspace('b-w').jpeg({ quality: 50 }).toBuffer(),
    },
    { name: 'cortada.jpg', mimeType: 'image/jpeg', buffer: (await small.jpeg().toBuffer()).subarray(0, -2) },
  ]
}

/** A black bitmap of 8 x 8, 24 bits per pixel. */
function aBmp(): Buffer {
  const bytes = Buffer.alloc(54 + 8 * 8 * 3)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(8, 18)
  bytes.writeInt32LE(8, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

/** The start of a photo of an iPhone, of any size, under the name of a JPEG. */
export function aHeic(name: string, bytes = 5_000): { name: string; mimeType: string; buffer: Buffer } {
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(bytes)]),
  }
}

/** Writes files to the disk, to be chosen by their paths: the bytes of a buffer travel to the browser as text, which is slow. */
export async function pathsOf(files: readonly { readonly name: string; readonly buffer: Buffer }[]): Promise<string[]> {
  const paths = files.map(({ name }) => test.info().outputPath(name))
  for (const [index, { buffer }] of files.entries()) await writeFile(paths[index] ?? '', buffer)
  return paths
}
