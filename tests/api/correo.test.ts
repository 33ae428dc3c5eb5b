import { expect, test, vi } from 'vitest'
import { readCorreoDisponible, requestReset, resetPassword } from '#contract/acceso.ts'
import { saveEvento } from '#contract/evento.ts'
import { registerUsuario } from '#contract/usuarios.ts'
import { eventoDefault } from '#domain/evento.ts'
import { openMail } from '../../src/server/acceso/mail.ts'
import { readEnv } from '../../src/server/env.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { cookieOf, enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { startSmtp, type Smtp } from '../support/smtp.ts'
import { anAlta } from '../support/usuarios.ts'

const isCurrent = () => Promise.resolve(true)
const HOUR_MS = 60 * 60_000
const envOf = ({ url }: Smtp) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Salsa Fest <avisos@salsafest.mx>',
  PUBLIC_URL: 'http://salsafest.mx',
})
const linkIn = (text = ''): string => /http:\S+/.exec(text)?.[0] ?? ''
const tokenIn = (text?: string): string => linkIn(text).slice(linkIn(text).lastIndexOf('/') + 1)

test('a person sets a forgotten password again with a link that comes by e-mail', async () => {
  await using smtp = await startSmtp()
  await using app = await startApp({ env: envOf(smtp) })
  await seedCuenta(app, { email: 'Ursula@b.mx', en: ['users'] })
  const cookie = cookieOf(await enter(app, { email: 'ursula@b.mx' }))
  await (await app.as('admin')).send(saveEvento, { ...eventoDefault('America/Mexico_City'), nombre: 'Salsa Ñandú' })
  expect(await app.visitor.send(readCorreoDisponible, {})).toEqual({ disponible: true })

  expect(await app.visitor.send(requestReset, { email: ' ursula@B.mx ' })).toEqual({})

  await expect.poll(() => smtp.letters.length).toBe(1)
  const [letter] = smtp.letters
  expect(letter).toMatchObject({
    from: 'Salsa Fest <avisos@salsafest.mx>',
    to: 'Ursula@b.mx',
    subject: 'Cambia tu contraseña de Salsa Ñandú',
  })
  expect(letter?.text).toContain('Hola, Úrsula Núñez:')
  expect(letter?.text).toContain('una sola vez, hasta una hora después de pedirlo')
  expect(linkIn(letter?.text)).toMatch(/^http:\/\/salsafest\.mx\/#\/restablecer\/[\w-]{43}$/)

  const token = tokenIn(letter?.text)
  await app.visitor.send(resetPassword, { token, password: 'una clave nueva' })
  expect((await enter(app, { email: 'ursula@b.mx', password: 'una clave nueva' })).statusCode).toBe(200)
  expect(await whoIs(app, cookie)).toEqual({ role: 'visitante' })
  const again = app.visitor.send(resetPassword, { token, password: 'una clave nueva' })
  await expect(again).rejects.toMatchObject({ code: 'enlace.invalid' })
})

test.each([
  'Ganaste, entra en http://trampa.example',
  'Entra en trampa.example',
  'Hola\n\nTu cuenta está en riesgo',
  'x@y.z',
])('a name in a registration adds no text to an e-mail: «%s»', async (nombre) => {
  await using smtp = await startSmtp()
  await using app = await startApp({ env: envOf(smtp) })
  await app.visitor.send(registerUsuario, anAlta({ nombre, apellido: 'Ruiz', email: 'victima@b.mx' }))
  await app.visitor.send(requestReset, { email: 'victima@b.mx' })
  await expect.poll(() => smtp.letters.length).toBe(1)
  expect(smtp.letters[0]?.text.startsWith('Hola:')).toBe(true)
  expect(smtp.letters[0]?.text).not.toContain(nombre)
})

test('a reset request reveals no account, and only a person who can sign in gets an e-mail', async () => {
  await using smtp = await startSmtp()
  await using app = await startApp({ env: envOf(smtp) })
  await seedCuenta(app, { email: 'fuera@b.mx', en: ['users'], desactivada: true })
  await seedCuenta(app, { email: 'perdida@b.mx', en: [] })
  await seedCuenta(app, { email: 'admin@b.mx', en: ['admin'] })
  const row = { uid: 'i', nombre: 'Zoe', apellido: null, pais: null, fotoPath: null }
  await app.deps.db.write((tx) =>
    tx
      .insertInto('users')
      .values({ ...row, email: 'i@b.mx', emailKey: 'i@b.mx' })
      .execute(),
  )
  const asked = ['nadie@b.mx', 'fuera@b.mx', 'perdida@b.mx', 'i@b.mx', 'admin@b.mx']
  for (const email of asked) expect(await app.visitor.send(requestReset, { email })).toEqual({})
  await expect.poll(() => smtp.letters.map(({ to }) => to).toSorted()).toEqual(['admin@b.mx', 'i@b.mx'])
})

test('a link that came by e-mail expires after an hour', async () => {
  let now = Date.now()
  await using smtp = await startSmtp()
  await using app = await startApp({ env: envOf(smtp), now: () => now })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  await expect.poll(() => smtp.letters.length).toBe(1)
  now += HOUR_MS
  const late = app.visitor.send(resetPassword, { token: tokenIn(smtp.letters[0]?.text), password: 'una clave nueva' })
  await expect(late).rejects.toMatchObject({ code: 'enlace.invalid' })
})

test('the e-mails to one address are limited, and a repeated request sends one e-mail', async () => {
  await using smtp = await startSmtp()
  await using app = await startApp({ env: envOf(smtp) })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  for (const key of ['clave-uno', 'clave-uno', 'clave-dos']) {
    await app.visitor.send(requestReset, { email: 'a@b.mx' }, { key })
  }
  const tooMany = { status: 429, code: 'session.tooManyRequests' }
  await expect(app.visitor.send(requestReset, { email: 'A@b.mx' })).rejects.toMatchObject(tooMany)
  for (let ask = 0; ask < 3; ask += 1) await app.visitor.send(requestReset, { email: 'nadie@b.mx' })
  await expect(app.visitor.send(requestReset, { email: 'nadie@b.mx' })).rejects.toMatchObject(tooMany)
  await expect.poll(() => smtp.letters.length).toBe(2)
})

test('an e-mail that cannot be sent is logged once without its text, and the server goes on', async () => {
  await using smtp = await startSmtp()
  smtp.refuse = true
  const onLog = vi.fn()
  await using app = await startApp({ env: envOf(smtp), onLog })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  expect(await app.visitor.send(requestReset, { email: 'a@b.mx' })).toEqual({})
  await expect.poll(() => onLog.mock.calls).toEqual([['an e-mail could not be sent']])

  smtp.refuse = false
  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  await expect.poll(() => smtp.letters.length).toBe(1)
})

test('a mail server that answers byte by byte does not hold up the next e-mails', async () => {
  await using smtp = await startSmtp()
  smtp.trickle = true
  const warn = vi.fn()
  const log = { info: vi.fn(), warn, debug: vi.fn(), error: vi.fn() }
  const mail = await openMail({ env: readEnv(envOf(smtp)), log }, { longestMs: 500 })
  for (const to of ['a@b.mx', 'b@b.mx']) mail?.send({ to, subject: 'Hola', text: 'Hola' }, isCurrent)
  // They are sent again later.
  await expect.poll(() => warn.mock.calls).toHaveLength(2)

  smtp.trickle = false
  mail?.send({ to: 'c@b.mx', subject: 'Hola', text: 'Hola' }, isCurrent)
  await expect.poll(() => smtp.letters.map(({ to }) => to)).toEqual(['c@b.mx'])
  await mail?.close()
})

test('an e-mail that is being sent when the server stops is still delivered', async () => {
  await using smtp = await startSmtp()
  {
    await using app = await startApp({ env: envOf(smtp) })
    await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
    await app.visitor.send(requestReset, { email: 'a@b.mx' })
  }
  expect(smtp.letters).toHaveLength(1)
})

/** The missing parts that `/readyz` names. */
async function avisosOf({ app }: TestApp): Promise<unknown> {
  return (await app.http.inject('/readyz')).json<{ avisos?: string[] }>().avisos
}

test('a mail server that refuses the password is named at the start and in `/readyz`, until it takes an e-mail', async () => {
  await using smtp = await startSmtp()
  smtp.refusePassword = true
  const url = smtp.url.replace('//', '//avisos:secreto@')
  await using app = await startApp({ env: { ...envOf(smtp), SMTP_URL: url } })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const notice =
    'El servidor de correo de SMTP_URL no acepta ese usuario y esa clave. Mientras tanto, crea los enlaces de acceso en Usuarios.'
  expect(await avisosOf(app)).toBeUndefined()
  expect(await app.app.notices()).toEqual([notice])
  expect(await avisosOf(app)).toEqual([notice])

  smtp.refusePassword = false
  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  await expect.poll(() => smtp.letters.length).toBe(1)
  await expect.poll(() => avisosOf(app)).toBeUndefined()
})

test('a mail server that refuses the sender is named until it takes an e-mail, though it can be signed in to', async () => {
  await using smtp = await startSmtp()
  smtp.refuseSender = true
  await using app = await startApp({ env: envOf(smtp) })
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  expect(await app.app.notices()).toEqual([])

  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  const notice = expect.stringContaining('SMTP_URL no acepta el remitente de MAIL_FROM.')
  await expect.poll(() => avisosOf(app)).toEqual([notice])

  smtp.refuseSender = false
  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  await expect.poll(() => avisosOf(app)).toBeUndefined()
})

test('a mail server that cannot be reached is named, and one that refuses a recipient is not', async () => {
  const smtp = await startSmtp()
  await using app = await startApp({ env: envOf(smtp) })
  expect(await app.app.notices()).toEqual([])
  await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  smtp.refuse = true
  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  await expect.poll(() => smtp.said.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
  await app.deps.mail?.close()
  expect(await avisosOf(app)).toBeUndefined()

  await smtp[Symbol.asyncDispose]()
  expect(await app.app.notices()).toEqual([expect.stringContaining('SMTP_URL no responde.')])
})

test('a mail server on another machine gets no password without encryption, unless its address allows it', async () => {
  await using smtp = await startSmtp()
  smtp.refusePassword = true
  // Reaches this machine, and is not one of its loopback addresses.
  const url = smtp.url.replace('//127.0.0.1', '//avisos:secreto@0.0.0.0')
  const noticesWith = async (SMTP_URL: string): Promise<readonly string[]> => {
    await using app = await startApp({ env: { ...envOf(smtp), SMTP_URL } })
    return await app.app.notices()
  }
  expect(await noticesWith(url)).toEqual([expect.stringContaining('no da una conexión cifrada')])
  expect(smtp.said.filter((line) => line.startsWith('AUTH'))).toEqual([])
  expect(await noticesWith(`${url}?requireTLS=false`)).toEqual([expect.stringContaining('no acepta ese usuario')])
})

test('without a mail server the page says so, and no person can ask for a link', async () => {
  await using app = await startApp()
  expect(await app.visitor.send(readCorreoDisponible, {})).toEqual({ disponible: false })
  await expect(app.visitor.send(requestReset, { email: 'a@b.mx' })).rejects.toMatchObject({ code: 'correo.notSetUp' })
})
