import { createCategoria, deleteCategoria, moveCategoria, setCriterios } from '#contract/categorias.ts'
import { deleteCompetidor, moveCompetidor } from '#contract/competidores.ts'
import { saveHora, saveMinutos, saveTurno, selectDia, setPublicacion, setReloj } from '#contract/horario.ts'
import { PUBLICACIONES } from '#domain/ajustes.ts'
import { DIAS } from '#domain/dia.ts'
import { transact } from '../../src/server/work.ts'
import type { TestApp } from './app.ts'
import type { Event } from './secreto.ts'
import { LiveStream } from './stream.ts'

/** One act of an administrator; those that find nothing left to move are refused, which is an answer too. */
export type Act = readonly [name: keyof typeof ACTS, at: number]

export const ACTS = {
  turno: ({ admin }: Event, at: number) => admin.send(saveTurno, { selectedRow: at % 4 }),
  dia: ({ admin }: Event, at: number) => admin.send(selectDia, { dia: DIAS[at % 3] ?? 'jueves' }),
  reloj: ({ admin }: Event, at: number) => admin.send(setReloj, { activarReloj: at % 2 === 0 }),
  minutos: ({ admin }: Event, at: number) => admin.send(saveMinutos, { minutosPorCompetidor: (at % 9) + 1 }),
  hora: ({ admin }: Event, at: number) => admin.send(saveHora, { hora: `2025-04-1${at % 9}T10:00` }),
  moverEntrada: ({ admin, ids }: Event, at: number) =>
    admin.send(moveCompetidor, { id: pick(ids.competidores, at), direccion: at % 2 ? 'up' : 'down' }),
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
    admin.send(setPublicacion, { campo: PUBLICACIONES[at % 4] ?? 'mostrarJueves', valor: at % 3 > 0 }),
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
