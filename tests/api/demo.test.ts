import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { aCategoria } from '../support/builders.ts'
import { settingsOf } from '../support/database.ts'
import { rowsOf } from '../support/evento.ts'
import { runCommand } from '../support/server.ts'

test('where there is an event the demo is refused, and offers nothing that it cannot do', async () => {
  await using app = await startApp()
  await app.deps.db.write((tx) => tx.insertInto('categorias').values(aCategoria()).execute())
  const before = await rowsOf(app)
  const { status, output } = await runCommand('demo/main.ts', [], settingsOf(app.place))
  expect([status, output]).toEqual([1, expect.stringMatching(/^Aquí ya hay un evento.* DATA_DIR, .*npm start\.\n$/)])
  expect(await rowsOf(app)).toEqual(before)
})
