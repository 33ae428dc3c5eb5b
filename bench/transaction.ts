import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isThere, SERVER_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { median } from './figures.ts'
import type { Goal } from './goal.ts'
import { freshFolder } from './place.ts'
import type { Act, Measured, WritesOrders } from './processes/writes.ts'

const PROCESS = new URL('processes/writes.ts', import.meta.url)
const TIMES = effort(200)
/** Syncs are counted in each window, because the chores of a start may write in one of them. */
const WINDOWS = effort(5)
const COUNTED = effort(40, 4)

const NAMES: Readonly<Record<Act, string>> = {
  turno: 'durable write: step of the turn, p50',
  reloj: 'durable write: clock switch, p50',
}

/** A command in one transaction that is on disk when it answers, against the same rows in a bare `node:sqlite`. */
export async function transaction(_streams: readonly number[], rounds: number): Promise<Goal[]> {
  await using writes = startChild<WritesOrders>(PROCESS, SERVER_CORE)
  await writes.ask('start')
  const goals: Goal[] = []
  for (const which of ['turno', 'reloj'] as const) {
    await writes.ask('measure', { which, times: 2 * TIMES })
    const taken: Measured[] = []
    for (let round = 0; round < rounds; round += 1) taken.push(await writes.ask('measure', { which, times: TIMES }))
    const floor = median(taken.map((round) => round.floor))
    const overFloor = median(taken.map((round) => round.mine / round.floor))
    goals.push({
      name: NAMES[which],
      unit: 'ms',
      limit: null,
      baseline: taken.map(({ sqlite }) => sqlite),
      subject: taken.map(({ mine }) => mine),
      notes: `baseline: its rows in a bare node:sqlite; ${overFloor.toFixed(2)}x 12 KiB and fdatasync (${floor.toFixed(3)} ms)`,
    })
  }
  return [...goals, await syncs()]
}

/** Counts the syncs of one transaction. Those of a checkpoint, once in hundreds of transactions, are told apart by its file. */
async function syncs(): Promise<Goal> {
  const goal: Goal = { name: 'durable write: syncs each', unit: '', limit: 1, baseline: [], subject: [] }
  if (!isThere('strace', '-V')) return { ...goal, notes: 'strace is not installed' }
  const folder = freshFolder()
  const trace = join(folder, 'trace')
  {
    const strace = ['strace', '-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace]
    await using writes = startChild<WritesOrders>(PROCESS, SERVER_CORE, strace)
    await writes.ask('start')
    await writes.ask('between', { windows: WINDOWS, times: COUNTED })
  }
  const windows = readFileSync(trace, 'utf8')
    .split(/^.*\/marca>.*$/m)
    .slice(1, -1)
  rmSync(folder, { recursive: true })
  const each = windows.map(syncsOf)
  return {
    ...goal,
    baseline: [1],
    subject: [median(each)],
    fault: Math.min(...each) < 1 ? 'a transaction was acknowledged without a sync' : undefined,
    notes: `strace over ${WINDOWS} times ${COUNTED} transactions`,
  }
}

/** The syncs of each transaction in a window of the trace. */
function syncsOf(window: string): number {
  const count = (file: RegExp) => window.match(file)?.length ?? 0
  const checkpoints = count(/sync\(\d+<[^>]*\.sqlite>/g)
  const log = count(/sync\(\d+<[^>]*-wal>/g)
  // A checkpoint syncs the log before it syncs the file, and the log's new beginning once more if it has come that far.
  const extra = Math.min(Math.max(log - COUNTED, checkpoints), 2 * checkpoints)
  return (log - extra) / COUNTED
}
