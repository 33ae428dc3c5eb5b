import { expect, test } from 'vitest'
import { perfil, savePerfil } from '#contract/usuarios.ts'
import { startApp } from '../support/app.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { LiveStream } from '../support/stream.ts'

const NUEVO = { nombre: 'Ana', apellido: 'Paz', pais: 'Cuba' }

test('a profile that is saved is on every page that shows it', async () => {
  await using app = await startApp()
  const usuario = await app.as('usuario')
  const key = `perfil?uid=${usuario.id}`
  const email = `${usuario.id}@example.com`
  await using phone = await LiveStream.open(await app.listen(), { views: key, cookie: usuario.cookie })
  await phone.next()

  await usuario.send(savePerfil, { ...NUEVO, nombre: '  Ana ' })

  const { frame } = await phone.next()
  const shown = { uid: usuario.id, ...NUEVO, email, fotoURL: null }
  expect(frame.views[key]?.parts).toEqual({ [usuario.id]: shown })
  expect(await usuario.see(perfil, { uid: usuario.id })).toEqual(shown)
  expect(await whoIs(app, usuario.cookie ?? '')).toMatchObject({ nombre: 'Ana Paz' })
})

test('first name, last name and country are required, and a refusal changes nothing', async () => {
  await using app = await startApp()
  const usuario = await app.as('usuario')
  const before = await usuario.see(perfil, { uid: usuario.id })
  await expect(usuario.send(savePerfil, { nombre: '', apellido: ' ', pais: '' })).rejects.toMatchObject({
    status: 400,
    fields: { nombre: 'Escribe tu nombre.', apellido: 'Escribe tu apellido.', pais: 'Elige tu país.' },
  })
  const gone = usuario.send(savePerfil, { ...NUEVO, foto: 'una-foto-que-ya-no-esta' })
  await expect(gone).rejects.toMatchObject({ status: 409, code: 'foto.missing' })
  expect(await usuario.see(perfil, { uid: usuario.id })).toEqual(before)
})

test('an imported user without name or country has a profile and may complete it', async () => {
  await using app = await startApp()
  const uid = await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  await app.deps.db.write((tx) => tx.updateTable('users').set({ nombre: null, apellido: null, pais: null }).execute())
  const cookie = cookieOf(await enter(app, { email: 'a@b.mx' }))
  const see = async () => {
    await app.app.live.hub.settled()
    const answer = await app.app.http.inject({ url: `/api/vistas?views=perfil%3Fuid=${uid}`, headers: { cookie } })
    return answer.json().views[`perfil?uid=${uid}`][uid]
  }
  expect(await see()).toEqual({ uid, nombre: '', apellido: '', email: 'a@b.mx', pais: '', fotoURL: null })
  await app.app.http.inject({ method: 'PUT', url: '/api/perfil', headers: { cookie }, payload: NUEVO })
  expect(await see()).toMatchObject(NUEVO)
})
