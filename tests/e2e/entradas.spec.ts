import type { Page } from '@playwright/test'
import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { act } from './jueces.ts'
import { enterByLink, signedIn, URSULA } from './people.ts'

const pista = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer: aTrack(2) })

const openFrom = (admin: Page, desde: string, hasta: string) =>
  act(admin, 'PUT', '/api/inscripciones', { desde, hasta, maximo: 0 })
const closeCategoria = (admin: Page, id: string) =>
  act(admin, 'POST', `/api/categorias/${id}/cierre`, { decision: 'Así queda.' })
const openCategoria = (admin: Page, id: string) => act(admin, 'DELETE', `/api/categorias/${id}/cierre`)
const setCupo = (admin: Page, cupo: number) => act(admin, 'PUT', '/api/categorias/jueves-1/cupo', { cupo })

test('a chosen category that fills, closes or is deleted is reported at once', async ({ visitor, seed, admin }) => {
  await seed.dias({ jueves: { Salsa: ['Ana'], Bachata: [], Son: [], Rueda: [] } })
  await setCupo(admin, 3)
  await closeCategoria(admin, 'jueves-2')
  await signedIn(visitor, '/competencia')
  const categoria = visitor.getByLabel('Categoría')
  const submit = visitor.getByRole('button', { name: 'Inscribir' })
  await expect(visitor.getByRole('option', { name: '2 - Bachata (cerrada)' })).toBeDisabled()
  await visitor.getByLabel('Nombre del competidor').fill('Úrsula')
  await categoria.selectOption({ label: '1 - Salsa' })
  await expect(visitor.getByText('Jueves. Quedan 2 lugares de 3.')).toBeVisible()
  await setCupo(admin, 1)
  await expect(visitor.getByRole('status')).toHaveText(
    'Salsa está llena: 1 de 1.Elige otra categoría o escribe a la organización.',
  )
  await expect(submit).toHaveAccessibleDescription('La categoría elegida está llena.')

  await categoria.selectOption({ label: '3 - Son' })
  await expect(visitor.getByText('Salsa está llena')).toBeHidden()
  await expect(visitor.getByText('Jueves. Hay lugar.')).toBeVisible()
  await expect(submit).toBeEnabled()
  await closeCategoria(admin, 'jueves-3')
  await expect(visitor.getByRole('status')).toHaveText('La categoría está cerrada.Elige otra.')
  await expect(submit).toHaveAccessibleDescription('La categoría elegida está cerrada.')
  await expect(visitor.getByLabel('Nombre del competidor')).toHaveValue('Úrsula')
  await expect(categoria).toHaveValue('jueves-3')

  await categoria.selectOption({ label: '4 - Rueda' })
  await act(admin, 'DELETE', '/api/categorias/jueves-4')
  await expect(visitor.getByRole('status')).toHaveText('Esa categoría ya no existe.Elige otra.')
  await expect(submit).toHaveAccessibleDescription('La categoría elegida ya no existe.')
  await openCategoria(admin, 'jueves-2')
  await categoria.selectOption({ label: '2 - Bachata' })
  await visitor.getByLabel('Compañía').fill('Son')
  await visitor.getByLabel('Música (.mp3)').setInputFiles(pista('una.mp3'))
  await submit.click()
  const edit = visitor.getByRole('button', { name: 'Editar Úrsula' })
  await expect(edit).toBeVisible()

  // Nor is an entry of a closed category changed.
  await closeCategoria(admin, 'jueves-2')
  await expect(edit).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Eliminar Úrsula' })).toHaveCount(0)
  await openCategoria(admin, 'jueves-2')
  await expect(edit).toBeVisible()
})

test('at the desk an entry is not moved into a closed category, nor out of one', async ({ seed, admin }) => {
  await seed.dias({ jueves: { Salsa: ['Ana'], Bachata: [], Son: [] } })
  await closeCategoria(admin, 'jueves-2')
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Editar Ana' }).click()
  const editor = admin.getByRole('dialog', { name: 'Editar Competidor' })
  const categoria = editor.getByLabel('Categoría')
  await expect(editor.getByRole('option', { name: '2 - Bachata (cerrada)' })).toBeDisabled()
  await categoria.selectOption({ label: '3 - Son' })
  await closeCategoria(admin, 'jueves-1')
  await expect(editor.getByRole('status')).toHaveText(
    'La categoría de esta inscripción se cerró.Reábrela primero o deja la inscripción en ella.',
  )
  await categoria.selectOption({ label: '1 - Salsa' })
  await expect(editor.getByText('Jueves. Está cerrada: la inscripción se queda en ella.')).toBeVisible()
  await expect(editor.getByRole('option', { name: '3 - Son' })).toBeDisabled()
  await expect(editor.getByRole('button', { name: 'Actualizar' })).toBeEnabled()
})

