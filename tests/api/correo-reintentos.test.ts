import { inspect } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requestReset } from '#contract/acceso.ts'
import { createEnlace, deleteUsuario, setActivo } from '#contract/usuarios.ts'
import { openMail } from '../../src/server/acceso/mail.ts'
import type { Mail } from '../../src/server/deps.ts'
import { readEnv } from '../../src/server/env.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { seedCuenta } from '../support/cuentas.ts'
import { freePort } from '../support/port.ts'
import { startSmtp } from '../support/smtp.ts'

const CARTA = { to: 'victima@b.mx', subject: 'Hola', text: 'Hola, víctima' }
const RETRIED = 'an e-mail could not be sent and is sent again later'
const FAILED = 'an e-mail could not be sent'
const isCurrent = () => Promise.resolve(true)

/** The mail of a server, and the lines that it logs. */
async function aMail(url: string, retryMs: number, longestMs?: number) {
  const lines: [string, unknown][] = []
  const line = (fields: unknown, text?: string): void =>
    void lines.push(typeof fields === 'string' ? [fields, {}] : [String(text), fields])
  const log = { debug: vi.fn(), info: line, warn: line, error: line }
  const mail = await openMail({ env: readEnv({ SMTP_URL: url }), log }, { retryMs, longestMs })
  if (!mail) throw new Error('Unreachable: SMTP_URL is set.')
  onTestFinished(() => mail.close())
  return { mail, lines, told: () => lines.map(([text]) => text) }
}

test('an e-mail that the mail server refuses for now is sent again, and arrives once', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 1
  const { mail, lines, told } = await aMail(smtp.url, 1)
  mail.send(CARTA, isCurrent)
  await expect.poll(() => smtp.letters.map(({ to }) => to)).toEqual([CARTA.to])
  await mail.close()
  expect(smtp.letters).toHaveLength(1)
  expect(told()).toEqual([RETRIED])
  expect(inspect(lines, { depth: null })).toContain('4.7.1')
  expect(inspect(lines, { depth: null, showHidden: true })).not.toMatch(/victima|b\.mx|@/)
  expect(mail.notices()).toEqual([])
})

test('an e-mail is given up after its second attempt', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 9
  const { mail, lines, told } = await aMail(smtp.url, 1)
  mail.send(CARTA, isCurrent)
  await expect.poll(told).toEqual([RETRIED, FAILED])
  expect(inspect(lines.at(-1), { depth: null })).toContain('4.7.1')
  expect(inspect(lines, { depth: null, showHidden: true })).not.toMatch(/victima|b\.mx|@/)
  expect(smtp.refusedForNow).toBe(7)
})

test('an e-mail for a mail server that is away is sent when the server is back', async () => {
  const port = await freePort()
  const { mail, told } = await aMail(`smtp://127.0.0.1:${port}`, 2_000)
  mail.send(CARTA, isCurrent)
  await expect.poll(told).toContain(RETRIED)
  expect(mail.notices()).toEqual([expect.stringContaining('no responde')])
  await using smtp = await startSmtp(port)
  await expect.poll(() => smtp.letters).toHaveLength(1)
  expect(mail.notices()).toEqual([])
})

test('a server that stops does not wait for an e-mail that would be retried later, and logs it', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 1
  const { mail, lines, told } = await aMail(smtp.url, 3_600_000)
  mail.send(CARTA, isCurrent)
  await expect.poll(told).toEqual([RETRIED])
  await mail.close()
  expect(lines.slice(1)).toEqual([['e-mails are not sent again, because the server stops', { emails: 1 }]])
})

test('an e-mail under way that fails during a stop is not logged as retried later', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 1
  const { mail, told } = await aMail(smtp.url, 3_600_000)
  mail.send(CARTA, isCurrent)
  await mail.close()
  expect(told()).toEqual([FAILED])
})

test('an e-mail is not retried when its link has become void', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 1
  const { mail, told } = await aMail(smtp.url, 1)
  let isFirst = true
  mail.send(CARTA, async () => {
    const isValid = isFirst
    isFirst = false
    return isValid
  })
  await expect.poll(told).toEqual([RETRIED, 'an e-mail is not sent, because its link is no longer valid'])
  expect(smtp.letters).toEqual([])
})

test('a mail server whose name cannot be found now is asked again', async () => {
  const { mail, told } = await aMail('smtp://correo.invalid', 1)
  mail.send(CARTA, isCurrent)
  await expect.poll(told, { timeout: 20_000 }).toEqual([RETRIED, FAILED])
  expect(mail.notices()).toEqual([expect.stringContaining('no se encuentra')])
})

test('a mail server that refuses the connection for good is not asked again', async () => {
  await using smtp = await startSmtp()
  smtp.greeting = '554 5.7.1 a ti no'
  const { mail, told } = await aMail(smtp.url, 1)
  mail.send(CARTA, isCurrent)
  await expect.poll(told).toEqual([FAILED])
  expect(mail.notices()).toEqual([expect.stringContaining('rechaza la conexión')])
})

type Act = (app: TestApp, id: string) => Promise<unknown>

test.each<[string, Act]>([
  ['was deleted', async (app, id) => (await app.as('admin')).send(deleteUsuario, { id })],
  ['was disabled', async (app, id) => (await app.as('admin')).send(setActivo, { id, activo: false })],
  ['has a newer link of the organisers', async (app, id) => (await app.as('admin')).send(createEnlace, { id })],
])('an e-mail that waits is not sent when its person %s meanwhile', async (_what, act) => {
  await using app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://s.mx' } })
  const id = await seedCuenta(app, { email: 'a@b.mx', en: ['users'] })
  const { promise, resolve } = Promise.withResolvers<() => Promise<boolean>>()
  const send: Mail['send'] = (_carta, given) => resolve(given)
  Object.assign(app.deps, { mail: { ...app.deps.mail, send } })
  await app.visitor.send(requestReset, { email: 'a@b.mx' })
  const isUsable = await promise
  expect(await isUsable()).toBe(true)
  await act(app, id)
  expect(await isUsable()).toBe(false)
})
