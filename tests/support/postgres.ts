import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { Cluster, type OsUser } from './cluster.ts'

export type FoundPostgres =
  | { readonly kind: 'url'; readonly url: string; readonly reason: string }
  | { readonly kind: 'binaries'; readonly folder: string; readonly user: OsUser | undefined; readonly reason: string }
  | { readonly kind: 'none'; readonly reason: string }

export interface PostgresOptions {
  /** A server of one's own even when TEST_DATABASE_URL names one: for tests that restart it. */
  readonly own?: boolean
  /** May be off only in tests that do not check which commits survive a crash. */
  readonly fsync?: boolean
}

export interface PostgresServer extends AsyncDisposable {
  /** Its maintenance database, with the right to create others. */
  readonly url: string
  /** Makes a database, from a template when one is named, and answers with its address. */
  createDatabase(name?: string, template?: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /**
   * `fast` ends every session and shuts down in order; `immediate` is a crash. Same address afterwards. It stays away for as
   * long as `whileDown` takes.
   */
  restart(mode: 'fast' | 'immediate', whileDown?: () => PromiseLike<unknown>): Promise<void>
  /** Ends our own server with everything in it; of a foreign one, only the databases made here. */
  stop(): Promise<void>
}

/** The first whose `initdb` takes a provider of collations, as `cluster.ts` asks it to. */
const OLDEST = 15

/** Says what there is, without starting anything. */
export function findPostgres({ own = false }: PostgresOptions = {}): FoundPostgres {
  const url = process.env['TEST_DATABASE_URL']
  if (!own && url !== undefined && url !== '') return { kind: 'url', url, reason: 'TEST_DATABASE_URL' }
  const found = findBinaries(binaryFolders())
  if ('reason' in found) return { kind: 'none', reason: found.reason }
  const { folder } = found
  if (process.getuid?.() !== 0) return { kind: 'binaries', folder, user: undefined, reason: folder }
  const user = postgresUser()
  if (!user) return { kind: 'none', reason: 'PostgreSQL no arranca como root y no existe el usuario postgres.' }
  return { kind: 'binaries', folder, user, reason: folder }
}

/** The first of the folders with a PostgreSQL that our clusters can be made with, or why there is none. */
export function findBinaries(folders: readonly string[]): { readonly folder: string } | { readonly reason: string } {
  const complete = folders.filter((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
  const folder = complete.find((candidate) => majorOf(candidate) >= OLDEST)
  if (folder !== undefined) return { folder }
  const [old] = complete
  if (old === undefined) return { reason: 'No se encontró PostgreSQL.' }
  return { reason: `Las pruebas piden PostgreSQL ${OLDEST} o posterior, y el de ${old} es ${versionOf(old)}.` }
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const found = findPostgres(options)
  if (found.kind === 'none') throw new Error(found.reason)
  if (found.kind === 'url') return serverAt(found.url)
  const cluster = await Cluster.start({ ...found, fsync: options.fsync ?? true })
  return serverAt(cluster.url, cluster)
}

function serverAt(url: string, cluster?: Cluster): PostgresServer {
  const made = new Set<string>()
  const dropDatabase = async (name: string): Promise<void> => {
    await run(url, `drop database if exists "${name}" with (force)`)
    made.delete(name)
  }
  const stop = async (): Promise<void> => {
    if (cluster) return await cluster.stop()
    for (const name of made) await dropDatabase(name)
  }
  return {
    url,
    createDatabase: async (name = `t_${randomBytes(8).toString('hex')}`, template = 'template0') => {
      await run(url, `create database "${name}" template "${template}"`)
      made.add(name)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
    dropDatabase,
    restart: async (mode, whileDown) => {
      if (!cluster) throw new Error('Only a server of our own can be restarted: ask for it with { own: true }.')
      await cluster.restart(mode, whileDown)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** How many instances hear of each other's commits at once. The others look by themselves now and then. */
export async function listening(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ n: string }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and query = 'listen cambios'",
    ),
  )
  return Number(rows[0]?.n)
}

async function run(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}

/** Opens a connection for `query` and closes it afterwards. */
export async function withClient<T>(url: string, query: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await query(client)
  } finally {
    await client.end()
  }
}

/** The newest of Debian's versions first, then whatever PATH has. */
function binaryFolders(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...versions.map((version) => join(debian, version, 'bin')), ...path]
}

const majorOf = (folder: string): number => Number.parseInt(versionOf(folder), 10)

function versionOf(folder: string): string {
  const said = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return /\(PostgreSQL\) (\S+)/.exec(said)?.[1] ?? said.trim()
}

function postgresUser(): OsUser | undefined {
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    // `id` fails when there is no such user; the caller says so to the person.
    return undefined
  }
}
