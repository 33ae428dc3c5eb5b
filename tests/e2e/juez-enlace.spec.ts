import { expectSound } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { act, addJuez, enlaceOf } from './jueces.ts'
import { signedIn } from './people.ts'

test("a judge's link signs a device in without typing, and leaves the address and the history", async ({
  admin,
  visitor,
}) => {
  const { path } = await addJuez(admin, 'Amparo')
  await visitor.goto('/#/horario')
  await visitor.goto(path)

  await expect(visitor).toHaveURL(/#\/juez$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await visitor.getByRole('button', { name: 'Menú' }).click()
  const menu = visitor.getByRole('navigation', { name: 'Menú principal' })
  await expect(menu.getByRole('listitem')).toHaveText([
    'Inicio',
    'Calificar',
    'Horario',
    'Calificaciones',
    'Cerrar sesión',
  ])
  await visitor.getByRole('button', { name: 'Cerrar menú' }).click()
  await visitor.reload()
  await expect(visitor).toHaveURL(/#\/juez$/)
  // Back skips the link: it is in no entry of the history.
  await visitor.goBack()
  await expect(visitor).toHaveURL(/#\/horario$/)
  await visitor.goForward()
  await expect(visitor).toHaveURL(/#\/juez$/)
})

test('with the session of another person open, also of a judge of the same name, the link asks first', async ({
  admin,
  visitor,
  seed,
}) => {
  const juez = { nombre: 'Paz', activo: true }
  await seed.tree({ extra: { jueces: { paz1: juez, paz2: juez } } })
  const { path } = await enlaceOf(admin, 'paz1')
  await signedIn(visitor, '/perfil')
  await visitor.goto(path)
  const question = visitor.getByRole('alertdialog', { name: '¿Entrar como Paz?' })
  await expect(question).toBeVisible()
  await expectSound(visitor, 'the question')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(visitor).toHaveURL(/#\/perfil$/)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()

  await visitor.goto(path)
  await question.getByRole('button', { name: 'Entrar' }).click()
  await expect(visitor).toHaveURL(/#\/juez$/)
  // The link of the same judge, opened again, does not ask.
  await visitor.goto(path)
  await expect(visitor).toHaveURL(/#\/juez$/)
  await expect(question).toBeHidden()
  // The session of before ended on purpose: nothing says that it was lost.
  await expect(visitor.getByRole('alert')).toHaveCount(0)
  await visitor.goto((await enlaceOf(admin, 'paz2')).path)
  await expect(question).toBeVisible()
})

test('a renewed link is refused, and the judge is told to ask the organisers for the new one', async ({
  admin,
  visitor,
}) => {
  const { id, path } = await addJuez(admin, 'Amparo')
  await act(admin, 'POST', `/api/jueces/${id}/enlace`)
  await visitor.goto(path)
  await expect(visitor.getByRole('alert')).toContainText('Este enlace ya no sirve.')
  await expect(visitor.getByRole('alert')).toContainText('Pide a la organización el nuevo.')
  await expectSound(visitor, 'a dead link')

  await visitor.goto('/#/juez/incompleto')
  await expect(visitor.getByRole('alert')).toContainText('Está incompleto.')
  await visitor.goto('/#/juez')
  await expect(visitor.getByText('Entra con tu enlace de juez')).toBeVisible()
  await expectSound(visitor, 'without a session')
})
