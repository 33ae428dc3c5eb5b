import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez, unfoldReglas } from './jueces.ts'

test('the organiser adds a judge, copies the link, and renames them', async ({ admin }) => {
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.goto('/#/admin')
  await admin.getByRole('button', { name: 'Menú' }).click()
  const menu = admin.getByRole('navigation', { name: 'Menú principal' })
  await expect(
    menu.getByRole('listitem').filter({ hasText: /Calificaciones|Evento|Jueces|Bitácora|Cerrar/ }),
  ).toHaveText(['Calificaciones', 'Evento', 'Jueces', 'Bitácora', 'Cerrar sesión'])
  await menu.getByRole('link', { name: 'Jueces' }).click()
  await expect(admin.getByText('No hay jueces.')).toBeVisible()
  await expectSound(admin, 'without judges')

  const nombre = admin.getByLabel('Nombre del juez')
  await nombre.fill('Amparo')
  await admin.getByRole('button', { name: 'Agregar', exact: true }).click()
  const card = admin.getByRole('article', { name: 'Amparo' })
  await expect(card.getByRole('img', { name: 'Código QR de Amparo' })).toBeVisible()
  const link = card.getByRole('link', { name: 'Enlace de Amparo' })
  await expect(link).toHaveAttribute('href', /^http.*\/#\/juez\/[\w-]{43}$/)
  await card.getByRole('button', { name: 'Copiar enlace de Amparo' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Enlace copiado.' })).toBeVisible()
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(await link.getAttribute('href'))
  await expect(nombre).toHaveValue('')

  await nombre.fill(' amparo ')
  await admin.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(admin.getByRole('alert')).toHaveText('Ya hay un juez con ese nombre.')
  await nombre.fill('')

  await card.getByRole('textbox').fill('Amparo Ruiz')
  await card.getByRole('button', { name: 'Guardar nombre de Amparo' }).click()
  await expect(admin.getByRole('article', { name: 'Amparo Ruiz' })).toBeVisible()
})

test('renewing a link and switching a judge off end the open page of the judge', async ({ admin, visitor }) => {
  const { path } = await addJuez(admin, 'Amparo')
  await visitor.goto(path)
  await expect(visitor).toHaveURL(/#\/juez$/)
  await admin.goto('/#/jueces')
  const card = admin.getByRole('article', { name: 'Amparo' })
  const link = card.getByRole('link', { name: 'Enlace de Amparo' })
  const isSignedIn = async (): Promise<string> => {
    const answer: { role: string } = await (await visitor.request.get('/api/sesion')).json()
    return answer.role
  }
  const old = await link.getAttribute('href')
  const code = card.getByRole('img').locator('path')
  const oldCode = await code.getAttribute('d')
  await card.getByRole('button', { name: 'Renovar enlace de Amparo' }).click()
  const question = '¿Renovar el enlace de Amparo? El anterior dejará de funcionar.'
  await admin.getByRole('dialog', { name: question }).getByRole('button', { name: 'Renovar' }).click()
  await expect(admin.getByRole('status').filter({ hasText: 'Enlace de Amparo renovado.' })).toBeVisible()
  await expect.poll(isSignedIn).toBe('visitante')
  await expect(link).not.toHaveAttribute('href', old ?? '')
  // The code on the screen is that of the link.
  await expect(code).not.toHaveAttribute('d', oldCode ?? '')

  await visitor.goto((await link.getAttribute('href')) ?? '')
  await expect(visitor).toHaveURL(/#\/juez$/)
  await card.getByRole('switch', { name: 'Activo' }).click()
  await expect(card.getByRole('button', { name: 'Crear token de Amparo' })).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(isSignedIn).toBe('visitante')
  await card.getByRole('switch', { name: 'Activo' }).click()
  await expect(card.getByRole('switch', { name: 'Activo' })).toBeChecked()
})

test('a judge is assigned with one choice after another, and every choice is kept', async ({
  admin,
  another,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'], Casino: ['Eva'] }, viernes: { Bachata: ['Zoe'] } })
  await addJuez(admin, 'Amparo')
  const other = await another('admin')
  for (const page of [admin, other]) await page.goto('/#/jueces')
  const groupOf = (page: typeof admin) => page.getByRole('group', { name: 'Asignación de Amparo' })
  const group = groupOf(admin)
  await expect(group.getByRole('radio', { name: 'Todo el evento' })).toBeChecked()

  await group.getByRole('radio', { name: 'Por día' }).check()
  await expect(group.getByText('Elige al menos un día.')).toBeVisible()
  // Faster than the server answers.
  await group.getByRole('checkbox', { name: 'Jueves' }).check()
  await group.getByRole('checkbox', { name: 'Sábado' }).check()
  await expect(groupOf(other).getByRole('checkbox', { name: 'Sábado' })).toBeChecked()
  await expect(groupOf(other).getByRole('checkbox', { name: 'Jueves' })).toBeChecked()
  await expect(groupOf(other).getByRole('checkbox', { name: 'Viernes' })).not.toBeChecked()

  await group.getByRole('radio', { name: 'Por categoría' }).check()
  await group.getByRole('checkbox', { name: 'Bachata' }).check()
  await expect(groupOf(other).getByRole('checkbox', { name: 'Bachata' })).toBeChecked()
  await group.getByRole('radio', { name: 'Todo el evento' }).check()
  await expect(groupOf(other).getByRole('radio', { name: 'Todo el evento' })).toBeChecked()
})

test('the token of a judge is shown once and can be revoked; the head judge is a switch', async ({ admin }) => {
  await addJuez(admin, 'Amparo')
  await admin.goto('/#/jueces')
  const card = admin.getByRole('article', { name: 'Amparo' })
  await card.getByRole('switch', { name: 'Juez principal' }).click()
  await expect(card.getByRole('switch', { name: 'Juez principal' })).toBeChecked()

  await card.getByRole('button', { name: 'Crear token de Amparo' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Token de Amparo' })
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue()
  await expectSound(admin, 'the token')
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  expect(await admin.content()).not.toContain(token)
  const headers = { authorization: `Bearer ${token}` }
  expect(await (await admin.request.get('/api/sesion', { headers })).json()).toMatchObject({ role: 'juez' })

  await card.getByRole('button', { name: 'Revocar token de Amparo' }).click()
  await expect(card.getByRole('button', { name: 'Crear token de Amparo' })).toBeVisible()
  expect(await (await admin.request.get('/api/sesion', { headers })).json()).toEqual({ role: 'visitante' })
})

test('scales are saved together, a wrong one says which, and those of a closed category stay', async ({
  admin,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  await admin.goto('/#/jueces')
  const save = admin.getByRole('button', { name: 'Guardar escalas' })
  await expect(save).toBeHidden()
  await unfoldReglas(admin)
  await expect(admin.getByLabel('Máximo de Showcase')).toHaveValue('10')
  await expect(admin.getByLabel('Paso de General')).toHaveValue('0.1')
  await admin.getByLabel('Paso de Casino').fill('0.3')
  await save.click()
  await expect(admin.getByRole('alert')).toHaveText('El paso debe dividir el máximo en partes iguales.')
  await expect(admin.getByLabel('Paso de Casino')).toBeFocused()
  await admin.getByLabel('Paso de Casino').fill('0.25')
  await save.click()
  await expect(admin.getByRole('status').filter({ hasText: 'Escalas guardadas.' })).toBeVisible()
  await admin.reload()
  await unfoldReglas(admin)
  await expect(admin.getByLabel('Paso de Casino')).toHaveValue('0.25')

  await act(admin, 'POST', '/api/categorias/jueves-1/cierre', { decision: 'Se suspende' })
  await admin.getByLabel('Máximo de General').fill('20')
  await save.click()
  await expect(admin.getByRole('alert')).toHaveText('La categoría está cerrada. Reábrela primero. (1 - Salsa)')
  await admin.goto('/#/categorias')
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await admin.getByLabel('Criterios de Salsa').selectOption('Casino')
  await expect(admin.getByRole('alert')).toContainText('La categoría está cerrada. Reábrela primero.')
  await expect(admin.getByLabel('Criterios de Salsa')).toHaveValue('automatico')
})

test('axe finds nothing on a full page of judges, and on paper stand only names and codes', async ({ admin, seed }) => {
  await seed.dias({ jueves: { [`Salsa ${'ñ'.repeat(60)}`]: ['Ana'] } })
  const { id } = await addJuez(admin, `Amparo ${'w'.repeat(70)}`)
  await addJuez(admin, 'Benny')
  await act(admin, 'PUT', `/api/jueces/${id}/asignacion`, { categorias: ['jueves-1'] })
  await act(admin, 'PUT', `/api/jueces/${id}/principal`, { principal: true })
  await admin.goto('/#/jueces')
  await expect(admin.getByRole('article')).toHaveCount(2)
  await expectSound(admin, 'judges')
  await unfoldReglas(admin)
  await expectSound(admin, 'the rules')

  await admin.emulateMedia({ media: 'print' })
  const card = admin.getByRole('article', { name: 'Benny' })
  await expect(card.getByRole('heading', { name: 'Benny' })).toBeVisible()
  await expect(card.getByRole('img', { name: 'Código QR de Benny' })).toBeVisible()
  await expect(card.getByRole('switch')).toHaveCount(0)
  await expect(admin.getByLabel('Nombre del juez')).toBeHidden()
})
