import type { ProgramaPublicoPart } from '#contract/views/horario.ts'
import type { Dia } from '#domain/dia.ts'
import { sortByOrden } from '#domain/orden.ts'
import { hasChanged, largoDe, PROGRAMA_DEFAULT } from '#domain/plan.ts'
import type { EstadoDePrograma } from '#domain/preparativos.ts'
import { itemsOf, type AjustesDePrograma, type Pausa, type Publicacion } from '#domain/programa.ts'
import { Problem } from '#domain/problem.ts'
import { relojOf } from '#domain/ajustes.ts'
import type { Lista, Parada } from '#domain/turno.ts'
import { inOneRead, upsert, type Tx } from '../db/database.ts'
import type { CategoriasTable, ProgramaTable } from '../db/schema.ts'
import { readSegundos } from '../musica/store.ts'
import type { Work } from '../work.ts'
import { listaOf, readOrdenDeDia, type CategoriaEnOrden, type EntradaEnOrden } from './orden.ts'
import { readAjustes, readTurno } from './store.ts'
import { loadTurno } from './turno.ts'

/** The programme of a day: what the organiser edits, and what is published. */
export interface ProgramaGuardado {
  readonly ajustes: AjustesDePrograma
  readonly pausas: readonly Pausa[]
  readonly publicado: Publicacion | null
}

export async function readPrograma(tx: Tx, dia: Dia): Promise<ProgramaGuardado> {
  const row = await tx.selectFrom('programa').selectAll().where('dia', '=', dia).executeTakeFirst()
  return row ? programaFrom(row) : { ajustes: PROGRAMA_DEFAULT, pausas: [], publicado: null }
}

/** The start of each day: the published one, else the saved one; null for a day that has none. */
export async function readInicios(tx: Tx): Promise<Record<Dia, number | null>> {
  const readInicio = async (dia: Dia): Promise<number | null> => {
    const { ajustes, publicado } = await readPrograma(tx, dia)
    return publicado?.ajustes.inicio ?? ajustes.inicio
  }
  return {
    jueves: await readInicio('jueves'),
    viernes: await readInicio('viernes'),
    sábado: await readInicio('sábado'),
  }
}

export function programaFrom({ inicio, montaje, jueceo, pausas, publicado }: ProgramaTable): ProgramaGuardado {
  return {
    ajustes: { inicio: inicio === null ? null : Date.parse(inicio), montaje, jueceo },
    // Written by `programaRow`.
    pausas: JSON.parse(pausas) as readonly Pausa[],
    publicado: publicado === null ? null : (JSON.parse(publicado) as Publicacion),
  }
}

export function programaRow(dia: Dia, { ajustes, pausas, publicado }: ProgramaGuardado): ProgramaTable {
  const { inicio, montaje, jueceo } = ajustes
  return {
    dia,
    inicio: inicio === null ? null : new Date(inicio).toISOString(),
    montaje,
    jueceo,
    pausas: JSON.stringify(pausas),
    publicado: publicado && JSON.stringify(publicado),
  }
}

export async function savePrograma(tx: Tx, dia: Dia, programa: ProgramaGuardado): Promise<void> {
  await upsert(tx, 'programa', ['dia'], programaRow(dia, programa))
}

/** The categories of a day with the lengths of their placed entries, in running order. */
export async function readCategoriasDeDia(tx: Tx, dia: Dia, ajustes: AjustesDePrograma): Promise<CategoriaConLargos[]> {
  const categorias = await readOrdenDeDia(tx, dia)
  const entries = categorias.flatMap(({ entradas }) => entradas)
  const duraciones = await readSegundos(tx, entries)
  const { minutosPorCompetidor } = relojOf(await readAjustes(tx))
  return withLargos(categorias, ({ musicaPath }) =>
    largoDe(duraciones.get(musicaPath ?? '') ?? null, ajustes, minutosPorCompetidor),
  )
}

export type CategoriaConLargos = ReturnType<typeof withLargos>[number]

function withLargos(categorias: readonly CategoriaEnOrden[], largoOf: (entry: EntradaEnOrden) => number) {
  return categorias.map(({ entradas, ...categoria }) => ({
    ...categoria,
    entradas: entradas.map((one) => ({ ...one, retirada: one.retiro !== null, largo: largoOf(one) })),
  }))
}