test('the message of an empty list of entries changes with the state of the entries', async ({
  visitor,
  seed,
  admin,
}) => {
  await seed.dias({})
  await signedIn(visitor, '/competencia')
  const list = visitor.getByRole('region', { name: 'Competidores inscritos' })
  await expect(list).toContainText('No hay competidores inscritos.Podrás inscribir en cuanto haya categorías.')
  await openFrom(admin, '2999-01-01T10:00', '')
  await expect(list).toContainText('Podrás inscribir en cuanto abran las inscripciones.')
  await openFrom(admin, '', '2020-01-01T10:00')
  await expect(list).toContainText('El plazo para inscribir terminó.')
  await expect(list).not.toContainText('Llena el formulario')
})

test('an entry without music shows the last time to upload it, and a deletion is confirmed at any scroll position', async ({
  visitor,
  seed,
  admin,
}) => {
  const entry = (index: number) => ({
    nombre: `Entrada ${index}`,
    compania: 'Sol',
    categoria: 'Salsa',
    dia: 'jueves',
    orden: index,
    usuarioId: 'u',
  })
  await seed.tree({
    users: { u: { uid: 'u', nombre: 'Úrsula', apellido: 'Núñez', email: URSULA.email, pais: 'México' } },
    categorias: { s: { nombre: 'Salsa', dia: 'jueves', orden: 1 } },
    competidores: { salsa: Object.fromEntries([1, 2, 3, 4, 5].map((index) => [`e${index}`, entry(index)])) },
  })
  await openFrom(admin, '', '2999-04-10T12:00')
  await enterByLink(visitor, admin)
  await visitor.setViewportSize({ width: 390, height: 700 })
  await visitor.goto('/#/competencia')

  const last = visitor.getByRole('row').filter({ hasText: 'Entrada 5' })
  await expect(last).toContainText('Jueves, 1 - Salsa')
  await expect(last).toContainText('Falta la música')
  await expect(last).toContainText('Súbela con Editar antes del 10 de abril de 2999 a las 12:00.')
  await last.getByRole('button', { name: 'Eliminar Entrada 5' }).click()
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  const said = visitor.getByText('Competidor eliminado correctamente.')
  await expect(said).toBeInViewport()
  await expect(said).toBeHidden()
})

test('the organiser adds entries one after the other by the keyboard, and a refusal keeps what was typed', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: [] } })
  await admin.goto('/#/competidores')
  await admin.getByRole('button', { name: 'Agregar competidor en Salsa' }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Agregar competidor en Salsa' })
  for (const nombre of ['Ana', 'Bea']) {
    await expect(dialog.getByLabel('Nombre del competidor')).toHaveValue('')
    await dialog.getByLabel('Nombre del competidor').fill(nombre)
    await admin.keyboard.press('Tab')
    await admin.keyboard.type('Rumba')
    await admin.keyboard.press('Enter')
    await expect(admin.getByText('Competidor inscrito correctamente.').first()).toBeVisible()
    await expect(dialog.getByLabel('Nombre del competidor')).toBeFocused()
  }
  await dialog.getByLabel('Compañía').fill('Son')
  await dialog.getByRole('button', { name: 'Agregar' }).press('Enter')
  await expect(dialog.getByText('Falta el nombre.')).toBeVisible()
  await expect(dialog.getByLabel('Compañía')).toHaveValue('Son')
  await dialog.getByLabel('Nombre del competidor').fill('Caro')
  await dialog.getByLabel('Compañía').fill('')
  await dialog.getByRole('button', { name: 'Agregar' }).press('Enter')
  await expect(dialog.getByLabel('Nombre del competidor')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).press('Enter')
  await expect(admin.getByText('Total de competidores: 3')).toBeVisible()

  await admin.getByRole('button', { name: 'Editar Caro' }).click()
  const edit = admin.getByRole('dialog', { name: 'Editar Competidor' })
  await edit.getByLabel('Música (.mp3)').setInputFiles(pista('c.mp3'))
  await edit.getByRole('button', { name: 'Actualizar' }).click()
  await expect(admin.getByRole('button', { name: 'Reproducir Caro' })).toBeVisible()
})
