import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { SNAPSHOT_PATH } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { detalle } from '#contract/views/calificaciones.ts'
import { INTERRUPTORES, type Interruptor } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import { createCategoria, deleteCategoria, moveCategoria, setCriterios } from '#contract/categorias.ts'
import { deleteCompetidor, moveCompetidor } from '#contract/competidores.ts'
import { saveHora, saveMinutos, saveTurno, selectDia, setPublicacion, setReloj } from '#contract/horario.ts'
import { transact } from '../../src/server/work.ts'
import { startApp, type Client, type TestApp } from './app.ts'
import { seedCalificacion, seedDia } from './builders.ts'
import { filled, routedBy } from './endpoints.ts'
import { fetchRaw, type Answer } from './wire.ts'
import { LiveStream } from './stream.ts'
import { stepOf } from './mover.ts'

/** Digits that nothing else holds, planted in every mark of a day: as text, in hundredths or in a sum of one, they show. */
const CANARY: Readonly<Record<Dia, string>> = { jueves: '7306184925', viernes: '5918273640', sábado: '8642097531' }
export const SWITCH: Readonly<Record<Dia, Interruptor>> = {
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
  const details = days.flatMap(({ dia, categorias, competidores }) =>
    categorias.flatMap(({ id }) => {
      const entry = competidores.find(({ categoriaId }) => categoriaId === id)
      return entry ? [viewKey(detalle, { dia, categoriaId: id, competidorId: entry.id })] : []
    }),
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

/** Everything that a client may ask for, each answered to its last byte, as it came and unpacked. */
export async function* answersTo(
  { app, origin, ids, views }: Event,
  cookie: string | undefined,
): AsyncGenerator<readonly [bytes: Buffer, unpacked: Buffer]> {
  const routes = routedBy(app.app.http).filter(({ path }) => /^\/(api|healthz|readyz|metrics)/.test(path))
  const values = ['nada', ids.categorias[0], ids.competidores[0], '%00', '%E0%A4%A', '1']
  const asked = routes.flatMap(({ method, path }) => {
    if (path === '/api/live') return []
    const paths = path.includes(':') ? values.map((value) => filled(path, value)) : [path]
    return paths.map((at) => ({ method, path: at, ...(!['GET', 'HEAD'].includes(method) && { body: '{}' }) }))
  })
  // Signing out is in the list too, and would end the session of these requests.
  for (const one of asked.filter(({ method, path }) => !(method === 'DELETE' && path.startsWith('/api/sesion')))) {
    const answer = await fetchRaw(origin, { ...one, headers: { cookie } })
    yield [answer.bytes, unpack(answer)]
  }
  for (const view of [...views, 'mesa', 'control', 'categorias', 'horario,mesa']) {
    const path = `${SNAPSHOT_PATH}?views=${encodeURIComponent(view)}`
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetchRaw(origin, { path, headers: { cookie, 'accept-encoding': encoding } })
      yield [answer.bytes, unpack(answer)]
    }
  }
}

/** The days whose marks a client finds in everything that it may ask for. */
export async function askEverything(event: Event, cookie: string | undefined): Promise<Dia[]> {
  const seen = new Set<Dia>()
  for await (const answer of answersTo(event, cookie)) for (const dia of showing(...answer)) seen.add(dia)
  return DIAS.filter((dia) => seen.has(dia))
}

/** One act of an administrator; those that find nothing left to move are refused, which is an answer too. */
export type Act = readonly [name: keyof typeof ACTS, at: number]

export const ACTS = {
  turno: ({ admin }: Event, at: number) => admin.send(saveTurno, { selectedRow: at % 4 }),
  dia: ({ admin }: Event, at: number) => admin.send(selectDia, { dia: DIAS[at % 3] ?? 'jueves' }),
  reloj: ({ admin }: Event, at: number) => admin.send(setReloj, { activarReloj: at % 2 === 0 }),
  minutos: ({ admin }: Event, at: number) => admin.send(saveMinutos, { minutosPorCompetidor: (at % 9) + 1 }),
  hora: ({ admin }: Event, at: number) => admin.send(saveHora, { hora: `2025-04-1${at % 9}T10:00` }),
  moverEntrada: async ({ app, admin, ids }: Event, at: number) =>
    admin.send(moveCompetidor, await stepOf(app, pick(ids.competidores, at), at % 2 ? 'up' : 'down')),
  moverCategoria: ({ admin, ids }: Event, at: number) =>
    admin.send(moveCategoria, { id: pick(ids.categorias, at), direccion: at % 2 ? 'up' : 'down' }),
  criterios: ({ admin, ids }: Event, at: number) =>
    admin.send(setCriterios, { id: pick(ids.categorias, at), criterios: 'showcase' }),
  crear: ({ admin }: Event, at: number) =>
    admin.send(createCategoria, { nombre: `Nueva ${at}`, dia: DIAS[at % 3] ?? 'jueves' }),
  borrarEntrada: ({ admin, ids }: Event, at: number) =>
    admin.send(deleteCompetidor, { id: pick(ids.competidores, at) }),
  borrarCategoria: ({ admin, ids }: Event, at: number) => admin.send(deleteCategoria, { id: pick(ids.categorias, at) }),
  calificar: ({ app, ids }: Event, at: number) => remark(app, pick(ids.competidores, at)),
  publicar: ({ admin }: Event, at: number) =>
    admin.send(setPublicacion, { campo: INTERRUPTORES[at % 4] ?? 'mostrarJueves', valor: at % 3 > 0 }),
} as const

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

/** A judge's mark that changes while people look on: still the day's canary, with other cents. */
async function remark(app: TestApp, competidorId: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    const row = await work.tx
      .selectFrom('calificaciones')
      .innerJoin('competidores', 'competidores.id', 'calificaciones.competidorId')
      .select(['categoriaId', 'l_calificacion'])
      .where('competidorId', '=', competidorId)
      .executeTakeFirst()
    if (!row) return
    const l_calificacion = `${row.l_calificacion?.slice(0, 11)}${work.revision % 10}${work.revision % 7}`
    await work.tx
      .updateTable('calificaciones')
      .set({ l_calificacion })
      .where('competidorId', '=', competidorId)
      .execute()
    work.changed({ kind: 'calificacion', categoriaId: row.categoriaId, competidorId, after: { l_calificacion } })
  })
}

