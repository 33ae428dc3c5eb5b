import { expect, test } from 'vitest'
import { createJuez } from '#contract/jueces.ts'
import { horario } from '#contract/views/horario.ts'
import { play } from '../../src/server/ensayo/play.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'

test('a rehearsal plays the active day to its end: each entry gets the turn and a mark of each active judge', async () => {
  // An hour passes in a second.
  const began = Date.now()
  await using app = await startApp({ now: () => began + (Date.now() - began) * 3_600 })
  const admin = await app.as('admin')
  const { competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Luz'], Casino: ['Mar'] })
  for (const nombre of ['Rosa', 'Sol']) await admin.send(createJuez, { nombre })
  expect(await play(app.deps)).toBe('jueves')
  expect((await app.visitor.see(horario))?.selectedRow).toBe(competidores.length + 1)
  const marcas = await app.deps.db.read((tx) => tx.selectFrom('calificaciones').select('competidorId').execute())
  expect(marcas.map(({ competidorId }) => competidorId).toSorted()).toEqual(
    competidores.flatMap(({ id }) => [id, id]).toSorted(),
  )
})
