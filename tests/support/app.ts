import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Command, Endpoint, Input, Output } from '#contract/define.ts'
import { viewKey, type Params, type View } from '#contract/view.ts'
import { SNAPSHOT_PATH, type Snapshot } from '#contract/live.ts'
import { VISITANTE } from '#domain/actor.ts'
import type { Role } from '#domain/role.ts'
import * as acceso from '../../src/server/acceso/store.ts'
import { buildApp, type App } from '../../src/server/app.ts'
import { hashToken, insertSesion, newToken } from '../../src/server/acceso/sesiones.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import type { Deps } from '../../src/server/deps.ts'
import { readEnv } from '../../src/server/env.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { openFiles, random } from '../../src/server/world.ts'
import type { JuecesTable, SesionTable } from '../../src/server/db/schema.ts'
import { transact } from '../../src/server/work.ts'
import { freshPlace, settingsOf, type Place } from './database.ts'

/** A refusal as a program sees it. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  constructor(status: number, body: { code?: string; message?: string; fields?: Record<string, string> }) {
    super(body.message ?? `status ${status}`)
    this.status = status
    this.code = body.code ?? ''
    this.fields = body.fields ?? {}
  }
}

export interface SendOptions {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser, signed in as a role or not signed in. */
export interface Client {
  readonly cookie: string | undefined
  readonly id: string
  /** Sends a command or asks a query; throws `Refused`. */
  readonly send: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: SendOptions) => Promise<Output<E>>
  /** The content of a live view at this moment. */
  readonly see: <P extends Params, Part, Doc>(view: View<P, Part, Doc>, params?: P) => Promise<Doc | undefined>
}

export interface TestApp extends AsyncDisposable {
  readonly app: App
  readonly deps: Deps
  readonly place: Place
  /** A person with a session of this role. A judge is active and has the whole event, unless `juez` says otherwise. */
  readonly as: (role: Role, juez?: Partial<JuecesTable>) => Promise<Client>
  readonly visitor: Client
  /** The same person at this instance, after a sign-in at another instance of the same place. */
  readonly at: (who: Client) => Client
  /** Listens on a port of this machine, a free one unless given; for streams and browsers. */
  readonly listen: (port?: number) => Promise<string>
}

export interface TestOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly now?: () => number
  /** Numbers from 0 to below 1 that decide draws. */
  readonly random?: () => number
  /** A place of the caller: it stays when the app ends. Two apps may share one. */
  readonly place?: Place
  /** The database as the app gets it: for tests of what happens when it fails. */
  readonly database?: (db: Database) => Database
  /** The stored files as the app gets them, likewise. */
  readonly files?: (files: FileStore) => FileStore
  /** Looks after the files meanwhile, as a server does. Without it nothing happens that a test did not do. */
  readonly chores?: boolean
  /** Time without bytes after which a client in the middle of a body is cut off, in ms. */
  readonly silenceMs?: number
  /** How many boards may be open. */
  readonly mostBoards?: number
  /** For so long the live views are answered after the last read of the database. */
  readonly freshMs?: number
  /** The folder of another build of the web app. */
  readonly webFolder?: string
  /** Gets each error and warning of the log. */
  readonly onLog?: (message: string) => void
  /** The same with the fields of the line, an error usually. */
  readonly onLine?: (fields: unknown, message: string) => void
}

