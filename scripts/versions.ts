/** Refuses built files that use what a promised version of a browser lacks. The build lowers syntax, but adds no functions. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { PROMISED } from './promised.ts'
import { root } from './run.ts'

/** Uses that do no harm, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  '.drop()': 'A method of our drafts.',
  '.toHex()': 'A method of a colour in jspdf.',
  '.when()': 'A method of zod.',
  ':open': 'One of a list in `:is`, which drops it alone.',
  ':popover-open': 'One of a list in `:is`, which drops it alone.',
  '@page': 'The margins of the paper: without them those of the browser.',
  'Error.captureStackTrace': 'zod asks whether the browser has it.',
  'Uint8Array.fromBase64': 'js-base64 asks whether the browser has it.',
}

interface Use {
  readonly name: string
  /** The features of the web with this name: of one of them the code speaks. */
  readonly features: readonly Identifier[]
}

const { builtins } = bcd.javascript
/** The interfaces of pages whose members are looked for by name. Those of others are called as our own methods are: `run`. */
const OF_PAGES =
  /^(?:HTML\w*Element|Element|Document|Node|Window|EventTarget|Blob|CanvasRenderingContext2D|Response|Request|URL\w*|FormData)$/
/** By the name of a member, the features that have it: `toSorted`, those of arrays and of typed arrays. */
const members = new Map<string, Identifier[]>()
const owners: readonly Record<string, Identifier>[] = [
  ...Object.values<Record<string, Identifier>>(builtins ?? {}),
  ...Object.keys(bcd.api).flatMap((name) => (OF_PAGES.test(name) ? (bcd.api[name] ?? []) : [])),
]
for (const owner of owners) {
  for (const [key, feature] of Object.entries(owner)) {
    const name = key.replace('_static', '')
    if (name !== '__compat') members.set(name, [...(members.get(name) ?? []), feature])
  }
}

/** The calls of members, and the globals with their functions, in minified code. */
function* usesIn(code: string): Generator<Use> {
  for (const [, owner = '', member = ''] of code.matchAll(/(?<![\w$.])([A-Z]\w+)\.(\w+)/g)) {
    const feature = builtins?.[owner]?.[member] ?? bcd.api[owner]?.[`${member}_static`]
    if (feature) yield { name: `${owner}.${member}`, features: [feature] }
  }
  for (const [, owner = ''] of code.matchAll(/(?<![\w$.])new ([A-Z]\w+)/g)) {
    const feature = builtins?.[owner] ?? bcd.api[owner]
    if (feature) yield { name: owner, features: [feature] }
  }
  for (const [, member = ''] of code.matchAll(/(?<![A-Z]\w*)\.(\w+)\(/g)) {
    yield { name: `.${member}()`, features: members.get(member) ?? [] }
  }
}

/** The selectors and at-rules: a browser that does not know one drops the whole rule. */
function* rulesIn(css: string): Generator<Use> {
  for (const [name, word = ''] of css.matchAll(/(?<=[\w\])*},{;(>+~ ]|^)::?([a-z][a-z-]+)(?=[^;{}]*\{)/g)) {
    const feature = bcd.css.selectors?.[word]
    if (feature) yield { name, features: [feature] }
  }
  for (const [name, word = ''] of css.matchAll(/@([a-z-]+)/g)) {
    const feature = bcd.css['at-rules']?.[word]
    if (feature) yield { name, features: [feature] }
  }
}

function isOlder(version: string | false | null | undefined, than: string): boolean {
  if (!version || version === 'preview') return false
  const [a, b] = [version.replace('≤', ''), than].map((one) => one.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== (b?.[index] ?? 0)) ?? -1
  return at === -1 || (a?.[at] ?? 0) < (b?.[at] ?? 0)
}

/** The promised browsers that lack a feature. */
function lackedBy(feature: Identifier): string[] {
  const support = feature.__compat?.support
  return Object.entries(PROMISED).flatMap(([browser, version]) => {
    const statements = [support?.[browser as keyof typeof PROMISED] ?? []].flat()
    const has = ({ version_added: since, version_removed: until, ...rest }: SimpleSupportStatement): boolean =>
      !rest.flags && !rest.prefix && !rest.alternative_name && isOlder(since, version) && !isOlder(until, version)
    return !support || statements.some(has) ? [] : [`${browser} ${version}`]
  })
}

const faults = new Map<string, string>()
const names = Object.entries(PROMISED).map(([browser, version]) => `${browser} ${version}`)
for (const file of ['README.md', 'src/web/index.html']) {
  const text = readFileSync(join(root, file), 'utf8').toLowerCase().replaceAll(/\s+/g, ' ')
  if (!text.includes(names.join(', '))) faults.set(file, `${file} does not say: ${names.join(', ')}`)
}
let read = 0
for (const file of globSync('dist/web/**/*.{js,css}', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8')
  read += 1
  for (const { name, features } of file.endsWith('.js') ? usesIn(text) : rulesIn(text)) {
    const lacked = features.map(lackedBy)
    if (name in HARMLESS || lacked.length === 0 || lacked.some((browsers) => browsers.length === 0)) continue
    faults.set(name, `${name}: ${lacked[0]?.join(', ')} (${file})`)
  }
}
if (read === 0) throw new Error('dist/web has no files: build first.')
for (const line of faults.values()) console.error(line)
process.exitCode = faults.size > 0 ? 1 : 0
