import { hash } from 'node:crypto'
import type { Kind } from '#domain/bitacora.ts'
import { sinUsoOf, type Anterior } from '#domain/categoria.ts'
import { resultadoOf } from '#domain/clasificacion.ts'
import { nombreOf } from '#domain/competidor.ts'
import { criteriosOfTipo, tipoOf } from '#domain/criterios.ts'
import { isRetenida, type Embargo } from '#domain/embargo.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import type { Escala } from '#domain/escala.ts'
import { listAsignados, type Juez, type MarcaDeJuez } from '#domain/jurado.ts'
import { METODO_DEFAULT, type Regla } from '#domain/metodo.ts'
import type { Pauta } from '#domain/papeleta.ts'
import type { Pesos } from '#domain/pesos.ts'
import { criteriosOfCategoria } from '#domain/puntuaciones.ts'
import type { Origen } from '#domain/ronda.ts'
import { rutasOf, type Resultado, sortByJuez, type CompetidorCalificado, type Marca } from '#domain/resultados.ts'
import { type Tx, inOneRead } from '../db/database.ts'
import type { CalificacionesTable, CategoriasTable, CierreTable, RepeticionTable, TardiaTable } from '../db/schema.ts'
import { byEntrada } from './entrada.ts'
import { readPenalizaciones } from './penalizacion.ts'
import { readDesempate, readEscalas, readJueces, readPesos } from '../jueces/store.ts'

/** A stored mark. */
export interface MarcaGuardada extends Marca, MarcaDeJuez {
  readonly version: number
  readonly motivo: string | null
  readonly enviada: string | null
}

/** A mark of an annulled attempt, as it was stored. */
export type MarcaAnulada = Omit<CalificacionesTable, 'competidorId'>

/** The marks of an annulled attempt. */
export function marcasOf({ marcas }: Pick<RepeticionTable, 'marcas'>): MarcaAnulada[] {
  // Written by `annulMarcas`, or checked by an import.
  return JSON.parse(marcas) as MarcaAnulada[]
}

/** An annulled attempt of an entry. */
interface Anulado {
  readonly intento: number
  /** The attempt that took its place. */
  readonly siguiente: number
  readonly motivo: string
  readonly marcas: readonly MarcaGuardada[]
}

export interface CompetidorDeHoja extends CompetidorCalificado {
  readonly marcas: readonly MarcaGuardada[]
  /** Oldest first. */
  readonly anulados: readonly Anulado[]
  readonly numero: string | null
  readonly musicaPath: string | null
  /** The measured length of its track, in seconds. */
  readonly duracion: number | null
  readonly usuarioId: string | null
}

/** A category with its entries and their marks. */
export interface Hoja {
  readonly categoria: CategoriasTable & { readonly nombre: string }
  readonly competidores: readonly CompetidorDeHoja[]
  readonly resultado: Resultado
  /** The segment of each entry (id) in the address of its detail. */
  readonly rutas: ReadonlyMap<string, string>
  readonly cierre: CierreTable | null
  /** The judges of the event. */
  readonly jueces: readonly Juez[]
  /** A closed category keeps the rule that it was closed with. */
  readonly regla: Regla
  readonly escala: Escala
  readonly pesos: Pesos
  /** The name of the category that a round came from. */
  readonly vieneDe: string | null
  /** Its results wait for their announcement. */
  readonly retenida: boolean
  /** The results of the category that this round came from are retained. */
  readonly origenRetenido: boolean
  /** The rounds that came from the category. */
  readonly rondas: readonly Ronda[]
}

/** The changes of a category that may alter what its `Hoja` holds. */
export const HOJA_KINDS: readonly Kind[] = [
  'categoria',
  'competidor',
  'calificacion',
  'penalizacion',
  'retiro',
  'repeticion',
  'cierre',
  'empate',
]

/** The categories of a day that have a name, with marks: all of them, or only the ones in `ids`. */
export async function readHojas(tx: Tx, dia: Dia, ids: 'all' | readonly string[]): Promise<readonly Hoja[]> {
  if (ids === 'all') return readHojasOfDias(tx, dia)
  return (await readHojasOfEvento(tx, ids)).filter(({ categoria }) => categoria.dia === dia)
}

