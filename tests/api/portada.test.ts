import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deleteImagen, moveImagen, saveEvento } from '#contract/evento.ts'
import { portada } from '#contract/portada.ts'
import { eventoDefault } from '#domain/evento.ts'
import { syncGaleria } from '../../src/server/portada/galeria.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'

async function upload(
  app: TestApp,
  who: Client,
  name: string,
  { payload, type = 'image/png' }: { readonly payload: Buffer; readonly type?: string },
): Promise<{ status: number; archivo: string }> {
  const headers = { 'content-type': type, ...(who.cookie && { cookie: who.cookie }) }
  const response = await app.app.http.inject({
    method: 'POST',
    url: `/api/galeria?nombre=${encodeURIComponent(name)}`,
    headers,
    payload,
  })
  return { status: response.statusCode, archivo: response.json<{ archivo?: string }>().archivo ?? '' }
}

const png = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#b0136b' } })
    .png()
    .toBuffer()

async function shown(app: TestApp): Promise<string[]> {
  return (await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo) ?? []
}

test('the texts of the event are on every screen once they are saved', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const evento = { ...eventoDefault('Europe/Madrid'), nombre: 'Salsa Fest 2026', enlaceMapa: '' }
  await admin.send(saveEvento, evento)
  expect((await app.visitor.see(portada))?.evento).toMatchObject({
    nombre: 'Salsa Fest 2026',
    zonaHoraria: 'Europe/Madrid',
    enlaceMapa: '',
  })

  const hostile = admin.send(saveEvento, { ...evento, enlaceMapa: 'javascript:alert(1)', zonaHoraria: 'Luna' })
  await expect(hostile).rejects.toMatchObject({
    status: 400,
    fields: { enlaceMapa: expect.any(String), zonaHoraria: expect.any(String) },
  })
})

test('images come in re-encoded, in order, and go', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const one = await upload(app, admin, 'Gran final.png', { payload: await png() })
  const two = await upload(app, admin, 'cartel.png', { payload: await png() })
  expect(await shown(app)).toEqual([one.archivo, two.archivo])

  await admin.send(moveImagen, { archivo: two.archivo, direccion: 'up' })
  expect(await shown(app)).toEqual([two.archivo, one.archivo])
  const image = await app.app.http.inject(`/api/archivos/carrusel/${one.archivo}`)
  expect([image.statusCode, image.headers['content-type'], (await sharp(image.rawPayload).metadata()).format]).toEqual([
    200,
    'image/webp',
    'webp',
  ])

  await admin.send(deleteImagen, { archivo: one.archivo })
  expect(await shown(app)).toEqual([two.archivo])
  expect((await app.app.http.inject(`/api/archivos/carrusel/${one.archivo}`)).statusCode).toBe(404)
})

test('what is no photo is refused, and nobody but the administrator adds one', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
  expect((await upload(app, admin, 'x.svg', { payload: svg, type: 'image/svg+xml' })).status).toBe(415)
  expect((await upload(app, admin, 'x.png', { payload: (await png()).subarray(0, 60) })).status).toBe(415)
  expect((await upload(app, app.visitor, 'x.png', { payload: await png() })).status).toBe(401)
  expect((await upload(app, await app.as('usuario'), 'x.png', { payload: await png() })).status).toBe(403)
  expect(await shown(app)).toEqual([])
})

test('images dropped into the folder by hand are shown by name, and only images', async () => {
  await using app = await startApp()
  const folder = join(app.place.dataDir, 'archivos', 'carrusel')
  mkdirSync(folder, { recursive: true })
  for (const name of ['b.png', 'a.jpg', 'notas.txt', '.oculto.png']) writeFileSync(join(folder, name), 'x')
  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual(['a.jpg', 'b.png'])
})

test.each(['..%2Fevento.sqlite', '%2e%2e%2f%2e%2e%2fevento.sqlite', '.oculto.png', 'a%00.png', 'no.html'])(
  '%s is no image of the home page',
  async (name) => {
    await using app = await startApp()
    expect((await app.app.http.inject(`/api/archivos/carrusel/${name}`)).statusCode).toBeGreaterThanOrEqual(400)
  },
)
