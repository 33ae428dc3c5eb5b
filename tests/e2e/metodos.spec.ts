import type { Locator, Page } from '@playwright/test'
import { expectSound } from './axe.ts'
import { expect, said, test } from './fixtures.ts'
import { act, addJuezConToken, entrarComoJuez, openReglas, sendMarca, setTurno } from './jueces.ts'
import { SOON } from './segundo.ts'
import { criterio } from './tableta.ts'

const PUBLICO = { adminMinutoAMinuto: { dia: 'jueves', mostrarCalificaciones: true } }
const [ANA, BETO, CARO] = ['jueves-1-1', 'jueves-1-2', 'jueves-1-3'] as const
const CRITERIOS = {
  Tiempo: '20',
  'Técnica de género': '15',
  Coreografía: '15',
  'Proyección escénica': '15',
  'Presentación visual': '20',
  Dificultad: '15',
}

const metodoDe = (page: Page, nombre: string): Locator => page.getByLabel(`Método de ${nombre}`, { exact: true })
const puestos = (page: Page, categoria: string): Locator =>
  page.getByRole('table', { name: categoria }).getByRole('row')
const peso = (page: Page, nombre: string): Locator => page.getByLabel(`Peso de ${nombre} en General`, { exact: true })

async function fillPesos(page: Page, pesos: Readonly<Record<string, string>>): Promise<void> {
  for (const [nombre, texto] of Object.entries(pesos)) await peso(page, nombre).fill(texto)
}

