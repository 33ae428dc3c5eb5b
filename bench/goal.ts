import { median } from './figures.ts'

/** A measured goal: a figure per round for the product, and for its baseline: another server of the same run, or what was promised. */
export interface Goal {
  readonly name: string
  readonly unit: string
  /** The largest allowed ratio of product to baseline; `null` when the figure is only reported. */
  readonly limit: number | null
  readonly baseline: readonly number[]
  readonly subject: readonly number[]
  /** An error that fails the goal for any figures, such as a lost delivery. */
  readonly fault?: string | undefined
  readonly notes?: string
}

export type Verdict = 'PASS' | 'FAIL' | 'NOISY' | 'TOLD' | 'SKIPPED'

export interface Judged extends Goal {
  readonly ratio: number
  readonly worst: number
  readonly verdict: Verdict
  readonly cause: string
}

/** When the baseline varies more than this between rounds, other processes used the machine. */
const SPREAD = 1.3

/** Compares the median ratio with the limit. A missed goal on a busy machine is `NOISY`, not `FAIL`. */
export function judge(goal: Goal, busy: string | null): Judged {
  const ratios = goal.baseline.map((baseline, round) => (goal.subject[round] ?? Number.NaN) / baseline)
  const ratio = median(ratios)
  const told = { ...goal, ratio, worst: Math.max(...ratios) }
  if (goal.fault) return { ...told, verdict: 'FAIL', cause: goal.fault }
  if (goal.baseline.length === 0) return { ...told, verdict: 'SKIPPED', cause: '' }
  if (goal.limit === null) return { ...told, verdict: 'TOLD', cause: '' }
  if (ratio <= goal.limit) return { ...told, verdict: 'PASS', cause: '' }
  const spread = Math.max(...goal.baseline) / Math.min(...goal.baseline)
  if (spread > SPREAD) return { ...told, verdict: 'NOISY', cause: `the baseline moved ${spread.toFixed(2)}x` }
  if (busy) return { ...told, verdict: 'NOISY', cause: busy }
  return { ...told, verdict: 'FAIL', cause: '' }
}

/** A figure of each round, without a limit and without a baseline. */
export function told(
  name: string,
  unit: string,
  { values, notes }: { readonly values: readonly number[]; readonly notes: string },
): Goal {
  return { name, unit, limit: null, baseline: values.map(() => Number.NaN), subject: values, notes }
}

/** Fails unless both numbers are equal. */
export function counted(name: string, wanted: number, got: number): Goal {
  const fault = got === wanted ? undefined : `${got} of ${wanted}`
  return { name, unit: '', limit: 1, baseline: [wanted], subject: [got], fault }
}

/** A row for what could not be measured. `notes` says why. */
export function skipped(name: string, notes: string): Goal {
  return { name, unit: '', limit: null, baseline: [], subject: [], notes }
}
