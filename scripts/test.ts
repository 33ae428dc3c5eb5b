/** `npm test`: all tests, or with `--since REF` those that the changed paths can break. A step that cannot run on this machine is skipped: the first lines and the summary say why. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ENGINES, missingFor, type Engine } from '../tests/motores/driver.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { findNginx } from '../tests/support/nginx.ts'
import { findPostgres, startPostgres, type PostgresOptions } from '../tests/support/postgres.ts'
import { missingForS3, startS3 } from '../tests/support/s3.ts'
import { prepareStatements } from '../tests/support/statements.ts'
import { BUILD, checkSteps, QUICK_STEP, reliabilityOn, runVitest } from './check-steps.ts'
import { filesOnS3 } from './engines.ts'
import { endWithChildren, root, runCommand } from './run.ts'
import { chosenByArgs, type Lane } from './since.ts'
import { runSteps, skippedBecause, skippedLines, type Step } from './steps.ts'
import { countPlaywright, outcomeOf, summarise, type Outcome } from './summary.ts'

const INSTALL =
  'apt-get install -y chromium webkit2gtk-driver firefox-esr xvfb poppler-utils unzip postgresql nginx-light swift-proxy swift-account swift-container swift-object memcached'

const { lanes, specs } = chosenByArgs(process.argv.slice(2))
const [postgres, chromium] = [findPostgres(), findChromium()]
/** What this machine lacks, as a sentence; null when it lacks nothing. */
const missing = {
  postgres: postgres.kind === 'none' ? postgres.reason : null,
  s3: missingForS3(),
  chromium: chromium.path === undefined ? chromium.reason : null,
  nginx: findNginx() === undefined ? 'No se encontró nginx.' : null,
}
const missingProgram = (name: string): string | null =>
  spawnSync(name, ['-v']).error === undefined ? null : `No se encontró ${name}.`
const missingForFiles = missing.postgres ?? missing.s3

async function onPostgres(
  run: (databaseUrl: string) => Promise<Outcome>,
  options: PostgresOptions = {},
): Promise<Outcome> {
  await using server = await startPostgres(options)
  return await run(server.url)
}

const testOnPostgres = (databaseUrl: string): Promise<Outcome> =>
  runVitest('postgres', ['--project', 'api'], { databaseUrl, tryAgain: true })

/** Starts PostgreSQL and an S3 server for one run, as several instances use them. */
function onS3(run: (urls: Urls) => Promise<Outcome>): Promise<Outcome> {
  return onPostgres(
    async (databaseUrl) => {
      await using store = await startS3()
      return await run({ databaseUrl, storageUrl: store.url })
    },
    { fsync: false },
  )
}

interface Urls {
  readonly databaseUrl: string
  readonly storageUrl: string
}

const testOnS3 = (urls: Urls): Promise<Outcome> =>
  runVitest('s3', ['--project', 'api', ...filesOnS3()], { ...urls, tryAgain: true })

/** Runs the browser tests: without `urls` those on SQLite, else those on PostgreSQL and S3. */
function testInBrowser(urls?: Urls): Promise<Outcome> {
  const env = { TEST_DATABASE_URL: urls?.databaseUrl, TEST_STORAGE_URL: urls?.storageUrl }
  return runPlaywright(urls ? 's3' : 'sqlite', urls ? [] : (specs ?? []), env)
}

/** The main flows in one more engine. */
const testInEngine = (engine: Engine): Promise<Outcome> =>
  runPlaywright(engine, [`--config=tests/motores/playwright.config.ts`, `--project=${engine}`], { MOTOR: engine })

