import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { pins } from './child.ts'
import { median } from './figures.ts'
import type { Judged } from './goal.ts'
import { OUT } from './place.ts'

export interface Machine {
  readonly node: string
  readonly kernel: string
  readonly cores: number
  readonly cpu: string
  readonly memoryGiB: number
  readonly pinned: boolean
  readonly commit: string
  readonly startedAt: string
  readonly loadBefore: readonly number[]
}

export function machine(): Machine {
  return {
    node: process.version,
    kernel: release(),
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? '',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    pinned: pins,
    commit: commit(),
    startedAt: new Date().toISOString(),
    loadBefore: loadavg(),
  }
}

/** Why the machine was busy before the bench began; null when it was not. */
export function busyBefore({ loadBefore: [load = 0], cores }: Machine): string | null {
  return load > cores / 2 ? `load ${load.toFixed(1)} on ${cores} cores before the start` : null
}

const COLUMNS = ['goal', 'baseline', 'product', 'ratio [worst]', 'limit', 'rounds', 'verdict'] as const

/** One table for people, one JSON file for comparing runs. Returns where that is. */
export function report(on: Machine, goals: readonly Judged[]): string {
  const rows = goals.map((goal) => [
    goal.name,
    figure(median(goal.baseline), goal.unit),
    figure(median(goal.subject), goal.unit),
    goal.verdict === 'SKIPPED' || Number.isNaN(goal.ratio) ? '' : `${goal.ratio.toFixed(2)} [${goal.worst.toFixed(2)}]`,
    goal.limit === null ? '' : `${goal.limit}`,
    `${goal.baseline.length}`,
    goal.verdict,
  ])
  const widths = COLUMNS.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  const because = (goal: Judged) => [goal.cause, goal.notes ?? ''].filter((text) => text !== '').join('; ')
  const lines = rows.map((row, index) => {
    const goal = goals[index]
    return `${line(row)}  ${goal ? because(goal) : ''}`.trimEnd()
  })
  console.log(`\n${line(COLUMNS)}  notes\n${lines.join('\n')}`)

  mkdirSync(OUT, { recursive: true })
  const file = join(OUT, `${on.startedAt.replaceAll(/[:.]/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ machine: { ...on, loadAfter: loadavg() }, goals }, null, 2)}\n`)
  return file
}

function figure(value: number, unit: string): string {
  if (Number.isNaN(value)) return ''
  const text = value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
  return unit === '' ? text : `${text} ${unit}`
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    // A copy without its history: the figures stand without a name.
    return ''
  }
}
