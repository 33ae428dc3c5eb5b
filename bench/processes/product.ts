import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DIAS } from '#domain/dia.ts'
import * as acceso from '../../src/server/acceso/store.ts'
import { hashToken, insertSesion, newToken } from '../../src/server/acceso/sesiones.ts'
import { buildApp } from '../../src/server/app.ts'
import { insertAll, type Database } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import type { Deps } from '../../src/server/deps.ts'
import { readEnv } from '../../src/server/env.ts'
import { diskStore } from '../../src/server/files/disk.ts'
import { transact } from '../../src/server/work.ts'
import { aCategoria, aCompetidor } from '../../tests/support/builders.ts'
import { clock } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import { freshFolder } from '../place.ts'

/** About the real event: 27 categories in turn over the three days, 216 entries. */
const CATEGORIAS = 27
const POR_CATEGORIA = 8

let commits: number[] = []

interface Started {
  readonly port: number
  /** What the browser of an administrator sends. */
  readonly cookie: string
  /** The live day's entries in their order. */
  readonly ids: readonly string[]
}

const orders = {
  ...usage,
  /** Serves as `npm start` does, with an event: on an empty database of PostgreSQL, or on SQLite. */
  start: async ({ databaseUrl }: { readonly databaseUrl?: string | undefined }): Promise<Started> => {
    const dataDir = freshFolder()
    const env = readEnv({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: databaseUrl })
    const db = await openDatabase(env)
    const timed: Database = {
      ...db,
      write: async (run) => {
        const output = await db.write(run)
        commits.push(clock())
        return output
      },
    }
    const app = await buildApp({
      env,
      db: timed,
      files: diskStore(join(dataDir, 'archivos')),
      log: { info: () => undefined, warn: complain, error: complain, debug: () => undefined },
      now: Date.now,
      newId: randomUUID,
      random: Math.random,
    })
    const ids = await seed(app.deps)
    const cookie = await signIn(app.deps)
    app.startChores()
    await app.http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
    return { port: (app.http.server.address() as AddressInfo).port, cookie, ids }
  },
  /** When each write since the last asking was on disk. */
  commits: (): number[] => {
    const since = commits
    commits = []
    return since
  },
}
export type ProductOrders = typeof orders
answerOrders(orders)

function complain(...told: readonly unknown[]): void {
  console.error(...told)
}

async function seed(deps: Deps): Promise<string[]> {
  const categorias = Array.from({ length: CATEGORIAS }, (_, index) =>
    aCategoria({ dia: DIAS[index % DIAS.length] ?? 'jueves', orden: Math.floor(index / DIAS.length) + 1 }),
  )
  const entries = categorias.flatMap(({ id }) =>
    Array.from({ length: POR_CATEGORIA }, (_, index) => aCompetidor({ categoriaId: id, orden: index + 1 })),
  )
  await transact(deps, { actor: { role: 'visitante' } }, async ({ tx, changed }) => {
    await tx.insertInto('categorias').values(categorias).execute()
    await insertAll(tx, 'competidores', entries)
    changed({ kind: 'todo' })
  })
  const live = new Set(categorias.filter(({ dia }) => dia === 'jueves').map(({ id }) => id))
  return entries.filter(({ categoriaId }) => live.has(categoriaId)).map(({ id }) => id)
}

/** Signs an administrator in. Returns what the administrator's browser sends. */
async function signIn(deps: Deps): Promise<string> {
  const [id, token, now] = [deps.newId(), newToken(), deps.now()]
  const email = 'bench@example.com'
  await deps.db.write(async (tx) => {
    const row = { id, email, emailKey: acceso.emailKeyOf(email), nombre: 'Organización' }
    await tx.insertInto('admin').values(row).execute()
    const sesion = { tokenHash: hashToken(token), id: deps.newId(), role: 'admin', personaId: id } as const
    await insertSesion(tx, { ...sesion, creada: now, vista: now, esToken: 0 })
  })
  return `sesion=${token}`
}
