import type { EstadoMarca } from '#domain/calificacion.ts'
import type { TipoCriterios } from '#domain/criterios.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import type { CausaTardia, EstadoTardia } from '#domain/tardia.ts'

/** A boolean, as both databases store it. */
export type Flag = 0 | 1

export interface JuecesTable {
  id: string
  nombre: string
  activo: Flag
  principal: Flag
  /** JSON: the assigned days, and the assigned categories by id. Both null: the whole event. */
  dias: string | null
  categorias: string | null
  /** The token of the personal link, readable: the administrator shows it again. Null: no access. */
  enlace: string | null
}

export interface CalificacionesTable {
  competidorId: string
  juezId: string
  l_calificacion: string | null
  /** JSON: criterion → text. */
  criterios: string
  /** A reopened mark counts as it is until its judge sends it again. */
  estado: EstadoMarca
  /** From 1, one more with each sending. */
  version: number
  /** Why the mark was reopened. */
  motivo: string | null
  /** ISO timestamp of the last sending; null for imported marks. */
  enviada: string | null
}

/** A late mark. `competidorId` is no foreign key, because the entry may be deleted. */
export interface TardiaTable {
  id: string
  juezId: string
  /** Key of the device for this sending: a repeated hand-in adds nothing. */
  clave: string
  competidorId: string
  criterios: string
  l_calificacion: string
  causa: CausaTardia
  /** ISO timestamp. */
  recibida: string
  estado: EstadoTardia
  /** Why it was discarded. */
  motivo: string | null
}

export interface PenalizacionTable {
  id: string
  competidorId: string
  /** Hundredths, greater than 0. */
  puntos: number
  motivo: string
  /** Name of the administrator. */
  autor: string
  /** ISO timestamp. */
  fecha: string
}

/** An entry that does not compete. */
export interface RetiroTable {
  competidorId: string
  estado: EstadoRetiro
  motivo: string | null
}

/** A closed category: its result is final. */
export interface CierreTable {
  categoriaId: string
  autor: string
  fecha: string
  /** What was decided about missing marks or different panels. */
  decision: string | null
}

/** Range and step of the marks of a criteria type, in hundredths. Without a row: `ESCALA_DEFAULT`. */
export interface EscalaTable {
  tipo: TipoCriterios
  maximo: number
  paso: number
}

/** An ended session of a judge. Its cookie may still hand in late marks for 30 days. */
export interface SesionTerminadaTable {
  tokenHash: string
  juezId: string
  /** Ms since 1970. */
  terminada: number
}
