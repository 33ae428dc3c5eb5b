import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DIAS } from '#domain/dia.ts'
import type { Actor } from '#domain/actor.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { hashPassword } from '../src/server/acceso/password.ts'
import * as acceso from '../src/server/acceso/store.ts'
import { hashToken, insertSesion, newToken } from '../src/server/acceso/sesiones.ts'
import { buildApp, type App } from '../src/server/app.ts'
import { insertAll, type Database, type Tx } from '../src/server/db/database.ts'
import { openDatabase } from '../src/server/db/open.ts'
import type { Deps } from '../src/server/deps.ts'
import { readEnv } from '../src/server/env.ts'
import { diskStore } from '../src/server/files/disk.ts'
import { transact } from '../src/server/work.ts'
import { aCategoria, aCompetidor } from '../tests/support/builders.ts'

/** How large an event: so many categories in turn over the three days, each with so many entries. */
export interface Size {
  readonly categorias: number
  readonly porCategoria: number
}

/** About the real one: 27 categories, 216 entries. */
export const EVENTO: Size = { categorias: 27, porCategoria: 8 }

export interface Product {
  readonly app: App
  readonly dataDir: string
  readonly admin: Actor
  /** What an administrator's browser sends. */
  readonly cookie: string
  /** The live day's entries in their order. */
  readonly ids: readonly string[]
  readonly listen: () => Promise<number>
}

export const OUT: string = fileURLToPath(new URL('out/', import.meta.url))

