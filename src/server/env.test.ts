import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { siteAddress, readEnv, SettingsError, warningsOf } from './env.ts'

test('without settings the server listens on this machine alone and uses SQLite', () => {
  const env = readEnv({ DATABASE_URL: '' })
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    storage: null,
    zonaHoraria: 'America/Mexico_City',
  })
  expect(siteAddress(env)).toBe('http://localhost:3000')
  expect(siteAddress(env, 3001, 'fd00::5')).toBe('http://[fd00::5]:3001')
})

test('mail is sent from the address of the settings, else from the account at the mail server', () => {
  expect(readEnv({}).smtp).toBeNull()
  const url = 'smtp://avisos%40salsafest.mx:secreto@smtp.example:587'
  expect(readEnv({ SMTP_URL: url, MAIL_FROM: 'Salsa Fest <hola@salsafest.mx>' }).smtp).toEqual({
    url,
    from: 'Salsa Fest <hola@salsafest.mx>',
  })
  expect(readEnv({ SMTP_URL: url }).smtp?.from).toBe('avisos@salsafest.mx')
  expect(readEnv({ SMTP_URL: 'smtp://127.0.0.1:25', PUBLIC_URL: 'https://salsafest.mx' }).smtp?.from).toBe(
    'no-responder@salsafest.mx',
  )
})

test.each([
  [{ SMTP_URL: 'https://smtp.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://smtp.example', MAIL_FROM: 'Salsa Fest' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://smtp.example', MAIL_FROM: 'a@b.mx\r\nBcc: c@d.mx' }, 'MAIL_FROM'],
  [{ COUNTRIES_URL: 'ftp://paises.example' }, 'COUNTRIES_URL'],
  [{ ADMIN_EMAIL: '<ana@b.mx>', ADMIN_PASSWORD: 'una clave' }, 'ADMIN_EMAIL'],
])('%o is refused by name', (wrong, name) => {
  expect(() => readEnv(wrong)).toThrow(name)
})

test('every wrong setting is named in one error', () => {
  const wrong = { PORT: '70000', ADMIN_EMAIL: 'a@b.mx' }
  expect(() => readEnv(wrong)).toThrow(SettingsError)
  expect(() => readEnv(wrong)).toThrow(/PORT[\s\S]*ADMIN_PASSWORD/)
  expect(() => readEnv({ EVENT_TIMEZONE: 'Querétaro', DATABASE_URL: 'mysql://x' })).toThrow(
    /DATABASE_URL[\s\S]*EVENT_TIMEZONE/,
  )
})

test('stored files may be in an S3-compatible store; half an address is a wrong setting', () => {
  expect(readEnv({ STORAGE_URL: 's3://k:s@127.0.0.1:9000/evento?tls=0' }).storage).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'evento',
  })
  for (const wrong of ['https://s3.mx/evento', 's3://s3.mx/evento', 's3://k:s@s3.mx']) {
    expect(() => readEnv({ STORAGE_URL: wrong })).toThrow(/STORAGE_URL: debe ser s3:/)
  }
})

test.each(['/evento', '/?dia=jueves', '/#/horario'])('the address people use has no %s', (rest) => {
  expect(readEnv({ PUBLIC_URL: 'https://salsafest.mx/' }).publicUrl?.origin).toBe('https://salsafest.mx')
  expect(() => readEnv({ PUBLIC_URL: `https://salsafest.mx${rest}` })).toThrow(/PUBLIC_URL: debe ser solo la dirección/)
})

test('a proxy is trusted by its address or range; without the setting, only a proxy of this machine is', () => {
  expect(readEnv({}).trustedProxies).toEqual(['loopback'])
  const given = readEnv({ TRUSTED_PROXIES: '10.0.0.5, 192.168.1.0/24,::1,2001:db8::/32' })
  expect(given.trustedProxies).toEqual(['10.0.0.5', '192.168.1.0/24', '::1', '2001:db8::/32'])
})

test.each([
  'proxy.local',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0/24',
  '::/129',
  '10.0.0.1 10.0.0.2',
  '10.0.0.1,',
  '10.0.0.0/8/8',
])('TRUSTED_PROXIES does not take %s', (TRUSTED_PROXIES) => {
  expect(() => readEnv({ TRUSTED_PROXIES })).toThrow(/TRUSTED_PROXIES: debe ser una lista/)
})

