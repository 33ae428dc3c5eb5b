import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addFoto, deleteUsuario, perfil, registerUsuario, savePerfil, usuarios } from '#contract/usuarios.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { sweep } from '../../src/server/sweep.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { anAlta, aPhoto, keptFiles, stagePhoto, storedFiles } from '../support/usuarios.ts'

const HOUR_MS = 60 * 60_000
const PERFIL = { nombre: 'Úrsula', apellido: 'Núñez', pais: 'México' }

async function look(app: TestApp, who: Client, url: string | null | undefined) {
  return app.app.http.inject({ url: url ?? '', headers: who.cookie ? { cookie: who.cookie } : {} })
}

test('a photo is stored small, as WebP, without its location, under its own name', async () => {
  await using app = await startApp()
  const { foto } = await stagePhoto(app, await aPhoto(), { nombre: '../../Mi retrato (1).JPG' })
  const { id } = await app.visitor.send(registerUsuario, anAlta({ foto }))
  expect(await keptFiles(app)).toEqual([expect.stringMatching(`^fotos/${id}_mi_retrato_1_[0-9a-f]{8}\\.webp$`)])

  const admin = await app.as('admin')
  const [usuario] = (await admin.see(usuarios)) ?? []
  const seen = await look(app, admin, usuario?.fotoURL)
  expect(seen.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { format, width, height, exif } = await sharp(seen.rawPayload).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 341, exif: undefined })
  expect(seen.rawPayload.includes('secreto')).toBe(false)
})

test('a new photo replaces the old one at once, and the old file is removed', async () => {
  await using app = await startApp()
  const usuario = await app.as('usuario')
  const urls = []
  for (const color of ['#b0136b', '#12b06b']) {
    const { foto } = await stagePhoto(app, await aPhoto(color))
    await usuario.send(savePerfil, { ...PERFIL, foto })
    urls.push((await usuario.see(perfil, { uid: usuario.id }))?.fotoURL)
  }
  expect(urls[0]).not.toBe(urls[1])
  expect(await keptFiles(app)).toHaveLength(1)
  const { dominant } = await sharp((await look(app, usuario, urls[1])).rawPayload).stats()
  expect(dominant.g).toBeGreaterThan(dominant.r)

  // A profile that is saved without a photo keeps its photo.
  await usuario.send(savePerfil, { ...PERFIL, nombre: 'Ana' })
  expect((await usuario.see(perfil, { uid: usuario.id }))?.fotoURL).toBe(urls[1])
})

test('a browser that has a photo learns whether it is unchanged or gone', async () => {
  await using app = await startApp()
  const [owner, admin] = [await app.as('usuario'), await app.as('admin')]
  await owner.send(savePerfil, { ...PERFIL, foto: (await stagePhoto(app, await aPhoto())).foto })
  const url = (await owner.see(perfil, { uid: owner.id }))?.fotoURL ?? ''
  const { etag } = (await look(app, admin, url)).headers
  const again = async (cookie: string | undefined) => {
    const headers = { 'if-none-match': String(etag), ...(cookie && { cookie }) }
    return (await app.app.http.inject({ url, headers })).statusCode
  }
  expect(await again(admin.cookie)).toBe(304)
  await admin.send(deleteUsuario, { id: owner.id })
  expect([await again(admin.cookie), await again(undefined)]).toEqual([404, 401])
})

test('a photo of two imported profiles stays until both have another one', async () => {
  await using app = await startApp()
  const [one, two] = [await app.as('usuario'), await app.as('usuario')]
  await app.deps.files.put('fotos/igual.webp', Readable.from([await aPhoto()]))
  await app.deps.db.write((tx) => tx.updateTable('users').set({ fotoPath: 'fotos/igual.webp' }).execute())
  await one.send(savePerfil, { ...PERFIL, foto: (await stagePhoto(app, await aPhoto())).foto })
  expect((await look(app, two, (await two.see(perfil, { uid: two.id }))?.fotoURL)).statusCode).toBe(200)
  await two.send(savePerfil, { ...PERFIL, foto: (await stagePhoto(app, await aPhoto())).foto })
  expect(await keptFiles(app)).not.toContain('fotos/igual.webp')
})