/** As `readHojas`, for all days. */
export async function readHojasOfEvento(tx: Tx, ids: 'all' | readonly string[]): Promise<readonly Hoja[]> {
  if (ids === 'all') return readHojasOfDias(tx, ...DIAS)
  return ids.length === 0 ? [] : readHojasOfIds(tx, ...ids.toSorted())
}

// Several views show the same categories: a flush reads them once.
const readHojasOfDias = inOneRead(async (tx: Tx, ...dias: readonly Dia[]) =>
  loadHojas(tx, await withNombre(tx).where('dia', 'in', dias).execute()),
)
const readHojasOfIds = inOneRead(async (tx: Tx, ...ids: readonly string[]) =>
  loadHojas(tx, await withNombre(tx).where('dia', 'is not', null).where('id', 'in', ids).execute()),
)

const withNombre = (tx: Tx) => tx.selectFrom('categorias').selectAll().where('nombre', '<>', '')

/**
 * Loads some categories with their results and their entries, ordered by day of entry and name, each with its marks, penalties and
 * state. Not cached, unlike `readHojas`.
 */
export async function loadHojas(tx: Tx, categorias: readonly CategoriasTable[]): Promise<Hoja[]> {
  // PostgreSQL accepts no empty list.
  if (categorias.length === 0) return []
  const inThese = categorias.map(({ id }) => id)
  const entries = await tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .leftJoin('musica as d', 'd.path', 'e.musicaPath')
    .select(['e.id', 'e.categoriaId', 'e.nombre', 'e.compania', 'e.orden', 'e.musicaPath'])
    .select(['e.usuarioId', 'e.numero', 'r.estado', 'r.motivo', 'd.duracion'])
    .where('e.categoriaId', 'in', inThese)
    .orderBy('e.fechaInscripcion')
    .orderBy('e.nombre')
    .orderBy('e.id')
    .execute()
  const marcas = Map.groupBy(await readMarcas(tx, inThese), ({ competidorId }) => competidorId)
  const penalizaciones = await readPenalizaciones(tx, inThese)
  const anulados = await readAnulados(tx, inThese)
  const cierres = await tx.selectFrom('cierre').selectAll().where('categoriaId', 'in', inThese).execute()
  const empates = await tx.selectFrom('empate').selectAll().where('categoriaId', 'in', inThese).execute()
  const reglaDeEvento = await readReglaDeEvento(tx)
  const jueces = await readJueces(tx)
  const escalas = await readEscalas(tx)
  const rondas = await readRondas(tx)
  const retenidas = await readRetenidas(tx)
  const byCategoria = Map.groupBy(entries, ({ categoriaId }) => categoriaId)
  return categorias.map((categoria) => {
    const cierre = cierres.find(({ categoriaId }) => categoriaId === categoria.id)
    const competidores = (byCategoria.get(categoria.id) ?? []).map(
      ({ categoriaId: _categoriaId, estado, motivo, ...entry }) => ({
        ...entry,
        marcas: marcas.get(entry.id) ?? [],
        anulados: anulados.get(entry.id) ?? [],
        penalizaciones: penalizaciones.get(entry.id) ?? [],
        retiro: estado === null ? null : { estado, motivo },
      }),
    )
    const { pesos, ...propia } = cierre
      ? { ...reglaOfCierre(cierre), panel: listOfIds(cierre.panel) }
      : { ...reglaDeEvento(categoria), panel: listAsignados(jueces, categoria).map(({ id }) => id) }
    const metodo = categoria.metodo ?? METODO_DEFAULT
    const ordenes = empates.filter(({ categoriaId }) => categoriaId === categoria.id)
    const regla = { ...propia, metodo, empates: ordenes.map((one) => ({ ...one, ids: listOfIds(one.ids) })) }
    const origen = origenOf(categoria)
    return {
      categoria: { ...categoria, nombre: categoria.nombre ?? '' },
      competidores,
      resultado: resultadoOf(competidores, criteriosOfCategoria(categoria), regla),
      rutas: rutasOf(competidores),
      cierre: cierre ?? null,
      jueces,
      regla,
      escala: escalas[tipoOf(categoria.nombre ?? '', categoria.criterios)],
      pesos,
      vieneDe: origen?.nombre ?? null,
      retenida: retenidas.has(categoria.id),
      origenRetenido: origen !== null && retenidas.has(origen.categoriaId),
      rondas: rondas.filter((ronda) => ronda.origen.categoriaId === categoria.id),
    }
  })
}

