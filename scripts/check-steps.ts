import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { countVitest, outcomeOf } from './counts.ts'
import { root, runCommand } from './run.ts'
import type { Outcome, Step } from './steps.ts'

/** What a commit waits for; the rest of the tests takes minutes. */
export const QUICK = ['--project', 'unit', '--project', 'api']
/** The step that the browser tests and the size budgets need. */
export const BUILD = 'construcción'
/** Far more than any takes: what hangs is to be told from what is slow. */
const MINUTES = 40

/** Servers killed, databases crashed, long runs of chance, on the engine that is named. */
export function reliabilityOn(label: string, databaseUrl?: string): Promise<Outcome> {
  return runVitest(`${label}-reliability`, ['--project', 'reliability'], { databaseUrl })
}

/** Everything that can be said without a browser or a database server: the longest first, two at a time. */
export function checkSteps({ fix, tryAgain = false }: { fix: boolean; tryAgain?: boolean }): Step[] {
  return [
    tool(BUILD, 'node', ['scripts/prepare.mjs', 'build']),
    tool('tipos', 'tsc', ['-p', 'tsconfig.json']),
    tool('tipos del dominio', 'tsc', ['-p', 'tsconfig.domain.json']),
    tool('reglas de código', 'oxlint', fix ? ['--fix'] : []),
    tool('formato', 'oxfmt', fix ? [] : ['--check']),
    tool('código sin uso', 'knip', ['--no-progress', '--no-config-hints']),
    { ...tool('tamaños', 'size-limit', []), after: [BUILD] },
    { name: 'pruebas en SQLite', run: () => runVitest('sqlite', QUICK, { tryAgain }) },
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
  /** A test of the API that fails is tried once more, and named if it then holds. */
  readonly tryAgain?: boolean
}

/** One run of vitest. Which engine the API tests speak to is settled by TEST_DATABASE_URL alone: absent, SQLite. */
export async function runVitest(
  label: string,
  args: readonly string[],
  { databaseUrl, storageUrl, tryAgain = false }: VitestOptions = {},
): Promise<Outcome> {
  const report = join(root, 'node_modules', '.cache', 'reports', `vitest-${label}.json`)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = {
    TEST_DATABASE_URL: databaseUrl,
    TEST_STORAGE_URL: storageUrl,
    TEST_TRY_AGAIN: tryAgain ? '1' : undefined,
    NO_COLOR: '1',
  }
  const finished = await runCommand('vitest', ['run', ...reporters, ...args], { env, minutes: MINUTES })
  return outcomeOf(finished, report, countVitest)
}
