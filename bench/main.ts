import { day } from './day.ts'
import { desk } from './desk.ts'
import { fanout } from './fanout.ts'
import { judge, type Goal } from './goal.ts'
import { readOptions, type Options, type PartName } from './options.ts'
import { page } from './page.ts'
import { peers } from './peers.ts'
import { busyBefore, machine, report } from './report.ts'

type Part = (options: Options) => Promise<Goal[]>

/** The parts that run without an option, and with `--full`. See README.md beside this file. */
const USUAL: Readonly<Record<string, Part>> = {
  fanout: ({ streams, rounds }) => fanout(streams, rounds),
  desk: ({ streams, rounds }) => desk(streams, rounds),
}
/** The parts that run only when an option names them. */
const ASKED: Readonly<Record<PartName, Part>> = {
  page: ({ streams, rounds }) => page(streams, rounds),
  peers: ({ streams, rounds }) => peers(streams, rounds),
  day: ({ hours }) => day(hours),
}

function partsOf({ parts, full, least }: Options): readonly (readonly [string, Part])[] {
  if (least && parts.length === 0) return Object.entries({ ...ASKED, ...USUAL })
  const asked = parts.map((name) => [name, ASKED[name]] as const)
  return full || parts.length === 0 ? [...Object.entries(USUAL), ...asked] : asked
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const on = machine()
  const busy = busyBefore(on)
  const goals: Goal[] = []
  for (const [name, part] of partsOf(options)) {
    if (!name.includes(options.only)) continue
    console.log(`${name} …`)
    goals.push(...(await part(options)))
  }
  if (options.least) return tellSkipped(goals)
  const judged = goals.map((goal) => judge(goal, busy))
  console.log(report(on, judged))
  if (judged.some(({ verdict }) => verdict === 'FAIL')) return 1
  return judged.some(({ verdict }) => verdict === 'NOISY') ? 3 : 0
}

/** Figures of so little work mean nothing: only what could not run is told. */
function tellSkipped(goals: readonly Goal[]): number {
  for (const { name, baseline, notes } of goals)
    if (baseline.length === 0) console.log(`${name} skipped: ${notes ?? ''}`)
  return 0
}

process.exitCode = await main()
