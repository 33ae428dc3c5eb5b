import { randomInt } from 'node:crypto'
import { slugOf } from '#domain/categoria.ts'
import { mayManage } from '#domain/inscripcion.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, type Actor } from '#domain/role.ts'
import { find as findCategoria } from '../categorias/store.ts'
import { find as findCompetidor, listMusica, readDuraciones } from '../competidores/store.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable, SubidaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { findSubida } from './store.ts'
import { stagedPath } from './subidas.ts'

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

interface Plan {
  readonly source: Omit<Pista, 'path'>
  readonly categoria: string
  readonly nombre: string
}

/** The transaction, the actor and the time that the rules are checked with. */
export type Asking = Pick<Work, 'tx' | 'actor' | 'now'>

/** Throws a `Problem` when the rules refuse the entry. */
type MustBeAllowed<D> = (asking: Asking, destino: D) => Promise<unknown>

/** What is to be copied for an entry; `null` when there is nothing, or the rules refuse the entry. */
export async function planCopy<D extends Destino>(
  deps: Deps,
  actor: Actor,
  destino: D,
  mustBeAllowed: MustBeAllowed<D>,
): Promise<Plan | null> {
  return deps.db.read(async (tx) => {
    if (!(await isAllowed(mustBeAllowed({ tx, actor, now: deps.now }, destino)))) return null
    const entry = await findOwn(tx, actor, destino.id)
    const categoriaId = destino.categoriaId ?? entry?.categoriaId
    const categoria = categoriaId === undefined ? undefined : await findCategoria(tx, categoriaId)
    const source = await sourceOf(tx, actor, destino, entry)
    const nombre = destino.nombre ?? entry?.nombre ?? ''
    return categoria && source ? { source, categoria: categoria.nombre ?? '', nombre } : null
  })
}

/**
 * Copies the track that an entry will have: a finished upload, or its own one on the way to another category. `null` when
 * there is nothing to copy, or `mustBeAllowed` throws a `Problem`: the command refuses by itself, and a repeated request gets
 * its first answer. Throws `envio.tooMuch`.
 */
export async function copyMusica<D extends Destino>(
  deps: Deps,
  actor: Actor,
  destino: D,
  mustBeAllowed: MustBeAllowed<D>,
): Promise<Pista | null> {
  const plan = await planCopy(deps, actor, destino, mustBeAllowed)
  if (!plan) return null
  deps.budget.check(actor)
  const path = trackPath(plan.categoria, plan.nombre, deps.now())
  const bytes = (await deps.files.size(plan.source.from)) ?? 0
  if (!(await deps.files.copy(plan.source.from, path))) return null
  deps.budget.spend(actor, bytes)
  return { ...plan.source, path }
}

async function isAllowed(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
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
  return row?.estado === 'lista' && row.persona === keyOfActor(actor) ? row : undefined
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
