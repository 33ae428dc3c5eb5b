import { expect, test } from 'vitest'
import { Shell } from './shell.ts'

const FILES = [
  { url: 'assets/index-1.js', revision: null },
  { url: 'favicon.svg', revision: 'f1' },
  { url: '/', revision: 'uno' },
]
const ORIGIN = 'http://localhost'
const STYLES = '<link rel="stylesheet" href="/assets/index-9.css" disabled>'

function htmlOf(entry: string): string {
  return `<script type="module" src="/assets/${entry}.js"></script>${STYLES}`
}

function pageOf(entry: string, { etag = entry, policy = 'p1', status = 200 } = {}): Response {
  return new Response(htmlOf(entry), { status, headers: { etag, 'content-security-policy': policy } })
}

/** A cache storage in memory, as far as the shell uses it. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>()
  async open(name: string) {
    const cache = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, cache)
    return { put: async (path: string, answer: Response) => void cache.set(path, answer) }
  }
  async keys() {
    return [...this.all.keys()]
  }
  async delete(name: string) {
    return this.all.delete(name)
  }
  async match(path: string, { cacheName }: { cacheName?: string } = {}) {
    const caches = cacheName === undefined ? [...this.all.values()] : [this.all.get(cacheName)]
    return caches
      .map((cache) => cache?.get(path))
      .find(Boolean)
      ?.clone()
  }
}

/** A shell with a server that answers by path. `wait` resolves only with `late`. */
function shellWith(
  answers: Record<string, () => Response>,
  { late = false, files = FILES, caches = new Caches() } = {},
) {
  const asked: { path: string; init: RequestInit | undefined }[] = []
  const shell = new Shell({
    files,
    caches: caches as unknown as CacheStorage,
    fetch: async (input, init) => {
      const path = typeof input === 'string' ? input : new URL(input.url).pathname
      asked.push({ path, init })
      return answers[path]?.() ?? new Response(null, { status: 404 })
    },
    wait: () => (late ? Promise.resolve(undefined) : new Promise(() => undefined)),
  })
  return { shell, asked, caches }
}

const portal = () => new Response('<p>portal</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
const SERVER = {
  '/': () => pageOf('index-1'),
  '/assets/index-1.js': () => new Response('uno'),
  '/favicon.svg': () => new Response('<svg/>'),
}
const HANGS = new Promise<Response>(() => undefined)

test('all that is kept is fetched without credentials', async () => {
  const { shell, asked, caches } = shellWith(SERVER)
  await shell.install()
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['/', '/assets/index-1.js', '/favicon.svg'])
  expect(asked.map(({ init }) => init?.credentials)).toEqual(['omit', 'omit', 'omit'])
  expect([...(caches.all.get('pagina-uno')?.keys() ?? [])].at(-1)).toBe('/')
})

test.each([
  ['a file is missing', { ...SERVER, '/favicon.svg': () => new Response(null, { status: 404 }) }],
  ['another instance still has the page of another build', { ...SERVER, '/': () => pageOf('index-0') }],
  ['the page is not one of ours', { ...SERVER, '/': portal }],
  ['a proxy answers for a file with a page of its own', { ...SERVER, '/assets/index-1.js': portal }],
  ['the server fails', { ...SERVER, '/': () => pageOf('index-1', { status: 500 }) }],
])('an installation fails when %s', async (_, answers) => {
  const { shell, caches } = shellWith(answers)
  await expect(shell.install()).rejects.toThrow(Error)
  expect(await caches.match('/')).toBeUndefined()
})

test('a navigation gets the answer of the network', async () => {
  const { shell } = shellWith(SERVER)
  await shell.install()
  const answer = pageOf('index-2')
  expect(await shell.page(Promise.resolve(answer))).toBe(answer)
  const moved = new Response(null, { status: 404 })
  expect(await shell.page(Promise.resolve(moved))).toBe(moved)
})

test.each([
  ['fails', () => Promise.reject(new TypeError('offline')), false],
  ['does not answer in time', () => HANGS, true],
  ['comes with a fault of the server', () => Promise.resolve(pageOf('x', { status: 502 })), false],
] as const)('a navigation whose network %s gets the kept page with its policy', async (_, network, late) => {
  const { shell } = shellWith(SERVER, { late })
  await shell.install()
  const answer = await shell.page(network())
  expect(await answer.text()).toBe(htmlOf('index-1'))
  expect(answer.headers.get('content-security-policy')).toBe('p1')
})

