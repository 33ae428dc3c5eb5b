import type { Arbol, ArbolInput } from '#contract/interchange.ts'
import { isTipoCriterios } from '#domain/criterios.ts'
import { parsePuntuaciones } from '../calificaciones/store.ts'
import type { CalificacionesTable, CategoriasTable, EscalaTable, RetiroTable, TardiaTable } from '../db/schema.ts'
import type { Entry } from './entries.ts'
import { compareTexts, collectionOf, recordsOf } from './records.ts'
import type { PenalizacionDeArbol, Rows } from './rows.ts'
import type { Notices } from './shape.ts'

type Extra = NonNullable<ArbolInput['extra']>

/** The rows of the tables that judging fills, except the marks. */
type JuradoRows = Pick<Rows, 'retiros' | 'penalizaciones' | 'tardias' | 'cierres' | 'escalas'>

interface Context {
  readonly categorias: readonly CategoriasTable[]
  readonly entries: readonly Entry[]
  readonly notices: Notices
}

interface JuradoContext extends Context {
  readonly juezIds: ReadonlySet<string>
}

/** Withdrawals, penalties, late marks, closed categories and scales of a tree. A late mark may name a deleted entry. */
export function readJurado({ extra }: Arbol, { categorias, entries, juezIds, notices }: JuradoContext): JuradoRows {
  const find = finderOf(entries)
  const mustFind = (campo: string, ref: string): string[] => {
    const id = find(ref)
    if (id === undefined) notices.fault(['extra', campo, ref], 'No existe ese competidor.')
    return id === undefined ? [] : [id]
  }
  const retiros = recordsOf(extra?.retiros).flatMap(([ref, retiro]) =>
    mustFind('retiros', ref).map((competidorId): RetiroTable => ({ competidorId, ...retiro })),
  )
  const penalizaciones = recordsOf(extra?.penalizaciones).flatMap(([ref, list]) =>
    mustFind('penalizaciones', ref).flatMap((competidorId) =>
      list.map(({ puntos, ...rest }) => ({ competidorId, puntos: Math.round(puntos * 100), ...rest })),
    ),
  )
  const tardias = recordsOf(extra?.tardias).flatMap(([ref, list]) =>
    list.map(({ criterios, ...rest }) => ({
      competidorId: find(ref) ?? ref,
      criterios: JSON.stringify(Object.fromEntries(recordsOf(criterios))),
      ...rest,
    })),
  )
  checkTardias(tardias, juezIds, notices)
  const cierres = recordsOf(extra?.cierres).map(([categoriaId, cierre]) => ({ categoriaId, ...cierre }))
  for (const { categoriaId } of cierres) {
    if (!categorias.some(({ id }) => id === categoriaId)) {
      notices.fault(['extra', 'cierres', categoriaId], 'No existe esa categoría.')
    }
  }
  const escalas = recordsOf(extra?.escalas).flatMap(([tipo, { maximo, paso }]): EscalaTable[] =>
    isTipoCriterios(tipo) ? [{ tipo, maximo: Math.round(maximo * 100), paso: Math.round(paso * 100) }] : [],
  )
  return { retiros, penalizaciones: penalizaciones.toSorted(byFecha), tardias, cierres, escalas }
}

/** Reports late marks of an unknown judge, and late marks whose key the judge has used before. */
function checkTardias(tardias: JuradoRows['tardias'], juezIds: ReadonlySet<string>, notices: Notices): void {
  const seen = new Set<string>()
  for (const { competidorId, juezId, clave } of tardias) {
    const key = JSON.stringify([juezId, clave])
    const path = ['extra', 'tardias', competidorId]
    if (!juezIds.has(juezId)) notices.fault(path, `No existe el juez «${juezId}».`)
    else if (seen.has(key)) notices.fault(path, `Ya hay una calificación tardía de este juez con la clave «${clave}».`)
    seen.add(key)
  }
}

