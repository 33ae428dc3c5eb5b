import type { Centesimas } from './calificacion.ts'
import { nombreOf } from './competidor.ts'
import { puntosOf } from './escala.ts'
import { sortPlaced, type Ordered } from './orden.ts'

/** Points taken from the total of an entry. */
export interface Penalizacion {
  readonly id: string
  /** Greater than 0. */
  readonly puntos: Centesimas
  readonly motivo: string
  /** Name of the administrator. */
  readonly autor: string
  /** ISO timestamp. */
  readonly fecha: string
}

/** Limit of the points of one penalty. */
const PENALIZADO_MAX: Centesimas = 1_000_00

/** Reads the typed points of a penalty: greater than 0, at most 1,000, two decimals. */
export function readPenalizado(texto: string): { readonly puntos: Centesimas } | { readonly fault: string } {
  const puntos = puntosOf(texto)
  if (puntos !== null && puntos > 0 && puntos <= PENALIZADO_MAX) return { puntos }
  return { fault: 'Escribe un número mayor que 0 y de 1000 como máximo, con dos decimales a lo más.' }
}

/** The sum of the penalties of an entry. */
export function penalizadoOf(penalizaciones: readonly Penalizacion[]): Centesimas {
  return penalizaciones.reduce((sum, { puntos }) => sum + puntos, 0)
}

/** An entry with its penalties. */
interface Penalizable extends Ordered {
  readonly nombre: string | null
  readonly retiro: unknown
  readonly penalizaciones: readonly Penalizacion[]
}

/** A penalty of a ranked entry, for the list below a ranking. */
export interface Penalizado extends Omit<Penalizacion, 'id' | 'fecha'> {
  readonly nombre: string
}

/** The penalties of the ranked entries of a category, in running order. */
export function penalizadosOf(competidores: readonly Penalizable[]): Penalizado[] {
  return sortPlaced(competidores.filter(({ retiro }) => retiro === null)).flatMap((competidor) =>
    competidor.penalizaciones.map(({ puntos, motivo, autor }) => ({
      nombre: nombreOf(competidor),
      puntos,
      motivo,
      autor,
    })),
  )
}
