/** What was installed and built last, so that a second start does neither. A stamp is written only after success. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const WEB_SOURCES = [
  'src/web',
  'src/domain',
  'src/contract',
  'scripts/chunks.ts',
  'scripts/page.ts',
  'scripts/worker.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** Inside what it speaks of: `npm ci` and a deleted `node_modules` take the stamp with them. */
const installStamp = (root) => join(root, 'node_modules', '.cache', 'installed')
const buildStamp = (root) => join(root, 'dist', 'web.stamp')

export function installIsFresh(root) {
  const wanted = hashOf(root, ['package-lock.json'])
  if (readStamp(installStamp(root)) === wanted) return true
  if (!wasInstalledByHand(root)) return false
  markInstalled(root)
  return true
}

export function markInstalled(root) {
  writeStamp(installStamp(root), hashOf(root, ['package-lock.json']))
}

export function buildIsFresh(root) {
  return existsSync(join(root, 'dist/web/index.html')) && readStamp(buildStamp(root)) === hashOf(root, WEB_SOURCES)
}

export function forgetBuild(root) {
  rmSync(buildStamp(root), { force: true })
}

export function markBuilt(root) {
  writeStamp(buildStamp(root), hashOf(root, WEB_SOURCES))
}

/** npm's own record, written when an install is complete: somebody who ran `npm ci` need not wait for a second one. */
function wasInstalledByHand(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'))
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const same = (path) => installed[path]?.version === wanted[path]?.version
  const mayBeAbsent = (path) => path === '' || (wanted[path].optional && !installed[path])
  return Object.keys(installed).every(same) && Object.keys(wanted).every((path) => mayBeAbsent(path) || same(path))
}

function hashOf(root, entries) {
  const hash = createHash('sha256')
  for (const file of entries.flatMap((entry) => filesUnder(join(root, entry)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Tests never reach the bundle, so they ask for no new one. */
function filesUnder(path) {
  if (!existsSync(path)) return []
  const entries = readEntries(path)
  if (!entries) return [path]
  return entries
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}

function readEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function writeStamp(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
