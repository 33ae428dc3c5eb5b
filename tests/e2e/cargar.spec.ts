import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectSound, scrolledSideways } from './axe.ts'
import { expect, refused, said, test } from './fixtures.ts'
import { hojaOf, libroOf } from '../support/libro.ts'
import { activate, answerPickers, reach, write } from './keys.ts'

const ILEGIBLE = 'No se pudo leer el archivo: guárdalo como Excel (.xlsx) o CSV.'
const HEADER = 'Día;Categoría;Competidor;Compañía'
const listOf = (...filas: readonly string[]): string => [HEADER, ...filas].join('\n')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const last = (page: Page) => rows(page).locator('td:last-child')
const revisar = (page: Page) => button(page, 'Revisar').click()

async function openWith(page: Page, lista: string): Promise<void> {
  await page.goto('/#/cargar')
  await page.getByLabel('Lista', { exact: true }).fill(lista)
  await revisar(page)
}

test('a list is written, checked, loaded and checked again by keyboard alone; the public sees it at once', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  await visitor.goto('/#/horario')
  await admin.goto('/#/admin')
  await activate(button(admin, 'Menú'))
  await activate(admin.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cargar lista' }))
  const lista = admin.getByLabel('Lista', { exact: true })
  const texto = listOf('jueves;salsa;Bea y Luis;Son', 'JUEVES;Rueda;Caro;', 'jueves;Salsa;ANA;')
  await write(lista, texto)
  await activate(button(admin, 'Revisar'))
  await expect(admin.getByRole('columnheader')).toHaveText([
    'Fila',
    'Día',
    'Categoría',
    'Competidor',
    'Compañía',
    'Qué pasará',
  ])
  await expect(rows(admin)).toHaveText([/2\s*Jueves\s*salsa\s*Bea y Luis\s*Son\s*Nuevo/, /Nuevo/, /4.*ANA\s*Ya está/])
  await expect(said(admin, '1 categoría nueva, 2 competidores nuevos, 1 ya estaba, 0 con error.')).toBeVisible()
  await expect(admin.getByText('Categorías nuevas: Rueda (jueves).')).toBeVisible()

  await activate(button(admin, 'Cargar 2 competidores'))
  await expect(said(admin, 'Lista cargada: 2 competidores.')).toBeVisible()
  await expect(lista).toHaveValue('')
  await expect(lista).toBeFocused()
  await expect(visitor.getByRole('table').locator('caption')).toHaveText([/1 - Salsa/, /2 - Rueda/])
  await expect(visitor.getByRole('row').filter({ hasText: 'Bea y Luis' })).toBeVisible()

  await write(lista, texto)
  await activate(button(admin, 'Revisar'))
  await expect(last(admin)).toHaveText(['Ya está', 'Ya está', 'Ya está'])
  await expect(button(admin, 'Cargar 0 competidores')).toBeDisabled()
  await expect(admin.getByText('No hay ningún competidor nuevo.')).toBeVisible()
})

test('a file shows its rows in the list; a row with a fault stops all of them until it is corrected', async ({
  admin,
}) => {
  answerPickers(admin, {
    name: 'lista.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      listOf('sabado;Salsa;Íñigo;Son', 'lunes;Salsa;;').replace('Día', 'Turno;Día').replaceAll('\n', '\r\n;'),
      'latin1',
    ),
  })
  await admin.goto('/#/cargar')
  const lista = admin.getByLabel('Lista', { exact: true })
  await reach(admin.getByLabel('Archivo (.xlsx, .csv)'))
  await admin.keyboard.press('Enter')
  await expect(lista).toHaveValue(/Turno;Día;Categoría.*\n;sabado;Salsa;Íñigo;Son\n/)
  await revisar(admin)
  await expect(last(admin)).toHaveText(['Nuevo', 'El día debe ser jueves, viernes o sábado. Falta el competidor.'])
  await expect(said(admin, 'Columnas ignoradas: Turno.')).toBeVisible()
  await expect(said(admin, '1 categoría nueva, 1 competidor nuevo, 0 ya estaban, 1 con error.')).toBeVisible()
  await expect(button(admin, 'Cargar 1 competidor')).toBeDisabled()
  await expect(admin.getByText('Corrige primero las filas con error.')).toBeVisible()
  await expectSound(admin, 'faults')

  await lista.fill((await lista.inputValue()).replace('lunes;Salsa;', 'viernes;Salsa;Eva'))
  await expect(rows(admin)).toHaveCount(0)
  await revisar(admin)
  await button(admin, 'Cargar 2 competidores').click()
  await expect(said(admin, 'Lista cargada: 2 competidores.')).toBeVisible()
})

