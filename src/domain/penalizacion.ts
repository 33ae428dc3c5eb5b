import type { Centesimas } from './calificacion.ts'
import { puntosOf } from './escala.ts'

/** Limit of the points of one penalty. */
const PENALIZADO_MAX: Centesimas = 1_000_00

/** Reads the typed points of a penalty: greater than 0, at most 1,000, two decimals. */
export function readPenalizado(texto: string): { readonly puntos: Centesimas } | { readonly fault: string } {
  const puntos = puntosOf(texto)
  if (puntos !== null && puntos > 0 && puntos <= PENALIZADO_MAX) return { puntos }
  return { fault: 'Escribe un número mayor que 0 y de 1000 como máximo, con dos decimales a lo más.' }
}
