/** The budgets of the web's files as they travel, read off the build's own manifest. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const web = 'dist/web'
const manifest = JSON.parse(readFileSync(`${web}/.vite/manifest.json`, 'utf8'))

/** What the public opens first: these count as part of the first route. */
const FIRST = /^(?:portada|horario|calificaciones)\/(?!Control)/
/** Fetched when somebody prints. */
const PDF = /^calificaciones\/pdf/
const LOGIN = /^acceso\//

const chunks = Object.entries(manifest)
const entries = chunks.filter(([, chunk]) => chunk.isEntry).map(([key]) => key)
const lazy = chunks.filter(([, chunk]) => chunk.isDynamicEntry).map(([key]) => key)

/** A chunk with everything it imports statically. */
function closureOf(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closureOf(manifest[key].imports ?? [], seen)
  }
  return seen
}

const first = closureOf(entries)
/** The page holds the program and the first styles. Beside their budgets, 95 and 8 kB, its own text has 3. */
const page = `${web}/index.html`
const filesOf = (keys) => [...keys].map((key) => `${web}/${manifest[key].file}`).filter((file) => file.endsWith('.js'))
const added = (key) => [...closureOf([key])].filter((chunk) => !first.has(chunk))

const lazyBudgets = lazy.map((key) => {
  if (PDF.test(key)) return { name: `+ ${key}`, path: filesOf(added(key)), limit: '150 kB', gzip: true }
  if (FIRST.test(key)) {
    return { name: `first route with ${key}`, path: [page, ...filesOf(added(key))], limit: '106 kB', gzip: true }
  }
  return { name: `+ ${key}`, path: filesOf(added(key)), limit: LOGIN.test(key) ? '25 kB' : '110 kB', gzip: true }
})

const stylesOf = (keys) =>
  [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].map((file) => `${web}/${file}`)

/** A browser fetches the Latin part of each face; the others only where a name needs them. */
const assets = existsSync(`${web}/assets`) ? readdirSync(`${web}/assets`) : []
const fonts = assets.filter((file) => file.endsWith('.woff2') && !/-(?:latin-ext|vietnamese|cyrillic|greek)/.test(file))

/** What a phone keeps for a start without a network, as the service worker lists it. */
const worker = `${web}/sw.js`
const kept = existsSync(worker)
  ? [...readFileSync(worker, 'utf8').matchAll(/"url":"([^"]+)"/g)].flatMap(([, file]) =>
      file === '/' ? [] : [`${web}/${file}`],
    )
  : []

export default [
  { name: 'first route', path: existsSync(page) ? [page] : [], limit: '106 kB', gzip: true },
  { name: 'styles of the first route', path: stylesOf(first), limit: '8 kB', gzip: true },
  { name: 'styles of every route', path: stylesOf(chunks.map(([key]) => key)), limit: '22 kB', gzip: true },
  { name: 'fonts', path: fonts.map((file) => `${web}/assets/${file}`), limit: '45 kB', brotli: false },
  { name: 'service worker', path: [worker], limit: '3 kB', gzip: true },
  { name: 'kept for a start without a network', path: kept, limit: '280 kB', gzip: true },
  ...lazyBudgets,
].filter((budget) => budget.path.length > 0)
