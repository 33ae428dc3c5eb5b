import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { FILAS_DE_CARGA } from '../support/carga.ts'
import { freshPlace, settingsOf, type Place } from '../support/database.ts'
import { runCommand } from '../support/server.ts'

const CARGADOR = fileURLToPath(new URL('../support/cargador.ts', import.meta.url))
/** Statements between two kills. */
const STEP = 15

async function countsOf(place: Place) {
  const db = await openDatabase(place)
  try {
    return await db.read(async (tx) => ({
      categorias: (await tx.selectFrom('categorias').select('id').execute()).length,
      competidores: (await tx.selectFrom('competidores').select('id').execute()).length,
      cargas: (await tx.selectFrom('change_log').select('revision').where('kind', '=', 'carga').execute()).map(
        ({ revision }) => revision,
      ),
    }))
  } finally {
    await db.close()
  }
}

/** Runs the command in processes that die later and later, until one of them ends. `check` runs after each death. */
async function killUntilDone(place: Place, args: readonly string[], check: () => Promise<void>): Promise<void> {
  let kills = 0
  for (;;) {
    const dies = 1 + kills * STEP
    const { status, output } = await runCommand(CARGADOR, [String(dies), ...args], settingsOf(place))
    if (status === 0) break
    expect([status, output]).toEqual([null, ''])
    kills += 1
    await check()
  }
  expect(kills).toBeGreaterThan(3)
}

test(
  'kill -9 in the middle of loading a list leaves nothing of it, and in the middle of undoing it all of it',
  { timeout: 300_000 },
  async () => {
    await using place = await freshPlace()
    await killUntilDone(place, [], async () =>
      expect(await countsOf(place)).toEqual({ categorias: 0, competidores: 0, cargas: [] }),
    )
    const loaded = await countsOf(place)
    expect(loaded).toMatchObject({ categorias: 20, competidores: FILAS_DE_CARGA.length, cargas: [expect.any(Number)] })

    await killUntilDone(place, loaded.cargas.map(String), async () => expect(await countsOf(place)).toEqual(loaded))
    expect(await countsOf(place)).toMatchObject({ categorias: 0, competidores: 0, cargas: { length: 2 } })
  },
)
