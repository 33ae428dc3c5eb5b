import { Readable } from 'node:stream'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readBitacora } from '#contract/bitacora.ts'
import { deleteImagen, moveImagen, saveEvento } from '#contract/evento.ts'
import { saveTurno, selectDia } from '#contract/horario.ts'
import { saveInscripciones } from '#contract/inscripciones.ts'
import { portada } from '#contract/views/portada.ts'
import { eventoDefault } from '#domain/evento.ts'
import { DatabaseAway } from '../../src/server/db/database.ts'
import { encodingsOf } from '../../src/server/http/representation.ts'
import { syncGaleria } from '../../src/server/evento/galeria.ts'
import { pageRoutes } from '../../src/server/page/routes.ts'
import { accept } from '../support/acepta.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { sweepOrphans } from '../support/sweep.ts'

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

test('the event has the date of its Thursday: another day of the week is asked about, and texts sent alone keep it', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const textos = eventoDefault('Europe/Madrid')
  const fecha = async () => (await app.visitor.see(portada))?.evento.fecha
  expect(await fecha()).toBeUndefined()
  await admin.send(saveEvento, { ...textos, fecha: '2026-12-03' })
  await admin.send(saveEvento, { ...textos, hotel: 'Otro' })
  expect(await fecha()).toBe('2026-12-03')

  const { preguntas } = await accept(admin, saveEvento, { ...textos, fecha: '2026-12-04' })
  expect(preguntas).toEqual(['El viernes 4 de diciembre de 2026 no es jueves. ¿Usarla?'])
  // Saved again as it is, it asks no more.
  await admin.send(saveEvento, { ...textos, fecha: '2026-12-04' })
  const { actos } = await admin.send(readBitacora, {})
  expect(JSON.stringify(actos[0]?.antes)).toContain('jueves 3 de diciembre de 2026')
  expect(JSON.stringify(actos[0]?.despues)).toContain('viernes 4 de diciembre de 2026')
  await admin.send(saveEvento, { ...textos, fecha: '' })
  expect(await fecha()).toBeUndefined()
  await expect(admin.send(saveEvento, { ...textos, fecha: '2026-02-30' })).rejects.toMatchObject({
    status: 400,
    fields: { fecha: 'Elige una fecha.' },
  })
})

test('images are added re-encoded and in order, and can be deleted', { tags: 's3' }, async () => {
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

test('an image keeps the letters of its name, and can be seen and deleted', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  for (const [name, begins] of [
    ['Niños de la Peña.png', 'Niños_de_la_Peña_'],
    [`${'𠮷'.repeat(80)}.png`, '𠮷'.repeat(60)],
  ] as const) {
    const { archivo } = await upload(app, admin, name, { payload: await png() })
    expect(archivo.startsWith(begins)).toBe(true)
    const { imagenes = [] } = (await app.visitor.see(portada)) ?? {}
    expect((await app.app.http.inject(imagenes[0]?.url ?? '')).statusCode).toBe(200)
    await admin.send(deleteImagen, { archivo })
    await sweepOrphans(app)
    expect(await app.deps.files.list('carrusel')).toEqual([])
  }
})

test('a file that is no image is refused', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
  expect((await upload(app, admin, 'x.svg', { payload: svg, type: 'image/svg+xml' })).status).toBe(415)
  expect((await upload(app, admin, 'x.png', { payload: (await png()).subarray(0, 60) })).status).toBe(415)
  expect(await shown(app)).toEqual([])
})

test('images dropped into the folder by hand are shown by name, and only images', async () => {
  await using app = await startApp()
  const dropped = ['b.png', 'a.jpg', 'año nuevo & más (1) +50%.jpg', 'notas.txt', '.oculto.png', 'otra/c.png']
  for (const name of dropped) await app.deps.files.put(`carrusel/${name}`, Readable.from(['x']))
  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual(['a.jpg', 'año nuevo & más (1) +50%.jpg', 'b.png'])
  const { imagenes = [] } = (await app.visitor.see(portada)) ?? {}
  const seen = await app.app.http.inject(imagenes[1]?.url ?? '')
  expect([seen.statusCode, seen.body]).toEqual([200, 'x'])
})

test('an image added or deleted while the folder is read stays added or deleted', { tags: 's3' }, async () => {
  let meanwhile = async (): Promise<unknown> => undefined
  await using app = await startApp({
    files: (files) => ({
      ...files,
      list: async (folder) => {
        const found = await files.list(folder)
        if (folder === 'carrusel') await meanwhile()
        return found
      },
    }),
  })
  const admin = await app.as('admin')
  const one = await upload(app, admin, 'uno.png', { payload: await png() })
  await app.deps.files.put('carrusel/a_mano.png', Readable.from(['x']))
  let two = ''
  meanwhile = async () => {
    meanwhile = async () => undefined
    await admin.send(deleteImagen, { archivo: one.archivo })
    two = (await upload(app, admin, 'dos.png', { payload: await png() })).archivo
  }
  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual([two, 'a_mano.png'])
  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual([two, 'a_mano.png'])
})

