import { inspect } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMail } from '../../src/server/acceso/mail.ts'
import { readEnv } from '../../src/server/env.ts'
import { freePort } from '../support/port.ts'
import { startSmtp } from '../support/smtp.ts'

const CARTA = { to: 'victima@b.mx', subject: 'Hola', text: 'Hola, víctima' }
const RETRIED = 'an e-mail could not be sent and is sent again later'

/** The mail of a server, and the lines that it logs. */
function aMail(url: string, retryMs: readonly number[]) {
  const lines: [string, unknown][] = []
  const line = (fields: unknown, text?: string): void =>
    void lines.push(typeof fields === 'string' ? [fields, {}] : [String(text), fields])
  const log = { info: vi.fn(), debug: vi.fn(), warn: line, error: line }
  const mail = openMail({ env: readEnv({ SMTP_URL: url }), log }, { retryMs })
  if (!mail) throw new Error('Unreachable: SMTP_URL is set.')
  onTestFinished(() => mail.close())
  return { mail, lines, told: () => lines.map(([text]) => text) }
}

test('an e-mail that the mail server refuses for now is sent again, and arrives once', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 2
  const { mail, lines, told } = aMail(smtp.url, [1, 1, 1])
  mail.send(CARTA)
  await expect.poll(() => smtp.letters.map(({ to }) => to)).toEqual([CARTA.to])
  await mail.close()
  expect(smtp.letters).toHaveLength(1)
  expect(told()).toEqual([RETRIED, RETRIED])
  expect(inspect(lines, { depth: null })).toContain('4.7.1')
  expect(inspect(lines, { depth: null, showHidden: true })).not.toMatch(/victima|b\.mx|@/)
  expect(mail.notices()).toEqual([])
})

test('an e-mail is given up after its last attempt', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 9
  const { mail, told } = aMail(smtp.url, [1, 1])
  mail.send(CARTA)
  await expect.poll(told).toEqual([RETRIED, RETRIED, 'an e-mail could not be sent'])
  expect(smtp.refusedForNow).toBe(6)
})

test('an e-mail for a mail server that is away is sent when the server is back', async () => {
  const port = await freePort()
  const { mail, told } = aMail(
    `smtp://127.0.0.1:${port}`,
    Array.from({ length: 500 }, () => 20),
  )
  mail.send(CARTA)
  await expect.poll(told).toContain(RETRIED)
  expect(mail.notices()).toEqual([expect.stringContaining('no responde')])
  await using smtp = await startSmtp(port)
  await expect.poll(() => smtp.letters).toHaveLength(1)
  expect(mail.notices()).toEqual([])
})

test('a server that stops does not wait for an e-mail that would be sent again later, and says so in the log', async () => {
  await using smtp = await startSmtp()
  smtp.refusedForNow = 1
  const { mail, told } = aMail(smtp.url, [3_600_000])
  mail.send(CARTA)
  await expect.poll(told).toEqual([RETRIED])
  await mail.close()
  await expect.poll(told).toEqual([RETRIED, 'an e-mail is given up, because the server stops'])
})
