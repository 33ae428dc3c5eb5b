/** The budgets of the web's files as they travel, read off the build's own manifest. A budget without a file is a fault. */
import { readdirSync, readFileSync } from 'node:fs'

const web = 'dist/web'
const manifest = JSON.parse(readFileSync(`${web}/.vite/manifest.json`, 'utf8'))
const chunks = Object.entries(manifest)

/** A chunk with everything it imports statically. */
function closureOf(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closureOf(manifest[key].imports ?? [], seen)
  }
  return seen
}

const entry = closureOf(chunks.filter(([, chunk]) => chunk.isEntry).map(([key]) => key))
/** What is loaded when it is needed: a module of its own, or a group of `vite.config.ts`, whose key begins with `_`. */
const lazy = [...new Set(chunks.flatMap(([, chunk]) => chunk.dynamicImports ?? []))]
const nameOf = (key) => manifest[key].src ?? manifest[key].name

/** Their chunks that are not part of the page, which holds the program and the first styles. */
const apart = (keys) => [...closureOf(keys)].filter((key) => !entry.has(key))
const added = (keys) => filesOf(apart(keys))
const filesOf = (keys) => keys.map((key) => `${web}/${manifest[key].file}`).filter((file) => file.endsWith('.js'))
const stylesOf = (keys) => [...new Set(keys.flatMap((key) => manifest[key].css ?? []))].map((file) => `${web}/${file}`)

const page = `${web}/index.html`
/** The screens that the public opens first, with the group that holds them and their limit: a first visit loads the page and these. */
const FIRST = { '/horario': ['horario', '110.8 kB'], '/calificaciones': ['resultados', '105.7 kB'] }
/**
 * The scripts and styles that a first screen adds to the page. With its data and two fonts these are six files: a browser opens
 * six connections to a server, so a seventh file waits until one of them is free, and then for a round trip.
 */
const FIRST_FILES = 3
const firstRoutes = Object.entries(FIRST).map(([path, [name, limit]]) => {
  const keys = lazy.filter((key) => nameOf(key) === name)
  const files = added(keys)
  const all = [...files, ...stylesOf(apart(keys))]
  if (all.length > FIRST_FILES)
    throw new Error(`${path} needs ${all.length} files, not ${FIRST_FILES}: ${all.join(' ')}`)
  return {
    name: `first route with ${path}`,
    path: files.length > 0 ? [page, ...files] : [],
    limit,
    gzip: true,
  }
})
const firstNames = Object.values(FIRST).map(([name]) => name)

/** The most scripts that a screen may add to the page. Each costs a phone a request and the browser about 15 ms of CPU. */
const SCREEN_FILES = 18
for (const key of lazy) {
  const files = added([key])
  if (files.length > SCREEN_FILES)
    throw new Error(`${nameOf(key)} needs ${files.length} scripts, not ${SCREEN_FILES}: ${files.join(' ')}`)
}

/** The largest of these: each is loaded when somebody opens or prints something. */
const others = Object.entries({
  'calificaciones/pdf': ['what prints', '154 kB'],
  'acceso/': ['signing in', '24 kB'],
  '': ['any other part', '110 kB'],
}).flatMap(([start, [what, limit]], _place, all) => {
  const isOf = (key) => all.find(([one]) => nameOf(key).startsWith(one))?.[0] === start
  const keys = lazy.filter((key) => !firstNames.includes(nameOf(key)) && isOf(key))
  if (keys.length === 0) return [{ name: what, path: [], limit }]
  return keys.map((key) => ({ name: `${what}: + ${nameOf(key)}`, path: added([key]), limit, gzip: true }))
})

/** A browser fetches the Latin part of each face; the others only where a name needs them. */
const fonts = readdirSync(`${web}/assets`).filter(
  (file) => file.endsWith('.woff2') && !/-(?:latin-ext|vietnamese|cyrillic|greek)/.test(file),
)

/** Reads a workbook, for `/cargar` alone. */
const libro = readdirSync(`${web}/assets`).filter((file) => /^libro\.worker-.*\.js$/.test(file))

/** What a phone keeps for a start without a network, as the service worker lists it. */
const worker = `${web}/sw.js`
const kept = [...readFileSync(worker, 'utf8').matchAll(/"url":"([^"]+)"/g)].flatMap(([, file]) =>
  file === '/' ? [] : [`${web}/${file}`],
)

const budgets = [
  { name: 'first route', path: [page], limit: '97.7 kB', gzip: true },
  ...firstRoutes,
  { name: 'styles of the first route', path: stylesOf([...entry]), limit: '7.4 kB', gzip: true },
  { name: 'styles of every route', path: stylesOf(chunks.map(([key]) => key)), limit: '34.5 kB', gzip: true },
  { name: 'fonts', path: fonts.map((file) => `${web}/assets/${file}`), limit: '45 kB', brotli: false },
  { name: 'service worker', path: [worker], limit: '3 kB', gzip: true },
  { name: 'kept for a start without a network', path: kept, limit: '280 kB', gzip: true },
  { name: 'reading a workbook', path: libro.map((file) => `${web}/assets/${file}`), limit: '20 kB', gzip: true },
  ...others,
]
for (const { name, path } of budgets) if (path.length === 0) throw new Error(`The budget «${name}» finds no file.`)

export default budgets
