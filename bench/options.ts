import { parseArgs } from 'node:util'
import { LEAST } from './effort.ts'

/** Every process of the bench ends after 15 minutes: see `orders.ts`. */
const MOST_HOURS = 14

/** Parts that run only when an option names them. */
export const PART_NAMES = ['page', 'peers', 'day'] as const
export type PartName = (typeof PART_NAMES)[number]

export interface Options {
  /** Sizes of the audience that the fan-out is measured at. */
  readonly streams: readonly number[]
  readonly rounds: number
  /** Only the goals whose name contains this. */
  readonly only: string
  /** The parts that options name. */
  readonly parts: readonly PartName[]
  /** The usual parts run too, beside those that options name. */
  readonly full: boolean
  /** Every part runs once, with the least work and without verdicts: it fails only on an error. */
  readonly least: boolean
  /** Hours of the event that `day` simulates, one a minute. */
  readonly hours: number
}

/**
 * Reads `--full` (10,000 streams too), `--streams N` (that size instead), `--rounds N`, `--only name`, `--hours N`, `--least` and
 * the names of parts, such as `--day`. Without `--full`, named parts run in place of the usual ones.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: 'boolean', default: false },
      streams: { type: 'string' },
      rounds: { type: 'string', default: LEAST ? '1' : '5' },
      only: { type: 'string', default: '' },
      hours: { type: 'string', default: LEAST ? '1' : '10' },
      least: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      day: { type: 'boolean', default: false },
    },
  })
  const sizes = values.full ? [1_000, 10_000] : [1_000]
  const given = values.streams ?? (LEAST ? '4' : undefined)
  return {
    streams: given === undefined ? sizes : [atLeastOne('streams', given)],
    rounds: atLeastOne('rounds', values.rounds),
    only: values.only,
    parts: PART_NAMES.filter((name) => values[name]),
    full: values.full,
    least: values.least,
    hours: hoursOf(values.hours),
  }
}

function hoursOf(text: string): number {
  const hours = atLeastOne('hours', text)
  if (hours <= MOST_HOURS) return hours
  throw new Error(`--hours takes ${MOST_HOURS} at most.`)
}

function atLeastOne(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  throw new Error(`--${name} takes a whole number, 1 or more.`)
}
