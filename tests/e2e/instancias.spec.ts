import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { ADMIN, expect, test } from './fixtures.ts'

test('what one instance does, a browser on the other shows, also after the database was restarted', async ({
  browser,
}) => {
  const found = findPostgres({ own: true })
  test.skip(found.kind === 'none', found.reason)
  test.setTimeout(90_000)
  await using database = await startPostgres({ own: true })
  const folder = mkdtempSync(join(tmpdir(), 'salsa-instancias-'))
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: await database.createDatabase(),
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
  await admin.request.post('/api/sesion', {
    data: { email: ADMIN.email, password: ADMIN.password },
    headers: { origin },
  })
  await visitor.goto('/#/horario')
  await expect(visitor.getByText('No hay categorías registradas para el día: jueves.')).toBeVisible()

  expect(await created('Salsa')).toBe(200)
  await expect(visitor.getByText('1 - Salsa')).toBeVisible({ timeout: 1_000 })

  await database.restart('immediate')
  await expect.poll(() => created('Bachata'), { timeout: 20_000 }).not.toBe(503)
  await expect(visitor.getByText('2 - Bachata')).toBeVisible({ timeout: 20_000 })
  expect(await created('Casino')).toBe(200)
  await expect(visitor.getByText('3 - Casino')).toBeVisible({ timeout: 1_000 })
  rmSync(folder, { recursive: true, force: true })
})
