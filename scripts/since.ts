/** `npm test -- --since REF`: the parts of `npm test` that the paths changed since REF can break. Without it, all run. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './run.ts'

export type Lane = 'bench' | 'commands' | 'reliability' | 'postgres' | 's3' | 'browser' | 'engines'

const BEHIND: readonly Lane[] = ['bench', 'commands', 'reliability', 'postgres', 's3']
const ALL: readonly Lane[] = [...BEHIND, 'browser', 'engines']
/** `npm run check` runs in any case. Of a path the first row counts; a path without a row can break everything. */
const LANES: readonly (readonly [path: RegExp, lanes: readonly Lane[]])[] = [
  [/\.test\.tsx?$/, []],
  [/^docs\/guia\.md$|^src\/web\//, ['browser', 'engines']],
  [/\.md$/, []],
  [/^src\/server\//, [...BEHIND, 'browser']],
  [/^tests\/e2e\//, ['browser']],
  [/^tests\/motores\//, ['engines']],
  [/^bench\//, ['bench']],
  [/^demo\//, ['commands']],
]
/** The lanes of a test file that `npm run check` does not run, or runs on SQLite alone. */
const LANES_OF_TESTS: readonly (readonly [path: RegExp, lanes: readonly Lane[]])[] = [
  [/^tests\/(?:api|files)\//, ['postgres', 's3']],
  [/^tests\/reliability\//, ['reliability']],
  [/^tests\/commands\//, ['bench', 'commands']],
]
/** What several subjects of the server use. */
const SHARED = /^src\/server\/(?:[^/]+$|(?:db|files|http|live|page)\/)/

export interface Chosen {
  readonly lanes: ReadonlySet<Lane>
  /** The browser tests to run; null for all. */
  readonly specs: readonly string[] | null
}

/** Chooses by the changed paths. `texts` has each browser test by its path. A subject's tests are those that name it. */
export function choose(paths: readonly string[], texts: ReadonlyMap<string, string>): Chosen {
  const specs = paths.map((path) => specsOf(path, texts))
  const lanes = new Set(paths.flatMap(lanesOf))
  if (specs.includes(null)) return { lanes, specs: null }
  const named = [...new Set(specs.flatMap((some) => some ?? []))]
  if (named.length === 0) lanes.delete('browser')
  return { lanes, specs: named }
}

function lanesOf(path: string): readonly Lane[] {
  return [...LANES_OF_TESTS, ...LANES].find(([pattern]) => pattern.test(path))?.[1] ?? ALL
}

function specsOf(path: string, texts: ReadonlyMap<string, string>): string[] | null {
  if (!lanesOf(path).includes('browser')) return []
  if (path.endsWith('.spec.ts')) return texts.has(path) ? [path] : []
  const subject = /^src\/server\/([^/]+)\//.exec(path)?.[1]
  if (subject === undefined || SHARED.test(path)) return null
  const named = new RegExp(`\\b${subject}\\b`)
  return [...texts].flatMap(([spec, text]) => (named.test(spec) || named.test(text) ? [spec] : []))
}

/** What `--since REF` of the command line chooses, by the work tree of this copy; everything without it. */
export function chosenByArgs(args: readonly string[]): Chosen {
  const { values } = parseArgs({ args: [...args], options: { since: { type: 'string' } } })
  if (values.since === undefined) return { lanes: new Set(ALL), specs: null }
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = git('diff', '--name-only', '--no-renames', values.since, '--')
  const added = git('ls-files', '--others', '--exclude-standard')
  const specs = globSync('tests/e2e/*.spec.ts', { cwd: root })
  const texts = new Map(specs.map((spec) => [spec, readFileSync(join(root, spec), 'utf8')]))
  return choose(
    [...changed, ...added].filter((path) => path !== ''),
    texts,
  )
}
