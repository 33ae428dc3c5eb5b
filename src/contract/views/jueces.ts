import type { TipoCriterios } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import type { Escala } from '#domain/escala.ts'
import type { CategoriaDeJornada } from '#domain/jornada.ts'
import { sortByNombre, type Juez, type MarcaDeJuez, type Miembro } from '#domain/jurado.ts'
import { sortByDia } from '#domain/orden.ts'
import type { FilaDePanel } from '#domain/panel.ts'
import type { Pauta } from '#domain/papeleta.ts'
import type { Pesos } from '#domain/pesos.ts'
import type { Lectura } from '#domain/puntuaciones.ts'
import type { CausaTardia, EstadoTardia, StoredMarca } from '#domain/envio.ts'
import type { Resultado } from '#domain/resultados.ts'
import type { Turno } from '#domain/turno.ts'
import { isId, paramsReader, view, type DocOf } from '../view.ts'
import type { CompetidorPublico, TurnoPart } from './horario.ts'

/** A judge for the administrator. `enlace` is the token of the personal link; null: imported, without access yet. */
export interface JuezPart extends Juez {
  readonly tipo: 'juez'
  readonly enlace: string | null
  /** An API token of the judge exists. */
  readonly tieneToken: boolean
}

/** The scale and the weights of each criteria type, and the tie-break list. */
export interface EscalasPart {
  readonly tipo: 'escalas'
  readonly escalas: Readonly<Record<TipoCriterios, Escala>>
  readonly pesos: Readonly<Record<TipoCriterios, Pesos>>
  /** The tie-break list of the event. */
  readonly desempate: readonly string[]
}

/** The categories that a judge can be assigned to. */
export interface CategoriasAsignablesPart {
  readonly tipo: 'categorias'
  readonly categorias: readonly { readonly id: string; readonly nombre: string; readonly dia: Dia }[]
}

/** The judges with their links, for the administrator. */
export const jueces = view('jueces', {
  assemble: (parts: readonly (JuezPart | EscalasPart | CategoriasAsignablesPart)[]) => {
    const reglas = parts.find((part) => part.tipo === 'escalas')
    const categorias = parts.find((part) => part.tipo === 'categorias')?.categorias
    if (!reglas || !categorias) return undefined
    const { tipo: _tipo, ...rest } = reglas
    return { jueces: sortByNombre(parts.filter((part) => part.tipo === 'juez')), ...rest, categorias }
  },
})

export type Jueces = DocOf<typeof jueces>

/** A judge's own stored mark. */
export interface MarcaPropia extends StoredMarca, Lectura {
  /** Why it was reopened. */
  readonly motivo: string | null
  /** ISO timestamp; null for an imported mark. */
  readonly enviada: string | null
}

/** A judge's own late mark. */
export interface TardiaPropia extends Lectura {
  readonly id: string
  /** The annulled attempt that it is for; absent: the present one. */
  readonly intento?: number
  readonly clave: string
  readonly estado: EstadoTardia
  /** Why it was discarded. */
  readonly motivo: string | null
}

export interface CompetidorDeJuez extends CompetidorPublico {
  readonly tieneMusica: boolean
  readonly marca: MarcaPropia | null
  /** The newest late mark of the judge for this entry: of the present attempt, else of an annulled one. */
  readonly tardia: TardiaPropia | null
  /** The present attempt of a repeated entry, from 2, and why it is repeated; absent for every other entry. */
  readonly intento?: number
  readonly repite?: string
}

/** A category of any day, with the entries that have an order, in order. */
export interface CategoriaDeJuezPart extends CategoriaDeJornada<CompetidorDeJuez>, Pauta {
  readonly tipo: 'categoria'
  readonly dia: Dia
  /** The judge scores this category. */
  readonly asignada: boolean
  readonly cerrada: boolean
}

/** The judge, and the active day. */
export interface IdentidadPart {
  readonly tipo: 'identidad'
  readonly juezId: string
  readonly nombre: string
  readonly principal: boolean
  readonly dia: Dia
}

/** The view of a judge, with the turn of the active day. */
export interface DeJuez extends Omit<IdentidadPart, 'tipo'>, Turno {
  /** Sorted by day, then by order. */
  readonly categorias: readonly CategoriaDeJuezPart[]
}

