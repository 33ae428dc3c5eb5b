import type { FastifyInstance } from 'fastify'
import type { EventoPart } from '#contract/views/portada.ts'
import { anchoOf } from '#domain/evento.ts'
import { VISITANTE } from '#domain/role.ts'
import { escapeHtml } from '../http/html.ts'
import { encodingFor, encodingsOf, type Encoding } from '../http/encoding.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import type { Live } from '../live/routes.ts'

interface Page {
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

/**
 * The page, with the event's own names in it: neither a first look on a slow line nor the preview of a shared link says
 * another's. Made once per change of those names. While the database is away it goes out as built, and the program says
 * that there is no connection.
 */
export function pageRoutes(
  app: FastifyInstance,
  { hub }: Pick<Live, 'hub'>,
  html: string,
  encode: typeof encodingsOf = encodingsOf,
): void {
  let made: { readonly names: string; readonly page: Promise<Page> } | undefined
  const pageOf = (names: string): Promise<Page> => {
    if (made?.names === names) return made.page
    const page = pageFrom(names === '' ? html : filled(html, JSON.parse(names)), encode)
    made = { names, page }
    page.catch(() => {
      // Made anew for who asks next.
      if (made?.page === page) made = undefined
    })
    return page
  }
  const readNames = async (): Promise<string> => {
    const { topics } = await hub.topics(['portada'], VISITANTE)
    return topics[0]?.board.part('evento') ?? ''
  }

  app.get('/', async (request, reply) => {
    const { etag, bodies } = await pageOf(await readNames().catch(() => ''))
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(bodies[encoding])
  })
  app.get('/index.html', (_request, reply) => reply.redirect('/', 308))
}

/** Puts the names where the built page has those of a new event. */
function filled(html: string, { nombre, subtitulo, edicion }: EventoPart): string {
  const put = (page: string, after: string, text: string): string =>
    page.replace(new RegExp(`(${after})[^<"]*`), (_all, before: string) => before + escapeHtml(text))
  const places = [
    ['<title>', nombre],
    ['property="og:title" content="', nombre],
    ['name="description"\\s+content="', `${subtitulo || nombre}: horario minuto a minuto, calificaciones y sede.`],
    ['data-evento="nombre">', nombre],
    ['data-evento="subtitulo">', subtitulo],
    ['data-evento="edicion">', edicion],
    ['class="home-title" data-ancho="', String(anchoOf(nombre))],
    ['class="home-title" data-ancho="\\d+">', nombre],
  ] as const
  return places.reduce((page, [after, text]) => put(page, after, text), html)
}

async function pageFrom(html: string, encode: typeof encodingsOf): Promise<Page> {
  const identity = Buffer.from(html)
  return { etag: etagOf(identity), bodies: await encode(identity, { br: 11, gzip: 9 }) }
}
