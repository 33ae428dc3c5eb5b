/** The summary of `npm test` and `npm run check`: what each step counted, read from the reports of the test runners. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { formatCount } from '#domain/plural.ts'
import type { Finished } from './run.ts'

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that passed only at the second try, each with the first line of its first failure. */
  readonly unsteady?: readonly string[]
  /** Skipped browser tests, each with what this machine lacks. */
  readonly unmet?: readonly string[]
  /** Shown beside the step: why the step was skipped, or how many tests ran. */
  readonly note?: string
  /** Shown when the step failed. */
  readonly output?: string
}

export interface Result extends Outcome {
  readonly name: string
  readonly seconds: number
}

type Counts = Omit<Outcome, 'note' | 'output'>

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
      readonly tags?: readonly string[]
    }[]
  }[]
}

interface PlaywrightFailure {
  readonly message?: string
  readonly location?: { readonly file: string; readonly line: number }
}

interface PlaywrightTest {
  readonly status: string
  readonly annotations: readonly { readonly type: string; readonly description?: string }[]
  readonly results: readonly { readonly error?: PlaywrightFailure }[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[]
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
    // The report keeps the first failure of a test that passed when it was retried.
    unsteady: tests.flatMap(({ status, fullName, failureMessages }) =>
      status === 'passed' && failureMessages?.length ? [lineFor(fullName, failureMessages[0])] : [],
    ),
  }
}

/** Counts a run of the tests with a tag. The report lists the tests without it as skipped: they are no part of the run. */
export function countTagged(tag: string): (report: VitestReport) => Counts {
  return (report) => {
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const skipped = tests.filter(({ status, tags }) => tags?.includes(tag) && !['passed', 'failed'].includes(status))
    return { ...countVitest(report), skipped: skipped.length }
  }
}

export function countPlaywright({ stats, suites }: PlaywrightReport): Counts {
  const tests = suites.flatMap(testsOf)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    unsteady: tests
      .filter(({ status }) => status === 'flaky')
      .map(({ title, results }) => `${lineFor(title, results[0]?.error?.message)}${placeOf(results[0]?.error)}`),
    unmet: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ title, annotations }) => lineFor(title, annotations.find(({ type }) => type === 'skip')?.description)),
  }
}

function testsOf({ suites = [], specs = [] }: PlaywrightSuite): (PlaywrightTest & { readonly title: string })[] {
  const own = specs.flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })))
  return [...own, ...suites.flatMap(testsOf)]
}

/** Where a failure was thrown: the first line of its message is the same for many expectations. */
function placeOf({ location }: PlaywrightFailure = {}): string {
  return location ? ` (${basename(location.file)}:${location.line})` : ''
}

function lineFor(name: string, message = ''): string {
  return `${name}: ${stripVTControlCharacters(message).split('\n', 1)[0] ?? ''}`
}

/**
 * Reads the report of a test runner. Counts a failure when there is no report, when no test ran, and when the runner ended
 * with an error although every test passed: a file that does not load, an error outside of a test.
 */
export function outcomeOf<R>(finished: Finished, reportFile: string, count: (report: R) => Counts): Outcome {
  if (!existsSync(reportFile)) return { ...NOTHING, failed: 1, output: finished.output, note: 'sin informe' }
  const counts = count(JSON.parse(readFileSync(reportFile, 'utf8')) as R)
  const ran = counts.passed + counts.failed
  const skipped = counts.skipped > 0 ? `, ${formatCount(counts.skipped, 'omitida', 'omitidas')}` : ''
  const note = formatCount(ran, 'prueba', 'pruebas') + skipped
  if (ran === 0) return { ...counts, failed: 1, output: finished.output, note: 'no corrió ninguna prueba' }
  if (!finished.ok && counts.failed === 0) return { ...counts, failed: 1, output: finished.output, note }
  return { ...counts, note, output: finished.output }
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, unsteady: [] }

function statusOf(result: Outcome): 'pasó' | 'falló' | 'OMITIDA' {
  if (result.failed > 0) return 'falló'
  return result.passed > 0 ? 'pasó' : 'OMITIDA'
}

/** One step of the summary, with the tests to look at, and what a failed step printed. */
export function lineOf(result: Result): string {
  const status = statusOf(result)
  const columns = [status.padEnd(8), result.name.padEnd(26), `${result.seconds.toFixed(1)} s`.padStart(8)]
  const line = [...columns, result.note].filter(Boolean).join('  ')
  const unsteady = (result.unsteady ?? []).map((test) => `\n    INESTABLE  ${test}`)
  const unmet = (result.unmet ?? []).map((test) => `\n    OMITIDA    ${test}`)
  const lines = [line, ...unsteady, ...unmet].join('')
  return status === 'falló' ? `${lines}\n${indent(result.output ?? '')}` : lines
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}

/** Prints all steps again, without their output, and the totals. */
export function summarise(results: readonly Result[]): void {
  const sum = (key: 'passed' | 'failed' | 'skipped'): string =>
    String(results.reduce((total, result) => total + result[key], 0))
  console.log(`\nResumen\n`)
  for (const result of results) console.log(lineOf({ ...result, output: '' }).trimEnd())
  const unsteady = results.flatMap((result) => result.unsteady ?? []).length
  if (unsteady > 0) console.log(`\nDe las que pasaron, ${String(unsteady)} solo a la segunda (INESTABLE).`)
  // In English: the form that CI servers count.
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
}
