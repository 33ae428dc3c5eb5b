import { Client } from 'pg'
import { Desk } from './desk.ts'
import { SITE, startNginx, type Nginx } from './nginx.ts'
import { freshFolder } from './place.ts'
import { ADMIN_ENV, EVENT, importEvent, usageOf } from './server.ts'
import { freePorts } from '../tests/support/port.ts'
import { startPostgres, type PostgresServer } from '../tests/support/postgres.ts'
import { freshBucket, startS3 } from '../tests/support/s3.ts'
import { ServerProcess } from '../tests/support/server.ts'

/** Several instances behind nginx, on one PostgreSQL and one S3 server, all on this machine. */
export class Venue implements AsyncDisposable {
  readonly nginx: Nginx
  readonly postgres: PostgresServer
  readonly #env: Readonly<Record<string, string>>
  readonly #ports: readonly number[]
  readonly #servers: ServerProcess[] = []
  readonly #owned: AsyncDisposableStack

  private constructor(
    place: Pick<Venue, 'nginx' | 'postgres'>,
    env: Readonly<Record<string, string>>,
    ports: readonly number[],
    owned: AsyncDisposableStack,
  ) {
    this.nginx = place.nginx
    this.postgres = place.postgres
    this.#env = env
    this.#ports = ports
    this.#owned = owned
  }

  static async open(binary: string, count: number): Promise<Venue> {
    const owned = new AsyncDisposableStack()
    const postgres = owned.use(await startPostgres({ own: true }))
    const s3 = owned.use(await startS3())
    const ports = await freePorts(count)
    const nginx = owned.use(await startNginx(binary, ports))
    const env = {
      DATABASE_URL: await postgres.createDatabase(),
      STORAGE_URL: await freshBucket(s3.url),
      PUBLIC_URL: `https://${SITE}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ...ADMIN_ENV,
      LOG_LEVEL: 'error',
    }
    await importEvent(EVENT, { ...env, DATA_DIR: freshFolder() })
    const venue = new Venue({ nginx, postgres }, env, ports, owned)
    await Promise.all(ports.map((_, index) => venue.start(index)))
    return venue
  }

  async start(index: number): Promise<void> {
    const env = { ...this.#env, PORT: String(this.#ports[index]), DATA_DIR: freshFolder() }
    this.#servers[index] = await ServerProcess.listening(env)
  }

  async stop(index: number): Promise<void> {
    await this.#servers[index]?.kill('SIGTERM')
  }

  async kill(index: number): Promise<void> {
    await this.#servers[index]?.kill('SIGKILL')
  }

  /** The resident memory of an instance in MB, the mean of all. */
  async memory(): Promise<number> {
    const each = await Promise.all(this.#ports.map((port) => usageOf(`http://127.0.0.1:${port}`)))
    return each.reduce((sum, { memory }) => sum + memory, 0) / each.length
  }

  /** How many of these revisions are in the log of changes. */
  async countLogged(revisions: ReadonlySet<number>): Promise<number> {
    const client = new Client({ connectionString: this.#env['DATABASE_URL'] })
    await client.connect()
    const { rows } = await client.query<{ n: string }>(
      'select count(distinct revision) as n from change_log where revision = any($1)',
      [[...revisions]],
    )
    await client.end()
    return Number(rows[0]?.n)
  }

  signIn(): Promise<Desk> {
    return Desk.signIn(this.nginx)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => server[Symbol.asyncDispose]()))
    await this.#owned[Symbol.asyncDispose]()
  }
}
