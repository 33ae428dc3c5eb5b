import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, runCommand } from './run.ts'
import type { Step } from './steps.ts'
import { countTagged, countVitest, outcomeOf, type Outcome } from './summary.ts'

/** The tests of `npm run check`; the others take minutes. */
export const QUICK = ['--project', 'unit', '--project', 'api']
/** The name of the step that the browser tests and the size budgets need. */
export const BUILD = 'construcción'
/** The name of the step that records the statements. */
export const QUICK_STEP = 'pruebas en SQLite'
/** The timeout of one run of vitest, many times what it takes: only a run that hangs reaches it. */
const MINUTES = 40

/** Runs the reliability tests: on PostgreSQL when `databaseUrl` is given, else on SQLite. */
export function reliabilityOn(label: string, databaseUrl?: string): Promise<Outcome> {
  return runVitest(`${label}-reliability`, ['--project', 'reliability'], { databaseUrl })
}

interface CheckOptions extends Pick<VitestOptions, 'tryAgain' | 'statements'> {
  readonly fix: boolean
}

/** The steps that need neither a browser nor a database server. `fix` formats and repairs. */
export function checkSteps({ fix, tryAgain = false, statements }: CheckOptions): Step[] {
  return [
    tool(BUILD, 'node', ['scripts/prepare.mjs', 'build']),
    tool('tipos', 'tsc', ['-p', 'tsconfig.json']),
    tool('tipos del dominio', 'tsc', ['-p', 'tsconfig.domain.json']),
    tool('tipos del trabajador sin red', 'tsc', ['-p', 'src/web/worker']),
    tool('reglas de código', 'oxlint', fix ? ['--fix'] : []),
    tool('formato', 'oxfmt', fix ? [] : ['--check']),
    tool('código sin uso', 'knip', ['--no-progress', '--no-config-hints']),
    { ...tool('tamaños', 'size-limit', []), after: [BUILD] },
    { ...tool('versiones', 'node', ['scripts/versions.ts']), after: [BUILD] },
    { name: QUICK_STEP, run: () => runVitest('sqlite', QUICK, { tryAgain, statements }) },
  ]
}

function tool(name: string, command: string, args: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const { ok, output } = await runCommand(command, args)
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output }
    },
  }
}

export interface VitestOptions {
  readonly databaseUrl?: string | undefined
  readonly storageUrl?: string
  /** The file that gets the text of each statement that SQLite prepares. */
  readonly statements?: string | undefined
  /** Retries a failed API test once. A test that then passes is reported as unsteady. */
  readonly tryAgain?: boolean
}

/** Runs vitest once. The API tests use PostgreSQL when `databaseUrl` is given, else SQLite. */
export async function runVitest(
  label: string,
  args: readonly string[],
  { databaseUrl, storageUrl, statements, tryAgain = false }: VitestOptions = {},
): Promise<Outcome> {
  const report = join(root, 'node_modules', '.cache', 'reports', `vitest-${label}.json`)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = {
    TEST_DATABASE_URL: databaseUrl,
    TEST_STORAGE_URL: storageUrl,
    TEST_STATEMENTS: statements,
    TEST_TRY_AGAIN: tryAgain ? '1' : undefined,
    NO_COLOR: '1',
  }
  const finished = await runCommand('vitest', ['run', ...reporters, ...args], { env, minutes: MINUTES })
  return outcomeOf(finished, report, storageUrl ? countTagged('s3') : countVitest)
}
