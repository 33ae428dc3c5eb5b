import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import {
  createJuez,
  createTokenJuez,
  enterAsJuez,
  readEnlaceJuez,
  renewEnlaceJuez,
  setJuezActivo,
} from '#contract/jueces.ts'
import { readEnv } from '../../src/server/env.ts'
import { views } from '../../src/server/registry.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { rowsOf, unload } from '../support/evento.ts'
import { addJuez, bearer, juezOf } from '../support/jueces.ts'

const KEY = 'clave-de-prueba-1'

/** Everything that some people can read of the views, as text. */
async function seenBy(app: TestApp, who: Client, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
  await app.app.live.hub.settled()
  const bodies: string[] = []
  for (const { view } of views(readEnv({}))) {
    if (view.name === 'jueces') continue
    for (const search of [
      '',
      '?dia=jueves',
      '?categoria=Salsa&dia=jueves&nombre=Ana',
      '?categoriaId=x',
      `?uid=${who.id}`,
    ]) {
      const url = `${SNAPSHOT_PATH}?views=${encodeURIComponent(`${view.name}${search}`)}`
      const cookie = who.cookie === undefined ? {} : { cookie: who.cookie }
      bodies.push((await app.app.http.inject({ url, headers: { ...cookie, ...headers } })).body)
    }
  }
  return bodies
}

test('a link is stored in one place alone, and is in no answer, log line or export', async () => {
  const said: string[] = []
  await using app = await startApp({ onLog: (message) => said.push(message) })
  const admin = await app.as('admin')
  const answer = await admin.send(createJuez, { nombre: 'Amparo' }, { key: KEY })
  const { id } = answer
  const first = (await juezOf(admin, id)).enlace ?? ''
  const renewed = await admin.send(renewEnlaceJuez, { id }, { key: `${KEY}2` })
  const token = (await juezOf(admin, id)).enlace ?? ''
  const headers = { 'idempotency-key': `${KEY}3` }
  await app.visitor.send(readEnlaceJuez, { token }, { headers })
  const entered = await app.visitor.send(enterAsJuez, { token }, { headers: { 'idempotency-key': `${KEY}4` } })
  const { token: api } = await admin.send(createTokenJuez, { id }, { key: `${KEY}5` })
  await admin.send(setJuezActivo, { id, activo: false })
  await admin.send(setJuezActivo, { id, activo: true })

  expect(JSON.stringify([answer, renewed, entered, said])).not.toContain(token)
  const { jueces, ...rest } = await rowsOf(app)
  expect(JSON.stringify(jueces)).toContain(token)
  for (const secret of [first, token, api]) {
    for (const [table, rows] of Object.entries(rest)) expect(JSON.stringify(rows), table).not.toContain(secret)
  }
  expect(readFileSync(await unload(app), 'utf8')).not.toContain(token)
  // The keyless commands left no digest of the link behind either.
  const keys = await app.deps.db.read((tx) => tx.selectFrom('command_key').select('key').execute())
  expect(keys.map(({ key }) => key).toSorted()).toEqual([KEY, `${KEY}2`])
})

test('no view but that of the administrator shows a link', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const { id, token } = await addJuez(admin)
  const { token: api } = await admin.send(createTokenJuez, { id })
  const people = [
    app.visitor,
    await app.as('usuario'),
    await app.as('juez'),
    await app.as('juez', { principal: 1 }),
    admin,
  ]
  for (const who of people) expect((await seenBy(app, who)).filter((body) => body.includes(token))).toEqual([])
  expect((await seenBy(app, app.visitor, bearer(api).headers)).filter((body) => body.includes(token))).toEqual([])

  const url = `${SNAPSHOT_PATH}?views=jueces`
  for (const who of people.slice(1, -1)) {
    const { statusCode } = await app.app.http.inject({ url, headers: { cookie: who.cookie ?? '' } })
    expect(statusCode).toBe(403)
  }
  const shown = await app.app.http.inject({ url, headers: { cookie: admin.cookie ?? '' } })
  expect(shown.body).toContain(token)
})
