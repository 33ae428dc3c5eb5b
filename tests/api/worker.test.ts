import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { saveEvento } from '#contract/evento.ts'
import { eventoDefault } from '#domain/evento.ts'
import { startApp, type TestApp } from '../support/app.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'salsa-web-'))
mkdirSync(join(webFolder, 'assets'))
writeFileSync(join(webFolder, 'index.html'), '<title>Evento</title><script>1</script>')
writeFileSync(join(webFolder, 'sw.js'), 'self.addEventListener("fetch", () => {})')
writeFileSync(join(webFolder, 'assets', 'index-1.js'), '1')
afterAll(() => rmSync(webFolder, { recursive: true }))

test('the service worker is revalidated each time, and its policy lets it fetch from this server alone', async () => {
  await using app = await startApp({ webFolder })
  const answer = await app.app.http.inject('/sw.js')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['set-cookie']).toBeUndefined()
  const again = await app.app.http.inject({ url: '/sw.js', headers: { 'if-none-match': String(answer.headers.etag) } })
  expect(again.statusCode).toBe(304)

  for (const url of ['/', '/sw.js']) {
    const { headers } = await app.app.http.inject(url)
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "connect-src 'self'", "worker-src 'self'"]))
  }
  const asset = await app.app.http.inject('/assets/index-1.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('the page and its files are the same for everybody, and set no cookie', async () => {
  await using app = await startApp({ webFolder })
  const cookies = [undefined, (await app.as('admin')).cookie, (await app.as('usuario')).cookie]
  for (const url of ['/', '/assets/index-1.js']) {
    const answers = await Promise.all(
      cookies.map((cookie) => app.app.http.inject({ url, headers: cookie ? { cookie } : {} })),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(answers.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined])
  }
})

test('the default page is sent as the build compressed it; a page that was changed or has a broken file beside it is compressed by the server', async () => {
  const built = mkdtempSync(join(tmpdir(), 'salsa-web-'))
  const html = `<title>${eventoDefault('America/Mexico_City').nombre}</title>${'<p></p>'.repeat(99)}`
  const page = join(built, 'index.html')
  // Worse than the server would do it, so that its bytes can be told from those of the server.
  const br = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  writeFileSync(page, html)
  writeFileSync(`${page}.br`, br)
  writeFileSync(`${page}.gz`, gzipSync(html))
  const open = async ({ app }: TestApp) =>
    (await app.http.inject({ url: '/', headers: { 'accept-encoding': 'br' } })).rawPayload
  {
    await using app = await startApp({ webFolder: built })
    expect(await open(app)).toEqual(br)
    const admin = await app.as('admin')
    await admin.send(saveEvento, { ...eventoDefault('America/Mexico_City'), nombre: 'Otro' })
    await expect.poll(async () => String(brotliDecompressSync(await open(app)))).toContain('<title>Otro</title>')
  }
  writeFileSync(page, html.replace('<p></p>', '<p>a mano</p>'))
  {
    await using app = await startApp({ webFolder: built })
    expect(String(brotliDecompressSync(await open(app)))).toContain('a mano')
  }
  writeFileSync(`${page}.gz`, '')
  await using app = await startApp({ webFolder: built })
  expect(String(brotliDecompressSync(await open(app)))).toContain('a mano')
  rmSync(built, { recursive: true })
})

test('the manifest of the app has the names of the event, and is revalidated each time', async () => {
  await using app = await startApp({ webFolder })
  const ask = (etag = '') => app.app.http.inject({ url: '/manifest.webmanifest', headers: { 'if-none-match': etag } })
  const first = await ask()
  expect(first.json()).toMatchObject({ name: 'Salsa Fest 2025', short_name: 'Salsa Fest', id: '/', scope: '/' })
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache' })
  expect(String(first.headers['content-type'])).toContain('application/manifest+json')
  expect((await ask(String(first.headers.etag))).statusCode).toBe(304)

  const admin = await app.as('admin')
  await admin.send(saveEvento, { ...eventoDefault('America/Mexico_City'), nombre: 'Baile & <Son>', subtitulo: '' })
  await expect.poll(async () => (await ask(String(first.headers.etag))).statusCode).toBe(200)
  expect((await ask()).json()).toMatchObject({ name: 'Baile & <Son>', short_name: 'Baile' })
  expect((await ask()).json()).not.toHaveProperty('description')
})

test('a build without a service worker answers 404 for it, which ends the workers of former builds', async () => {
  const without = mkdtempSync(join(tmpdir(), 'salsa-web-'))
  writeFileSync(join(without, 'index.html'), '<title>Evento</title>')
  await using app = await startApp({ webFolder: without })
  expect((await app.app.http.inject({ method: 'HEAD', url: '/sw.js' })).statusCode).toBe(404)
  rmSync(without, { recursive: true })
})
