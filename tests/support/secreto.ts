import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { detalle } from '#contract/views/calificaciones.ts'
import type { Publicacion } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { startApp, type Client, type TestApp } from './app.ts'
import { seedCalificacion, seedDia } from './builders.ts'
import { filled, routedBy } from './endpoints.ts'
import { fetchRaw, type Answer } from './wire.ts'

/** Digits that nothing else holds, planted in every mark of a day: as text, in hundredths or in a sum of one, they show. */
const CANARY: Readonly<Record<Dia, string>> = { jueves: '7306184925', viernes: '5918273640', sábado: '8642097531' }
export const SWITCH: Readonly<Record<Dia, Publicacion>> = {
  jueves: 'mostrarJueves',
  viernes: 'mostrarViernes',
  sábado: 'mostrarSabado',
}

export interface Event {
  readonly app: TestApp
  readonly admin: Client
  readonly origin: string
  readonly ids: { readonly categorias: string[]; readonly competidores: string[] }
  /** Every view that a visitor may ask for, of every day and of every entry. */
  readonly views: string[]
}

export async function anEvent(): Promise<Event & AsyncDisposable> {
  const app = await startApp()
  const days = []
  for (const dia of DIAS) {
    const made = await seedDia(app, dia, { [`Salsa ${dia}`]: 2, [`Casino ${dia}`]: 2 })
    for (const { id } of made.competidores) await seedCalificacion(app, id, `Juez ${CANARY[dia]}`, `${CANARY[dia]}.25`)
    days.push({ dia, ...made })
  }
  const details = days.flatMap(({ dia, categorias }) =>
    categorias.map(({ nombre }) => viewKey(detalle, { categoria: nombre ?? '', dia, nombre: `${nombre} 1` })),
  )
  return {
    app,
    admin: await app.as('admin'),
    origin: await app.listen(),
    ids: {
      categorias: days.flatMap(({ categorias }) => categorias.map(({ id }) => id)),
      competidores: days.flatMap(({ competidores }) => competidores.map(({ id }) => id)),
    },
    views: ['horario', 'portada', ...DIAS.map((dia) => `resultados?dia=${encodeURIComponent(dia)}`), ...details],
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Days whose marks are in these bytes, as they came and unpacked. */
export function showing(bytes: Buffer, unpacked: Buffer = bytes): Dia[] {
  return DIAS.filter((dia) => [bytes, unpacked].some((all) => all.includes(CANARY[dia])))
}

function unpack({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body)
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

/** Everything that a client may ask for, each answered to its last byte. */
export async function askEverything({ app, origin, ids, views }: Event, cookie: string | undefined): Promise<Dia[]> {
  const routes = routedBy(app.app.http).filter(({ path }) => /^\/(api|healthz|readyz|metrics)/.test(path))
  const values = ['nada', ids.categorias[0], ids.competidores[0], '%00', '%E0%A4%A', '1']
  const asked = routes.flatMap(({ method, path }) => {
    if (path === '/api/live') return []
    const paths = path.includes(':') ? values.map((value) => filled(path, value)) : [path]
    return paths.map((at) => ({ method, path: at, ...(!['GET', 'HEAD'].includes(method) && { body: '{}' }) }))
  })
  const seen = new Set<Dia>()
  // Signing out is an act like any other here, and would be the end of who asks.
  for (const one of asked.filter(({ method, path }) => !(method === 'DELETE' && path.startsWith('/api/sesion')))) {
    const answer = await fetchRaw(origin, { ...one, headers: { cookie } })
    for (const dia of showing(answer.bytes, unpack(answer))) seen.add(dia)
  }
  for (const view of [...views, 'mesa', 'control', 'categorias', 'horario,mesa']) {
    const path = `${SNAPSHOT_PATH}?views=${encodeURIComponent(view)}`
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetchRaw(origin, { path, headers: { cookie, 'accept-encoding': encoding } })
      for (const dia of showing(answer.bytes, unpack(answer))) seen.add(dia)
    }
  }
  return DIAS.filter((dia) => seen.has(dia))
}
