import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { countOf } from '#domain/plural.ts'
import type { Outcome } from './steps.ts'
import type { Finished } from './run.ts'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly unsteady: readonly string[]
  readonly unmet?: readonly string[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

export function countVitest(report: VitestReport): Counts {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    // What it said at first stays in the report of a test that was tried again.
    unsteady: tests.flatMap(({ status, fullName, failureMessages }) =>
      status === 'passed' && failureMessages?.length ? [tell(fullName, failureMessages[0])] : [],
    ),
  }
}

export function countPlaywright({ stats, suites }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    unsteady: suites.flatMap(unsteadyOf),
    unmet: suites.flatMap(unmetOf),
  }
}

/** What this machine lacked for each test that was skipped. */
function unmetOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const here = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => tell(title, annotations.find(({ type }) => type === 'skip')?.description)),
  )
  return [...here, ...suites.flatMap(unmetOf)]
}

function unsteadyOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const here = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ status, results }) => (status === 'flaky' ? [tell(title, results[0]?.error?.message)] : [])),
  )
  return [...here, ...suites.flatMap(unsteadyOf)]
}

function tell(name: string, message = ''): string {
  return `${name}: ${stripVTControlCharacters(message).split('\n', 1)[0] ?? ''}`
}

/**
 * What a test runner did, from its own report. A run that found no test is a failure, and so is one that ended badly
 * with every test green: a file that does not load, a fault outside of any test.
 */
export function outcomeOf<R>(finished: Finished, reportFile: string, count: (report: R) => Counts): Outcome {
  if (!existsSync(reportFile)) return { ...NOTHING, failed: 1, output: finished.output, note: 'sin informe' }
  const counts = count(JSON.parse(readFileSync(reportFile, 'utf8')) as R)
  const ran = counts.passed + counts.failed
  const skipped = counts.skipped > 0 ? `, ${countOf(counts.skipped, 'omitida', 'omitidas')}` : ''
  const note = countOf(ran, 'prueba', 'pruebas') + skipped
  if (ran === 0) return { ...counts, failed: 1, output: finished.output, note: 'no corrió ninguna prueba' }
  if (!finished.ok && counts.failed === 0) return { ...counts, failed: 1, output: finished.output, note }
  return { ...counts, note, output: finished.output }
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, unsteady: [] }
