import { expect, test } from 'vitest'
import { readPresencias, reportPresencia } from '#contract/presencia.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'

async function tell(app: TestApp, who: Client, search: string): Promise<number> {
  const headers = who.cookie === undefined ? {} : { cookie: who.cookie }
  const url = `${reportPresencia.path}?${search}`
  return (await app.app.http.inject({ method: 'POST', url, headers })).statusCode
}

test('the page of each judge tells what it shows, and the last word counts', async () => {
  let now = Date.parse('2026-12-03T18:00:00Z')
  await using app = await startApp({ now: () => now })
  const admin = await app.as('admin')
  const [amparo, bruno] = [await app.as('juez', { nombre: 'Amparo' }), await app.as('juez', { nombre: 'Bruno' })]
  expect(await tell(app, amparo, 'competidorId=ana&cerrada=')).toBe(204)
  now += 8_000
  expect(await tell(app, bruno, 'competidorId=&cerrada=')).toBe(204)
  expect(await tell(app, amparo, 'competidorId=bea&cerrada=1')).toBe(204)
  now += 1_000
  const { ahora, presencias } = await admin.send(readPresencias, {})
  expect(ahora).toBe(now)
  expect(await tell(app, amparo, `competidorId=${'x'.repeat(129)}`)).toBe(400)
  expect(presencias).toHaveLength(2)
  expect(presencias).toEqual(
    expect.arrayContaining([
      { juezId: amparo.id, competidorId: 'bea', visto: now - 1_000, cerrada: true },
      { juezId: bruno.id, competidorId: null, visto: now - 1_000, cerrada: false },
    ]),
  )
  // It is no change: no view is refreshed for it, and the log does not name it.
  const rows = await app.deps.db.read((tx) => tx.selectFrom('revision').select('revision').execute())
  await tell(app, amparo, 'competidorId=ana&cerrada=')
  expect(await app.deps.db.read((tx) => tx.selectFrom('revision').select('revision').execute())).toEqual(rows)
})