/** A folder on the disk of this copy, gone when the process is: a temporary folder may be memory. */
export function freshFolder(): string {
  mkdirSync(OUT, { recursive: true })
  const folder = mkdtempSync(join(OUT, 'datos-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Opening {
  /** Called after each commit. */
  readonly committed?: () => void
  /** An empty database of PostgreSQL. Without it, SQLite in a folder of its own. */
  readonly databaseUrl?: string | undefined
}

/** The product as its start builds it, on a database of its own with an event in it. */
export async function openProduct(size: Size, { committed, databaseUrl }: Opening = {}): Promise<Product> {
  const dataDir = freshFolder()
  const env = readEnv({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: databaseUrl })
  const db = await openDatabase(env)
  const telling: Database = {
    ...db,
    write: async (run) => {
      const output = await db.write(run)
      committed?.()
      return output
    },
  }
  const app = await buildApp({
    env,
    db: telling,
    files: diskStore(join(dataDir, 'archivos')),
    log: { info: () => undefined, warn: complain, error: complain, debug: () => undefined },
    now: Date.now,
    newId: randomUUID,
    random: Math.random,
  })
  const ids = await seed(app.deps, size)
  app.startChores()
  return {
    app,
    dataDir,
    ids,
    ...(await signIn(app.deps)),
    listen: async () => {
      await app.http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
      return (app.http.server.address() as AddressInfo).port
    },
  }
}

function complain(...told: readonly unknown[]): void {
  console.error(...told)
}

async function seed(deps: Deps, { categorias: count, porCategoria }: Size): Promise<string[]> {
  const categorias = Array.from({ length: count }, (_, index) =>
    aCategoria({ dia: DIAS[index % DIAS.length] ?? 'jueves', orden: Math.floor(index / DIAS.length) + 1 }),
  )
  const entries = categorias.flatMap(({ id }) =>
    Array.from({ length: porCategoria }, (_, index) => aCompetidor({ categoriaId: id, orden: index + 1 })),
  )
  await transact(deps, { actor: { role: 'visitante' } }, async ({ tx, changed }) => {
    await tx.insertInto('categorias').values(categorias).execute()
    await insertAll(tx, 'competidores', entries)
    changed({ kind: 'todo' })
  })
  const live = new Set(categorias.filter(({ dia }) => dia === 'jueves').map(({ id }) => id))
  return entries.filter(({ categoriaId }) => live.has(categoriaId)).map(({ id }) => id)
}

async function signIn(deps: Deps): Promise<{ admin: Actor; cookie: string }> {
  const id = deps.newId()
  const email = 'bench@example.com'
  const { sesionId, cookie } = await deps.db.write(async (tx) => {
    const row = { id, email, emailKey: acceso.emailKeyOf(email), nombre: 'Organización' }
    await tx.insertInto('admin').values(row).execute()
    return openSesion(tx, deps, { role: 'admin', personaId: id })
  })
  return { admin: { role: 'admin', id, nombre: 'Organización', sesionId }, cookie }
}

/** Opens a session. Returns its id and what the person's browser sends. */
async function openSesion(
  tx: Tx,
  deps: Deps,
  persona: { readonly role: 'admin' | 'juez'; readonly personaId: string },
): Promise<{ readonly sesionId: string; readonly cookie: string }> {
  const [sesionId, token, now] = [deps.newId(), newToken(), deps.now()]
  const row = { tokenHash: hashToken(token), id: sesionId, ...persona, creada: now, vista: now, esToken: 0 } as const
  await insertSesion(tx, row)
  return { sesionId, cookie: `sesion=${token}` }
}

/** Judges of the whole event. Returns the id of each one and what the judge's browser sends. */
export async function seedJueces(deps: Deps, count: number): Promise<Juez[]> {
  const jueces: Juez[] = []
  await transact(deps, { actor: { role: 'visitante' } }, async ({ tx, changed }) => {
    for (let number = 1; number <= count; number += 1) {
      const id = `juez-${number}`
      const row = { id, nombre: id, activo: 1, principal: 0, dias: null, categorias: null, enlace: null } as const
      await tx.insertInto('jueces').values(row).execute()
      jueces.push({ id, cookie: (await openSesion(tx, deps, { role: 'juez', personaId: id })).cookie })
    }
    changed({ kind: 'todo' })
  })
  return jueces
}

export interface Juez {
  readonly id: string
  readonly cookie: string
}

/** A mark of each judge for each entry. */
export async function seedMarcas(
  deps: Deps,
  { jueces, ids }: { readonly jueces: readonly Juez[]; readonly ids: readonly string[] },
): Promise<void> {
  const sent = { estado: 'enviada', version: 1, motivo: null, enviada: null } as const
  const rows = ids.flatMap((competidorId, entry) =>
    jueces.map(({ id: juezId }, juez) => {
      const puntos = puntuacionesOf(entry + 3 * juez)
      const total = Object.values(puntos).reduce((sum, text) => sum + Number(text), 0)
      return { competidorId, juezId, ...sent, l_calificacion: total.toFixed(2), criterios: JSON.stringify(puntos) }
    }),
  )
  await transact(deps, { actor: { role: 'visitante' } }, async ({ tx, changed }) => {
    await insertAll(tx, 'calificaciones', rows)
    changed({ kind: 'todo' })
  })
}

/** From 5 to 9 points for each criterion, by a number. */
export function puntuacionesOf(number: number): Record<string, string> {
  return Object.fromEntries(criteriosOfTipo('general').map(({ clave }) => [clave, String(5 + (number % 5))]))
}

export interface Cuentas {
  readonly emails: readonly string[]
  readonly password: string
}

/** Users with one password. One hash serves them all: what is measured is the checking. */
export async function seedCuentas(deps: Deps, { emails, password }: Cuentas): Promise<void> {
  const hash = await hashPassword(password)
  await deps.db.write(async (tx) => {
    for (const email of emails) {
      await acceso.setPassword(tx, email, hash, deps.newId)
      const named = { uid: deps.newId(), nombre: 'Ana', apellido: 'Pérez', email, emailKey: acceso.emailKeyOf(email) }
      await tx
        .insertInto('users')
        .values({ ...named, pais: 'México', fotoPath: null })
        .execute()
    }
  })
}
