import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshPlace } from '../support/database.ts'
import { refusals } from '../support/refusals.ts'
import { runCommand, ServerProcess } from '../support/server.ts'

const NOBODY = 's3://clave:secreto@127.0.0.1:9/cubeta?tls=0'

test.each([
  ['a file where the folder should be', 'archivo', /hay un archivo donde debe ir una carpeta/],
  ['a folder beneath a file', 'archivo/datos', /hay un archivo donde debe ir una carpeta/],
  ['a file where stored files go', 'ocupada', /hay un archivo donde debe ir una carpeta/],
  ['a folder with a database that is none', 'ajena', /evento\.sqlite no es una base de datos/],
])('DATA_DIR: %s is reported in a sentence', async (_what, name, sentence) => {
  await using place = await freshPlace('sqlite')
  writeFileSync(join(place.dataDir, 'archivo'), '')
  for (const name of ['ajena', 'ocupada']) mkdirSync(join(place.dataDir, name))
  writeFileSync(join(place.dataDir, 'ocupada', 'archivos'), '')
  writeFileSync(join(place.dataDir, 'ajena', 'evento.sqlite'), 'notas, muchas notas, y ninguna base de datos')
  const said = await refusals({ DATA_DIR: join(place.dataDir, name) })
  expect(said).toEqual([expect.stringMatching(/^ {2}DATA_DIR: /)])
  expect(said[0]).toMatch(sentence)
})

test.skipIf(process.platform !== 'linux')('DATA_DIR: a place that takes no folder is reported at once', async () => {
  expect(await refusals({ DATA_DIR: '/proc/datos' })).toEqual([expect.stringMatching(/^ {2}DATA_DIR: .*no existe/)])
})

test('a command that broke off does not say that nothing was done', async () => {
  await using place = await freshPlace('sqlite')
  const settings = { DATA_DIR: place.dataDir, STORAGE_URL: NOBODY, LOG_LEVEL: 'error' }
  expect(await runCommand('src/server/cli/backup.ts', [join(place.dataDir, 'copia')], settings)).toEqual({
    status: 1,
    output: 'El almacén de archivos no responde. No se terminó. Vuelve a intentarlo.\n',
  })
})

test.each([
  ['HOST', 'no.existe.invalid'],
  ['HOST', '192.0.2.1'],
])('%s=%s is reported in a sentence', async (name, value) => {
  await using place = await freshPlace('sqlite')
  const { code, output } = await ServerProcess.run({ DATA_DIR: place.dataDir, [name]: value }).exited
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^ {2}${name}: .*${value}.* Usa una dirección|^ {2}${name}: ${value} no es`, 'm'))
  expect(output).not.toMatch(/^\s+at /m)
})

test('DATABASE_URL of a server that does not answer is reported in a sentence', async () => {
  await using place = await freshPlace('sqlite')
  const DATABASE_URL = 'postgres://ana:secreta@127.0.0.1:9/evento'
  expect(await refusals({ DATA_DIR: place.dataDir, DATABASE_URL })).toEqual([
    '  DATABASE_URL: la base de datos no responde. Revisa servidor y puerto, y que esté en marcha.',
  ])
})

test('STORAGE_URL of a store that refuses the key stops the start; a store that is away does not, nor does COUNTRIES_URL', async () => {
  await using place = await freshPlace('sqlite')
  const store = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const { port } = store.address() as AddressInfo
  const STORAGE_URL = `s3://clave:secreto@127.0.0.1:${port}/cubeta?tls=0`
  expect(await refusals({ DATA_DIR: place.dataDir, STORAGE_URL })).toEqual([
    '  STORAGE_URL: el almacén no deja entrar. Revisa clave, secreto y cubeta.',
  ])
  store.close()

  const COUNTRIES_URL = `http://127.0.0.1:${port}`
  await using server = await ServerProcess.start({ ...place, storageUrl: NOBODY }, { COUNTRIES_URL })
  expect(server.output).toContain('Aviso: el almacén de STORAGE_URL no responde.')
  expect(server.output).toContain('Aviso: El servicio de COUNTRIES_URL no dio una lista de países.')
  expect((await fetch(`${server.origin}/api/vistas?views=horario`)).status).toBe(200)
})