export async function act(event: Event, [name, at]: Act): Promise<void> {
  // Refused because what it moved is gone: that happens, and is not what this is about.
  await ACTS[name](event, at).catch(() => undefined)
}

/** Streams of everything a visitor and a user may look at, eight views each. */
export async function openStreams(
  { origin, views }: Event,
  cookies: readonly (string | undefined)[],
): Promise<LiveStream[]> {
  const groups = Array.from({ length: Math.ceil(views.length / 7) }, (_, index) =>
    views.slice(index * 7, index * 7 + 7),
  )
  return Promise.all(
    cookies.flatMap((cookie) =>
      groups.map((group) => LiveStream.open(origin, { views: ['portada', ...group].join(','), cookie })),
    ),
  )
}

/** Waits until every stream has come as far as now: by a text of the event that all of them show. */
export async function settle(app: TestApp, streams: readonly LiveStream[]): Promise<void> {
  const mark = crypto.randomUUID()
  await markEvento(app, mark)
  await Promise.all(streams.map((stream) => stream.next((frame) => JSON.stringify(frame).includes(mark))))
}

async function markEvento(app: TestApp, subtitulo: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    const textos = JSON.stringify({ subtitulo })
    await work.tx
      .insertInto('evento')
      .values({ id: 1, textos })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ textos }))
      .execute()
    work.changed({ kind: 'evento' })
  })
}