test('a file of another encoding, with separators in quotes, formulas and scripts, is plain text; twice it changes nothing', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  const script = '<img src=x onerror="document.title=1">'
  const texto = [
    'COMPANIA;"dia";Competidor;CATEGORÍA',
    '"Son; S.A., ""La 5ª""";Jueves;"=HYPERLINK(""x"")";Salsa',
    '',
    `;SABADO;"${script.replaceAll('"', '""')}";"Rueda, tab\tdentro"`,
  ].join('\r\n')
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${texto}`, 'utf16le') }
  await admin.goto('/#/cargar')
  const title = 'Cargar lista, Salsa Fest 2025'
  await expect(admin).toHaveTitle(title)
  await admin.getByLabel('Archivo (.xlsx, .csv)').setInputFiles(file)
  await revisar(admin)
  await expect(rows(admin)).toHaveText([
    '2JuevesSalsa=HYPERLINK("x")Son; S.A., "La 5ª"Nuevo',
    `4SábadoRueda, tab dentro${script}Nuevo`,
  ])
  await button(admin, 'Cargar 2 competidores').click()
  await expect(said(admin, 'Lista cargada: 2 competidores.')).toBeVisible()
  await expect(admin).toHaveTitle(title)

  const download = await admin.request.get(`/api/dias/${encodeURIComponent('sábado')}/competidores.csv`)
  for (const again of [file, { ...file, buffer: await download.body() }]) {
    await admin.getByLabel('Archivo (.xlsx, .csv)').setInputFiles(again)
    await revisar(admin)
    await expect(button(admin, 'Cargar 0 competidores')).toBeDisabled()
    await expect(last(admin).last()).toHaveText('Ya está')
  }
  await expect(said(admin, '0 categorías nuevas, 0 competidores nuevos, 1 ya estaba, 0 con error.')).toBeVisible()
})

test('what is no list says why, a doubtful file asks about accents, the template is a list', async ({ admin }) => {
  await openWith(admin, '')
  const alert = (text: string) => refused(admin, text)
  await expect(alert('La lista está vacía.')).toBeVisible()
  await expect(admin.getByLabel('Lista', { exact: true })).toBeFocused()
  await openWith(admin, 'Día;Categoría;Competidor\njueves;Salsa;Ana')
  await expect(alert('Falta la columna Compañía.')).toBeVisible()
  await expectSound(admin, 'without a column')
  const cut = { name: 'lista.xlsx', mimeType: '', buffer: Buffer.from('504b0304140006000800', 'hex') }
  await admin.getByLabel('Archivo (.xlsx, .csv)').setInputFiles(cut)
  await expect(alert(ILEGIBLE)).toBeVisible()
  await expect(admin.getByLabel('Lista', { exact: true })).toHaveValue('')

  const duda = said(admin, '¿Se leen bien los acentos? Si no, guárdalo como «CSV UTF-8».')
  const choose = async (texto: string) => {
    const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(texto, 'latin1') }
    await admin.getByLabel('Archivo (.xlsx, .csv)').setInputFiles(file)
  }
  await choose(listOf('jueves;Salsa;João;').replace(HEADER, 'Dia;Categoria;Competidor;Compania'))
  await expect(admin.getByLabel('Lista', { exact: true })).toHaveValue(/João/)
  await expect(duda).toBeVisible()
  await revisar(admin)
  await expect(duda).toBeVisible()
  // Another file answers for itself.
  await choose(listOf('jueves;Salsa;José;'))
  await expect(admin.getByLabel('Lista', { exact: true })).toHaveValue(/José/)
  await expect(duda).toHaveCount(0)

  const download = admin.waitForEvent('download')
  await admin.getByRole('link', { name: 'Descargar plantilla' }).click()
  const plantilla = await download
  expect(plantilla.suggestedFilename()).toBe('plantilla.csv')
  expect(readFileSync(await plantilla.path(), 'utf8')).toBe('\uFEFFDía,Categoría,Competidor,Compañía\r\n')
})

test('the workbook itself is read, with its title and merged cells; the load is undone where it is said, and in the log', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  await visitor.goto('/#/horario')
  const hoja = hojaOf([
    ['INSCRIPCIONES 2026'],
    ['Día', 'Modalidad', 'Nombre del competidor', 'Academia', 'Edad'],
    ['Jueves', 'Salsa', 'Ana', 'Son', '9'],
    ['', '', 'Bea', 'Ritmo'],
    ['', 'Rueda', 'Caro', '#N/A'],
  ])
  await admin.goto('/#/cargar')
  const choose = async (buffer: Buffer) =>
    admin.getByLabel('Archivo (.xlsx, .csv)').setInputFiles({ name: 'lista.xlsx', mimeType: '', buffer })
  await choose(await libroOf([hojaOf([['Notas']]), hoja]))
  const lista = admin.getByLabel('Lista', { exact: true })
  await expect(lista).toHaveValue(/^INSCRIPCIONES 2026\t/)
  await revisar(admin)
  for (const line of [
    'Filas de arriba que no se leen: 1',
    'Columnas ignoradas: Edad.',
    'Día o categoría de la fila de arriba: 2 filas.',
  ])
    await expect(said(admin, line)).toBeVisible()
  await expect(last(admin)).toHaveText([
    'NuevoMismo nombre que una entrada, otra compañía.',
    'Nuevo',
    'La celda tiene un error de la hoja (#N/A).',
  ])
  await expectSound(admin, 'a workbook')
  expect(await scrolledSideways(admin)).toBe(0)

  await lista.fill((await lista.inputValue()).replace('#N/A', ''))
  await revisar(admin)
  await button(admin, 'Cargar 3 competidores').click()
  await expect(said(admin, 'Lista cargada: 3 competidores.')).toBeVisible()
  await expect(visitor.getByRole('row').filter({ hasText: 'Caro' })).toBeVisible()
  await expectSound(admin, 'loaded')
  const undo = async (page: Page) => {
    await activate(button(page, 'Deshacer la carga'))
    await activate(page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer', exact: true }))
    await expect(said(page, 'Carga deshecha.')).toBeVisible()
    await expect(button(page, 'Deshacer la carga')).toHaveCount(0)
  }
  await undo(admin)
  await expect(visitor.getByRole('table').locator('caption')).toHaveText([/1 - Salsa/])
  await expect(visitor.getByRole('row').filter({ hasText: 'Bea' })).toHaveCount(0)

  await openWith(admin, listOf('jueves;Salsa;Zoe;Son'))
  await button(admin, 'Cargar 1 competidor').click()
  await expect(said(admin, 'Lista cargada: 1 competidor.')).toBeVisible()
  await admin.goto('/#/bitacora')
  await undo(admin)
  await expect(admin.getByRole('row').filter({ hasText: 'Carga deshecha' })).toHaveCount(2)
})

test('a workbook that unpacks to more than 50 MB is refused while the page stays usable, and never reaches the server', async ({
  admin,
}) => {
  await admin.goto('/#/cargar')
  const lista = admin.getByLabel('Lista', { exact: true })
  await lista.fill('Día')
  const sent: string[] = []
  admin.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const bomb = await libroOf([hojaOf([['Notas']])], { 'xl/media/a.xml': Buffer.alloc(120 * 1024 * 1024) })
  await admin.evaluate(() => {
    const worst = { ms: 0, last: performance.now() }
    Object.assign(globalThis, { worst })
    const tick = (now: number): void => {
      worst.ms = Math.max(worst.ms, now - worst.last)
      worst.last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await admin.getByLabel('Archivo (.xlsx, .csv)').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer: bomb })
  await expect(refused(admin, ILEGIBLE)).toBeVisible()
  await expect(lista).toHaveValue('')
  expect(sent).toEqual([])
  // The longest time without a frame, in ms.
  expect(await admin.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'worst'), 'ms')))).toBeLessThan(1_000)
})

test('what changed meanwhile refuses a list, and leaving with one that is not loaded asks', async ({
  admin,
  another,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: [] } })
  const other = await another('admin')
  for (const page of [admin, other]) await openWith(page, listOf('jueves;Salsa;Ana;'))
  await button(other, 'Cargar 1 competidor').click()
  await expect(said(other, 'Lista cargada: 1 competidor.')).toBeVisible()

  await button(admin, 'Cargar 1 competidor').click()
  await expect(admin.getByRole('alert')).toHaveText('La lista cambió: revísala otra vez.')
  await revisar(admin)
  await expect(last(admin)).toHaveText(['Ya está'])
  await expect(admin.getByRole('alert')).toHaveCount(0)

  const leave = (page: Page) => page.evaluate(() => (location.hash = '#/bitacora'))
  await leave(admin)
  await admin.getByRole('alertdialog', { name: '¿Salir sin guardar?' }).getByText('Seguir aquí').click()
  await expect(last(admin)).toHaveText(['Ya está'])
  await leave(other)
  const row = other.getByRole('row').filter({ hasText: 'Lista cargada' })
  await expect(row).toContainText('Categorías nuevas: 0; Competidores nuevos: 1; Ya estaban: 0')
})

test('of many rows the one with a fault is found, also on the narrowest phone', async ({ admin }) => {
  const filas = Array.from({ length: 400 }, (_, index) => `jueves;Categoría ${index % 30};Competidor ${index};`)
  await openWith(admin, listOf(...filas.with(300, `jueves;Salsa;${'ñ'.repeat(81)};`)))
  await expect(rows(admin)).toHaveCount(400)
  await expect(said(admin, '30 categorías nuevas, 399 competidores nuevos, 0 ya estaban, 1 con error.')).toBeVisible()
  await admin.setViewportSize({ width: 320, height: 740 })
  await admin.getByRole('switch', { name: 'Solo las filas con error' }).check()
  await expect(rows(admin)).toHaveText(/^302.*El nombre pasa de 80 letras\.$/)
  expect(await scrolledSideways(admin)).toBe(0)
})
