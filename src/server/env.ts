import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import * as z from 'zod/mini'
import { isZona } from '#domain/hora.ts'
import { CORREO_PROHIBIDO } from '#domain/usuario.ts'
import { causeOf } from './disk-error.ts'

/** The validated settings. Without `publicUrl`, any loopback address is accepted. */
export interface Env {
  readonly port: number
  readonly host: string
  readonly publicUrl: URL | null
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The S3-compatible store of the files; null: a folder in `dataDir`. */
  readonly storage: S3Place | null
  readonly admin: { readonly email: string; readonly password: string; readonly nombre: string } | null
  /** The mail server and the sender; null: the server sends no e-mail. */
  readonly smtp: { readonly url: string; readonly from: string } | null
  readonly countriesUrl: string | null
  readonly zonaHoraria: string
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted when `publicUrl` is set. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  /** The server of a rehearsal: its cookies have names of their own, and any host of a request is its own. */
  readonly ensayo?: true
}

const NIVELES = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const url = (starts: string[], say: string) =>
  z.string().check(z.refine((value) => starts.some((start) => value.startsWith(start)) && isUrl(value), say))

/** Whether a text is a URL. Checks the percent-encoding of its name, password and path too: they are decoded later. */
function isUrl(value: string): boolean {
  try {
    const { username, password, pathname } = new URL(value)
    // Each part alone: joined, two broken sequences could form a valid one.
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return true
  } catch {
    // The value is no URL, or cannot be decoded: the message of the setting says what it should be.
    return false
  }
}

/** Links, cookies and the origin check need an address without a path. */
function isOrigin(value: string): boolean {
  return !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`
}

/** `Salsa Fest <avisos@salsafest.mx>`, or only the address. */
const REMITENTE = /^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/

const LOOPBACK = 'loopback'
const listOf = (value: string): string[] => value.split(',').map((item) => item.trim())

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535

const settings = z.object({
  PORT: z._default(z.string().check(z.refine(isPort, 'debe ser un puerto entre 0 y 65535')), '3000'),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: z.optional(
    url(['http://', 'https://'], 'debe ser una dirección http:// o https://').check(
      z.refine(isOrigin, 'debe ser solo la dirección del sitio, sin usuario ni ruta, como https://salsafest.mx'),
    ),
  ),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), './datos'),
  DATABASE_URL: z.optional(url(['postgres://', 'postgresql://'], 'debe ser una dirección postgres://')),
  STORAGE_URL: z.optional(
    z
      .string()
      .check(z.refine((value) => readStorageUrl(value) !== null, 'debe ser s3://CLAVE:SECRETO@servidor/cubeta')),
  ),
  ADMIN_EMAIL: z.optional(
    z.string().check(
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'debe ser un correo electrónico'),
      z.refine(
        (value) => !CORREO_PROHIBIDO.test(value),
        'no puede llevar ninguno de estos caracteres: < > ( ) " , ; : \\',
      ),
    ),
  ),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'debe tener al menos 8 caracteres'))),
  ADMIN_NOMBRE: z._default(z.string().check(z.minLength(1)), 'Organización'),
  SMTP_URL: z.optional(url(['smtp://', 'smtps://'], 'debe ser una dirección smtp:// o smtps://')),
  MAIL_FROM: z.optional(z.string().check(z.regex(REMITENTE, 'debe ser un correo, o Nombre <correo>'))),
  COUNTRIES_URL: z.optional(url(['http://', 'https://'], 'debe ser una dirección http:// o https://')),
  EVENT_TIMEZONE: z._default(
    z.string().check(z.refine(isZona, 'debe ser una zona horaria, como America/Mexico_City')),
    'America/Mexico_City',
  ),
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => listOf(value).every(isProxy),
          'debe ser una lista de direcciones o rangos CIDR separados por comas, como 10.0.0.5, 192.168.1.0/24',
        ),
      ),
    LOOPBACK,
  ),
  LOG_LEVEL: z._default(z.enum(NIVELES, `debe ser uno de estos: ${NIVELES.join(', ')}`), 'info'),
})

/** `loopback`, an address, or a CIDR range of at least one bit. */
function isProxy(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const version = isIP(address)
  if (item === LOOPBACK) return true
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether a host name or address is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** A setting is invalid, or names something that is not available. The message lists all faults, for the operator. */
export class SettingsError extends Error {
  constructor(faults: readonly string[], cause?: unknown) {
    super(`Hay ajustes que no son válidos:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, { cause })
  }
}

