import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { seedCalificacion } from '../support/builders.ts'
import { apeTag, aTrack, aTrackAt48, aTrackOf, id3, infoFrame } from '../support/mp3.ts'
import { startProxy } from '../support/proxy.ts'
import { expect, test } from './fixtures.ts'
import { pathsOf, signedIn } from './people.ts'

const PHONE = { width: 390, height: 844 }
const DIAS = { jueves: { Salsa: ['Ana'], Bachata: [] }, viernes: { Casino: ['Eva'] } }
async function fill(page: Page, nombre: string, categoria: string): Promise<void> {
  await page.getByLabel('Nombre del competidor').fill(nombre)
  await page.getByLabel('Compañía').fill('Team Cubanísimo')
  await page.getByLabel('Categoría').selectOption({ label: categoria })
}

const mp3 = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/mpeg', buffer })
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an entry is made with a note, and its music, byte for byte, over a line that is cut', async ({
  browser,
  server,
  seed,
  admin,
}) => {
  await seed.dias(DIAS)
  await using line = await startProxy(server.url, { every: 1_300_000, times: 3 })
  const page = await signedIn(await browser.newPage({ baseURL: line.url, viewport: PHONE }), '/competencia')
  const track = aTrackOf(5_000_000)

  await page.getByLabel('Música (.mp3)').setInputFiles(mp3('mezcla final.mp3', track))
  await fill(page, 'Sofía y Ximena', '1 - Salsa')
  const note = 'Se pronuncia Jimena; vienen de Cali'
  await page.getByLabel('Nota para el locutor').fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await expect(page.getByText('Escribe una nota de hasta 200 caracteres.')).toBeVisible()
  await page.getByLabel('Nota para el locutor').fill(note)
  await page.getByRole('button', { name: 'Inscribir' }).click()
  const said = page.getByRole('status').filter({ hasText: 'Competidor inscrito correctamente.' })
  await expect(said).toContainText('Orden 2 en 1 - Salsa, jueves.', { timeout: 120_000 })

  expect(line.cuts()).toBe(3)
  const row = page.getByRole('row').filter({ hasText: 'Sofía y Ximena' })
  await expect(row).toContainText('Jueves, 1 - Salsa')
  await expect(row.getByRole('button', { name: 'Reproducir Sofía y Ximena' })).toBeVisible()
  await admin.goto('/#/competidores')
  await expect(admin.getByRole('region', { name: '1 - Salsa (2)' })).toContainText('Sofía y Ximena')
  const asked = page.waitForRequest(/\/api\/competidores\/.+\/musica/)
  await page.getByRole('button', { name: 'Reproducir Sofía y Ximena' }).click()
  const request = await asked
  const whole = await page.request.get(request.url())
  expect(hash(await whole.body())).toBe(hash(track))

  await admin.getByRole('button', { name: 'Editar Sofía y Ximena' }).click()
  await expect(admin.getByLabel('Nota para el locutor')).toHaveValue(note)
  await admin.getByLabel('Nota para el locutor').fill('')
  await admin.getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.getByText('Competidor actualizado correctamente.')).toBeVisible()
  await page.getByRole('button', { name: 'Editar Sofía y Ximena' }).click()
  await expect(page.getByLabel('Nota para el locutor')).toHaveValue('')
  await page.context().close()
})

