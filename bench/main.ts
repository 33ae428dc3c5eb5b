import { alone } from './alone.ts'
import { fanout } from './fanout.ts'
import { judge, type Goal } from './goal.ts'
import { instances } from './instances.ts'
import { readOptions, type Options } from './options.ts'
import { page } from './page.ts'
import { peers } from './peers.ts'
import { busyBefore, machine, report } from './report.ts'
import { signins } from './signins.ts'
import { sizes } from './sizes.ts'
import { snapshot } from './snapshot.ts'
import { streams } from './streams.ts'
import { transaction } from './transaction.ts'

type Part = (streams: readonly number[], rounds: number) => Promise<Goal[]>

/**
 * `npm run bench [-- --full] [-- --only name] [-- --streams N] [-- --rounds N] [-- --page] [-- --instances] [-- --peers]`: see
 * README.md beside this file.
 */
const PARTS: Readonly<Record<string, Part>> = { fanout, alone, transaction, snapshot, sizes, streams, signins }

function partsOf(options: Options): Readonly<Record<string, Part>> {
  if (options.page) return { page }
  if (options.peers) return { peers }
  return options.instances ? { instances } : PARTS
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const on = machine()
  const busy = busyBefore(on)
  const goals: Goal[] = []
  for (const [name, part] of Object.entries(partsOf(options))) {
    if (!name.includes(options.only)) continue
    console.log(`${name} …`)
    goals.push(...(await part(options.streams, options.rounds)))
  }
  const judged = goals.map((goal) => judge(goal, busy))
  console.log(report(on, judged))
  if (judged.some(({ verdict }) => verdict === 'FAIL')) return 1
  return judged.some(({ verdict }) => verdict === 'NOISY') ? 3 : 0
}

process.exitCode = await main()
