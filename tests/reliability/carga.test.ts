import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { FILAS_DE_CARGA } from '../support/carga.ts'
import { freshPlace, settingsOf, type Place } from '../support/database.ts'
import { runCommand } from '../support/server.ts'

const CARGADOR = fileURLToPath(new URL('../support/cargador.ts', import.meta.url))
/** Statements between two kills. */
const STEP = 5

async function countsOf(place: Place): Promise<unknown> {
  const db = await openDatabase(place)
  try {
    return await db.read(async (tx) => ({
      categorias: (await tx.selectFrom('categorias').select('id').execute()).length,
      competidores: (await tx.selectFrom('competidores').select('id').execute()).length,
      listed: (await tx.selectFrom('change_log').select('kind').where('kind', '=', 'carga').execute()).length,
    }))
  } finally {
    await db.close()
  }
}

test(
  'kill -9 in the middle of loading a list leaves nothing of it, and the next attempt loads it whole',
  { timeout: 300_000 },
  async () => {
    await using place = await freshPlace()
    let kills = 0
    for (;;) {
      const dies = 1 + kills * STEP
      const { status, output } = await runCommand(CARGADOR, [String(dies)], settingsOf(place))
      if (status === 0) break
      expect([status, output]).toEqual([null, ''])
      kills += 1
      expect(await countsOf(place), `after statement ${dies}`).toEqual({ categorias: 0, competidores: 0, listed: 0 })
    }
    expect(kills).toBeGreaterThan(3)
    expect(await countsOf(place)).toEqual({ categorias: 20, competidores: FILAS_DE_CARGA.length, listed: 1 })
  },
)
