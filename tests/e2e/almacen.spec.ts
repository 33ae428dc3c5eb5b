import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../support/app.ts'
import { freshPlace, settingsOf } from '../support/database.ts'
import { startGate } from '../support/proxy.ts'
import { aTrack } from '../support/mp3.ts'
import { runCommand, startServer } from '../support/server.ts'
import { aPhoto as aSmallPhoto } from '../support/usuarios.ts'
import { ADMIN, enterAsAdmin, expect, ON_S3, refused, said, test } from './fixtures.ts'
import { aPhoto, signedIn, typeInto, URSULA } from './people.ts'

const AWAY = 'El almacén de archivos no responde y no se guardó nada. Vuelve a intentarlo en unos segundos.'

const entry = (nombre: string, musicaPath: string) => ({
  nombre,
  compania: 'Peña Ñandú',
  categoria: 'Son cubano',
  dia: 'jueves',
  orden: 1,
  fechaInscripcion: '2025-03-20',
  musicaPath,
})
const TREE = {
  users: {
    u1: { nombre: 'Zoë', apellido: 'Íñiguez', email: 'zoe@example.com', pais: 'Cuba', fotoPath: 'fotos/Zoë 1.jpg' },
  },
  categorias: { s: { nombre: 'Son cubano', dia: 'jueves', orden: 1 } },
  competidores: { son_cubano: { a: entry('Ana', 'musica/Son cubano, Ana (1).mp3') } },
}

test('a backup of one place, restored in another, shows the same music, photo and images', async ({
  browser,
  place,
  seed,
}) => {
  const photo = await aSmallPhoto()
  await seed.tree(TREE, {
    'fotos/Zoë 1.jpg': photo,
    'musica/Son cubano, Ana (1).mp3': aTrack(4),
    'carrusel/año nuevo.jpg': photo,
  })
  const folder = mkdtempSync(join(tmpdir(), 'salsa-respaldo-'))
  const act = async (command: string, env: Readonly<Record<string, string>>) => {
    const { status, output } = await runCommand(`src/server/cli/${command}.ts`, [join(folder, 'copia')], env)
    expect(status, output).toBe(0)
  }
  await act('backup', settingsOf(place))
  await using restored = await freshPlace()
  await act('restore', { LOG_LEVEL: 'error', ...settingsOf(restored) })
  rmSync(folder, { recursive: true })
  await using other = await startApp({ place: restored })

  const page = await (await browser.newContext({ baseURL: await other.listen() })).newPage()
  await enterAsAdmin(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Galería' }).getByRole('img').first()).toHaveJSProperty(
    'naturalWidth',
    900,
  )
  await page.goto('/#/usuarios')
  await expect(page.getByRole('article').locator('img')).toHaveJSProperty('naturalWidth', 900)
  await page.goto('/#/competidores')
  await page.getByRole('button', { name: 'Reproducir Ana' }).click()
  await expect(page.getByRole('region', { name: 'Reproductor' })).toContainText('−0:0')
  await page.context().close()
  // A connection that the browser opened ahead, and never used, would hold the end back.
  other.app.http.server.closeAllConnections()
})

test(
  'while the store is away the pages say so, nothing is half done, and waiting requests succeed later',
  ON_S3,
  async ({ browser }) => {
    await using place = await freshPlace()
    await using gate = await startGate(place.storageUrl ?? '')
    const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    await using server = await startServer({ ...settingsOf(place), ...env, STORAGE_URL: gate.url })
    const [admin, visitor] = await Promise.all(
      [0, 1].map(async () => (await browser.newContext({ baseURL: server.url })).newPage()),
    )
    if (!admin || !visitor) throw new Error('No page.')
    const ready = async () => (await admin.request.get('/readyz')).json()
    expect(await ready()).toEqual({ status: 'ok' })
    await enterAsAdmin(admin)
    const headers = { origin: server.url }
    await admin.request.post('/api/categorias', { data: { nombre: 'Salsa', dia: 'jueves' }, headers })
    await visitor.goto('/#/registro')

    gate.set('shut')
    expect(await ready()).toMatchObject({ code: 'archivo.away', message: AWAY })
    await visitor.getByLabel('Foto de perfil (opcional)').setInputFiles(await aPhoto('retrato.jpg'))
    await expect(visitor.getByText(AWAY)).toBeVisible()
    await admin.goto('/#/evento')
    await admin.getByLabel('Agregar imagen').setInputFiles(await aPhoto('cartel.jpg'))
    await expect(refused(admin, AWAY)).toBeVisible()

    gate.set('open')
    expect(await ready()).toEqual({ status: 'ok' })
    await visitor.getByRole('button', { name: 'Reintentar' }).click()
    await expect(said(visitor, 'Lista: retrato.jpg')).toBeVisible()
    await typeInto(visitor, { ...URSULA, email: 'otra@ejemplo.mx' })
    gate.set('shut')
    await visitor.getByRole('button', { name: 'Registrarse' }).click()
    await expect(said(visitor, 'Lo intentamos otra vez')).toBeVisible()
    gate.set('open')
    await expect(said(visitor, 'Registro exitoso')).toBeVisible()

    await visitor.goto('about:blank')
    await signedIn(visitor, '/competencia')
    gate.set('shut')
    const track = { name: 'mezcla.mp3', mimeType: 'audio/mpeg', buffer: aTrack(3) }
    await visitor.getByLabel('Música (.mp3)').setInputFiles(track)
    await visitor.getByLabel('Nombre del competidor').fill('Ana')
    await visitor.getByLabel('Compañía').fill('Ñandú')
    await visitor.getByLabel('Categoría').selectOption({ label: '1 - Salsa' })
    await visitor.getByRole('button', { name: 'Inscribir' }).click()
    await expect(visitor.getByText('En pausa')).toBeVisible()
    gate.set('open')
    await expect(said(visitor, 'Competidor inscrito correctamente.')).toBeVisible()
    gate.set('shut')
    await visitor.getByRole('button', { name: 'Reproducir Ana' }).click()
    await expect(refused(visitor, 'El servidor no puede dar la música ahora.')).toBeVisible()
    gate.set('open')
    await visitor.getByRole('button', { name: 'Reproducir Ana' }).click()
    await expect(visitor.getByRole('slider', { name: 'Posición de Ana' })).toHaveAttribute('aria-valuetext', /de 0:03/)
    for (const page of [admin, visitor]) await page.context().close()
  },
)
