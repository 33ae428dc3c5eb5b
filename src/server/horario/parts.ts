import type { Change, Kind } from '#contract/change.ts'
import type { RelojPart, TurnoPart } from '#contract/views/horario.ts'
import { diaActivo, relojOf } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import { type Tx, inOneRead } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import { readZona } from '../evento/store.ts'
import { ALL, includesKey, idsOf, NONE, type Keys } from '../live/project.ts'
import * as store from './store.ts'

type LoadedCompetidor = CompetidoresTable & { readonly retiro: EstadoRetiro | null }

/** A loaded category of a day with all its entries. */
export interface LoadedCategoria {
  readonly tipo: 'categoria'
  readonly categoria: CategoriasTable & { readonly nombre: string }
  readonly competidores: readonly LoadedCompetidor[]
}

/** One part of a view of the active day, as read from the database: the clock, the turn, or one category with its entries. */
export type LoadedPart = RelojPart | TurnoPart | LoadedCategoria

const CLOCK_KINDS: readonly Kind[] = ['reloj', 'evento']
const LIST_KINDS: readonly Kind[] = ['categoria', 'competidor', 'retiro']

/** The parts of the active day that a change affects. */
export function touchedOfDia({ kind, categoriaId }: Change): Keys {
  if (kind === 'dia') return ALL
  if (kind === 'turno') return ['turno']
  if (CLOCK_KINDS.includes(kind)) return ['reloj']
  return LIST_KINDS.includes(kind) && categoriaId !== undefined ? [`c:${categoriaId}`] : NONE
}

// A flush updates several views of the active day: it reads the settings and the turn once.
const readAjustes = inOneRead(store.readAjustes)
export const readCurrent: typeof store.readCurrent = inOneRead(store.readCurrent)

/** The parts that the schedule and the organiser's desk share: the clock, the turn and each category of the active day. */
export async function loadDia(tx: Tx, keys: Keys, zona: string): Promise<Map<string, LoadedPart>> {
  const { dia, turno } = await readCurrent(tx)
  const parts = new Map<string, LoadedPart>()
  if (includesKey(keys, 'reloj')) parts.set('reloj', await loadReloj(tx, zona))
  if (includesKey(keys, 'turno')) parts.set('turno', { tipo: 'turno', ...turno })
  for (const part of await loadCategorias(tx, dia, idsOf(keys, 'c:'))) parts.set(`c:${part.categoria.id}`, part)
  return parts
}

/** The clock. `zona` is the default time zone. */
export async function loadReloj(tx: Tx, zona: string): Promise<RelojPart> {
  const ajustes = await readAjustes(tx)
  const zonaHoraria = await readZona(tx, zona)
  return { tipo: 'reloj', dia: diaActivo(ajustes), zonaHoraria, ...relojOf(ajustes) }
}

/** The named categories of a day: all of them, or only the ones in `ids`. */
async function loadCategorias(tx: Tx, dia: Dia, ids: 'all' | string[]): Promise<LoadedCategoria[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx.selectFrom('categorias').selectAll().where('dia', '=', dia).where('nombre', '<>', '')
  if (ids !== 'all') wanted = wanted.where('id', 'in', ids)
  const categorias = await wanted.execute()
  if (categorias.length === 0) return []
  const entries = await tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .selectAll('e')
    .select('r.estado as retiro')
    .where(
      'e.categoriaId',
      'in',
      categorias.map(({ id }) => id),
    )
    .execute()
  const byCategoria = Map.groupBy(entries, (entry) => entry.categoriaId)
  return categorias.map((categoria) => ({
    tipo: 'categoria',
    categoria: { ...categoria, nombre: categoria.nombre ?? '' },
    competidores: byCategoria.get(categoria.id) ?? [],
  }))
}
