import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, listening, startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { ADMIN, enterAsAdmin, expect, test } from './fixtures.ts'
import { SOON } from './segundo.ts'

test('a browser on one instance shows what another instance does, also after a restart of the database', async ({
  browser,
}) => {
  const found = findPostgres({ own: true })
  test.skip(found.kind === 'none', found.reason)
  await using database = await startPostgres({ own: true })
  const url = await database.createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'salsa-instancias-'))
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  await using one = await startServer(env)
  await using other = await startServer(env)
  const origin = one.url
  const admin = await (await browser.newContext({ baseURL: one.url })).newPage()
  const visitor = await (await browser.newContext({ baseURL: other.url })).newPage()
  const created = async (nombre: string) => {
    const answer = await admin.request.post('/api/categorias', { data: { nombre, dia: 'jueves' }, headers: { origin } })
    return answer.status()
  }
  await enterAsAdmin(admin)
  await visitor.goto('/#/horario')
  await expect(visitor.getByText('No hay categorías registradas para el día: jueves.')).toBeVisible()

  await expect.poll(() => listening(url)).toBe(2)
  expect(await created('Salsa')).toBe(200)
  await expect(visitor.getByText('1 - Salsa')).toBeVisible(SOON)

  await database.restart('immediate')
  await expect.poll(() => created('Bachata')).not.toBe(503)
  await expect(visitor.getByText('2 - Bachata')).toBeVisible()
  await expect.poll(() => listening(url)).toBe(2)
  expect(await created('Casino')).toBe(200)
  await expect(visitor.getByText('3 - Casino')).toBeVisible(SOON)
  rmSync(folder, { recursive: true, force: true })
})
