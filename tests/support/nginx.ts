import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from './port.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/nginx/', import.meta.url))
const BINARIES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']
/** The name of the site in `deploy/nginx/salsafest.conf`. */
export const SITE = 'evento.example.com'

/** nginx of this machine, run with the files of `deploy/nginx`. */
export interface Nginx extends AsyncDisposable {
  /** Serves HTTP/2 over TLS. */
  readonly port: number
  /** Its own certificate, in PEM. */
  readonly ca: string
  /** What it has logged. */
  readonly logged: () => string
}

/** The first nginx of this machine; undefined when there is none. */
export function findNginx(): string | undefined {
  return BINARIES.find((path) => existsSync(path))
}

/** Starts nginx in front of instances on these ports. Of the files in `deploy` only paths, ports and instances are replaced. */
export async function startNginx(binary: string, instances: readonly number[]): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'nginx-'))
  const [http = 0, https = 0] = await freePorts(2)
  makeCertificate(home)
  const write = (name: string, edit: (text: string) => string) =>
    writeFileSync(join(home, name), edit(readFileSync(join(DEPLOY, name), 'utf8')))
  write('nginx.conf', (text) =>
    text
      // The workers write to the cache in this folder, as the user who runs this.
      .replace('user www-data;', process.getuid?.() === 0 ? 'daemon off; user root;' : 'daemon off;')
      .replaceAll('/run/', `${home}/`)
      .replace('/var/log/nginx/error.log', join(home, 'error.log'))
      .replaceAll('/etc/nginx/', `${home}/`),
  )
  write('instances.conf', (text) => {
    const [first = ''] = /^ *server .*$/m.exec(text) ?? []
    const servers = instances.map((port) => first.replace(/:\d+/, `:${port}`)).join('\n')
    return text.replace(/(?:^ *server .*\n)+/m, `${servers}\n`)
  })
  write('salsafest.conf', (text) =>
    text
      .replaceAll(/ *listen \[::\].*\n/g, '')
      .replace('listen 80 ', `listen 127.0.0.1:${http} `)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `)
      .replaceAll('/etc/ssl/salsafest/', `${home}/`),
  )
  const child = spawn(binary, ['-p', home, '-c', join(home, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  return {
    port: https,
    ca: readFileSync(join(home, 'fullchain.pem'), 'utf8'),
    logged: () => readFileSync(join(home, 'error.log'), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function makeCertificate(home: string): void {
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(home, 'privkey.pem'),
  ]
  const subject = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`, '-days', '2']
  const made = spawnSync('openssl', ['req', '-x509', ...key, ...subject, '-out', join(home, 'fullchain.pem')])
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`)
}
