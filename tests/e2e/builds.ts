import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))
const TEXT = /\.(?:html|js)$/
const BUILD = /(name="build" content=")[^"]+/

export interface Build extends Disposable {
  readonly folder: string
  /** The build that the page names in its `meta`. */
  readonly name: string
}

/**
 * Another build of the web app: a copy in which every script has another name, and so have the page and the service
 * worker. `number` orders such builds; all of them are newer than the real one.
 */
export function anotherBuild(number: number): Build {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-web-'))
  cpSync(BUILT, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  const scripts = new Set(readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js')))
  const nameOf = (script: string): string => script.replace(/\.js$/, `-otra${number}.js`)
  const name = `${9_000_000_000 + number}-otra${number}`
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(entry)) continue
    const file = join(folder, entry)
    const text = readFileSync(file, 'utf8')
      .replaceAll(/[\w.-]+\.js/g, (script) => (scripts.has(script) ? nameOf(script) : script))
      .replace(BUILD, `$1${name}`)
      .replace(/(?<="url":"\/","revision":")\w{12}/, `otra${number}`)
    writeFileSync(file, text)
  }
  for (const script of scripts) renameSync(join(folder, 'assets', script), join(folder, 'assets', nameOf(script)))
  return { folder, name, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** The same build as the real one, without a service worker. */
export function withoutWorker(number: number): Build {
  const build = anotherBuild(number)
  rmSync(join(build.folder, 'sw.js'))
  return build
}
