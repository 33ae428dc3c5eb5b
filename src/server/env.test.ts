import { expect, test } from 'vitest'
import { addressOf, readEnv, SettingsError } from './env.ts'

test('nothing set is a server for this machine alone, on SQLite', () => {
  const env = readEnv({ DATABASE_URL: '' })
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    storage: null,
    zonaHoraria: 'America/Mexico_City',
  })
  expect(addressOf(env)).toBe('http://localhost:3000')
})

test('letters are from whom the operator says, else from who signs in at the mail server', () => {
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
