import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

/** Names that no stored file has, and that a file store or a database may fail on. */
const NAMES = [
  'a%3Ab.png',
  `${'a'.repeat(300)}.png`,
  `${'a'.repeat(505)}.png`,
  '%00',
  'a%00.png',
  '%ED%A0%80',
  '..',
  '%2e%2e%2fa.png',
]
const FILES = [
  ['GET', '/api/archivos/carrusel/:x'],
  ['GET', '/api/competidores/:x/musica'],
  ['GET', '/api/usuarios/:x/foto'],
  ['GET', '/api/dias/:x/musica.zip'],
  ['HEAD', '/api/subidas/:x'],
  ['DELETE', '/api/subidas/:x'],
] as const

test.each(FILES)('%s %s: a name that cannot be is not there, and is no fault of the server', async (method, path) => {
  const faults: string[] = []
  await using app = await startApp({ onLog: (message) => faults.push(message) })
  for (const role of ['admin', 'usuario'] as const) {
    const { cookie = '' } = await app.as(role)
    for (const name of NAMES) {
      const headers = { cookie, 'tus-resumable': '1.0.0' }
      const answer = await app.app.http.inject({ method, url: path.replace(':x', name), headers })
      expect([400, 403, 404], `${role} ${name}`).toContain(answer.statusCode)
    }
  }
  expect(faults).toEqual([])
})
