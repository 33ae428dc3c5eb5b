import { randomInt } from 'node:crypto'
import { slugOf } from '#domain/categoria.ts'
import { mayManage } from '#domain/inscripcion.ts'
import type { Actor } from '#domain/role.ts'
import { find as findCategoria } from '../categorias/store.ts'
import { find as findCompetidor, listMusica, readDuraciones } from '../competidores/store.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable, SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { findSubida } from './store.ts'
import { personaOf, stagedPath } from './subidas.ts'

/** What the sweep finds: copies that no entry came to name, and what a failed deletion left. */
export const MUSICA_KEPT = { folder: 'musica', graceMs: 24 * 60 * 60_000, named: listMusica } as const

/** What an entry is about to be: enough to name its track. */
export interface Destino {
  readonly id?: string
  readonly nombre?: string | undefined
  readonly categoriaId?: string | undefined
  readonly subida?: string | undefined
}

/** A track copied under the name it will have, before the entry names it. */
export interface Pista {
  /** Where it was copied from: when the entry has another by then, the copy is of no use. */
  readonly from: string
  readonly path: string
  readonly duracion: number | null
}

/**
 * Copies the track that an entry will have: a finished upload, or its own one on the way to another category. `null` when
 * there is nothing to copy; whether that is a fault, the command decides.
 */
export async function copyMusica(deps: Deps, actor: Actor, destino: Destino): Promise<Pista | null> {
  const plan = await deps.db.read(async (tx) => {
    const entry = await findOwn(tx, actor, destino.id)
    const categoriaId = destino.categoriaId ?? entry?.categoriaId
    const categoria = categoriaId === undefined ? undefined : await findCategoria(tx, categoriaId)
    const source = await sourceOf(tx, actor, destino, entry)
    const nombre = destino.nombre ?? entry?.nombre ?? ''
    return categoria && source ? { source, categoria: categoria.nombre ?? '', nombre } : null
  })
  if (!plan) return null
  const path = trackPath(plan.categoria, plan.nombre, deps.now())
  return (await deps.files.copy(plan.source.from, path)) ? { ...plan.source, path } : null
}

async function findOwn(tx: Tx, actor: Actor, id: string | undefined): Promise<CompetidoresTable | undefined> {
  const entry = id === undefined ? undefined : await findCompetidor(tx, id)
  return entry && mayManage(actor, entry) ? entry : undefined
}

async function sourceOf(
  tx: Tx,
  actor: Actor,
  { subida, categoriaId }: Destino,
  entry: CompetidoresTable | undefined,
): Promise<Omit<Pista, 'path'> | null> {
  if (subida !== undefined) {
    const row = await findReady(tx, actor, subida)
    return row ? { from: stagedPath(row.id), duracion: row.duracion } : null
  }
  if (!entry?.musicaPath || categoriaId === undefined || categoriaId === entry.categoriaId) return null
  return { from: entry.musicaPath, duracion: (await readDuraciones(tx, [entry])).get(entry.musicaPath) ?? null }
}

/** A finished upload of who asks. */
export async function findReady(tx: Tx, actor: Actor, id: string): Promise<SubidaTable | undefined> {
  const row = await findSubida(tx, id)
  return row?.estado === 'lista' && row.persona === personaOf(actor) ? row : undefined
}

/** Names may be long and file systems are not patient: each part is cut. */
const PART_MAX = 80
/** Counts on with each track; from anywhere, so that two instances seldom say the same in one millisecond. */
let named = randomInt(1_000)

/** `musica/{category}_{name}_{timestamp}.mp3`; three more digits keep apart what comes in the same millisecond. */
function trackPath(categoria: string, nombre: string, now: Date): string {
  const part = (text: string) => slugOf(text).slice(0, PART_MAX)
  named = (named + 1) % 1_000
  const stamp = `${now.getTime()}${String(named).padStart(3, '0')}`
  return `musica/${part(categoria)}_${part(nombre)}_${stamp}.mp3`
}
