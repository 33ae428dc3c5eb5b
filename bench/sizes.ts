import { SERVER_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { median } from './figures.ts'
import type { Goal } from './goal.ts'
import type { Size } from './place.ts'
import type { Act, SizesOrders, Taken } from './processes/sizes.ts'

const SMALL: Size = { categorias: 50, porCategoria: 20 }
const LARGE: Size = { categorias: effort(500, 50), porCategoria: 20 }
const LIMIT = 1.5
const TIMES = effort(12)

const NAMES: Readonly<Record<Act, string>> = {
  paso: 'step of the turn at 10,000 entries over 1,000',
  orden: 'move within a category at 10,000 over 1,000',
}

/** A change in a large event against the same change in a small one: the cost follows what changed, not what there is. */
export async function sizes(_streams: readonly number[], rounds: number): Promise<Goal[]> {
  await using process = startChild<SizesOrders>(new URL('processes/sizes.ts', import.meta.url), SERVER_CORE)
  await process.ask('start', [SMALL, LARGE])
  const goals: Goal[] = []
  for (const act of ['paso', 'orden'] as const) {
    await process.ask('measure', { act, times: 2 * TIMES })
    const small: Taken[] = []
    const large: Taken[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [one, ten] = await process.ask('measure', { act, times: TIMES })
      if (one) small.push(one)
      if (ten) large.push(ten)
    }
    const bytes = [small, large].map((side) => median(side.map((taken) => taken.bytes)))
    const answered = [small, large].map((side) => median(side.map((taken) => taken.answered)).toFixed(2))
    goals.push({
      name: NAMES[act],
      unit: 'ms',
      limit: LIMIT,
      baseline: small.map(({ flushed }) => flushed),
      subject: large.map(({ flushed }) => flushed),
      notes: `to the written frame, p50; answered after ${answered.join(' and ')} ms; frames of ${bytes.join(' and ')} B`,
    })
  }
  return goals
}
