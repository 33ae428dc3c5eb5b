/**
 * What has to stand before anything else can run: the pinned packages, and for `start` the built web.
 * Plain JavaScript for any Node >= 18, since the pinned Node is itself one of the packages.
 *
 * Modes: `start` and `cli` install what serves the product and builds its screens; the others (`test`, `check`, `dev`,
 * `bench`, `build`) also what develops and tests it. `start`, `bench` and `build` build; in the others the build is a step
 * of its own or not needed.
 */
import { spawn, execSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installIsFresh, markBuilt, forgetBuild, buildIsFresh } from './prepare/stamps.mjs'
import { withLock } from './prepare/lock.mjs'

const NODE_NEEDED = [24, 5]
/** An older one leaves out packages that say they need a newer one, and the build fails without a reason that helps. */
const NODE_TO_INSTALL = [20, 19]
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const nodePackage = `node-${process.platform}-${process.arch}`
const mode = process.argv[2] ?? 'start'
const builds = ['start', 'bench', 'build'].includes(mode)
const dev = !['start', 'cli'].includes(mode)

/** Said in one sentence, without a stack: the person can act on it. */
class Stop extends Error {}

/** Node ends when its child has ended, so that Ctrl-C never leaves half a job running behind. */
function run(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const forward = (signal) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      if (code === 0) resolve()
      else reject(new Stop(signal ? 'Interrumpido.' : `terminó con el código ${String(code)}.`))
    })
  })
}

/**
 * The npm and the Node that started us, not the pinned Node of an older install: `npm ci` is about to delete that one.
 */
async function install() {
  if (!isAtLeast(process.version, NODE_TO_INSTALL)) {
    throw new Stop(
      `Para instalar se necesita Node ${NODE_TO_INSTALL.join('.')} o posterior y aquí hay ${process.version}. Instálalo y vuelve a intentarlo.`,
    )
  }
  console.log('Instalando las dependencias (package-lock.json)…')
  const npm = process.env['npm_execpath']
  const node = process.env['npm_node_execpath'] ?? process.execPath
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== bin)
  const args = [
    'ci',
    dev ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const env = { ...process.env, PATH: path.join(delimiter) }
  try {
    await (npm?.endsWith('.js') ? run(node, [npm, ...args], env) : run('npm', args, env))
  } catch (error) {
    throw new Stop(`No se pudieron instalar las dependencias: npm ci ${error.message}`)
  }
  // Headers of Node, a third of its size, for building native packages: nothing here is built.
  rmSync(join(root, 'node_modules', nodePackage, 'include'), { recursive: true, force: true })
}

async function build() {
  console.log('Construyendo las pantallas…')
  forgetBuild(root)
  const env = { ...process.env, PATH: bin + delimiter + process.env['PATH'], NODE_ENV: 'production' }
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    // Warnings of plugins are for whoever develops, not for an organiser who starts the event.
    await run(pinnedNode(), [vite, 'build', '--logLevel', mode === 'start' ? 'error' : 'warn'], env)
  } catch (error) {
    throw new Stop(`No se pudieron construir las pantallas: vite ${error.message}`)
  }
  markBuilt(root)
}

function pinnedNode() {
  const pinned = join(bin, 'node')
  return existsSync(pinned) ? pinned : 'node'
}

/**
 * npm 10 sorts out the Node packages of other systems after it has linked ours, and takes the link of the same name
 * with them.
 */
function linkPinnedNode() {
  const ours = join('..', nodePackage, 'bin', 'node')
  if (!existsSync(join(bin, 'node')) && existsSync(join(bin, ours))) symlinkSync(ours, join(bin, 'node'))
}

/** Asks the Node that npm's scripts will find, which is the pinned one wherever its package exists. */
function requireNode() {
  let version
  try {
    version = execSync('node --version', {
      encoding: 'utf8',
      env: { ...process.env, PATH: bin + delimiter + process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    throw new Stop('El Node instalado con las dependencias no arranca en esta máquina. Instala Node 24.5 o posterior.')
  }
  if (isAtLeast(version, NODE_NEEDED)) return
  throw new Stop(
    `Se necesita Node ${NODE_NEEDED.join('.')} o posterior y aquí hay ${version}: ` +
      'para este sistema no hay un Node incluido en las dependencias. Instálalo y vuelve a intentarlo.',
  )
}

function isAtLeast(version, [least, leastMinor]) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > least || (major === least && minor >= leastMinor)
}

async function prepare() {
  const isReady = () =>
    installIsFresh(root, { dev }) && existsSync(join(bin, 'node')) && (!builds || buildIsFresh(root))
  if (isReady()) return
  await withLock(join(root, 'dist'), async () => {
    if (!installIsFresh(root, { dev })) await install()
    linkPinnedNode()
    requireNode()
    if (builds && !buildIsFresh(root)) await build()
  })
}

try {
  await prepare()
  requireNode()
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exitCode = 1
}
