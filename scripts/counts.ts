import { existsSync, readFileSync } from 'node:fs'
import type { Outcome } from './steps.ts'
import type { Finished } from './run.ts'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

export function countVitest(report: VitestReport): Counts {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function countPlaywright({ stats }: PlaywrightReport): Counts {
  // A test that needed a second try is a test that failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * What a test runner did, from its own report. A run that found no test is a failure, and so is one that ended badly
 * with every test green: a file that does not load, a fault outside of any test.
 */
export function outcomeOf<R>(finished: Finished, reportFile: string, count: (report: R) => Counts): Outcome {
  if (!existsSync(reportFile)) return { ...NOTHING, failed: 1, output: finished.output, note: 'sin informe' }
  const counts = count(JSON.parse(readFileSync(reportFile, 'utf8')) as R)
  const ran = counts.passed + counts.failed
  const note = `${String(ran)} pruebas${counts.skipped > 0 ? `, ${String(counts.skipped)} saltadas` : ''}`
  if (ran === 0) return { ...counts, failed: 1, output: finished.output, note: 'no corrió ninguna prueba' }
  if (!finished.ok && counts.failed === 0) return { ...counts, failed: 1, output: finished.output, note }
  return { ...counts, note, output: finished.output }
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 }