/** The published programme of a day for the public; null while nothing is published. */
export const loadPrograma = inOneRead(async (tx: Tx, dia: Dia): Promise<ProgramaPublicoPart | null> => {
  const { ajustes, publicado } = await readPrograma(tx, dia)
  if (!publicado) return null
  const { fin, inicios, pausas, adelantar } = publicado
  const entradas = (await readCategoriasDeDia(tx, dia, ajustes)).flatMap((categoria) => categoria.entradas)
  const tiempoOf = (id: string, largo: number): ProgramaPublicoPart['tiempos'][string] => {
    const inicio = inicios[id]
    return inicio === undefined ? [largo / 1_000] : [largo / 1_000, inicio]
  }
  const tiempos = Object.fromEntries(entradas.map(({ id, largo }) => [id, tiempoOf(id, largo)]))
  return { tipo: 'programa', fin, pausas, tiempos, ...(adelantar && { adelantar }) }
})

/** Whether a day has a published programme, and whether it has changed since. */
export async function loadEstadoDePrograma(tx: Tx, dia: Dia): Promise<EstadoDePrograma> {
  const { ajustes, pausas, publicado } = await readPrograma(tx, dia)
  if (!publicado) return 'sin publicar'
  const categorias = await readCategoriasDeDia(tx, dia, ajustes)
  const isOther = hasChanged({ categorias, pausas, ajustes }, publicado, await loadTurno(tx, dia))
  return isOther ? 'con cambios' : 'publicado'
}

/** What a step of the turn goes through on a day: its list, and its published breaks. */
export async function readRecorrido(
  tx: Tx,
  dia: Dia,
): Promise<{ readonly lista: Lista; readonly paradas: readonly Parada[] }> {
  const [categorias, { publicado }] = await Promise.all([readOrdenDeDia(tx, dia), readPrograma(tx, dia)])
  // A step does not need the lengths.
  const items = itemsOf(
    withLargos(categorias, () => 0),
    publicado?.pausas ?? [],
  )
  const paradas = items.flatMap((item) =>
    item.tipo === 'pausa' ? [{ id: item.id, titulo: item.pausa.titulo, largo: item.largo, turno: item.turno }] : [],
  )
  return { lista: listaOf(categorias), paradas }
}

/** Throws `pausa.enCurso` while one of these published breaks is the item in course of the day. */
export async function mustNotBeEnCurso(tx: Tx, dia: Dia, isOne: (pausa: Pausa) => boolean): Promise<void> {
  const { pausa } = await readTurno(tx, dia)
  if (!pausa?.id) return
  const { publicado } = await readPrograma(tx, dia)
  if (publicado?.pausas.some((one) => one.id === pausa.id && isOne(one))) throw new Problem('pausa.enCurso')
}

/** Takes a category that is deleted out of the programme of its day. Throws `pausa.enCurso`. */
export async function leavePrograma(
  work: Work,
  categoria: Pick<CategoriasTable, 'id' | 'dia'>,
  siblings: readonly CategoriasTable[],
): Promise<void> {
  if (categoria.dia !== null) await mustNotBeEnCurso(work.tx, categoria.dia, ({ antesDe }) => antesDe === categoria.id)
  await releasePausas(work, categoria, siblings)
}

/** Puts the breaks of a category that leaves its day before the next category of the day, else at the end. */
export async function releasePausas(
  work: Work,
  { id, dia }: Pick<CategoriasTable, 'id' | 'dia'>,
  siblings: readonly CategoriasTable[],
): Promise<void> {
  if (dia === null) return
  const { ajustes, pausas, publicado } = await readPrograma(work.tx, dia)
  const inOrder = sortByOrden(siblings).filter((one) => one.id === id || one.nombre)
  const next = inOrder[inOrder.findIndex((one) => one.id === id) + 1]?.id ?? null
  const moved = <P extends Pausa>(list: readonly P[]) =>
    list.map((pausa) => (pausa.antesDe === id ? { ...pausa, antesDe: next } : pausa))
  if (![...pausas, ...(publicado?.pausas ?? [])].some(({ antesDe }) => antesDe === id)) return
  const after = publicado && { ...publicado, pausas: moved(publicado.pausas) }
  await savePrograma(work.tx, dia, { ajustes, pausas: moved(pausas), publicado: after })
}