export async function readEmbargo(tx: Tx): Promise<Embargo> {
  const row = await tx.selectFrom('embargo').select('retener').executeTakeFirst()
  const anunciadas = await tx.selectFrom('anunciada').select('categoriaId').orderBy('categoriaId').execute()
  return { retener: row?.retener === 1, anunciadas: anunciadas.map(({ categoriaId }) => categoriaId) }
}

/** The categories that are retained, by id. A deleted one, from which a round may come, is none. */
export async function readRetenidas(tx: Tx): Promise<ReadonlySet<string>> {
  const embargo = await readEmbargo(tx)
  if (!embargo.retener) return new Set()
  const all = await tx.selectFrom('categorias').select('id').execute()
  return new Set(all.flatMap(({ id }) => (isRetenida(embargo, id) ? [id] : [])))
}

/** The part of a rule that does not belong to the category alone: a closed category keeps it. */
export type ReglaDeEvento = Pick<Regla, 'desempate' | 'principales' | 'excluidos'> & { readonly pesos: Pesos }

const SIN_REGLA: ReglaDeEvento = { desempate: [], principales: [], excluidos: [], pesos: {} }

/** What decides the criteria of a category. */
type ConCriterios = Pick<CategoriasTable, 'nombre' | 'criterios'>

/** Reads the tie-break list, the head judges and the weights of a category, as they are now. */
export async function readReglaDeEvento(tx: Tx): Promise<(categoria: ConCriterios) => ReglaDeEvento> {
  const desempate = await readDesempate(tx)
  const principales = (await readJueces(tx)).filter(({ principal }) => principal).map(({ id }) => id)
  const pesos = await readPesos(tx)
  const evento = { ...SIN_REGLA, desempate, principales }
  return ({ nombre, criterios }) => ({ ...evento, pesos: pesos[tipoOf(nombre ?? '', criterios)] })
}

/** The rule that a category was closed with. */
export function reglaOfCierre({ regla }: Pick<CierreTable, 'regla'>): ReglaDeEvento {
  // Written by `closeCategoria`, or checked by an import.
  return { ...SIN_REGLA, ...(regla === null ? null : (JSON.parse(regla) as Partial<ReglaDeEvento>)) }
}

/** A stored list of ids. */
export function listOfIds(json: string): string[] {
  const ids: unknown = JSON.parse(json)
  return Array.isArray(ids) ? ids.map(String) : []
}

/** Where a round comes from; null for other categories. */
export function origenOf({ origen }: Pick<CategoriasTable, 'origen'>): Origen | null {
  // Written by `createRonda`, or checked by an import.
  return origen === null ? null : (JSON.parse(origen) as Origen)
}

/** The id of the copy of an entry in a round: it tells the copy from entries that came into the round otherwise. */
export function copiaIdOf(rondaId: string, competidorId: string): string {
  return hash('sha256', JSON.stringify([rondaId, competidorId]), 'base64url').slice(0, 32)
}

interface Ronda extends Pick<CategoriasTable, 'id' | 'dia'> {
  readonly nombre: string
  readonly origen: Origen
}

/** The rounds of the event. */
export async function listRondas(tx: Tx): Promise<Ronda[]> {
  const columns = ['id', 'dia', 'nombre', 'origen'] as const
  const rows = await tx.selectFrom('categorias').select(columns).where('origen', 'is not', null).execute()
  return rows.flatMap((row) => {
    const origen = origenOf(row)
    return origen ? [{ ...row, nombre: nombreOf(row), origen }] : []
  })
}

export const readRondas: (tx: Tx) => Promise<readonly Ronda[]> = inOneRead(listRondas)

/** The names of the rounds to which an entry passes; without an entry, of those that came from the category. */
export function pasaAFieldOf({ rondas }: Hoja, id?: string): { readonly pasaA?: string } {
  const own = rondas.filter(({ origen }) => id === undefined || origen.pasan.includes(id))
  const nombres = own.map(({ nombre }) => nombre).toSorted()
  return nombres.length > 0 ? { pasaA: nombres.join(', ') } : {}
}

