import { control, type Control } from '#contract/horario.ts'
import {
  horario,
  horarioDeDia,
  type CategoriaHorarioPart,
  type ProgramaPublicoPart,
  type RelojPart,
  type TurnoPart,
} from '#contract/views/horario.ts'
import { publicadoOf } from '#domain/ajustes.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import type { Dia } from '#domain/dia.ts'
import { numeroFieldOf } from '#domain/numero.ts'
import { sortPlaced } from '#domain/orden.ts'
import type { Tx } from '../db/database.ts'
import { readZona } from '../evento/store.ts'
import { keysTouched, NONE, project, type Projection, includesKey, idsOf, isOfDia, type Keys } from '../live/project.ts'
import { loadPrograma } from './programa.ts'
import { DIA_KINDS, loadReloj, ORDEN_KINDS } from './parts.ts'
import { loadTurno, loadTurnoOfDia, readCurrent } from './turno.ts'
import * as store from './store.ts'

/** The schedule: the same for every audience. `zona` is the default time zone; the event may have its own. */
export function horarioView(zona: string): Projection {
  return project(horario, {
    touched: DIA_KINDS,
    load: (tx, _params, keys) => loadDia(tx, keys, zona),
    present: (part) => part,
  })
}

/** The running order of any day: the same for every audience. */
export const horarioDeDiaView: Projection = project(horarioDeDia, {
  touched: (change, { dia }) => (isOfDia(change, dia) ? keysTouched(ORDEN_KINDS, change) : NONE),
  load: async (tx, { dia }, keys) => {
    const parts = new Map<string, TurnoPart | ProgramaPublicoPart | CategoriaHorarioPart>()
    if (includesKey(keys, 'turno')) parts.set('turno', await loadTurnoOfDia(tx, dia))
    const programa = includesKey(keys, 'programa') && (await loadPrograma(tx, dia))
    if (programa) parts.set('programa', programa)
    for (const part of await loadCategorias(tx, dia, idsOf(keys, 'c:'))) parts.set(`c:${part.id}`, part)
    return parts
  },
  present: (part) => part,
})

type HorarioPart = RelojPart | TurnoPart | ProgramaPublicoPart | CategoriaHorarioPart

async function loadDia(tx: Tx, keys: Keys, zona: string): Promise<Map<string, HorarioPart>> {
  const parts = new Map<string, HorarioPart>()
  if (includesKey(keys, 'reloj')) parts.set('reloj', await loadReloj(tx, zona))
  if (includesKey(keys, 'turno')) parts.set('turno', (await loadTurno(tx)).part)
  const { dia } = await readCurrent(tx)
  const programa = includesKey(keys, 'programa') && (await loadPrograma(tx, dia))
  if (programa) parts.set('programa', programa)
  for (const part of await loadCategorias(tx, dia, idsOf(keys, 'c:'))) parts.set(`c:${part.id}`, part)
  return parts
}

/** The named categories of a day: all of them, or only the ones in `ids`. */
async function loadCategorias(tx: Tx, dia: Dia, ids: 'all' | string[]): Promise<CategoriaHorarioPart[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx.selectFrom('categorias').select(['id', 'nombre', 'orden']).where('dia', '=', dia)
  if (ids !== 'all') wanted = wanted.where('id', 'in', ids)
  const categorias = await wanted.where('nombre', '<>', '').execute()
  if (categorias.length === 0) return []
  const inThese = categorias.map(({ id }) => id)
  const entries = await tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .select(['e.id', 'e.categoriaId', 'e.nombre', 'e.compania', 'e.orden', 'e.numero', 'r.estado as retiro'])
    .where('e.categoriaId', 'in', inThese)
    .execute()
  const byCategoria = Map.groupBy(entries, (entry) => entry.categoriaId)
  return categorias.map(({ id, nombre, orden }) => ({
    tipo: 'categoria',
    id,
    nombre: nombre ?? '',
    orden,
    competidores: sortPlaced(byCategoria.get(id) ?? []).map((entry) => ({
      id: entry.id,
      nombre: nombreOf(entry),
      compania: companiaOf(entry),
      retiro: entry.retiro,
      ...numeroFieldOf(entry),
    })),
  }))
}

/** The settings of the administrator. `zona` as above. */
export function controlView(zona: string): Projection {
  return project(control, {
    touched: { control: ['publicacion', 'rubrica', 'inscripciones', 'evento'] },
    load: async (tx) => {
      const part: Control = {
        tipo: 'control',
        publicado: publicadoOf(await store.readAjustes(tx)),
        ...(await store.readCompetencia(tx)),
        inscripciones: await store.readReglas(tx),
        zonaHoraria: await readZona(tx, zona),
      }
      return new Map([['control', part]])
    },
    present: (part) => part,
  })
}