test('a name that its owner entered already is confirmed once, and the desk lists both entries', async ({
  visitor,
  seed,
  admin,
}) => {
  await seed.dias(DIAS)
  const page = await signedIn(visitor, '/competencia')
  const send = async () => {
    await fill(page, 'Lola Uno', '1 - Salsa')
    await page.getByLabel('Música (.mp3)').setInputFiles(mp3('una.mp3', aTrack(3)))
    await page.getByRole('button', { name: 'Inscribir' }).click()
  }
  const rows = page.getByRole('row').filter({ hasText: 'Lola Uno' })
  await send()
  await expect(rows).toHaveCount(1)
  await send()
  const question = page.getByRole('alertdialog', { name: 'Ya inscribiste a Lola Uno en Salsa.' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  // Nothing is lost: the form stays as it was, without an error.
  await expect(page.getByLabel('Nombre del competidor')).toHaveValue('Lola Uno')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await question.getByRole('button', { name: 'Inscribir otra vez' }).click()
  await expect(page.getByText('Competidor inscrito correctamente.', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)

  // A change that makes a double asks too, and the answer counts for that request alone.
  await page.getByRole('button', { name: 'Editar Lola Uno' }).first().click()
  await page.getByLabel('Nombre del competidor').fill('Otra')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Editar Otra' }).click()
  await page.getByLabel('Nombre del competidor').fill('lola  uno')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page
    .getByRole('alertdialog', { name: 'Ya inscribiste a lola uno en Salsa.' })
    .getByRole('button', { name: 'Inscribir otra vez' })
    .click()
  await expect(page.getByText('Competidor actualizado correctamente.')).toBeVisible()

  await admin.goto('/#/competidores')
  const pending = admin.getByRole('region', { name: 'Por resolver' })
  await pending.getByText('Inscritos dos veces').click()
  await expect(pending.getByRole('button', { name: /lola\s+uno/i })).toHaveCount(2)
})

test('an entry that got a mark while its form was open is neither moved nor deleted, and the page gives the reason', async ({
  visitor,
  server,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await signedIn(visitor, '/competencia')
  await page.getByLabel('Música (.mp3)').setInputFiles(mp3('son.mp3', aTrack(2)))
  await fill(page, 'Sofía y Ximena', '1 - Salsa')
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await page.getByRole('button', { name: 'Editar Sofía y Ximena' }).click()
  if (!server.app) throw new Error('No app.')
  const entry = server.app.deps.db.read((tx) =>
    tx.selectFrom('competidores').select('id').where('nombre', '=', 'Sofía y Ximena').executeTakeFirstOrThrow(),
  )
  await seedCalificacion(server.app, (await entry).id, 'Amparo', '50.00')

  await page.getByLabel('Categoría').selectOption({ label: '1 - Casino' })
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Ocurrió un error al guardar la información.Ya tiene calificaciones. Habla con la organización.',
  )
  await page.getByLabel('Categoría').selectOption({ label: '1 - Salsa' })
  await page.getByLabel('Nombre del competidor').fill('Sofía y Leo')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Sofía y Leo' })
  await expect(row).toContainText('Jueves, 1 - Salsa')
  await row.getByRole('button', { name: 'Eliminar Sofía y Leo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText(
    'Ya tiene calificaciones. Habla con la organización.',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(row).toBeVisible()
})

const EMPTY = mp3('vacío.mp3', Buffer.alloc(0))
const BAD = mp3('página.mp3', Buffer.from('<!doctype html><p>no soy música</p>'.repeat(50)))

test('the refusal of a file has the measured figures, and a ready one stays until another comes', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await signedIn(visitor, '/competencia')
  const dropped: number[] = []
  page.on('response', (answer) => {
    if (answer.request().method() === 'DELETE') dropped.push(answer.status())
  })
  const field = page.getByLabel('Música (.mp3)')
  const refused = page.getByRole('alert')
  const submit = page.getByRole('button', { name: 'Inscribir' })
  await submit.click()
  await expect(refused).toHaveText('Por favor completa todos los campos.')
  await fill(page, 'Sofía', '1 - Salsa')
  await submit.click()
  await expect(refused).toHaveText('Por favor sube un archivo de música (.mp3).')

  await field.setInputFiles(BAD)
  await expect(refused).toContainText('página.mp3 no es un mp3.Conviértelo a mp3')
  await expect(page.getByLabel('Elegir otro archivo')).toBeVisible()
  await field.setInputFiles(EMPTY)
  await expect(refused).toContainText('El archivo está vacío.Descárgalo o expórtalo otra vez')
  await field.setInputFiles(mp3('corta.mp3', aTrack(0.5)))
  await expect(refused).toContainText('La música dura 0.5 s.El mínimo es 1 s.')
  await field.setInputFiles(await pathsOf([mp3('larga.mp3', aTrack(16 * 60))]))
  await expect(refused).toContainText(/La música dura 1[56]:\d\d\.El máximo es 15.min\./)
  await field.setInputFiles(await pathsOf([mp3('pesada.mp3', aTrackOf(31.5 * 1024 * 1024))]))
  await expect(refused).toContainText('El archivo pesa 31.6 MB.El máximo es 30 MB.')
  // The server has removed the refused upload already: the page sends no DELETE.
  await field.setInputFiles(mp3('una.mp3', aTrack(151)))
  await expect(page.getByText('Lista, dura 2:31, 2.3 MB')).toBeVisible()
  expect(dropped).toEqual([])

  const change = page.getByLabel('Cambiar')
  await change.dispatchEvent('cancel', { bubbles: true })
  await expect(page.getByText('una.mp3')).toBeVisible()
  await change.setInputFiles(mp3('otra.mp3', aTrack(2)))
  await expect(page.getByText('Lista, dura 0:02, 32 kB')).toBeVisible()
  await expect(page.getByText('una.mp3')).toBeHidden()
  await submit.click()
  await expect(page.getByText('Competidor inscrito correctamente.')).toBeVisible()
})

test('a track that a browser plays is accepted with its length, and one in which it stops is refused with the cure', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await signedIn(visitor, '/competencia')
  const field = page.getByLabel('Música (.mp3)')
  const refused = page.getByRole('alert')
  const choose = (...parts: Buffer[]) => field.setInputFiles(mp3('mezcla.mp3', Buffer.concat(parts)))

  await choose(aTrack(4), aTrackAt48(4))
  await expect(refused).toContainText('La música une grabaciones distintas. Expórtala como un solo mp3.')
  await choose(aTrack(20), Buffer.alloc(90_000, 7), aTrack(20))
  await expect(refused).toContainText('La música se corta en 0:20. Expórtala otra vez como mp3.')
  await choose(infoFrame(1_150), aTrack(25))
  await expect(refused).toContainText('Parece incompleta: dice durar 0:30 y tiene 0:25. Súbela otra vez.')
  await choose(aTrack(2).subarray(0, -1))
  await expect(page.getByText('Dura 0:02. Si falta el final, súbela otra vez.')).toBeVisible()
  await fill(page, 'Cortada', '1 - Salsa')
  await page.getByRole('button', { name: 'Inscribir' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Competidor inscrito correctamente.' })).toBeVisible()

  await choose(id3(500), Buffer.alloc(20_000), infoFrame(100), aTrack(2), id3(30_000), aTrack(1), apeTag(90_000, true))
  await expect(page.getByText('Lista, dura 0:03')).toBeVisible()
  await fill(page, 'Vestida', '1 - Salsa')
  await page.getByRole('button', { name: 'Inscribir' }).click()
  for (const [nombre, length] of [
    ['Cortada', '0:02'],
    ['Vestida', '0:03'],
  ]) {
    const slider = page.getByRole('slider', { name: `Posición de ${nombre}` })
    await page.getByRole('button', { name: `Reproducir ${nombre}` }).click()
    await expect(slider).toHaveAttribute('aria-valuetext', `0:01 de ${length}`)
    await expect(page.getByRole('button', { name: `Reproducir ${nombre}` })).toBeVisible()
    await expect(slider).toHaveAttribute('aria-valuetext', `0:00 de ${length}`)
  }
})

test('a person whose session ended while choosing a file is asked to sign in, not to choose another file', async ({
  visitor,
  seed,
}) => {
  await seed.dias(DIAS)
  const page = await signedIn(visitor, '/competencia')
  await page.context().clearCookies()
  await page.getByLabel('Música (.mp3)').setInputFiles(mp3('una.mp3', aTrack(2)))
  await expect(page.getByRole('alert')).toContainText('Debes iniciar sesión para agregar competidores.')
  await expect(page.getByText('Elegir otro archivo')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Acceder' }).click()
  await expect(page).toHaveURL(/#\/acceder$/)
  await expect(page.getByLabel('Correo electrónico')).toBeVisible()
})
