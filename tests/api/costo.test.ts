import { expect, test } from 'vitest'
import { eventoDefault } from '#domain/evento.ts'
import { startApp } from '../support/app.ts'
import { anAlta } from '../support/usuarios.ts'

/** An e-mail to the eye of a pattern, nearly: it tries every dot for the last. */
const LONG = `a@${'.'.repeat(60_000)}@`
/** What an answer may take of the processor that does no work: the wrong one took five seconds of everybody's time. */
const SOON_MS = 1_000

test('an address of sixty thousand dots is refused without being pondered', async () => {
  await using app = await startApp()
  const asked = [
    ['POST', '/api/sesion', { email: LONG, password: 'x' }],
    ['POST', '/api/usuarios', anAlta({ email: LONG })],
    ['POST', '/api/enlaces', { email: LONG }],
    ['PUT', '/api/evento', { ...eventoDefault('America/Mexico_City'), correo: LONG }],
  ] as const
  const { cookie = '' } = await app.as('admin')
  for (const [method, url, payload] of asked) {
    const before = process.cpuUsage()
    const answer = await app.app.http.inject({ method, url, payload, headers: { cookie } })
    const { user } = process.cpuUsage(before)
    expect([answer.statusCode, user < SOON_MS * 1_000], url).toEqual([400, true])
    expect(Object.values(answer.json<{ fields: Record<string, string> }>().fields)).toEqual([
      expect.stringMatching(/^Escribe \d+ caracteres como máximo\.$/),
    ])
  }
})