test.each([
  [{}, []],
  [{ HOST: '127.0.0.2' }, []],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://evento.local' }, []],
  [{ HOST: '0.0.0.0' }, [/sin https/, /PUBLIC_URL/]],
  [{ HOST: '::', PUBLIC_URL: 'http://localhost:3000' }, [/sin https/]],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://salsafest.mx' }, []],
  [{ TRUSTED_PROXIES: '10.0.0.5' }, [/TRUSTED_PROXIES no tiene efecto/]],
])('start warns of %o in %o', (given, expected) => {
  expect(warningsOf(readEnv(given))).toEqual(expected.map((sentence) => expect.stringMatching(sentence)))
})

test('an unknown log level is refused with the list of levels', () => {
  expect(() => readEnv({ LOG_LEVEL: 'ruidoso' })).toThrow(/LOG_LEVEL: debe ser uno de estos: fatal, .*, silent/)
})

test.each(['DATABASE_URL', 'STORAGE_URL', 'SMTP_URL'])('%s with a broken percent sign is a wrong setting', (name) => {
  const scheme = { DATABASE_URL: 'postgres', STORAGE_URL: 's3', SMTP_URL: 'smtp' }[name]
  expect(() => readEnv({ [name]: `${scheme}://ana:%zz@servidor/lugar` })).toThrow(`${name}: debe ser`)
})

test.each(['postgres://%C3:%A1@h/x', 'postgres://ana%:41x@h/x', 'postgres://ana:secreta@h/%'])(
  '%s is broken, though its parts joined may not be',
  (DATABASE_URL) => {
    expect(() => readEnv({ DATABASE_URL })).toThrow('DATABASE_URL: debe ser')
  },
)

const CERT = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUehj7i5x7ZTsfAtRsZ4G20KJJF04wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyMTIwMzExNFoXDTM2MTExODIw
MzExNFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEYvdshe5jScbJxAArLsfJinpWXn5/oVicOUdi4MfSslI8VMqI+cR4UvLn
YbbC5AJ2CKw0NOQhG9BIlgaNQSFKq6NTMFEwHQYDVR0OBBYEFFgDpORUojLWeV/O
4IvA2waqagTDMB8GA1UdIwQYMBaAFFgDpORUojLWeV/O4IvA2waqagTDMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgHpt8q1ovCn5FcqrtBLr1HldX
RO/9l+csIquenT+m5HMCIQDiqv/0u4ckMTWFdkosS3MsRG5q02VjEZLSJtYCCvMK
jQ==
-----END CERTIFICATE-----
`

test('a certificate or key that cannot be used is refused at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const cert = file('cert.pem', CERT)
  const key = file('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const none = file('notas.txt', 'no es nada')

  expect(() => readEnv({ TLS_CERT: none, TLS_KEY: key })).toThrow('TLS_CERT: no es un certificado en PEM')
  expect(() => readEnv({ TLS_CERT: cert, TLS_KEY: none })).toThrow('TLS_KEY: no es una clave en PEM')
  expect(() => readEnv({ TLS_CERT: cert, TLS_KEY: key })).toThrow('la clave no es la de ese certificado')
  expect(() => readEnv({ TLS_CERT: join(folder, 'no'), TLS_KEY: folder })).toThrow(
    /TLS_CERT: no se pudo leer .*no existe[\s\S]*TLS_KEY: no se pudo leer .*es una carpeta/,
  )
  rmSync(folder, { recursive: true })
})

test.each([
  ['postgres://u@h/b?sslmode=require', 'postgres://u@h/b?sslmode=verify-full'],
  [
    'postgres://u@h/b?application_name=x&sslmode=verify-ca&port=1',
    'postgres://u@h/b?application_name=x&sslmode=verify-full&port=1',
  ],
  ['postgres://u@h/b?sslmode=no-verify', 'postgres://u@h/b?sslmode=no-verify'],
  ['postgres://u@h/b?uselibpqcompat=true&sslmode=require', 'postgres://u@h/b?uselibpqcompat=true&sslmode=require'],
])('%s is opened as %s', (given, opened) => {
  expect(readEnv({ DATABASE_URL: given }).databaseUrl).toBe(opened)
})
