import { expect, test } from 'vitest'
import { addressOf, readEnv, SettingsError } from './env.ts'

test('nothing set is a server for this machine alone, on SQLite', () => {
  const env = readEnv({ DATABASE_URL: '' })
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    zonaHoraria: 'America/Mexico_City',
  })
  expect(addressOf(env)).toBe('http://localhost:3000')
})

test('every wrong setting is named in one error', () => {
  const wrong = { PORT: '70000', ADMIN_EMAIL: 'a@b.mx' }
  expect(() => readEnv(wrong)).toThrow(SettingsError)
  expect(() => readEnv(wrong)).toThrow(/PORT[\s\S]*ADMIN_PASSWORD/)
  expect(() => readEnv({ EVENT_TIMEZONE: 'Querétaro', DATABASE_URL: 'mysql://x' })).toThrow(
    /DATABASE_URL[\s\S]*EVENT_TIMEZONE/,
  )
})