test('the method is saved at once, asks for the reason once there are marks, and stays when that is cancelled', async ({
  admin,
  another,
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto'] } }, PUBLICO)
  const other = await another('admin')
  await visitor.goto('/#/calificaciones')
  for (const page of [admin, other]) await page.goto('/#/categorias')
  await expect(metodoDe(admin, 'Salsa')).toHaveValue('suma')
  await expect(metodoDe(admin, 'Salsa').getByRole('option')).toHaveText([
    'Suma',
    'Suma recortada',
    'Lugares por mayoría',
  ])
  await metodoDe(admin, 'Salsa').selectOption('Suma recortada')
  await expect(said(admin, 'Método de Salsa guardado.')).toBeVisible()
  await expect(metodoDe(other, 'Salsa')).toHaveValue('recortada')
  await expect(visitor.getByText('Suma recortada')).toBeVisible()
  await expectSound(admin, 'categories with a method')

  await sendMarca(admin, await addJuezConToken(admin, 'Amparo'), ANA, '8')
  await metodoDe(admin, 'Salsa').focus()
  await metodoDe(admin, 'Salsa').selectOption('Lugares por mayoría')
  const dialog = admin.getByRole('dialog', { name: '¿Cambiar el método de Salsa a Lugares por mayoría?' })
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(metodoDe(admin, 'Salsa')).toHaveValue('recortada')
  await expect(metodoDe(admin, 'Salsa')).toBeFocused()
  await expect(admin.getByRole('alert')).toHaveCount(0)

  await metodoDe(admin, 'Salsa').selectOption('Lugares por mayoría')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Escribe el motivo.')
  await expectSound(admin, 'the reason of a method')
  await dialog.getByLabel('Motivo').fill('Lo pide el reglamento')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(metodoDe(admin, 'Salsa')).toHaveValue('mayoria')
  await expect(visitor.getByText('Lugares por mayoría')).toBeVisible()

  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Así' })
  await metodoDe(admin, 'Salsa').selectOption('Suma')
  await expect(admin.getByRole('alert')).toContainText('La categoría está cerrada. Reábrela primero.')
  await expect(metodoDe(admin, 'Salsa')).toHaveValue('mayoria')
})

test('weights are all set or all empty, ask before they are left unsaved, and ask for the reason once there are marks', async ({
  admin,
  another,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } }, PUBLICO)
  const other = await another('admin')
  for (const page of [admin, other]) await openReglas(page)
  const save = admin.getByRole('button', { name: 'Guardar pesos de General' })
  await expect(peso(admin, 'Tiempo')).toHaveAttribute('inputmode', 'decimal')
  await fillPesos(admin, { ...CRITERIOS, Dificultad: '' })
  await save.click()
  await expect(admin.getByRole('alert')).toHaveText(
    'Escribe un peso mayor que 0 para cada criterio, o déjalos todos vacíos.',
  )
  await expect(peso(admin, 'Dificultad')).toBeFocused()
  await expectSound(admin, 'a weight that is missing')
  await expect(peso(other, 'Tiempo')).toHaveValue('')

  await admin.goto('/#/categorias')
  const leaving = admin.getByRole('alertdialog')
  await leaving.getByRole('button', { name: 'Seguir aquí' }).click()
  await peso(admin, 'Dificultad').fill('15,0')
  await save.click()
  await expect(said(admin, 'Pesos guardados.')).toBeVisible()
  await expect(peso(admin, 'Dificultad')).toHaveValue('15')
  await expect(peso(other, 'Tiempo')).toHaveValue('20', SOON)

  await sendMarca(admin, await addJuezConToken(admin, 'Amparo'), ANA, '8')
  await peso(admin, 'Tiempo').fill('21.50')
  await save.click()
  const dialog = admin.getByRole('dialog', { name: '¿Cambiar los pesos de General?' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(peso(admin, 'Tiempo')).toHaveValue('21.50')
  await expect(peso(other, 'Tiempo')).toHaveValue('20')
  await save.click()
  await dialog.getByLabel('Motivo').fill('Reglamento')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(said(admin, 'Pesos guardados.')).toBeVisible()
  await expect(peso(admin, 'Tiempo')).toHaveValue('21.5')
  await expect(peso(other, 'Tiempo')).toHaveValue('21.5')
  // Nothing is unsaved any more.
  await admin.goto('/#/categorias')
  await expect(metodoDe(admin, 'Salsa')).toBeVisible()
})

test('every administrator sees at once that elements of the tie-break list are added, ordered and removed', async ({
  admin,
  another,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  const other = await another('admin')
  for (const page of [admin, other]) await openReglas(page)
  const listOf = (page: Page) => page.getByRole('region', { name: 'Desempate' }).getByRole('listitem')
  const select = admin.getByLabel('Criterio de desempate')
  const add = async (elemento: string): Promise<void> => {
    await select.selectOption(elemento)
    await admin.getByRole('button', { name: 'Agregar desempate' }).click()
    await expect(listOf(admin).filter({ hasText: elemento })).toBeVisible()
  }
  await add('Tiempo')
  await add('Total del juez principal')
  await add('Dificultad')
  await expect(listOf(other)).toHaveText(['1Tiempo', '2Total del juez principal', '3Dificultad'], SOON)
  await expect(select.getByRole('option', { name: 'Tiempo', exact: true })).toHaveCount(0)
  await expect(admin.getByRole('button', { name: 'Subir Tiempo' })).toBeDisabled()

  await admin.getByRole('button', { name: 'Subir Dificultad' }).press('Enter')
  await expect(listOf(other)).toHaveText(['1Tiempo', '2Dificultad', '3Total del juez principal'])
  await expect(admin.getByRole('button', { name: 'Subir Dificultad' })).toBeFocused()
  await admin.getByRole('button', { name: 'Bajar Tiempo' }).click()
  await expect(listOf(other)).toHaveText(['1Dificultad', '2Tiempo', '3Total del juez principal'])
  await expectSound(admin, 'a tie-break list')

  await sendMarca(admin, await addJuezConToken(admin, 'Amparo'), ANA, '8')
  await admin.getByRole('button', { name: 'Quitar Tiempo' }).click()
  const dialog = admin.getByRole('dialog', { name: '¿Cambiar el desempate?' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(listOf(admin)).toHaveCount(3)
  await admin.getByRole('button', { name: 'Quitar Tiempo' }).click()
  await dialog.getByLabel('Motivo').fill('Reglamento')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(listOf(other)).toHaveText(['1Dificultad', '2Total del juez principal'])
  await expect.poll(() => admin.evaluate(() => document.activeElement?.closest('section') !== null)).toBe(true)
})

test('a tie is ordered on the desk, again by the head judge, and the public sees who decided; a new mark undoes the order', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto', 'Caro'] } }, PUBLICO)
  const paz = await addJuezConToken(admin, 'Paz')
  await act(admin, 'PUT', `/api/jueces/${paz.id}/principal`, { principal: true })
  for (const id of [ANA, BETO]) await sendMarca(admin, paz, id, '8')
  const tablet = await another('visitante')
  await entrarComoJuez(tablet, paz)
  const act3 = (page: Page) => page.getByRole('button', { name: 'Ordenar empate de Salsa' })
  await expect(tablet.getByRole('button', { name: 'Ver panel de Salsa' })).toBeVisible()
  // The head judge owes an entry: the places are not shown, nor the ties.
  await expect(act3(tablet)).toHaveCount(0)
  await sendMarca(admin, paz, CARO, '5')
  await visitor.goto('/#/calificaciones')
  await expect(puestos(visitor, '1 - Salsa')).toContainText(['Lugar', /1Ana.*Empate/, /2Beto.*Empate/, /3Caro/])

  await admin.goto('/#/competidores')
  await act3(admin).click()
  const dialog = admin.getByRole('dialog', { name: 'Ordenar empate de Salsa' })
  await expect(dialog.getByRole('listitem')).toHaveText([/1Ana/, /2Beto/])
  await expect(dialog.getByRole('button', { name: 'Subir Ana' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Bajar Ana' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveText([/1Beto/, /2Ana/])
  await expect(dialog.getByRole('button', { name: 'Subir Ana' })).toBeFocused()
  await expect(dialog.getByRole('status')).toHaveText('Ana: 2 de 2.')
  await dialog.getByRole('button', { name: 'Guardar orden del empate' }).click()
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveText('Escribe el motivo.')
  await expectSound(admin, 'the order of a tie')
  await dialog.getByLabel('Motivo').fill('Se echó una moneda')
  await dialog.getByRole('button', { name: 'Guardar orden del empate' }).click()
  await expect(dialog).toBeHidden()
  await expect(act3(admin)).toBeFocused()
  await expect(puestos(visitor, '1 - Salsa')).toContainText(
    ['Lugar', /1Beto.*Empate resuelto por Organización/, /2Ana.*Empate resuelto por Organización/, /3Caro/],
    SOON,
  )
  await expectSound(visitor, 'reasons of places')

  await act3(tablet).click()
  const mine = tablet.getByRole('dialog', { name: 'Ordenar empate de Salsa' })
  await expect(mine).toContainText('Empate resuelto por Organización')
  await expect(mine.getByRole('listitem')).toHaveText([/1Beto/, /2Ana/])
  await mine.getByRole('button', { name: 'Subir Ana' }).click()
  await mine.getByLabel('Motivo').fill('Lo vio el jurado')
  await mine.getByRole('button', { name: 'Guardar orden del empate' }).click()
  await expect(puestos(visitor, '1 - Salsa')).toContainText(
    ['Lugar', /1Ana.*Empate resuelto por Paz/, /2Beto.*Empate resuelto por Paz/, /3Caro/],
    SOON,
  )
  await visitor.getByRole('link', { name: 'Ver Ana' }).click()
  await expect(visitor.getByRole('heading', { name: 'Detalles de calificación' })).toBeVisible(SOON)
  await expect(visitor.getByText('Empate resuelto por Paz')).toBeVisible()

  // The tie changes while the dialog is open: nothing is saved, and what was typed stays.
  await act3(admin).click()
  await dialog.getByLabel('Motivo').fill('Otra vez')
  const olga = await addJuezConToken(admin, 'Olga')
  await sendMarca(admin, olga, ANA, '3')
  await dialog.getByRole('button', { name: 'Guardar orden del empate' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Ese empate cambió.')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Otra vez')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(act3(admin)).toHaveCount(0)

  await sendMarca(admin, olga, BETO, '3')
  await expect(act3(admin)).toBeVisible()
  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Así' })
  await expect(act3(admin)).toHaveCount(0)
  await expect(act3(tablet)).toHaveCount(0)
})

test('one of several ties is chosen, and only that one is ordered; long names fit on a phone', async ({
  admin,
  seed,
}) => {
  const LARGO = 'Maximiliana Villaseñor-Echeverría y Sebastián Ñíguez Quiñones'
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto', 'Caro', LARGO] } }, PUBLICO)
  const paz = await addJuezConToken(admin, 'Paz')
  for (const id of [ANA, BETO]) await sendMarca(admin, paz, id, '8')
  for (const id of [CARO, 'jueves-1-4']) await sendMarca(admin, paz, id, '5')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Ordenar empate de Salsa' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Empate').selectOption(`Caro, ${LARGO}`)
  await dialog.getByRole('button', { name: 'Bajar Caro' }).click()
  await expectSound(admin, 'one of two ties')
  await dialog.getByLabel('Motivo').fill('Moneda')
  await dialog.getByRole('button', { name: 'Guardar orden del empate' }).click()
  await expect(said(admin, 'Empate de Salsa ordenado.')).toBeVisible()
  await admin.goto('/#/calificaciones')
  await expect(puestos(admin, '1 - Salsa')).toContainText([
    'Lugar',
    /1Ana.*Empate/,
    /2Beto.*Empate/,
    /3Maximiliana.*resuelto/,
    /4Caro.*resuelto/,
  ])
})

test('results and detail explain places by majority, the judges who do not count and an entry without a place', async ({
  admin,
  visitor,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto', 'Caro', 'Dani'] } }, PUBLICO)
  await act(admin, 'PUT', '/api/categorias/jueves-1/metodo', { metodo: 'mayoria' })
  const panel = {
    Amparo: ['8', '7', '7'],
    Bruno: ['8', '7', '6'],
    Celia: ['1', '9', '8'],
    Gloria: ['9'],
  }
  for (const [nombre, marks] of Object.entries(panel)) {
    const juez = await addJuezConToken(admin, nombre)
    for (const [index, puntos] of marks.entries()) await sendMarca(admin, juez, `jueves-1-${index + 1}`, puntos)
  }
  await visitor.goto('/#/calificaciones')
  const rows = puestos(visitor, '1 - Salsa')
  await expect(rows).toContainText([
    'Lugar',
    /1Ana.*Mayoría: 2 de 3 jueces en lugar 1 o mejor.*156\.00/,
    /2Beto.*138\.003 de 4 jueces/,
    /3Caro.*126\.00/,
    /–Dani.*Sin calificar/,
  ])
  await expect(rows.nth(4).locator('[class*="rounded-full"]')).toHaveCount(0)
  await expect(visitor.getByText('Lugares por mayoría')).toBeVisible()
  await expect(visitor.getByText('Sin contar: Gloria')).toBeVisible()
  await expectSound(visitor, 'places by majority')

  await visitor.getByRole('link', { name: 'Ver Beto' }).click()
  const marcas = visitor.getByRole('table', { name: 'Calificaciones por juez' })
  await expect(marcas.getByRole('row')).toContainText([
    'Juez',
    /Amparo.*42\.00Lugar 2\.5/,
    /Bruno.*Lugar 2/,
    /Celia.*Lugar 1/,
  ])
  await expect(marcas.getByText('Sin contar')).toHaveCount(0)
  await expect(visitor.getByText('Sin contar: Gloria')).toBeVisible()
  await visitor.goBack()
  await visitor.getByRole('link', { name: 'Ver Ana' }).click()
  await expect(visitor.getByText('Mayoría: 2 de 3 jueces en lugar 1 o mejor')).toBeVisible()
  await expect(marcas.getByRole('rowgroup').last().getByRole('row')).toHaveText(['Sin contar', /^Gloria.*54\.00$/])
  await expect(visitor.getByRole('term').first()).toHaveText('Suma de 4 jueces')
  await expectSound(visitor, 'the detail of a majority')
})

test('the sheet of a judge shows weights and total, and a trimmed sum which totals are dropped', async ({
  admin,
  visitor,
  another,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto'] } }, PUBLICO)
  await act(admin, 'PUT', '/api/categorias/jueves-1/metodo', { metodo: 'recortada' })
  await setTurno(admin, 1)
  await entrarComoJuez(visitor, await addJuezConToken(admin, 'Amparo'))
  await expect(criterio(visitor, 'Tiempo')).toHaveAccessibleDescription('')
  await openReglas(admin)
  await fillPesos(admin, CRITERIOS)
  await admin.getByRole('button', { name: 'Guardar pesos de General' }).click()
  await expect(criterio(visitor, 'Tiempo')).toHaveAccessibleDescription('Peso 20')
  await expect(visitor.getByText('Peso 15')).toHaveCount(4)
  for (const nombre of Object.keys(CRITERIOS)) await criterio(visitor, nombre).fill(nombre === 'Tiempo' ? '9' : '5')
  await expect(visitor.getByRole('figure', { name: 'Total' })).toContainText('34.80')
  await expectSound(visitor, 'a sheet with weights')
  await visitor.getByRole('button', { name: 'Enviar' }).click()
  await expect(said(visitor, 'Enviado').first()).toBeVisible()
  await admin.goto('/#/competidores')
  await expect(admin.getByText('1 juez: Amparo (34.80)')).toBeVisible()

  const tiempos = { Bruno: '8', Celia: '7', Darío: '6', Eva: '5' }
  for (const [nombre, Tiempo] of Object.entries(tiempos)) {
    await sendMarca(admin, await addJuezConToken(admin, nombre), ANA, { Tiempo })
  }
  const publico = await another('visitante')
  await publico.goto('/#/calificaciones-detalle/jueves/Salsa/Ana')
  const marcas = publico.getByRole('table', { name: 'Calificaciones por juez' })
  const row = (nombre: string) => marcas.getByRole('row').filter({ hasText: nombre })
  await expect(row('Peso').getByRole('cell')).toContainText(['20', '15', '15', '15', '20', '15'])
  // (9 × 20 + 5 × 80) × 6 / 100
  await expect(row('Amparo')).toContainText('34.80No cuenta')
  await expect(row('Amparo').locator('s')).toHaveText('34.80')
  await expect(row('Eva').locator('s')).toHaveText('30.00')
  await expect(row('Bruno')).not.toContainText('No cuenta')
  // 33.60 + 32.40 + 31.20
  await expect(publico.getByRole('definition')).toHaveText(['97.20', '97.20'])
  await expect(publico.getByRole('term').first()).toHaveText('Suma de 3 jueces que cuentan')
  await expectSound(publico, 'the detail of a trimmed sum')
})
