import type { CategoriasAsignablesPart, EscalasPart } from '#contract/views/jueces.ts'
import { ESCALA_DEFAULT } from '#domain/escala.ts'
import { mapTipos, type TipoCriterios } from '#domain/criterios.ts'
import { isDia } from '#domain/dia.ts'
import type { Juez } from '#domain/jurado.ts'
import { Problem } from '#domain/problem.ts'
import { sortByDia } from '#domain/orden.ts'
import type { Pesos } from '#domain/pesos.ts'
import { type Tx, inOneRead, insertAll, upsert } from '../db/database.ts'
import type { CategoriasTable, JuecesTable } from '../db/schema.ts'
import type { Work } from '../work.ts'

/** A judge with the token of the personal link. */
export type JuezGuardado = Juez & Pick<JuecesTable, 'enlace'>

/** The judges with these ids, or all of them, with their links. */
export async function listJueces(tx: Tx, ids: 'all' | readonly string[]): Promise<JuezGuardado[]> {
  const all = tx.selectFrom('jueces').selectAll().orderBy('id')
  return (await (ids === 'all' ? all : all.where('id', 'in', ids)).execute()).map(juezOf)
}

/** All judges, without their links. A flush reads them once for all views. */
export const readJueces: (tx: Tx) => Promise<readonly Juez[]> = inOneRead(async (tx) => {
  const jueces = await listJueces(tx, 'all')
  return jueces.map(({ enlace: _enlace, ...juez }) => juez)
})

export async function findJuez(tx: Tx, id: string): Promise<JuezGuardado | undefined> {
  const [juez] = await listJueces(tx, [id])
  return juez
}

/** Inserts a judge, or replaces the stored one. */
export async function saveJuez(tx: Tx, juez: JuezGuardado): Promise<void> {
  await upsert(tx, 'jueces', ['id'], rowOfJuez(juez))
}

/** The judge of a row. The inverse of `rowOfJuez`. */
export function juezOf({ activo, principal, dias, categorias, ...row }: JuecesTable): JuezGuardado {
  const asked: unknown = dias === null ? null : JSON.parse(dias)
  return {
    ...row,
    activo: activo === 1,
    principal: principal === 1,
    dias: Array.isArray(asked) ? asked.filter(isDia) : null,
    categorias: categorias === null ? null : JSON.parse(categorias),
  }
}

/** The row that stores a judge. */
export function rowOfJuez({ activo, principal, dias, categorias, ...row }: JuezGuardado): JuecesTable {
  return {
    ...row,
    activo: activo ? 1 : 0,
    principal: principal ? 1 : 0,
    dias: dias && JSON.stringify(dias),
    categorias: categorias && JSON.stringify(categorias),
  }
}

/** The scale of each criteria type. */
export const readEscalas: (tx: Tx) => Promise<EscalasPart['escalas']> = inOneRead(async (tx) => {
  const rows = await tx.selectFrom('escala').selectAll().execute()
  const saved = new Map(rows.map(({ tipo, maximo, paso }) => [tipo, { maximo, paso }]))
  return mapTipos((tipo) => saved.get(tipo) ?? ESCALA_DEFAULT)
})

/** The weights of each criteria type. */
export const readPesos: (tx: Tx) => Promise<EscalasPart['pesos']> = inOneRead(async (tx) => {
  const rows = await tx.selectFrom('peso').selectAll().execute()
  return mapTipos((wanted) =>
    Object.fromEntries(rows.flatMap(({ tipo, criterio, peso }) => (tipo === wanted ? [[criterio, peso]] : []))),
  )
})

/** Replaces the weights of a criteria type. */
export async function savePesos(tx: Tx, tipo: TipoCriterios, pesos: Pesos): Promise<void> {
  await tx.deleteFrom('peso').where('tipo', '=', tipo).execute()
  await insertAll(
    tx,
    'peso',
    Object.entries(pesos).map(([criterio, peso]) => ({ tipo, criterio, peso })),
  )
}

/** The tie-break list of the event. */
export const readDesempate: (tx: Tx) => Promise<readonly string[]> = inOneRead(async (tx) => {
  const rows = await tx.selectFrom('desempate').select('elemento').orderBy('orden').execute()
  return rows.map(({ elemento }) => elemento)
})

/** Replaces the tie-break list. */
export async function saveDesempate(tx: Tx, desempate: readonly string[]): Promise<void> {
  await tx.deleteFrom('desempate').execute()
  await insertAll(
    tx,
    'desempate',
    desempate.map((elemento, index) => ({ orden: index + 1, elemento })),
  )
}

/**
 * Throws `motivo.required` when a change of the rules has no reason and concerns a category that has marks and is not
 * closed.
 */
export async function checkMotivo(
  { tx }: Pick<Work, 'tx'>,
  motivo: string | undefined,
  concerns: (categoria: CategoriasTable) => boolean,
): Promise<void> {
  if (motivo) return
  const empezadas = await tx
    .selectFrom('categorias as c')
    .leftJoin('cierre as k', 'k.categoriaId', 'c.id')
    .innerJoin('competidores as e', 'e.categoriaId', 'c.id')
    .innerJoin('calificaciones as m', 'm.competidorId', 'e.id')
    .selectAll('c')
    .distinct()
    .where('k.categoriaId', 'is', null)
    .execute()
  if (empezadas.some(concerns)) throw new Problem('motivo.required', { motivo: 'Escribe el motivo.' })
}

/** The categories that a judge can be assigned to: categories with a name and a day, by day and order. */
export async function listAsignables(tx: Tx): Promise<CategoriasAsignablesPart['categorias']> {
  const rows = await tx.selectFrom('categorias').select(['id', 'nombre', 'dia', 'orden']).execute()
  const complete = rows.flatMap(({ nombre, dia, ...row }) => (nombre && dia ? [{ ...row, nombre, dia }] : []))
  return sortByDia(complete).map(({ id, nombre, dia }) => ({ id, nombre, dia }))
}
