import { expect, test } from 'vitest'
import { registerUsuario, usuarios } from '#contract/usuarios.ts'
import { startApp } from '../support/app.ts'
import { enter, seedCuenta, whoIs, cookieOf } from '../support/cuentas.ts'
import { anAlta, aPhoto, countPeople, stagePhoto } from '../support/usuarios.ts'

const HOUR_MS = 60 * 60_000
const NOBODY = { users: 0, cuenta: 0, sesion: 0, enlace: 0 }
const TAKEN = { status: 409, code: 'cuenta.emailAlreadyInUse', message: 'Ese correo ya tiene una cuenta.' }

test('registering makes an account and a profile, and signs no person in', async () => {
  await using app = await startApp()
  const sent = await app.app.http.inject({
    method: 'POST',
    url: registerUsuario.path,
    payload: anAlta({ nombre: '  Úrsula ', email: ' Ursula@Ejemplo.mx ' }),
  })
  expect([sent.statusCode, sent.headers['set-cookie']]).toEqual([200, undefined])

  const { id } = sent.json<{ id: string }>()
  const answer = await enter(app, { email: 'ursula@ejemplo.MX', password: 'clave6' })
  expect(answer.json()).toEqual({ role: 'usuario', id, nombre: 'Úrsula Núñez', email: 'Ursula@Ejemplo.mx' })
  expect(await whoIs(app, cookieOf(answer))).toMatchObject({ id })
  expect(await (await app.as('admin')).see(usuarios)).toEqual([
    {
      uid: id,
      nombre: 'Úrsula',
      apellido: 'Núñez',
      email: 'Ursula@Ejemplo.mx',
      pais: 'México',
      fotoURL: null,
      desactivado: false,
    },
  ])
})

test('all fields are required except the photo, each with its own sentence; a wrong value is refused at its field, and so is an e-mail that mail programs read as something else', async () => {
  await using app = await startApp()
  const empty = anAlta({ nombre: ' ', apellido: '', email: '', pais: '', password: '' })
  await expect(app.visitor.send(registerUsuario, empty)).rejects.toMatchObject({
    status: 400,
    fields: {
      nombre: 'Escribe tu nombre.',
      apellido: 'Escribe tu apellido.',
      email: 'Escribe tu correo electrónico.',
      pais: 'Elige tu país.',
      password: 'Escribe la contraseña.',
    },
  })

  const wrong = [
    { password: 'cinco' },
    { email: 'ursula@ejemplo' },
    { nombre: 'a\0b' },
    { email: 'a\ud800@ejemplo.mx' },
    { pais: 'x'.repeat(81) },
    { foto: '../../evento.sqlite-y-algo-mas' },
  ]
  for (const values of wrong) {
    const [field = ''] = Object.keys(values)
    const refused = app.visitor.send(registerUsuario, anAlta(values))
    await expect(refused, field).rejects.toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
  }
  for (const char of '<>()",;:\\') {
    const refused = app.visitor.send(registerUsuario, anAlta({ email: `ursula${char}x@ejemplo.mx` }))
    await expect(refused, char).rejects.toMatchObject({ fields: { email: expect.stringContaining(char) } })
  }
  expect(await countPeople(app)).toEqual(NOBODY)
})

test('twenty people who register one e-mail at the same moment make one account', async () => {
  await using app = await startApp()
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      app.visitor.send(
        registerUsuario,
        anAlta({ email: index % 2 ? 'ana@b.mx' : 'ANA@B.mx', password: `clave-${index}` }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // Four requests of one account wait for a hash; a request that is told to retry then finds the e-mail taken.
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  for (const { code } of refusals) expect([TAKEN.code, 'session.tooManyRequests']).toContain(code)
  await expect(app.visitor.send(registerUsuario, anAlta({ email: 'ana@b.mx' }))).rejects.toMatchObject(TAKEN)
  expect(await countPeople(app)).toEqual({ ...NOBODY, users: 1, cuenta: 1 })
  // The one whose password it is gets in.
  const winner = answers.findIndex(({ status }) => status === 'fulfilled')
  expect((await enter(app, { email: 'ana@b.mx', password: `clave-${winner}` })).statusCode).toBe(200)
})

test('EMAIL_EXISTS: the e-mail of an existing person cannot be registered, of any role, with or without a password', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'usuario@b.mx', en: ['users'] })
  await seedCuenta(app, { email: 'admin@b.mx', en: ['admin'] })
  await seedCuenta(app, { email: 'suelta@b.mx', en: [] })
  await app.deps.db.write(async (tx) => {
    await tx
      .insertInto('admin')
      .values({ id: 'a', nombre: null, email: 'Nuevo@B.mx', emailKey: 'nuevo@b.mx' })
      .execute()
    const imported = { uid: 'u', nombre: null, apellido: null, email: 'i@b.mx', emailKey: 'i@b.mx', pais: null }
    await tx
      .insertInto('users')
      .values({ ...imported, fotoPath: null })
      .execute()
  })
  for (const email of ['usuario@b.mx', 'admin@b.mx', 'suelta@b.mx', 'nuevo@b.mx', 'I@b.mx']) {
    const refused = app.visitor.send(registerUsuario, anAlta({ email }))
    await expect(refused, email).rejects.toMatchObject({ ...TAKEN, fields: { email: TAKEN.message } })
    expect((await enter(app, { email, password: anAlta().password })).statusCode, email).toBe(401)
  }
})