/** A PNG of one bit a pixel: 256 megapixels of white in some kilobytes. */
function aBomb(): Buffer {
  const side = 16_000
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(side * (1 + side / 8))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')

test('what is no photo is refused with a sentence, and leaves no file', async () => {
  await using app = await startApp()
  const photo = await aPhoto()
  const refused: Readonly<Record<string, [bytes: Buffer, type: string]>> = {
    'an SVG that says it is a JPEG': [SVG, 'image/jpeg'],
    'a photo cut in half': [photo.subarray(0, 900), 'image/jpeg'],
    '256 megapixels in a small file': [aBomb(), 'image/png'],
    'a page': [Buffer.from('<!doctype html><script>1</script>'), 'image/png'],
    nothing: [Buffer.alloc(0), 'image/png'],
    'a photo that does not say it is one': [photo, 'application/octet-stream'],
    'a form': [Buffer.from('{"nombre":"x"}'), 'application/json'],
  }
  for (const [what, [bytes, type]] of Object.entries(refused)) {
    const { status, code, message } = await stagePhoto(app, bytes, { type })
    expect({ status, code, message }, what).toEqual({
      status: 415,
      code: 'imagen.unreadable',
      message: PROBLEMS['imagen.unreadable'],
    })
    expect(await storedFiles(app), what).toEqual([])
  }
})

test('a photo of more than 10 MB is refused, before it is read or, without an announced length, while it is read', async () => {
  await using app = await startApp()
  const refusal = { status: 413, code: 'imagen.tooLarge', message: PROBLEMS['imagen.tooLarge'] }
  const declared = await stagePhoto(app, Buffer.alloc(10), {
    headers: { 'content-length': String(addFoto.maxBytes + 1) },
  })
  expect(declared).toMatchObject(refusal)

  const longer = Readable.from(Array.from({ length: 11 }, () => Buffer.alloc(1024 * 1024)))
  expect(await stagePhoto(app, longer)).toMatchObject(refusal)
  expect(await storedFiles(app)).toEqual([])
})

test('an endless upload is cut off', async () => {
  await using app = await startApp()
  const socket = connect(Number(new URL(await app.listen()).port), '127.0.0.1')
  socket.resume()
  // Cut off while it is still sending, it is reset: that is the point.
  socket.on('error', () => socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST ${addFoto.path} HTTP/1.1\r\nhost: a\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  const chunk = Buffer.concat([Buffer.from('80000\r\n'), Buffer.alloc(0x80000), Buffer.from('\r\n')])
  let sent = 0
  while (socket.writable && sent < 10 * addFoto.maxBytes) {
    sent += chunk.length
    if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  await closed
  expect(sent).toBeLessThan(10 * addFoto.maxBytes)
  expect(await storedFiles(app)).toEqual([])
})

test('a photo whose announced length is wrong leaves no file', async () => {
  await using app = await startApp()
  const port = Number(new URL(await app.listen()).port)
  const photo = await aPhoto()
  const said = async (length: number, leaves = false): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST ${addFoto.path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: image/jpeg\r\n`)
    socket.write(`connection: close\r\ncontent-length: ${length}\r\n\r\n`)
    socket.write(photo)
    if (leaves) socket.end()
    const chunks: Buffer[] = []
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  expect(await said(photo.length)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await said(200)).toMatch(/^HTTP\/1\.1 4/)
  expect(await said(photo.length + 1_000, true)).not.toMatch(/^HTTP\/1\.1 2/)
  expect(await storedFiles(app)).toHaveLength(1)
})

test('unused photos are removed within two hours, and photos of a form that is being filled in stay', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  const { foto: old } = await stagePhoto(app, await aPhoto())
  await sweep(app.deps)
  now += 61 * 60_000
  const { foto } = await stagePhoto(app, await aPhoto())
  await sweep(app.deps)

  await expect(app.visitor.send(registerUsuario, anAlta({ foto: old }))).rejects.toMatchObject({
    status: 409,
    message: 'La foto ya no está en el servidor. Elígela otra vez.',
  })
  const { id } = await app.visitor.send(registerUsuario, anAlta({ foto }))
  expect(await keptFiles(app)).toEqual([expect.stringMatching(`^fotos/${id}_`)])
})

test('the sweep keeps photos that a profile names, and orphans for a day', async () => {
  let now = Date.now()
  await using app = await startApp({ now: () => now })
  const usuario = await app.as('usuario')
  await usuario.send(savePerfil, { ...PERFIL, foto: (await stagePhoto(app, await aPhoto())).foto })
  const [named = ''] = await keptFiles(app)
  for (const path of ['fotos/suelta.webp', 'carrusel/cartel.webp']) await app.deps.files.put(path, Readable.from(['x']))

  await sweep(app.deps)
  now += 23 * HOUR_MS
  await sweep(app.deps)
  expect(await storedFiles(app)).toEqual(['carrusel/cartel.webp', 'fotos/suelta.webp', named].toSorted())
  // A profile names it again: its grace period starts again.
  const nameIt = (fotoPath: string) => app.deps.db.write((tx) => tx.updateTable('users').set({ fotoPath }).execute())
  await nameIt('fotos/suelta.webp')
  now += 2 * HOUR_MS
  await sweep(app.deps)
  expect(await storedFiles(app)).toContain('fotos/suelta.webp')
  await nameIt(named)
  await sweep(app.deps)
  expect(await storedFiles(app)).toContain('fotos/suelta.webp')
  for (let day = 0; day < 3; day += 1) {
    await sweep(app.deps)
    now += 25 * HOUR_MS
  }
  expect(await storedFiles(app)).toEqual(['carrusel/cartel.webp', named])
})

test('the number of photos from one address is limited', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) =>
    tx
      .insertInto('intento')
      .values({ bucket: 'foto:10.0.0.9', cuenta: 600, hasta: Date.now() + HOUR_MS / 4 })
      .execute(),
  )
  expect(await stagePhoto(app, await aPhoto(), { from: '10.0.0.9' })).toMatchObject({ status: 429 })
  expect(await stagePhoto(app, await aPhoto(), { from: '10.0.0.8' })).toMatchObject({ status: 200 })
})

test('photos that are refused do not use up those of their venue', async () => {
  await using app = await startApp()
  const from = '10.0.0.9'
  for (let tries = 0; tries < 601; tries += 1)
    expect(await stagePhoto(app, Buffer.from('x'), { from })).toMatchObject({ status: 415 })
  expect(await stagePhoto(app, await aPhoto(), { from })).toMatchObject({ status: 200 })
})
