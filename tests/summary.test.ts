import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { QUICK, runVitest } from '../scripts/check-steps.ts'
import { root } from '../scripts/run.ts'
import { runSteps, skippedLines, type Step } from '../scripts/steps.ts'
import { countPlaywright, countTagged, countVitest, lineOf, outcomeOf } from '../scripts/summary.ts'

const FINE = { ok: true, output: 'all it said' }
const BAD = { ok: false, output: 'all it said' }

const report = (content: unknown): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'salsa-informe-')), 'informe.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const linesUnder = (outcome: ReturnType<typeof outcomeOf>): string[] =>
  lineOf({ ...outcome, name: 'tests', seconds: 9 })
    .split('\n')
    .slice(1)

/** A report of vitest. A retried test has both its failure and its success. */
const vitest = (...results: readonly (readonly [name: string, status: string, said?: string])[]) => {
  const count = (wanted: string): number => results.filter(([, status]) => status === wanted).length
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('skipped'),
    numTodoTests: 0,
    testResults: results.map(([fullName, status, said]) => ({
      assertionResults: [{ fullName, status, failureMessages: said === undefined ? [] : [said] }],
    })),
  }
}

const PASSED = { status: 'expected', annotations: [], results: [{}] }
const FLAKY = {
  status: 'flaky',
  annotations: [],
  results: [
    {
      error: {
        message: '\u001B[31mNo llegó.\u001B[39m\n    at x.spec.ts',
        location: { file: '/copia/tests/e2e/x.spec.ts', line: 12 },
      },
    },
    {},
  ],
}
const FAILED = { status: 'unexpected', annotations: [], results: [{ error: { message: 'No.' } }] }
const WHY = 'No se encontró pdftotext.'
const SKIPPED = { status: 'skipped', annotations: [{ type: 'skip', description: WHY }], results: [{}] }

/** A report of playwright, with the last test inside another suite. */
const playwright = (
  ...tests: readonly (readonly [title: string, test: typeof PASSED | typeof FLAKY | typeof SKIPPED])[]
) => {
  const count = (wanted: string): number => tests.filter(([, { status }]) => status === wanted).length
  const specs = tests.map(([title, one]) => ({ title, tests: [one] }))
  return {
    suites: [{ specs: specs.slice(0, -1), suites: [{ suites: [{ specs: specs.slice(-1) }] }] }],
    stats: {
      expected: count('expected'),
      unexpected: count('unexpected'),
      flaky: count('flaky'),
      skipped: count('skipped'),
    },
  }
}

test('a step that this machine cannot run is named before the first step with the reason, and is skipped', async () => {
  const run = vi.fn<Step['run']>().mockResolvedValue({ passed: 1, failed: 0, skipped: 0 })
  const steps = [
    { name: 'pruebas en PostgreSQL', missing: 'No se encontró PostgreSQL.', run },
    { name: 'pruebas en SQLite', missing: null, run },
  ]
  expect(skippedLines(steps)).toEqual(['OMITIDA  pruebas en PostgreSQL: No se encontró PostgreSQL.'])
  expect(await runSteps(steps, 1)).toMatchObject([
    { name: 'pruebas en PostgreSQL', passed: 0, skipped: 1, note: 'No se encontró PostgreSQL.' },
    { name: 'pruebas en SQLite', passed: 1, skipped: 0 },
  ])
  expect(run).toHaveBeenCalledOnce()
})

test('the summary names a browser test that could not run, with what the machine lacks', () => {
  const file = report(playwright(['entra', PASSED], ['imprime', SKIPPED]))
  const outcome = outcomeOf(FINE, file, countPlaywright)
  expect(outcome).toMatchObject({ passed: 1, failed: 0, skipped: 1, note: '1 prueba, 1 omitida' })
  expect(linesUnder(outcome)).toEqual([`    OMITIDA    imprime: ${WHY}`])
})

test('a run of the tests with a tag counts the skipped tests with the tag, and no others', () => {
  const tests = [
    { fullName: 'guarda', status: 'passed', tags: ['s3'] },
    { fullName: 'borra', status: 'skipped', tags: ['s3'] },
    { fullName: 'entra', status: 'skipped', tags: [] },
  ]
  const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0 }
  const file = report({ ...counts, testResults: [{ assertionResults: tests }] })
  expect(outcomeOf(FINE, file, countTagged('s3'))).toMatchObject({ passed: 1, skipped: 1, note: '1 prueba, 1 omitida' })
})

test('a test that passed at the second try counts as passed, and is listed with the first line of its failure', () => {
  const said = '\u001B[31mError: expected 1 to be 2\u001B[39m\n    at x.test.ts'
  const api = outcomeOf(FINE, report(vitest(['entra', 'passed'], ['sale', 'passed', said])), countVitest)
  expect(api).toMatchObject({ passed: 2, failed: 0, note: '2 pruebas' })
  expect(linesUnder(api)).toEqual(['    INESTABLE  sale: Error: expected 1 to be 2'])

  const browser = outcomeOf(FINE, report(playwright(['entra', PASSED], ['sale', FLAKY])), countPlaywright)
  expect(browser).toMatchObject({ passed: 2, failed: 0, note: '2 pruebas' })
  expect(linesUnder(browser)).toEqual(['    INESTABLE  sale: No llegó. (x.spec.ts:12)'])
})

test('a failed test counts as a failure, is shown with its whole output, and is not listed as unsteady', () => {
  const api = outcomeOf(BAD, report(vitest(['entra', 'passed'], ['sale', 'failed', 'Error: no'])), countVitest)
  expect(api).toMatchObject({ passed: 1, failed: 1, unsteady: [] })
  expect(linesUnder(api)).toEqual(['    all it said'])

  const browser = outcomeOf(BAD, report(playwright(['entra', PASSED], ['sale', FAILED])), countPlaywright)
  expect(browser).toMatchObject({ passed: 1, failed: 1, unsteady: [] })
})

test('a run without a test, without a report or that ended badly with every test green is a failure', () => {
  expect(outcomeOf(FINE, report(vitest()), countVitest)).toMatchObject({ failed: 1, note: 'no corrió ninguna prueba' })
  const skipped = report(vitest(['entra', 'skipped']))
  expect(outcomeOf(FINE, skipped, countVitest)).toMatchObject({ failed: 1, note: 'no corrió ninguna prueba' })
  expect(outcomeOf(FINE, '/no/hay.json', countVitest)).toMatchObject({ failed: 1, note: 'sin informe' })
  expect(outcomeOf(BAD, report(vitest(['entra', 'passed'])), countVitest)).toMatchObject({ passed: 1, failed: 1 })
})

test('only a test of the API is retried, and only when the run asks for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-pruebas-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [place, name] of [
    ['src', 'una regla'],
    ['tests', 'una prueba del API'],
  ] as const) {
    mkdirSync(join(folder, place))
    const failsFirst = `
      import { expect, test, vi } from 'vitest'
      let turn = 0
      test('${name}', () => expect(++turn).toBe(2))`
    writeFileSync(join(folder, place, 'una.test.ts'), failsFirst)
  }
  const run = (tryAgain: boolean) =>
    runVitest('resumen', [...QUICK, '--root', folder, '--config', join(root, 'vitest.config.ts')], { tryAgain })

  const unsteady = [expect.stringContaining('una prueba del API: AssertionError: expected 1 to be 2')]
  expect(await run(true)).toMatchObject({ passed: 1, failed: 1, unsteady })
  expect(await run(false)).toMatchObject({ passed: 0, failed: 2, unsteady: [] })
})
