import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { BUILD_META } from '#contract/live.ts'

const WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The built page; empty where there is none, as in development. */
export function readPage(): string {
  return existsSync(WEB) ? readFileSync(join(WEB, 'index.html'), 'utf8') : ''
}

/** What the page says of its own build. */
export function buildOf(html: string): string | undefined {
  return new RegExp(`<meta name="${BUILD_META}" content="([^"]+)"`).exec(html)?.[1]
}

/** The built screens. Names with a hash never change; the page itself, which `servePage` serves, is asked for each time. */
export async function staticRoutes(
  app: FastifyInstance,
  html: string,
  servePage: (web: FastifyInstance, html: string) => void,
): Promise<void> {
  await app.register(async (web) => {
    await web.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'", ...hashesOf(html, 'script')],
          styleSrc: ["'self'", ...hashesOf(html, 'style')],
          fontSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          mediaSrc: ["'self'", 'blob:'],
          connectSrc: ["'self'"],
          manifestSrc: ["'self'"],
          workerSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      // `buildApp` sets it, on every answer.
      hsts: false,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
    })
    if (html === '') return
    servePage(web, html)
    await web.register(fastifyStatic, {
      root: WEB,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  })
}

/** What the build wrote into the page is allowed word for word, and nothing else from inside a page. */
function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inside = html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))
  return [...inside].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
