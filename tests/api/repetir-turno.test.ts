import { expect, test } from 'vitest'
import { saveTurno, selectDia } from '#contract/horario.ts'
import { horario } from '#contract/views/horario.ts'
import { juez as juezView } from '#contract/views/jueces.ts'
import { jornadaOf } from '#domain/jornada.ts'
import type { Client } from '../support/app.ts'
import { aDay, deskOf, press, repeat, type Escena } from '../support/repetir.ts'

/** The statuses of the day in order, as the public sees them: `FCE`. */
async function estatusOf(who: Client): Promise<string> {
  const seen = await who.see(horario)
  if (!seen) throw new Error('no schedule')
  return jornadaOf(seen.categorias, seen)
    .categorias.flatMap(({ renglones }) => renglones.map(({ estatus }) => estatus.charAt(0)))
    .join('')
}

test.each<[string, number, keyof Escena['ids'], { readonly next: number; readonly seen: string }]>([
  ['an earlier entry of another category', 5, 'bea', { next: 6, seen: 'FCFFFE' }],
  ['an entry after the last turn', 7, 'fer', { next: 7, seen: 'FFFFFC' }],
])(
  'the repetition of %s gives it the turn, and the next press goes on where the day was',
  async (_, from, who, { next, seen }) => {
    await using day = await aDay()
    const { admin, ids, app } = day
    await admin.send(saveTurno, { selectedRow: from })
    expect(await repeat(admin, ids[who])).toMatchObject({ movido: true })
    expect((await deskOf(admin)).competidorId).toBe(ids[who])
    expect(await estatusOf(app.visitor)).toBe(seen)
    await admin.send(selectDia, { dia: 'viernes' })
    expect((await deskOf(admin)).regreso).toBeUndefined()
    await admin.send(selectDia, { dia: 'jueves' })
    expect(await press(admin, 'siguiente')).toBe(next)
    expect((await deskOf(admin)).regreso).toBeUndefined()
  },
)

test('the judge sees the turn with the place where the day goes on', async () => {
  await using day = await aDay()
  const { admin, ids, app } = day
  const judge = await app.as('juez')
  await admin.send(saveTurno, { selectedRow: 4 })
  await repeat(admin, ids.ana)
  expect(await judge.see(juezView)).toMatchObject({
    competidorId: ids.ana,
    regreso: { selectedRow: 4, competidorId: ids.dani },
  })
})