async function runPlaywright(
  label: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Outcome> {
  const report = join(root, 'test-results', label, 'playwright.json')
  rmSync(report, { force: true })
  const finished = await runCommand('playwright', ['test', '--retries=1', ...args], { env, minutes: 60 })
  return outcomeOf(finished, report, countPlaywright)
}

endWithChildren()
/** The temporary folder of all steps. Each step removes what it makes there. */
const temp = mkdtempSync(join(tmpdir(), 'salsa-npm-test-'))
// PostgreSQL runs as another user when the tests run as root, with its data in a folder inside.
chmodSync(temp, 0o711)
process.env['TMPDIR'] = temp
// Vitest and Playwright keep compiled modules between runs: not among what the tests leave behind.
process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/node-compile')
process.env['PLAYWRIGHT_TRANSFORM_CACHE_DIR'] = join(root, 'node_modules/.cache/playwright')
process.on('exit', () => rmSync(temp, { recursive: true, force: true }))

const statements = missing.postgres === null ? join(root, 'node_modules/.cache/reports/sentencias.jsonl') : undefined
if (statements) rmSync(statements, { force: true })

/** The files that a step left. A browser may write to its profile for a moment after it was closed: those are its own. */
function checkTemp(): Promise<Outcome> {
  const left = readdirSync(temp, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(temp, join(parentPath, name)))
    .filter((path) => !path.split('/').some((part) => part.startsWith('playwright')))
  return Promise.resolve({
    passed: left.length === 0 ? 1 : 0,
    failed: left.length,
    skipped: 0,
    output: left.slice(0, 50).join('\n'),
  })
}

const testCommands = (name: 'bench' | 'readme' | 'rehearse'): Promise<Outcome> =>
  runVitest(name, ['--project', 'commands', `tests/commands/${name}`])

/** A step without a lane runs in any case. */
interface LaneStep extends Step {
  readonly lane?: Lane
}

const chosen = (some: readonly LaneStep[]): readonly Step[] => some.filter(({ lane }) => !lane || lanes.has(lane))

const steps = chosen([
  // The bench mostly waits.
  { name: 'npm run bench', lane: 'bench', run: () => testCommands('bench') },
  ...checkSteps({ fix: false, tryAgain: true, statements }),
  // The longest steps first, so that none of them is left alone at the end.
  {
    // The tests that crash PostgreSQL start one of their own, with fsync.
    name: 'fiabilidad en PostgreSQL',
    lane: 'reliability',
    missing: missing.postgres,
    run: () => onPostgres((url) => reliabilityOn('postgres', url), { fsync: false }),
  },
  { name: 'fiabilidad en SQLite', lane: 'reliability', run: () => reliabilityOn('sqlite') },
  {
    name: 'navegador con S3',
    lane: 's3',
    missing: missing.chromium ?? missingForFiles,
    run: () => onS3(testInBrowser),
    after: [BUILD],
  },
  {
    name: 'pruebas en PostgreSQL',
    lane: 'postgres',
    missing: missing.postgres,
    run: () => onPostgres(testOnPostgres, { fsync: false }),
  },
  {
    name: 'sentencias en PostgreSQL',
    lane: 'postgres',
    missing: missing.postgres,
    run: () => prepareStatements(statements ?? ''),
    after: [QUICK_STEP],
  },
  { name: 'pruebas en S3', lane: 's3', missing: missingForFiles, run: () => onS3(testOnS3) },
  { name: 'comandos de README', lane: 'commands', run: () => testCommands('readme'), after: [BUILD] },
  { name: 'npm run rehearse', lane: 'commands', run: () => testCommands('rehearse'), after: [BUILD] },
])
let isBuilt = false
const browser = chosen([
  {
    name: 'pruebas en el navegador',
    lane: 'browser',
    missing: missing.chromium,
    run: async () => (isBuilt ? testInBrowser() : skippedBecause(`${BUILD} falló`)),
  },
])

/** Beside each other, each with one browser. */
const engines = chosen(
  ENGINES.map((engine) => ({
    name: `navegador ${engine}`,
    lane: 'engines',
    missing: missingFor(engine),
    run: async () => (isBuilt ? testInEngine(engine) : skippedBecause(`${BUILD} falló`)),
  })),
)

const skipped = skippedLines([
  ...steps,
  ...browser,
  ...engines,
  // Single tests of other steps.
  { name: 'pruebas con nginx', missing: missing.nginx },
  { name: 'lectura de un PDF', missing: missingProgram('pdftotext') },
  { name: 'archivo ZIP con otro programa', missing: missingProgram('unzip') },
])
if (skipped.length > 0) console.log([...skipped, `Para incluirlas: ${INSTALL}`, ''].join('\n'))
const parallel = await runSteps(steps, 3)
isBuilt = parallel.some(({ name, failed }) => name === BUILD && failed === 0)
// The browser tests use both cores and have limits of time, so they run alone.
const inBrowsers = [...(await runSteps(browser, 1)), ...(await runSteps(engines, ENGINES.length))]
const alone = await runSteps([{ name: 'carpetas temporales', run: checkTemp }], 1)
const results = [...parallel, ...inBrowsers, ...alone]
summarise(results)
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
