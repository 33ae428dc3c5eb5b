import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { expectSound } from './axe.ts'
import { activateDia, expect, refused, said, test } from './fixtures.ts'

const DIAS = { jueves: { Salsa: ['Ana', 'Bea', 'Caro'], Casino: ['Dani'] }, viernes: {} }

const DIAS_LLENOS = { jueves: { Salsa: ['Ana', 'Bea'] }, viernes: { Casino: ['Eva'] } }

const rules = (page: Page) => page.getByRole('region', { name: 'Inscripciones' })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar Inscripciones' })

test('the organiser closes the entries, says how many fit, and opens them again; impossible rules are refused', async ({
  admin,
  another,
  seed,
}) => {
  await seed.dias(DIAS)
  const other = await another('admin')
  for (const page of [admin, other]) await page.goto('/#/control')
  await admin.getByLabel('Máximo por categoría').fill('muchos')
  await save(admin).click()
  await expect(admin.getByText('Escribe un número entero de 0 a 10000.')).toBeVisible()
  await expect(admin.getByLabel('Máximo por categoría')).toBeFocused()
  await admin.getByLabel('Máximo por categoría').fill('0')
  await admin.getByLabel('Inscripciones hasta').click()
  await admin.keyboard.type('10')
  await save(admin).click()
  await expect(admin.getByText('Elige fecha y hora.')).toBeVisible()
  await admin.getByLabel('Inscripciones desde').fill('2025-04-10T12:00')
  await admin.getByLabel('Inscripciones hasta').fill('2025-04-10T11:00')
  await save(admin).click()
  await expect(admin.getByText('Elige una hora posterior a la de inicio.')).toBeVisible()
  await expect(refused(admin, 'Error al actualizar las inscripciones: ')).toBeVisible()
  await expect(rules(admin)).toContainText('Abiertas, sin fecha de cierre.')
  await expect(rules(admin)).toContainText('Con 0 no hay máximo.')

  await admin.getByLabel('Inscripciones desde').fill('2020-03-01T09:00')
  await admin.getByLabel('Inscripciones hasta').fill('2020-04-10T12:00')
  await admin.getByLabel('Máximo por categoría').fill('20')
  await admin.getByLabel('Máximo por categoría').press('Enter')
  await expect(said(admin, 'Inscripciones actualizadas.')).toBeVisible()
  await expect(rules(other)).toContainText('Cerradas desde el 10 de abril de 2020 a las 12:00.')
  await expect(other.getByLabel('Inscripciones hasta')).toHaveValue('2020-04-10T12:00')
  await expect(other.getByLabel('Máximo por categoría')).toHaveValue('20')

  await admin.getByLabel('Inscripciones desde').fill('2999-03-01T09:00')
  await admin.getByLabel('Inscripciones hasta').fill('')
  await save(admin).click()
  await expect(rules(other)).toContainText('Abrirán el 1 de marzo de 2999 a las 09:00.')
})