/** The real app on a fresh database, without a port, without mocks. */
export async function startApp(options: TestOptions = {}): Promise<TestApp> {
  const place = options.place ?? (await freshPlace())
  const env = readEnv({ ...settingsOf(place), PORT: '0', ...options.env })
  const opened = await openDatabase(env)
  const db = options.database?.(opened) ?? opened
  const silent = () => undefined
  const told = (fields: unknown, message = '') => {
    options.onLog?.(message)
    options.onLine?.(fields, message)
  }
  const files = await openFiles(env)
  const world = {
    env,
    db,
    files: options.files?.(files) ?? files,
    log: { info: silent, warn: told, error: told, debug: silent },
    now: options.now ?? Date.now,
    newId: randomUUID,
    random: options.random ?? random,
  }
  const app = await buildApp(world, {
    silenceMs: options.silenceMs,
    mostBoards: options.mostBoards,
    freshMs: options.freshMs,
    webFolder: options.webFolder,
  })
  if (options.chores) app.startChores()
  return {
    app,
    deps: app.deps,
    place,
    visitor: clientOf(app, undefined, ''),
    at: ({ cookie, id }) => clientOf(app, cookie, id),
    as: async (role, juez) => {
      if (role === 'visitante') return clientOf(app, undefined, '')
      return role === 'juez' ? juezSignedIn(app, juez) : signedIn(app, role)
    },
    listen: async (port = 0) => {
      await app.http.listen({ port, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
    },
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await db.close()
      if (!options.place) await place[Symbol.asyncDispose]()
    },
  }
}

/** A person with a session, without the cost of a password: signing in has tests of its own. */
async function signedIn(app: App, role: 'admin' | 'usuario'): Promise<Client> {
  const { deps } = app
  const id = deps.newId()
  const token = newToken()
  const email = `${id}@example.com`
  await deps.db.write(async (tx) => {
    const emailKey = acceso.emailKeyOf(email)
    if (role === 'admin') await tx.insertInto('admin').values({ id, email, emailKey, nombre: 'Organización' }).execute()
    else {
      const usuario = { uid: id, nombre: 'Úrsula', apellido: 'Núñez', email, emailKey, pais: 'México', fotoPath: null }
      await tx.insertInto('users').values(usuario).execute()
    }
    await insertSesion(tx, sesionOf(deps, role, id, token))
  })
  return clientOf(app, `sesion=${token}`, id)
}

function sesionOf(deps: Deps, role: string, personaId: string, token: string): SesionTable {
  const now = deps.now()
  return { tokenHash: hashToken(token), id: deps.newId(), role, personaId, creada: now, vista: now, esToken: 0 }
}

async function juezSignedIn(app: App, values: Partial<JuecesTable> = {}): Promise<Client> {
  const { deps } = app
  const token = newToken()
  const id = values.id ?? deps.newId()
  const assigned = { dias: null, categorias: null, enlace: newToken() }
  const juez: JuecesTable = { id, nombre: `Juez ${id}`, activo: 1, principal: 0, ...assigned, ...values }
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await work.tx.insertInto('jueces').values(juez).execute()
    await insertSesion(work.tx, sesionOf(deps, 'juez', id, token))
    work.changed({ kind: 'juez', personaId: id, after: { nombre: juez.nombre } })
  })
  return clientOf(app, `sesion=${token}`, id)
}

function clientOf(app: App, cookie: string | undefined, id: string): Client {
  const inject = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    options: SendOptions = {},
  ) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(options.key && { 'idempotency-key': options.key }),
      ...options.headers,
    }
    const response = await app.http.inject({ method, url, headers, ...(payload && { payload }) })
    if (response.statusCode >= 400) throw new Refused(response.statusCode, response.json())
    return response
  }
  return {
    cookie,
    id,
    send: async (endpoint, input, options) => {
      const { url, rest } = addressed(endpoint, input)
      const search = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
      const response =
        endpoint.method === 'GET'
          ? await inject('GET', search ? `${url}?${search}` : url, undefined, options)
          : await inject(endpoint.method, url, rest, options)
      // The page takes an answer without it for that of another server.
      if (endpoint.method !== 'GET' && response.headers['x-revision'] === undefined)
        throw new Error(`${endpoint.method} ${endpoint.path} was answered without a revision.`)
      return response.json()
    },
    see: async (view, params) => {
      const key = viewKey(view, params)
      await app.live.hub.settled()
      const response = await inject('GET', `${SNAPSHOT_PATH}?views=${encodeURIComponent(key)}`)
      const snapshot = response.json<Snapshot>()
      return view.assemble(new Map(Object.entries(snapshot.views[key] ?? {})) as Parameters<typeof view.assemble>[0])
    },
  }
}

/** Path parameters in their place, the rest for body or query. */
export function addressed(
  endpoint: Endpoint | Command,
  input: unknown,
): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { url, rest }
}