/** Reads the settings from the environment. An empty value counts as not set. Throws `SettingsError`. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const result = settings.safeParse(given)
  const faults = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (Boolean(given['ADMIN_EMAIL']) !== Boolean(given['ADMIN_PASSWORD'])) {
    faults.push('ADMIN_EMAIL y ADMIN_PASSWORD: van juntos, falta uno de los dos')
  }
  const tls = readTls(given['TLS_CERT'], given['TLS_KEY'], faults)
  // All faults in one message.
  if (!result.success || faults.length > 0) throw new SettingsError(faults)
  const values = result.data
  return {
    port: Number(values.PORT),
    host: values.HOST,
    publicUrl: ifSet(values.PUBLIC_URL, (address) => new URL(address)),
    tls,
    dataDir: values.DATA_DIR,
    databaseUrl: ifSet(values.DATABASE_URL, withFullTls),
    storage: ifSet(values.STORAGE_URL, readStorageUrl),
    admin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD, nombre: values.ADMIN_NOMBRE }
        : null,
    smtp: ifSet(values.SMTP_URL, (server) => {
      return { url: server, from: values.MAIL_FROM ?? senderOf(server, values.PUBLIC_URL) }
    }),
    countriesUrl: values.COUNTRIES_URL ?? null,
    zonaHoraria: values.EVENT_TIMEZONE,
    trustedProxies: listOf(values.TRUSTED_PROXIES),
    logLevel: values.LOG_LEVEL,
  }
}

function ifSet<T>(value: string | undefined, of: (value: string) => T): T | null {
  return value === undefined ? null : of(value)
}

/** Names the mode of TLS that `pg` uses for these three, so that it prints no warning at each start. */
function withFullTls(databaseUrl: string): string {
  if (databaseUrl.includes('uselibpqcompat=')) return databaseUrl
  return databaseUrl.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/** The default sender: the user name at the mail server when it is an address, else `no-responder` at this host. */
function senderOf(smtpUrl: string, publicUrl = 'http://localhost'): string {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  return REMITENTE.test(user) ? user : `no-responder@${new URL(publicUrl).hostname}`
}

/** The address of the site, for links and for the last line of the start. */
export function siteAddress(env: Env, port: number = env.port, host = 'localhost'): string {
  const named = isIP(host) === 6 ? `[${host}]` : host
  return (env.publicUrl?.href ?? `${env.tls ? 'https' : 'http'}://${named}:${port}`).replace(/\/$/, '')
}

/** Whether the server listens beyond this machine without https. */
export function isPlainBeyond({ host, tls, publicUrl }: Pick<Env, 'host' | 'tls' | 'publicUrl'>): boolean {
  return !isLoopback(host) && tls === null && publicUrl?.protocol !== 'https:'
}

/** A sentence for each setting that is valid but probably a mistake. */
export function warningsOf(env: Env): string[] {
  const { host, publicUrl, trustedProxies } = env
  const isBeyond = !isLoopback(host)
  return [
    isPlainBeyond(env) &&
      'fuera de esta máquina y sin https no funcionan el uso sin conexión ni la pantalla siempre encendida.',
    isBeyond && publicUrl === null && 'para entrar desde otros equipos, pon en PUBLIC_URL la dirección que usarán.',
    publicUrl === null && trustedProxies.join() !== LOOPBACK && 'TRUSTED_PROXIES no tiene efecto sin PUBLIC_URL.',
  ].filter((warning) => warning !== false)
}

function readTls(cert: string | undefined, key: string | undefined, faults: string[]): Env['tls'] {
  if (!cert && !key) return null
  if (!cert || !key) {
    faults.push('TLS_CERT y TLS_KEY: van juntos, falta uno de los dos')
    return null
  }
  const [certBytes, keyBytes] = [readPem('TLS_CERT', cert, faults), readPem('TLS_KEY', key, faults)]
  if (!certBytes || !keyBytes) return null
  const tls = { cert: certBytes, key: keyBytes }
  if (isValidTls({ cert: tls.cert }, 'TLS_CERT: no es un certificado en PEM', faults))
    if (isValidTls({ key: tls.key }, 'TLS_KEY: no es una clave en PEM, sin contraseña', faults))
      isValidTls(tls, 'TLS_CERT y TLS_KEY: la clave no es la de ese certificado', faults)
  return tls
}

function readPem(name: string, file: string, faults: string[]): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    // Reported with the other faults.
    faults.push(`${name}: no se pudo leer ${file} (${causeOf(error) ?? 'desconocido'})`)
    return null
  }
}

/** Whether OpenSSL accepts the certificate, the key or both. Adds `fault` when it does not. */
function isValidTls(tls: { readonly cert?: Buffer; readonly key?: Buffer }, fault: string, faults: string[]): boolean {
  try {
    createSecureContext(tls)
    return true
  } catch {
    // The sentence names the setting, which the error of OpenSSL does not.
    faults.push(fault)
    return false
  }
}

/** An S3-compatible store, as `STORAGE_URL` names it. */
export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly key: string
  readonly secret: string
}

/** Parses `s3://KEY:SECRET@host:port/bucket?region=…&tls=0`; `null` for any other text. */
export function readStorageUrl(value: string): S3Place | null {
  if (!isUrl(value)) return null
  const url = new URL(value)
  const bucket = url.pathname.slice(1)
  if (url.protocol !== 's3:' || !url.hostname || !url.username || !url.password) return null
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null
  return {
    endpoint: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  }
}
