import { expect, test } from 'vitest'
import { deleteImagen } from '#contract/evento.ts'
import { createInscripcion, deleteInscripcion, updateInscripcion } from '#contract/inscripciones.ts'
import { deleteUsuario, savePerfil } from '#contract/usuarios.ts'
import { startApp } from '../support/app.ts'
import { addImagen } from '../support/backup.ts'
import { seedDia } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { OFFSET_TYPE, upload } from '../support/tus.ts'
import { aPhoto, keptFiles, stagePhoto, storedFiles } from '../support/usuarios.ts'

/** Names that no stored file has, and that a file store or a database may fail on. */
const NAMES = [
  'a%3Ab.png',
  `${'a'.repeat(300)}.png`,
  `${'a'.repeat(505)}.png`,
  '%00',
  'a%00.png',
  '%ED%A0%80',
  '..',
  '%2e%2e%2fa.png',
  '%2e%2e%2f%2e%2e%2fevento.sqlite',
  '..%5c..%5cmusica',
  '.oculto.png',
  '.subidas',
  'no.html',
]
const FILES = [
  ['GET', '/api/archivos/carrusel/:x'],
  ['GET', '/api/competidores/:x/musica'],
  ['GET', '/api/usuarios/:x/foto'],
  ['GET', '/api/dias/:x/musica.zip'],
  ['HEAD', '/api/subidas/:x'],
  ['PATCH', '/api/subidas/:x'],
  ['DELETE', '/api/subidas/:x'],
] as const

test.each(FILES)('%s %s: an impossible name answers 404, not an error of the server', async (method, path) => {
  const faults: string[] = []
  await using app = await startApp({ onLog: (message) => faults.push(message) })
  for (const role of ['admin', 'usuario'] as const) {
    const { cookie = '' } = await app.as(role)
    for (const name of NAMES) {
      const headers = { cookie, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': OFFSET_TYPE }
      const answer = await app.app.http.inject({ method, url: path.replace(':x', name), headers })
      expect([400, 403, 404, 405], `${role} ${name}`).toContain(answer.statusCode)
    }
  }
  expect(faults).toEqual([])
})

test('a deleted or replaced file answers 404 at once for everybody, while it waits for the sweep', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const [admin, usuario] = [await app.as('admin'), await app.as('usuario')]
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '' }
  const { id } = await usuario.send(createInscripcion, { ...entry, subida: await upload(app, usuario) })
  const { foto } = await stagePhoto(app, await aPhoto())
  await usuario.send(savePerfil, { nombre: 'Ana', apellido: 'Paz', pais: 'México', foto })
  const archivo = await addImagen(app, admin, 'cartel.png')
  const urls = [
    `/api/competidores/${id}/musica`,
    `/api/usuarios/${usuario.id}/foto`,
    `/api/archivos/carrusel/${archivo}`,
  ]
  const answers = async () => {
    const asked = urls.map((url) => app.app.http.inject({ url, headers: { cookie: admin.cookie ?? '' } }))
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  expect(await answers()).toEqual([200, 200, 200])
  const stored = await storedFiles(app)

  await admin.send(deleteInscripcion, { id })
  await admin.send(deleteUsuario, { id: usuario.id })
  await admin.send(deleteImagen, { archivo })

  expect(await answers()).toEqual([404, 404, 404])
  expect(await storedFiles(app)).toEqual(stored)
  expect(await keptFiles(app)).toEqual([])
})

test('a new track has an address of its own content at once, and the former file is gone a day later', async () => {
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const usuario = await app.as('usuario')
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '' }
  const { id } = await usuario.send(createInscripcion, { ...entry, subida: await upload(app, usuario, aTrack(2)) })
  await usuario.send(updateInscripcion, { id, subida: await upload(app, usuario, aTrack(3)) })
  const heard = await app.app.http.inject({
    url: `/api/competidores/${id}/musica`,
    headers: { cookie: usuario.cookie ?? '' },
  })
  expect(heard.rawPayload.equals(aTrack(3))).toBe(true)
  expect(await app.deps.files.list('musica')).toHaveLength(2)
  expect(await keptFiles(app)).toHaveLength(1)
})
