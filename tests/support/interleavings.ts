import * as fc from 'fast-check'
import { startApp } from './app.ts'
import { Event, KINDS, type Act } from './orden.ts'

const act: fc.Arbitrary<Act> = fc.record({
  who: fc.constantFrom(0, 1),
  kind: fc.constantFrom(...KINDS, 'moveEntry', 'moveEntry', 'moveCategoria', 'select'),
  at: fc.nat({ max: 60 }),
})

/** Batches of acts that all come at the same moment. */
export const acts = fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 6 })

export async function keepsOrder(batches: readonly (readonly Act[])[]): Promise<void> {
  await using app = await startApp()
  const event = await Event.start(app)
  for (const batch of batches) await event.batch(batch)
}