test('a request that is repeated because its answer was lost is answered, and makes one account', async () => {
  await using app = await startApp()
  const { foto } = await stagePhoto(app, await aPhoto())
  const key = 'una-y-la-misma'
  const first = await app.visitor.send(registerUsuario, anAlta({ foto }), { key })
  const again = await app.visitor.send(registerUsuario, anAlta({ foto }), { key })
  expect(again).toEqual(first)
  expect(await countPeople(app)).toMatchObject({ users: 1, cuenta: 1 })
  // The stored request omits its password: from a digest of the password an attacker could guess it.
  const withOther = app.visitor.send(registerUsuario, anAlta({ foto, password: 'otra-clave' }), { key })
  expect(await withOther).toEqual(first)
})

test('all competitors of a venue behind one address register, and a flood from one address is refused', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) =>
    tx
      .insertInto('intento')
      .values({ bucket: 'alta:127.0.0.1', cuenta: 398, hasta: Date.now() + HOUR_MS / 4 })
      .execute(),
  )
  for (const email of ['uno@b.mx', 'dos@b.mx']) await app.visitor.send(registerUsuario, anAlta({ email }))
  await expect(app.visitor.send(registerUsuario, anAlta({ email: 'tres@b.mx' }))).rejects.toMatchObject({
    status: 429,
    message: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  })
  expect(await countPeople(app)).toMatchObject({ users: 2, cuenta: 2 })
})

test('a guest registers after 2,000 refused attempts of the venue, after which further ones learn no e-mail', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'tomada@b.mx', en: ['users'] })
  const refuse = () => app.visitor.send(registerUsuario, anAlta({ email: 'tomada@b.mx' }))
  for (let tries = 0; tries < 401; tries += 1) await expect(refuse()).rejects.toMatchObject(TAKEN)
  const withoutFoto = app.visitor.send(registerUsuario, anAlta({ email: 'sin@b.mx', foto: 'x'.repeat(40) }))
  await expect(withoutFoto).rejects.toMatchObject({ code: 'foto.missing' })
  await app.visitor.send(registerUsuario, anAlta({ email: 'honesta@b.mx' }))
  const counts = await app.deps.db.read((tx) => tx.selectFrom('intento').select(['bucket', 'cuenta']).execute())
  expect(Object.fromEntries(counts.map(({ bucket, cuenta }) => [bucket, cuenta]))).toEqual({
    'alta:127.0.0.1': 1,
    'rechazo:127.0.0.1': 402,
  })

  await app.deps.db.write((tx) =>
    tx.updateTable('intento').set({ cuenta: 2_000 }).where('bucket', '=', 'rechazo:127.0.0.1').execute(),
  )
  await expect(refuse()).rejects.toMatchObject({ status: 429, code: 'session.tooManyRequests' })
  await app.visitor.send(registerUsuario, anAlta({ email: 'otra@b.mx' }))
})

test('a fault of the server answers so, and makes no account', async () => {
  await using app = await startApp()
  const rename = (from: string, to: string) =>
    app.deps.db.write(async (tx) => tx.schema.alterTable(from).renameTo(to).execute())
  await rename('users', 'users_away')
  const refused = app.visitor.send(registerUsuario, anAlta())
  await expect(refused).rejects.toMatchObject({ status: 500, code: 'server.fault' })
  await rename('users_away', 'users')
  expect(await countPeople(app)).toEqual(NOBODY)
})
