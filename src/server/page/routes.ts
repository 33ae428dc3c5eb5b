import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { GaleriaPart } from '#contract/views/portada.ts'
import { VISITANTE } from '#domain/actor.ts'
import { encodingFor, encodingsOf, etagOf, isKnown, type Encoding } from '../http/representation.ts'
import type { Live } from '../live/routes.ts'
import { hashesOf, readEncodings, withNames, manifestOf } from './html.ts'

/**
 * Serves the built web app: the folder of its files, and the HTML of its page. Files with a hash in their name are cached
 * forever; the page and the service worker are revalidated each time.
 */
export async function webRoutes(
  app: FastifyInstance,
  live: Live,
  { folder, html }: { readonly folder: string; readonly html: string },
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
      // `buildApp` sets this header on every response.
      hsts: false,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
    })
    if (html === '') return
    const built = readEncodings(folder)
    // With the names of the default event, the page is the built one.
    pageRoutes(web, live, html, async (page, levels) =>
      built?.identity.equals(page) ? built : encodingsOf(page, levels),
    )
    await web.register(fastifyStatic, {
      root: folder,
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

interface Page {
  readonly etag: string
  bodies: Readonly<Record<Encoding, Buffer>>
}

/** Levels of the first compression, which requests wait for: about 20 ms. */
const QUICK_LEVELS = { br: 5, gzip: 6 }
/** Levels of the second compression, in the background: half a second of one core, 10 % fewer bytes. */
const BEST_LEVELS = { br: 11, gzip: 9 }

/** The values that are written into the page: the JSON of the event, and the address of the first image. */
interface Contents {
  readonly evento: string
  readonly imagen: string | undefined
}

/**
 * Serves the HTML page with the names of the event and the address of its first image. The names are for the first paint and
 * for previews of shared links. When one of these values has changed, the page is compressed twice: quickly for the requests
 * that wait, and in the background at the best level. While the database is away, the page of the build is served unchanged.
 */
export function pageRoutes(
  app: FastifyInstance,
  { hub }: Pick<Live, 'hub'>,
  html: string,
  encode: typeof encodingsOf = encodingsOf,
): void {
  let cached: (Contents & { readonly page: Promise<Page> }) | undefined
  const makePage = async ({ evento, imagen }: Contents): Promise<Page> => {
    const identity = Buffer.from(evento === '' ? html : withNames(html, JSON.parse(evento), imagen))
    const page: Page = { etag: etagOf(identity), bodies: await encode(identity, QUICK_LEVELS) }
    encode(identity, BEST_LEVELS).then(
      (bodies) => (page.bodies = bodies),
      // The quick one stays.
      () => undefined,
    )
    return page
  }
  const pageOf = (contents: Contents): Promise<Page> => {
    if (cached?.evento === contents.evento && cached.imagen === contents.imagen) return cached.page
    const page = makePage(contents)
    cached = { ...contents, page }
    page.catch(() => {
      // A page that failed is not cached.
      if (cached?.page === page) cached = undefined
    })
    return page
  }
  const readContents = async (): Promise<Contents> => {
    const { boards } = await hub.open(['portada'], VISITANTE)
    const [board] = boards
    const galeria: Partial<GaleriaPart> = JSON.parse(board?.part('galeria') ?? '{}')
    return { evento: board?.part('evento') ?? '', imagen: galeria.imagenes?.[0]?.url }
  }
  app.get('/', async (request, reply) => {
    const contents = await readContents().catch(() => ({ evento: '', imagen: undefined }))
    const { etag, bodies } = await pageOf(contents)
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(bodies[encoding])
  })
  // While the database is away, there is no manifest: an installed app keeps its name.
  app.get('/manifest.webmanifest', async (request, reply) => {
    const { evento } = await readContents()
    if (evento === '') return reply.code(503).send()
    const body = manifestOf(JSON.parse(evento))
    const etag = etagOf(body)
    reply.headers({ 'cache-control': 'no-cache', etag })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/manifest+json; charset=utf-8').send(body)
  })
  app.get('/index.html', (_request, reply) => reply.redirect('/', 308))
}