/** The former days and names of categories that no category has now, newest first, each with the present day of its category. */
export const readAnteriores: (tx: Tx) => Promise<readonly (Anterior & { readonly hoy: Dia | null })[]> = inOneRead(
  async (tx) => {
    const anteriores = tx.selectFrom('anterior').select(['categoriaId', 'dia', 'nombre']).orderBy('revision', 'desc')
    const categorias = await tx.selectFrom('categorias').select(['id', 'dia', 'nombre']).execute()
    const dias = new Map(categorias.map(({ id, dia }) => [id, dia]))
    return sinUsoOf(await anteriores.execute(), categorias).map((anterior) => {
      return { ...anterior, hoy: dias.get(anterior.categoriaId) ?? null }
    })
  },
)

/** The annulled attempts of the entries of some categories, oldest first, by entry. */
async function readAnulados(tx: Tx, categoriaIds: readonly string[]): Promise<ReadonlyMap<string, Anulado[]>> {
  const rows = await tx
    .selectFrom('repeticion as p')
    .innerJoin('competidores as e', 'e.id', 'p.competidorId')
    .selectAll('p')
    .where('e.categoriaId', 'in', categoriaIds)
    .where('p.deshecha', '=', 0)
    .orderBy('p.intento')
    .execute()
  if (rows.length === 0) return new Map()
  const nombres = new Map((await readJueces(tx)).map(({ id, nombre }) => [id, nombre]))
  const marcaOf = ({ criterios, ...marca }: MarcaAnulada): MarcaGuardada => ({
    ...marca,
    criterios: parsePuntuaciones(criterios),
    juez: nombres.get(marca.juezId) ?? '',
  })
  return byEntrada(rows, (row) => ({
    intento: row.anula,
    siguiente: row.intento,
    motivo: row.motivo,
    marcas: sortByJuez(marcasOf(row).map(marcaOf)),
  }))
}

/** The present attempt of a repeated entry; empty for every other entry. */
export function intentoFieldOf({ anulados }: CompetidorDeHoja): { readonly intento?: number } {
  const last = anulados.at(-1)
  return last ? { intento: last.siguiente } : {}
}

async function readMarcas(tx: Tx, categoriaIds: readonly string[]) {
  const rows = await tx
    .selectFrom('calificaciones as m')
    .innerJoin('competidores as e', 'e.id', 'm.competidorId')
    .innerJoin('jueces as j', 'j.id', 'm.juezId')
    .selectAll('m')
    .select('j.nombre as juez')
    .where('e.categoriaId', 'in', categoriaIds)
    .execute()
  return sortByJuez(rows.map(({ criterios, ...row }) => ({ ...row, criterios: parsePuntuaciones(criterios) })))
}

/** A late mark for an entry of a category. */
export interface TardiaGuardada extends Omit<TardiaTable, 'criterios'> {
  readonly criterios: Readonly<Record<string, string>>
  readonly categoriaId: string
}

/** The late marks for the entries of some categories, oldest first, decided ones too. */
export async function readTardias(tx: Tx, categoriaIds: readonly string[]): Promise<TardiaGuardada[]> {
  const rows = await tx
    .selectFrom('tardia as t')
    .innerJoin('competidores as e', 'e.id', 't.competidorId')
    .selectAll('t')
    .select('e.categoriaId')
    .where('e.categoriaId', 'in', categoriaIds)
    .orderBy('t.recibida')
    .orderBy('t.id')
    .execute()
  return rows.map(({ criterios, ...row }) => ({ ...row, criterios: parsePuntuaciones(criterios) }))
}

/** Parses the stored marks of the criteria: texts by key of the criterion. */
export function parsePuntuaciones(json: string): Record<string, string> {
  // Written by `saveMarca` or by an import, which check the texts. A day has 10,000 of them.
  return JSON.parse(json) as Record<string, string>
}

/** The criteria of a category, their scale and their weights, as they are now. */
export async function readPauta(tx: Tx, categoria: ConCriterios): Promise<Required<Pauta>> {
  const tipo = tipoOf(categoria.nombre ?? '', categoria.criterios)
  const [escalas, pesos] = [await readEscalas(tx), await readPesos(tx)]
  return { criterios: criteriosOfTipo(tipo), escala: escalas[tipo], pesos: pesos[tipo] }
}