/** Marks the reopened marks of a tree. */
export function reopenMarks(
  { extra }: Arbol,
  { entries, notices }: Context,
  calificaciones: readonly CalificacionesTable[],
): CalificacionesTable[] {
  const find = finderOf(entries)
  const motivos = new Map<string, string>()
  for (const [ref, porJuez] of recordsOf(extra?.reabiertas)) {
    for (const [juezId, motivo] of recordsOf(porJuez)) {
      const competidorId = find(ref)
      const exists = calificaciones.some((row) => row.competidorId === competidorId && row.juezId === juezId)
      if (exists) motivos.set(JSON.stringify([competidorId, juezId]), motivo)
      else notices.fault(['extra', 'reabiertas', ref, juezId], 'No hay una calificación de ese juez.')
    }
  }
  return calificaciones.map((row) => {
    const motivo = motivos.get(JSON.stringify([row.competidorId, row.juezId]))
    return motivo === undefined ? row : { ...row, estado: 'reabierta', motivo }
  })
}

/** The fields of `extra` about judging. `refs` are those of `refsOf`; `written` are the marks that the tree contains. */
export function writeJurado(
  rows: Rows,
  refs: ReadonlyMap<string, string>,
  written: readonly CalificacionesTable[],
): Pick<Extra, 'retiros' | 'penalizaciones' | 'reabiertas' | 'tardias' | 'cierres' | 'escalas'> {
  const refOf = (competidorId: string) => refs.get(competidorId) ?? competidorId
  const byEntry = <T extends { readonly competidorId: string }>(list: readonly T[]) =>
    Map.groupBy(list, ({ competidorId }) => refOf(competidorId))
  return {
    retiros: collectionOf(rows.retiros, ({ competidorId, estado, motivo }) => [
      refOf(competidorId),
      { estado, motivo },
    ]),
    penalizaciones: collectionOf([...byEntry(rows.penalizaciones.toSorted(byFecha))], ([ref, list]) => [
      ref,
      list.map(({ puntos, motivo, autor, fecha }) => ({ puntos: puntos / 100, motivo, autor, fecha })),
    ]),
    reabiertas: collectionOf([...byEntry(written.filter(({ estado }) => estado === 'reabierta'))], ([ref, list]) => [
      ref,
      collectionOf(list, ({ juezId, motivo }) => [juezId, motivo ?? '']),
    ]),
    tardias: collectionOf([...byEntry(rows.tardias.toSorted(byRecibida))], ([ref, list]) => [
      ref,
      list.map(({ competidorId: _competidorId, criterios, ...rest }) => ({
        ...rest,
        criterios: parsePuntuaciones(criterios),
      })),
    ]),
    cierres: collectionOf(rows.cierres, ({ categoriaId, ...cierre }) => [categoriaId, cierre]),
    escalas: collectionOf(rows.escalas, ({ tipo, maximo, paso }) => [tipo, { maximo: maximo / 100, paso: paso / 100 }]),
  }
}

/** How `extra` refers to each entry, by id: by its key, or by slug and key when another entry has that key. */
export function refsOf(
  entries: readonly { readonly slug: string; readonly clave: string; readonly id: string }[],
): Map<string, string> {
  const byClave = Map.groupBy(entries, ({ clave }) => clave)
  return new Map(
    entries.map(({ slug, clave, id }) => [id, byClave.get(clave)?.length === 1 ? clave : `${slug}/${clave}`]),
  )
}

function finderOf(entries: readonly Entry[]): (ref: string) => string | undefined {
  const refs = refsOf(entries.map(({ slug, clave, row }) => ({ slug, clave, id: row.id })))
  const ids = new Map([...refs].map(([id, ref]) => [ref, id]))
  return (ref) => ids.get(ref)
}

function byFecha(a: PenalizacionDeArbol, b: PenalizacionDeArbol): number {
  return (
    compareTexts(a.fecha, b.fecha) ||
    compareTexts(a.motivo, b.motivo) ||
    a.puntos - b.puntos ||
    compareTexts(a.autor, b.autor)
  )
}

function byRecibida(a: Omit<TardiaTable, 'id'>, b: Omit<TardiaTable, 'id'>): number {
  return compareTexts(a.recibida, b.recibida) || compareTexts(a.juezId, b.juezId) || compareTexts(a.clave, b.clave)
}