test('without a kept page, a navigation waits for the network and gets its answer', async () => {
  const { shell } = shellWith({}, { late: true })
  const answer = Promise.withResolvers<Response>()
  const got = shell.page(answer.promise)
  const failed = pageOf('x', { status: 502 })
  answer.resolve(failed)
  expect(await got).toBe(failed)
})

test('without a kept page and a network, a navigation gets a page that says so, with a button to try again', async () => {
  const { shell } = shellWith({})
  const answer = await shell.page(Promise.reject(new TypeError('offline')))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toMatch(/El servidor no contestó.*<button[^>]*location\.reload\(\)[^>]*>Reintentar/s)
})

test('the kept page follows the event and its policy, and nothing is fetched while both are the same', async () => {
  let page = pageOf('index-1')
  const { shell, asked, caches } = shellWith({ ...SERVER, '/': () => page.clone() })
  await shell.install()
  asked.length = 0
  expect(await shell.renew(Promise.resolve(page))).toBe(true)
  expect(asked).toEqual([])

  const etag = 'otro nombre'
  for (const next of [pageOf('index-1', { etag }), pageOf('index-1', { etag, policy: 'p2' })]) {
    page = next
    expect(await shell.renew(Promise.resolve(next))).toBe(true)
    expect([...((await caches.match('/'))?.headers ?? [])]).toEqual([...next.headers])
  }
  expect(asked.map(({ path, init }) => [path, init?.credentials])).toEqual([
    ['/', 'omit'],
    ['/', 'omit'],
  ])
})

test('the page of another build is not kept, and without a script on the server the worker ends', async () => {
  const other = pageOf('index-2')
  const answers: Record<string, () => Response> = { ...SERVER, '/sw.js': () => new Response('') }
  const { shell, caches } = shellWith(answers)
  await shell.install()
  answers['/'] = () => other.clone()
  expect(await shell.renew(Promise.resolve(other))).toBe(true)
  expect(await (await caches.match('/'))?.text()).toBe(htmlOf('index-1'))

  answers['/sw.js'] = () => new Response(null, { status: 500 })
  expect(await shell.renew(Promise.resolve(other))).toBe(true)
  delete answers['/sw.js']
  expect(await shell.renew(Promise.resolve(other))).toBe(false)
  for (const name of ['publico-1', 'ajena']) await caches.open(name)
  await shell.remove()
  expect(await caches.keys()).toEqual(['ajena'])
})

test('a file comes from the cache, and from the network when the cache has none, fails or hangs', async () => {
  const request = new Request(`${ORIGIN}/assets/index-1.js`)
  const { shell, asked, caches } = shellWith(SERVER)
  await shell.install()
  asked.length = 0
  expect(await (await shell.file(request, '/assets/index-1.js')).text()).toBe('uno')
  expect(asked).toEqual([])

  expect((await shell.file(new Request(`${ORIGIN}/assets/otro.js`), '/assets/otro.js')).status).toBe(404)
  caches.match = () => Promise.reject(new Error('broken'))
  expect(await (await shell.file(request, '/assets/index-1.js')).text()).toBe('uno')
  const stuck = shellWith(SERVER, { late: true })
  stuck.caches.match = () => new Promise(() => undefined)
  expect(await (await stuck.shell.file(request, '/assets/index-1.js')).text()).toBe('uno')
})

test('the newest complete one of the former builds stays, for pages that are still open; other caches are left alone', async () => {
  const caches = new Caches()
  for (const name of ['a', 'b', 'c']) {
    const former = [
      { url: `assets/${name}.js`, revision: null },
      { url: '/', revision: name },
    ]
    const answers = { '/': () => pageOf(name), [`/assets/${name}.js`]: () => new Response(name) }
    await shellWith(answers, { files: former, caches }).shell.install()
  }
  await caches.open('pagina-rota')
  await caches.open('ajena')
  const { shell } = shellWith(SERVER, { caches })
  await shell.install()
  await shell.clean()
  expect(await caches.keys()).toEqual(['pagina-c', 'ajena', 'pagina-uno'])
  expect(await (await shell.file(new Request(`${ORIGIN}/assets/c.js`), '/assets/c.js')).text()).toBe('c')
})
