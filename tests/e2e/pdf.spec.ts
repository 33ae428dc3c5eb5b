import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from './fixtures.ts'

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

/** The text of the sheet, line by line, columns apart. */
function linesOf(path: string): string[] {
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))
    .filter((line) => line !== '')
    .map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'AAAA-MM-DD HH:MM'))
}

const PIE = 'Salsa Fest 2025, impreso: AAAA-MM-DD HH:MM | Página 1 de 1'

const DIAS = {
  jueves: { Salsa: ['Ana & Cía', 'Íñigo', 'Bea', 'Caro'] },
  viernes: { 'Bachata Łódź': ['Łukasz Dvořák', 'Nguyễn Thị Hồng', 'Ελένη Παππά', 'Сергій Їжак', 'Íñigo'], Casino: [] },
}
const marked = (l_calificacion: string) => ({ Amparo: { l_calificacion } })
const calificaciones = { jueves: { Salsa: { Íñigo: marked('51.5'), Bea: marked('48'), Caro: marked('48') } } }

test('the organiser prints a day: title, headings, rows and the message of an empty day, for names of any letters', async ({
  admin,
  seed,
}) => {
  test.skip(!hasPdftotext, 'No se encontró pdftotext. Para incluirla: apt-get install -y poppler-utils')
  await seed.dias(DIAS, { calificaciones })
  const asked: string[] = []
  admin.on('request', (request) => asked.push(request.url()))
  await admin.goto('/#/calificaciones')

  // When it cannot be made, it says why.
  const viernes = admin.getByRole('region', { name: 'Resultados del día: viernes' })
  await admin.route('**/*.ttf', (route) => route.abort())
  await viernes.getByRole('button', { name: 'Imprimir PDF' }).click()
  await expect(viernes.getByRole('alert')).toContainText('No se pudo hacer el PDF.')
  await admin.unroute('**/*.ttf')
  asked.length = 0
  const print = async (dia: string) => {
    const region = admin.getByRole('region', { name: `Resultados del día: ${dia}` })
    const downloading = admin.waitForEvent('download')
    await region.getByRole('button', { name: 'Imprimir PDF' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`calificaciones_${dia}.pdf`)
    return linesOf(await download.path())
  }

  const first = await print('jueves')
  // Styles inside the page are not fetched again: they would come after the styles of the screens and override them.
  expect(asked.filter((url) => /\/assets\/index-.*\.css/.test(url))).toEqual([])
  expect(first).toEqual([
    'Resultados de Calificaciones - Día: jueves',
    '1 - Salsa',
    'Provisional',
    'Lugar | Competidor | Compañía | Pts',
    '1 | Íñigo | Team Cubanísimo | 51.50',
    '2 | Bea | Team Cubanísimo | 48.00',
    '3 | Caro | Team Cubanísimo | 48.00',
    '– | Ana & Cía | Team Cubanísimo | Sin calificar',
    'Empate: lugares 2 y 3',
    PIE,
  ])
  expect(asked.filter((url) => url.endsWith('.ttf'))).toEqual([])
  expect(await print('viernes')).toEqual([
    'Resultados de Calificaciones - Día: viernes',
    '1 - Bachata Łódź',
    'Sin calificar',
    'Provisional',
    'Lugar | Competidor | Compañía | Pts',
    '– | Łukasz Dvořák | Team Cubanísimo | Sin calificar',
    '– | Nguyễn Thị Hồng | Team Cubanísimo | Sin calificar',
    '– | Ελένη Παππά | Team Cubanísimo | Sin calificar',
    '– | Сергій Їжак | Team Cubanísimo | Sin calificar',
    '– | Íñigo | Team Cubanísimo | Sin calificar',
    '2 - Casino',
    'Lugar | Competidor | Compañía | Pts',
    'No hay competidores registrados.',
    PIE,
  ])
  await expect(viernes.getByRole('alert')).toHaveCount(0)
  expect(await print('sábado')).toEqual([
    'Resultados de Calificaciones - Día: sábado',
    'No hay categorías registradas para este día.',
    PIE,
  ])
})