test('an image whose row could not be written does not appear later', async () => {
  let away = false
  await using app = await startApp({
    database: (db) => ({
      ...db,
      write: (run) => (away ? Promise.reject(new DatabaseAway(new Error('gone'))) : db.write(run)),
    }),
  })
  const admin = await app.as('admin')
  away = true
  expect((await upload(app, admin, 'uno.png', { payload: await png() })).status).toBe(503)
  away = false
  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual([])
})

test('a deleted image does not come back, its address answers 404 at once, and its file goes a day later', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { archivo } = await upload(app, admin, 'uno.png', { payload: await png() })
  const url = (await app.visitor.see(portada))?.imagenes[0]?.url ?? ''
  const ask = async () => (await app.app.http.inject({ url })).statusCode
  expect(await ask()).toBe(200)
  await admin.send(deleteImagen, { archivo })
  expect(await ask()).toBe(404)
  await syncGaleria(app.deps)
  expect([await shown(app), (await app.deps.files.list('carrusel')).length]).toEqual([[], 1])
  await sweepOrphans(app)
  await syncGaleria(app.deps)
  expect([await shown(app), await app.deps.files.list('carrusel')]).toEqual([[], []])
  expect(await app.deps.db.read((tx) => tx.selectFrom('galeria').selectAll().execute())).toEqual([])
})

test('a page that could not be built is built at the next request', async () => {
  await using app = await startApp()
  let asked = 0
  const web = Fastify()
  pageRoutes(web, app.app.live, '<title>Otro</title>', async (...given) => {
    asked += 1
    if (asked === 1) throw new Error('no memory')
    return encodingsOf(...given)
  })
  expect((await web.inject('/')).statusCode).toBe(500)
  expect((await web.inject('/')).statusCode).toBe(200)
})

test('a visitor gets the page before its best compression is ready, and a later visitor gets the best one', async () => {
  await using app = await startApp()
  const web = Fastify()
  const best = Promise.withResolvers<void>()
  const encoded: Buffer[] = []
  pageRoutes(web, app.app.live, '<p>Pareja</p>'.repeat(500), async (page, levels) => {
    const bodies = await encodingsOf(page, levels)
    encoded.push(bodies.br)
    if (encoded.length > 1) await best.promise
    return bodies
  })
  const open = () => web.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  const first = await open()
  await expect.poll(() => encoded.length).toBe(2)
  best.resolve()
  await expect.poll(async () => (await open()).rawPayload).toEqual(encoded[1])
  expect(encoded[1]).not.toEqual(first.rawPayload)
  expect((await open()).headers['etag']).toBe(first.headers['etag'])
})

test('a visitor is told when entries open and close, and at once when that changes', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const plazo = async () => (await app.visitor.see(portada))?.plazo
  expect(await plazo()).toMatchObject({ desde: null, hasta: null })
  await admin.send(saveInscripciones, { desde: '', hasta: '2025-03-20T18:00', maximo: 3 })
  expect(await plazo()).toEqual({ tipo: 'plazo', desde: null, hasta: '2025-03-21T00:00:00.000Z' })
})

test('the active day is known before the clock was set, and is live from its first turn until its last has passed', async () => {
  await using app = await startApp()
  await seedDia(app, 'viernes', { Salsa: ['Ana'] })
  const admin = await app.as('admin')
  const diaOf = async () => {
    const home = await app.visitor.see(portada)
    return [home?.dia, home?.fase]
  }
  await admin.send(selectDia, { dia: 'viernes' })
  expect(await diaOf()).toEqual(['viernes', 'por comenzar'])
  await admin.send(saveTurno, { selectedRow: 1 })
  expect(await diaOf()).toEqual(['viernes', 'en vivo'])
  await admin.send(saveTurno, { selectedRow: 2 })
  expect(await diaOf()).toEqual(['viernes', 'terminado'])
})

test('the page names the first image, and is compressed again for another one but not for a press', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  let compressed = 0
  const web = Fastify()
  pageRoutes(web, app.app.live, '<meta name="imagen" content="/cartel.svg" />', async (html, levels) => {
    if (levels.br === 11) compressed += 1
    return encodingsOf(html, levels)
  })
  const open = async () => {
    await app.app.live.hub.settled()
    return (await web.inject('/')).body
  }
  expect(await open()).toContain('content="/cartel.svg"')
  await upload(app, admin, 'uno.png', { payload: await png() })
  const [first] = (await app.visitor.see(portada))?.imagenes ?? []
  expect(await open()).toBe(`<meta name="imagen" content="${first?.url}" />`)
  await upload(app, admin, 'dos.png', { payload: await png() })
  await admin.send(selectDia, { dia: 'sábado' })
  expect(await open()).toContain(first?.url)
  expect(compressed).toBe(2)
})
