import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCategoria } from '#contract/categorias.ts'
import { startApp } from '../support/app.ts'
import { ENGINE, freshPlace } from '../support/database.ts'
import { startPooler } from '../support/pooler.ts'

test.runIf(ENGINE === 'postgres')(
  'through a pooler in session mode, commands are taken and limited in time',
  async () => {
    await using direct = await freshPlace()
    await using pooler = await startPooler(direct.databaseUrl ?? '')
    await using app = await startApp({ place: { ...direct, databaseUrl: pooler.url } })
    const admin = await app.as('admin')
    const names = Array.from({ length: 12 }, (_, index) => `Salsa ${index}`)
    await Promise.all(names.map((nombre) => admin.send(createCategoria, { nombre, dia: 'jueves' })))

    const settings = sql<{ statement: string; idle: string; jit: string }>`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`
    const { db } = app.deps
    expect(await db.write(async (tx) => (await settings.execute(tx)).rows)).toEqual([
      { statement: '30s', idle: '20s', jit: 'off' },
    ])
    expect(await db.read(async (tx) => (await settings.execute(tx)).rows)).toMatchObject([{ statement: '9s' }])
  },
)

test.runIf(ENGINE === 'postgres')(
  'while PostgreSQL has no room for more connections, commands share the open ones',
  async () => {
    await using direct = await freshPlace()
    await using pooler = await startPooler(direct.databaseUrl ?? '')
    await using app = await startApp({ place: { ...direct, databaseUrl: pooler.url } })
    const admin = await app.as('admin')
    await admin.send(createCategoria, { nombre: 'Salsa', dia: 'jueves' })

    pooler.most = pooler.size()
    const names = Array.from({ length: 12 }, (_, index) => `Salsa ${index}`)
    await Promise.all(names.map((nombre) => admin.send(createCategoria, { nombre, dia: 'jueves' })))
  },
)
