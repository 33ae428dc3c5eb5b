import { parseArgs } from 'node:util'

export interface Options {
  /** Sizes of the audience that the fan-out is measured at. */
  readonly streams: readonly number[]
  readonly rounds: number
  /** Only the goals whose name contains this. */
  readonly only: string
  /** The pages on a slow phone, and nothing else. */
  readonly page: boolean
  /** Several instances behind a proxy, and nothing else. */
  readonly instances: boolean
  /** The product beside other programs that do the same, and nothing else. */
  readonly peers: boolean
}

/** `--full` adds 10,000 streams; `--streams N` measures that size instead; `--rounds N`; `--only name`; the others are parts. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: 'boolean', default: false },
      streams: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      page: { type: 'boolean', default: false },
      instances: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
    },
  })
  const sizes = values.full ? [1_000, 10_000] : [1_000]
  return {
    streams: values.streams === undefined ? sizes : [atLeastOne('streams', values.streams)],
    rounds: atLeastOne('rounds', values.rounds),
    only: values.only,
    page: values.page,
    instances: values.instances,
    peers: values.peers,
  }
}

function atLeastOne(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  throw new Error(`--${name} takes a whole number, 1 or more.`)
}
