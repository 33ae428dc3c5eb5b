import { vi } from 'vitest'
import { AUDIENCE_HEADER, SERVER_TIME_HEADER, type Frame, type Snapshot } from '#contract/live.ts'
import { ServerClock, ConnectionStatus } from '../../src/web/live/connection.ts'
import { Feed, type Source } from '../../src/web/live/feed.ts'
import type { AnyView } from '../../src/web/live/openView.ts'
import { settle } from './time.ts'

/** A stream whose events a test sends. */
class FakeSource implements Source {
  readonly listeners = new Map<string, (event: { data?: unknown }) => void>()
  isClosed = false
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void {
    this.listeners.set(type, listener)
  }

  close(): void {
    this.isClosed = true
  }

  say(type: string, data: unknown): void {
    this.listeners.get(type)?.({ data: JSON.stringify(data) })
  }

  hola(revision: number, epoch = 'e1', fallidas: readonly string[] = [], audiencia = 'visitante'): void {
    this.say('hola', { epoch, audiencia, revision, ahora: Date.now(), fallidas })
  }

  frame(frame: Frame): void {
    this.say('message', frame)
  }

  break(): void {
    this.listeners.get('error')?.({})
  }
}

export const lista: AnyView = {
  name: 'lista',
  audience: 'todos',
  assemble: (parts: ReadonlyMap<string, unknown>) => Object.fromEntries(parts),
}
export const mesa: AnyView = { ...lista, name: 'mesa', audience: 'rol' }

interface Server {
  status: number
  epoch: string
  revision: number
  /** The last change of the views, when it is older than the revision. */
  cambio?: number
  /** The views that the server cannot show. */
  fallidas: readonly string[]
  /** Answers wait for this promise. */
  held: Promise<void> | undefined
  /** How each request used the browser's cache. */
  readonly caches: (string | undefined)[]
  /** Requests that name this view are answered with 503. */
  failing?: string
}

/** A feed on a fake server, with the streams that it has opened. `random`: what `Math.random` returns from now on. */
export function aFeed(
  answers: Partial<Record<string, Snapshot['views'][string]>> = { lista: { a: 1 } },
  { random = 0 }: { readonly random?: number } = {},
): {
  feed: Feed
  connection: ConnectionStatus
  sources: FakeSource[]
  asked: string[]

  server: Server
  last: () => FakeSource
} {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const sources: FakeSource[] = []
  const asked: string[] = []
  const server: Server = { status: 200, epoch: 'e1', revision: 5, fallidas: [], caches: [], held: undefined }
  const connection = new ConnectionStatus()
  const feed = new Feed({
    clock: new ServerClock(),
    connection,
    hearBuild: () => {},
    fetch: async (url, { signal, cache }) => {
      server.caches.push(cache)
      asked.push(url)
      const keys = decodeURIComponent(url.split('views=')[1] ?? '').split(',')
      const fallidas = keys.filter((key) => server.fallidas.includes(key))
      const shown = keys.filter((key) => !fallidas.includes(key))
      const views = Object.fromEntries(shown.map((key) => [key, answers[key] ?? {}]))
      const body: Snapshot = {
        epoch: server.epoch,
        revision: server.revision,
        cambio: server.cambio ?? server.revision,
        views,
        ...(fallidas.length > 0 && { fallidas }),
      }
      const status = keys.some((key) => key === server.failing) ? 503 : server.status
      const headers = { [SERVER_TIME_HEADER]: String(Date.now()), [AUDIENCE_HEADER]: 'visitante' }
      const response = new Response(JSON.stringify(status === 404 ? { code: 'view.unknown' } : body), {
        status,
        headers,
      })
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      })
      await Promise.race([server.held, aborted])
      return response
    },
    openSource: (url) => {
      const source = new FakeSource(url)
      sources.push(source)
      return source
    },
  })
  const last = (): FakeSource => {
    const source = sources.at(-1)
    if (!source) throw new Error('No stream was opened.')
    return source
  }
  return { feed, connection, sources, asked, server, last }
}

/** A feed that shows `lista`, whose stream is open. */
export async function aLiveFeed(...given: Parameters<typeof aFeed>): Promise<ReturnType<typeof aFeed>> {
  const one = aFeed(...given)
  one.feed.open('lista', lista, () => {})
  await settle()
  one.last().hola(5)
  return one
}