/**
 * The data that a judge needs to score: running order of every day, turn, criteria, and the marks of this judge. No marks of
 * others.
 */
export const juez = view('juez', {
  roles: ['juez'],
  audience: 'persona',
  keeps: 'owner',
  assemble: (parts: readonly (IdentidadPart | TurnoPart | CategoriaDeJuezPart)[]): DeJuez | undefined => {
    const identidad = parts.find((part) => part.tipo === 'identidad')
    const turno = parts.find((part) => part.tipo === 'turno')
    if (!identidad || !turno) return undefined
    return { ...turno, ...identidad, categorias: sortByDia(parts.filter((part) => part.tipo === 'categoria')) }
  },
})

/** A mark for the head judge. `total` is null while the head judge owes the entry: no figures. */
export interface MarcaDeJurado extends MarcaDeJuez {
  readonly total: string | null
}

export interface CompetidorDeJurado extends Omit<CompetidorPublico, 'compania'> {
  readonly marcas: readonly MarcaDeJurado[]
  /** The missing judges. */
  readonly faltan: readonly Miembro[]
  /** The names of the rounds that it passed to; absent without one, and while the head judge may not see the places. */
  readonly pasaA?: string
}

/** A category as a person with the right to close and reopen it sees it. */
export interface CategoriaPorCerrar {
  readonly cierre: Cierre | null
  /** Closing needs a stated decision. */
  readonly decision: boolean
  /** The judges that the closing may leave out: they did not mark every entry. */
  readonly parciales: readonly Miembro[]
  /** The names of the rounds that came from it; absent without one. */
  readonly pasaA?: string
  /** The ties that can be ordered by hand; empty while the head judge may not see the places. */
  readonly empates: Resultado['empates']
}

/** A category for the head judge. */
export interface CategoriaDeJuradoPart extends CategoriaDeJornada<CompetidorDeJurado>, CategoriaPorCerrar {
  readonly tipo: 'categoria'
  readonly dia: Dia
}

export interface Cierre {
  readonly autor: string
  /** ISO timestamp. */
  readonly fecha: string
  /** The decision about missing marks or different panels. */
  readonly decision: string | null
}

/** The marks of every category for the head judge; empty for other judges. */
export const jurado = view('jurado', {
  roles: ['juez'],
  audience: 'persona',
  assemble: (parts: readonly CategoriaDeJuradoPart[]) => ({ categorias: sortByDia(parts) }),
})

/** A late mark that waits for a decision. `total` as in `MarcaDeJurado`. */
export interface TardiaPart {
  readonly id: string
  readonly juez: string
  /** `Sin nombre` for a deleted entry. */
  readonly competidor: string
  /** Null: the entry was deleted; the mark can only be discarded. */
  readonly categoria: {
    readonly id: string
    readonly nombre: string
    readonly dia: Dia
    readonly cerrada: boolean
  } | null
  readonly causa: CausaTardia
  /** The annulled attempt that it is for: it can only be discarded. Absent for the present one. */
  readonly intento?: number
  readonly total: string | null
  /** The mark of the judge that counts now: accepting the late mark replaces it. Null: there is none. `total` as above. */
  readonly vigente: { readonly total: string | null } | null
  /** ISO timestamp. */
  readonly recibida: string
}

/** The late marks that wait, oldest first, for the administrator and the head judge; empty for other judges. */
export const tardias = view('tardias', {
  roles: ['juez', 'admin'],
  audience: 'rolOJuez',
  assemble: (parts: readonly TardiaPart[]) => ({
    tardias: parts.toSorted((a, b) => Date.parse(a.recibida) - Date.parse(b.recibida)),
  }),
})

/** `filas` is null while the head judge owes an entry of the category: no figures. */
export interface PanelDeCategoria {
  readonly nombre: string
  readonly filas: readonly FilaDePanel[] | null
}

/** The figures of each judge of a category, for the administrator and the head judge. */
export const panel = view('panel', {
  roles: ['juez', 'admin'],
  audience: 'rolOJuez',
  params: paramsReader({ categoriaId: isId }),
  assemble: ([category]: readonly PanelDeCategoria[]) => category,
})
