import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { enter, seedCuenta } from '../support/cuentas.ts'

test('when too many sign in at once some are told to come back, and that counts against nobody', async () => {
  await using app = await startApp()
  await seedCuenta(app, { email: 'a@b.mx', en: ['admin'] })
  const people = Array.from({ length: 90 }, (_, index) => `10.0.1.${index}`)

  const answers = await Promise.all(people.map((from) => enter(app, { email: 'a@b.mx', from })))

  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(answers.find(({ statusCode }) => statusCode === 503)?.json()).toMatchObject({ code: 'server.busy' })
  const counted = await app.deps.db.read((tx) => tx.selectFrom('intento').select('cuenta').execute())
  expect(counted.filter(({ cuenta }) => cuenta > 0)).toEqual([])
})
