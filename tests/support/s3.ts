import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { readStorageUrl } from '../../src/server/env.ts'
import { freePorts } from './port.ts'

/** A real S3 server of this machine, for one test file: OpenStack Swift with its S3 face, from Debian's packages. */
export interface S3Server extends AsyncDisposable {
  /** Its address as a `STORAGE_URL`; buckets are made by `freshBucket`. */
  readonly url: string
}

const BINARIES = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server']
const KEY = 'test:tester'
const SECRET = 'testing'
const READY_MS = 120_000

/** The programs that are missing to start an S3 server, as a sentence; null when none is. */
export function missingForS3(): string | null {
  const missing = [...BINARIES, 'swift-ring-builder', 'memcached'].filter((name) => !existsSync(`/usr/bin/${name}`))
  if (missing.length > 0)
    return `Faltan ${missing.join(', ')} (en Debian: swift-proxy swift-account swift-container swift-object memcached).`
  return existsSync('/etc/swift/swift.conf') ? null : 'Falta /etc/swift/swift.conf.'
}

export async function startS3(): Promise<S3Server> {
  const home = mkdtempSync(join(tmpdir(), 's3-'))
  const ports = await freePorts(5)
  const [proxy = 0, account = 0, container = 0, object = 0, cache = 0] = ports
  mkdirSync(join(home, 'nodes', 'd1'), { recursive: true })
  for (const [name, port] of Object.entries({ account, container, object })) {
    writeFileSync(join(home, `${name}.conf`), nodeConf(home, name, port))
    const ring = (...args: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [join(home, `${name}.builder`), ...args], { stdio: 'ignore' })
    // One zone, one device, one copy: what is tested is what a client sees.
    ring('create', '4', '1', '1')
    ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
    ring('rebalance')
  }
  writeFileSync(join(home, 'proxy.conf'), proxyConf(home, proxy, cache))
  const stop = launch(home, cache)
  const url = `s3://${encodeURIComponent(KEY)}:${SECRET}@127.0.0.1:${proxy}/prueba?tls=0`
  await ready(() => freshBucket(url), join(home, 'log'))
  return { url, [Symbol.asyncDispose]: stop }
}

/** Makes an empty bucket at a store and answers with its `STORAGE_URL`. */
export async function freshBucket(storageUrl: string): Promise<string> {
  const place = readStorageUrl(storageUrl)
  if (!place) throw new Error(`Not the address of a store: ${storageUrl}`)
  const { endpoint, region, key, secret } = place
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const bucket = `prueba-${randomUUID()}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return Object.assign(new URL(storageUrl), { pathname: `/${bucket}` }).href
}

const common = (home: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${home}
workers = 0
log_level = WARNING
`

/**
 * Its own patience is half a second for a connection and a second for a listing to hear of a file, which it then hears of
 * later or never: on a busy machine a file that was stored would not be listed.
 */
const PATIENT = `conn_timeout = 60
node_timeout = 60
container_update_timeout = 60
`

const nodeConf = (home: string, name: string, port: number): string => `${common(home, port)}devices = ${home}/nodes
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
${PATIENT}`

const proxyConf = (home: string, port: number, cache: number): string => `${common(home, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# Asked before its servers are up, it would take them for broken and leave them alone for a minute.
error_suppression_limit = 1000000
${PATIENT}[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SECRET} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
`

/**
 * All of it under one shell that waits for our end on a pipe, which closes even when we are killed outright, and then
 * takes the servers and their folder with it.
 */
function launch(home: string, cache: number): () => Promise<void> {
  const servers = [
    `memcached -u "$(id -un)" -l 127.0.0.1 -p ${cache} -m 16`,
    ...['account', 'container', 'object', 'proxy'].map((name) => `swift-${name}-server "$0/${name}.conf"`),
  ]
  const script = [
    'exec 3<&0; p=""',
    ...servers.map((server) => `${server} </dev/null >>"$0/log" 2>&1 3<&- & p="$p $!"`),
    'cat <&3; kill $p; wait; rm -rf "$0"',
  ].join('\n')
  const shell = spawn('sh', ['-c', script, home], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return async () => {
    const gone = once(shell, 'exit')
    shell.ref()
    shell.stdin.end()
    await gone
    rmSync(home, { recursive: true, force: true })
  }
}

/** Asks until it answers. */
async function ready(ask: () => Promise<unknown>, log: string): Promise<void> {
  const until = Date.now() + READY_MS
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      // Not yet: asked again until it has had its time, then told with the server's own log.
      if (Date.now() > until)
        throw new Error(`S3 does not answer:\n${readFileSync(log, 'utf8').slice(-4_000)}`, { cause: error })
      await setTimeout(100)
    }
  }
}