test('a date that is changed part by part keeps its other parts, also in Firefox', async ({ admin, another, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/control')
  const hasta = admin.getByLabel('Inscripciones hasta')
  // A new value of the attribute makes Firefox erase the parts of an incomplete date.
  const attributes = await hasta.evaluateHandle((input) => {
    const seen: (string | null)[] = []
    new MutationObserver(() => seen.push(input.getAttribute('value'))).observe(input, { attributeFilter: ['value'] })
    return seen
  })
  await hasta.fill('2999-10-31T18:00')
  await save(admin).click()
  await expect(rules(admin)).toContainText('Abiertas hasta el 31 de octubre de 2999 a las 18:00.')
  await hasta.fill('')
  await hasta.fill('2999-11-30T18:00')
  expect(await attributes.jsonValue()).toEqual([])

  // The dates of another administrator arrive while nothing is typed.
  await save(admin).click()
  const other = await another('admin')
  await other.goto('/#/control')
  await other.getByLabel('Inscripciones hasta').fill('2999-12-01T09:00')
  await save(other).click()
  await expect(hasta).toHaveValue('2999-12-01T09:00')
})

test('a category has a limit of its own until its field is emptied', async ({ admin, another, seed }) => {
  await seed.dias(DIAS)
  await admin.goto('/#/categorias')
  const other = await another('admin')
  await other.goto('/#/categorias')
  const field = admin.getByLabel('Cupo de Salsa')
  const row = other.getByRole('row').filter({ hasText: 'Salsa' })
  await expect(row).toContainText('3 inscritos, sin máximo')

  await field.fill('12')
  await field.press('Enter')
  await expect(said(admin, 'Cupo guardado.')).toBeVisible()
  await expect(row).toContainText('3 de 12')

  await field.fill('-1')
  await field.press('Tab')
  await expect(refused(admin, 'Escribe un número entero de 0 a 10000.')).toBeVisible()
  await expect(field).not.toBeFocused()
  await expect(row).toContainText('3 de 12')

  await field.fill('3')
  await admin.getByLabel('Cupo de Casino').focus()
  await expect(row).toContainText('3 de 3')
  await field.fill('')
  await field.press('Tab')
  await expect(row).toContainText('3 inscritos, sin máximo')
  await expect(other.getByLabel('Cupo de Salsa')).toHaveValue('')
})

const entry = (nombre: string, more: Readonly<Record<string, unknown>>) => ({
  nombre,
  categoria: 'Salsa',
  dia: 'jueves',
  fechaInscripcion: '2025-03-20',
  ...more,
})
/** Ana lacks nothing, Bea her music and her company, Caro her music and her place. */
const FALTANTES = {
  categorias: { s: { nombre: 'Salsa', dia: 'jueves', orden: 1 } },
  competidores: {
    salsa: {
      a: entry('Ana', { compania: 'Son', orden: 1, musicaPath: 'musica/a.mp3' }),
      b: entry('Bea', { orden: 2 }),
      c: entry('Caro', { compania: 'Son' }),
    },
  },
}

test('the desk lists the missing parts of the day, by name', async ({ admin, seed }) => {
  await seed.tree(FALTANTES)
  await admin.goto('/#/competidores')
  const pending = admin.getByRole('region', { name: 'Por resolver' })
  await expect(pending.getByText('2 competidores')).toBeVisible()
  await pending.locator('summary', { hasText: 'Sin música' }).press('Enter')
  await expect(pending.getByRole('listitem').filter({ visible: true })).toHaveText([/^Bea/, /^Caro/])
  await pending.locator('summary', { hasText: 'Sin música' }).press('Enter')
  await pending.locator('summary', { hasText: 'Sin compañía' }).press('Enter')
  await expect(pending.getByRole('listitem').filter({ visible: true })).toHaveText([/^Bea/])
  await pending.locator('summary', { hasText: 'Sin orden' }).press('Enter')
  await expect(pending.getByRole('listitem').filter({ visible: true })).toHaveText([/^Bea/, /^Caro/])

  await admin.getByRole('button', { name: 'Colocar Caro' }).click()
  await expect(pending.getByText('Sin orden')).toBeHidden()
})

test('the day is downloaded as CSV; a download that fails shows the reason and can be repeated', async ({
  admin,
  seed,
}) => {
  await seed.dias(DIAS)
  await admin.goto('/#/competidores')
  const button = admin.getByRole('button', { name: 'Descargar CSV' })
  await admin.route('**/competidores.csv', (route) => route.abort())
  await button.click()
  const alert = refused(admin, 'No se descargó el CSV. No se pudo conectar')
  await expect(alert).toBeVisible()
  // The page of a network is not saved as a download.
  await admin.unrouteAll()
  await admin.route('**/competidores.csv', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Portal</h1>' }),
  )
  await button.click()
  await expect(refused(admin, 'Revisa tu conexión')).toBeVisible()
  await expect(said(admin, 'Descarga iniciada')).toHaveCount(0)

  await admin.unrouteAll()
  const [file] = await Promise.all([admin.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toBe('competidores_jueves.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['"Ana"', '"Bea"', '"Caro"', '"Dani"'])
  await expect(alert).toBeHidden()
})

test('the browser downloads the music itself, and a refusal of the server is shown before that', async ({
  admin,
  seed,
}) => {
  await seed.tree(FALTANTES, { 'musica/a.mp3': Buffer.from('a track') })
  await admin.goto('/#/competidores')
  const button = admin.getByRole('button', { name: 'Descargar música (ZIP)' })
  const message = 'El almacén de archivos no responde.'
  await admin.route('**/musica.zip', (route) => route.fulfill({ status: 503, json: { code: 'archivo.away', message } }))
  await button.click()
  const alert = refused(admin, `No se descargó la música. ${message}`)
  await expect(alert).toBeVisible()

  // From here on no script of the page sees a byte of it.
  await admin.unrouteAll()
  const scripted: string[] = []
  admin.on('request', (request) => {
    if (request.url().endsWith('musica.zip') && request.method() === 'GET' && request.resourceType() === 'fetch')
      scripted.push(request.url())
  })
  const [file] = await Promise.all([admin.waitForEvent('download'), button.click()])
  // Said for a few seconds only: looked for first.
  await expect(said(admin, 'Descarga iniciada: musica_jueves.zip')).toBeVisible()
  await expect(alert).toBeHidden()
  expect(file.suggestedFilename()).toBe('musica_jueves.zip')
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^PK.*001 - Salsa - Ana\.mp3a track/s)
  expect(scripted).toEqual([])
})

const editor = (page: Page) => page.getByRole('dialog', { name: 'Editar Competidor' })
const editing = (nombre: string) => ({ name: `Editar ${nombre}` })
const pista = (name: string, seconds: number) => ({ name, mimeType: 'audio/mpeg', buffer: aTrack(seconds, seconds) })

test('with entries closed and a category full, the organiser still changes an entry, where it dances and its music', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias(DIAS_LLENOS, { extra: { inscripciones: { hasta: '2020-01-01T10:00:00.000Z', maximo: 1 } } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', editing('Ana')).click()
  await expect(editor(admin)).toContainText('Las inscripciones no están abiertas')
  await expect(editor(admin).getByLabel('Nombre del competidor')).toHaveValue('Ana')
  await expect(editor(admin).getByLabel('Compañía')).toHaveValue('Team Cubanísimo')
  await expectSound(admin, 'an entry that is changed at the desk')
  await editor(admin).getByLabel('Nombre del competidor').fill('')
  await editor(admin).getByRole('button', { name: 'Actualizar' }).click()
  await expect(editor(admin).getByRole('alert')).toHaveText('Por favor completa todos los campos.')
  await editor(admin).getByLabel('Nombre del competidor').fill('Ana y Luis')
  await editor(admin).getByLabel('Música (.mp3)').setInputFiles(pista('nueva.mp3', 7))
  await editor(admin).getByRole('button', { name: 'Actualizar' }).click()
  await expect(said(admin, 'Competidor actualizado correctamente.')).toBeVisible()
  await expect(editor(admin)).toBeHidden()
  await expect(admin.getByRole('button', editing('Ana y Luis'))).toBeFocused()
  await expect(visitor.getByRole('row', { name: /Ana y Luis/ })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Reproducir Ana y Luis' })).toBeEnabled()

  // To a full category of another day, with its music: it leaves the list, and the focus goes to the row beside it.
  await admin.getByRole('button', editing('Ana y Luis')).click()
  const categoria = editor(admin).getByLabel('Categoría')
  await expect(categoria.locator('optgroup')).toHaveCount(2)
  await categoria.selectOption({ label: '1 - Casino (llena)' })
  await editor(admin).getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.getByRole('button', editing('Ana y Luis'))).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Bea', exact: true })).toBeFocused()
  await activateDia(admin, 'Viernes')
  const region = admin.getByRole('region', { name: '1 - Casino (2)' })
  await expect(region.getByRole('row').nth(2)).toContainText('Ana y Luis')
  await expect(region.getByRole('button', { name: 'Reproducir Ana y Luis' })).toBeEnabled()
})

test('an entry without a place is changed too; the dialog reports a deleted entry and follows a change of day', async ({
  admin,
  another,
  seed,
}) => {
  await seed.tree(FALTANTES)
  await admin.goto('/#/competidores')
  await admin.getByRole('button', editing('Caro')).click()
  await editor(admin).getByLabel('Nombre del competidor').fill('Carolina')
  const other = await another('admin')
  await other.goto('/#/competidores')
  await activateDia(other, 'Sábado')
  await expect(admin.getByRole('heading', { level: 1, includeHidden: true })).toContainText('sábado')
  // A file picker that is closed again is no reason to leave.
  await editor(admin).getByLabel('Música (.mp3)').dispatchEvent('cancel', { bubbles: true })
  await editor(admin).getByRole('button', { name: 'Actualizar' }).click()
  await expect(said(admin, 'Competidor actualizado correctamente.')).toBeVisible()
  await activateDia(other, 'Jueves')
  await expect(admin.getByRole('row', { name: /Sin orden Carolina/ })).toBeVisible()

  await admin.getByRole('button', editing('Bea')).click()
  await expect(editor(admin).getByLabel('Compañía')).toHaveValue('')
  await other.getByRole('button', { name: 'Eliminar Bea' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(editor(admin).getByRole('alert')).toContainText('Error: competidor a editar no encontrado.')
  await admin.keyboard.press('Escape')
  await expect(editor(admin)).toBeHidden()
})
