import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCategoria } from '#contract/categorias.ts'
import { SQLITE_FILE } from '../../src/server/db/sqlite.ts'
import { startApp } from '../support/app.ts'
import { ENGINE } from '../support/database.ts'

test.runIf(ENGINE === 'sqlite').each<[string, (away: string, file: string) => void]>([
  ['is not in its place', () => undefined],
  ['was replaced by a copy of it', copyFileSync],
])('while the file of the database %s commands are refused, since their rows would be lost', async (_case, replace) => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const send = (nombre: string) => admin.send(createCategoria, { nombre, dia: 'jueves' })
  const file = join(app.place.dataDir, SQLITE_FILE)
  await send('Salsa')

  renameSync(file, `${file}-fuera`)
  replace(`${file}-fuera`, file)
  await expect(send('Bachata')).rejects.toMatchObject({ status: 503, code: 'database.away' })
  expect((await app.app.http.inject('/readyz')).statusCode).toBe(503)

  renameSync(`${file}-fuera`, file)
  await send('Bachata')
  const rows = await app.deps.db.read((tx) => tx.selectFrom('categorias').select('nombre').orderBy('nombre').execute())
  expect(rows.map(({ nombre }) => nombre)).toEqual(['Bachata', 'Salsa'])
})
