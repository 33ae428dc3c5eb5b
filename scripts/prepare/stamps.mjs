/** Whether the packages and the built web are those of these sources, so that a second start makes neither again. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Whole folders: a list of single files forgets one. `tests/prepare.test.ts` compares it with what the build reads. */
const WEB_SOURCES = [
  'src/web',
  'src/domain',
  'src/contract',
  'docs/guia.md',
  'scripts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

const buildStamp = (root) => join(root, 'dist', 'web.stamp')

/**
 * Compares npm's own record, which it writes when an install is complete, with the lock file. Without `dev`, the packages
 * of the tests may be absent; those that are there must be the right ones.
 */
export function installIsFresh(root, { dev }) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'))
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const same = (path) => installed[path]?.version === wanted[path]?.version
  const mayBeAbsent = (path) =>
    path === '' ||
    (!installed[path] && (wanted[path].optional || (!dev && (wanted[path].dev || wanted[path].devOptional))))
  return Object.keys(installed).every(same) && Object.keys(wanted).every((path) => mayBeAbsent(path) || same(path))
}

export function buildIsFresh(root) {
  const stamp = buildStamp(root)
  if (!existsSync(join(root, 'dist/web/index.html')) || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8') === hashOf(root)
}

export function forgetBuild(root) {
  rmSync(buildStamp(root), { force: true })
}

export function markBuilt(root) {
  mkdirSync(dirname(buildStamp(root)), { recursive: true })
  writeFileSync(buildStamp(root), hashOf(root))
}

/** The files whose change asks for a new build. Tests never reach the bundle. */
export function webSources(root) {
  return WEB_SOURCES.flatMap((entry) => filesUnder(join(root, entry))).filter((file) => !/\.test\.tsx?$/.test(file))
}

function hashOf(root) {
  const hash = createHash('sha256')
  for (const file of webSources(root)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesUnder(join(path, name)))
}
