import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findNginx, SITE, startNginx } from '../../bench/nginx.ts'

const binary = findNginx()

/** nginx with the files of `deploy` in front of an instance that answers with the headers that it gets. */
async function proxied() {
  const instance = createServer((asked, answer) => answer.end(JSON.stringify(asked.headers))).listen(0, '127.0.0.1')
  await once(instance, 'listening')
  const nginx = await startNginx(binary ?? '', [(instance.address() as AddressInfo).port])
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const sent = request({
      host: '127.0.0.1',
      port: nginx.port,
      servername: SITE,
      ca: nginx.ca,
      path,
      headers,
      agent: false,
    })
    const [answer] = await once(sent.end(), 'response')
    const text: string = (await answer.toArray()).join('')
    return { status: Number(answer.statusCode), text }
  }
  const answers = () =>
    ask('/').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answers, { timeout: 10_000 }).toBe(200)
  return {
    ask,
    [Symbol.asyncDispose]: async () => {
      await nginx[Symbol.asyncDispose]()
      instance.closeAllConnections()
      instance.close()
    },
  }
}

test.skipIf(!binary)(
  'behind nginx no client chooses its own address, also one in the range of TRUSTED_PROXIES',
  async () => {
    await using proxy = await proxied()
    const { text } = await proxy.ask('/', { host: SITE, 'x-forwarded-for': '203.0.113.9' })
    const headers: IncomingHttpHeaders = JSON.parse(text)
    expect(headers).toMatchObject({ host: SITE, 'x-forwarded-for': '127.0.0.1' })
  },
)

test.skipIf(!binary)('nginx hides the metrics, however their path is written', async () => {
  await using proxy = await proxied()
  for (const path of ['/metrics', '/metrics?a', '//metrics', '/%6Detrics', '/api/../metrics', '/x/..%2fmetrics'])
    expect([path, (await proxy.ask(path, { host: SITE })).status]).toEqual([path, 404])
})
