import { centesimasOf, isNumero, MAXIMO_DEFAULT, numeroText, type Centesimas } from './calificacion.ts'

/** Range and step of the marks of one criterion: 0, `paso`, 2 × `paso` … `maximo`. */
export interface Escala {
  readonly maximo: Centesimas
  readonly paso: Centesimas
}

export const ESCALA_DEFAULT: Escala = { maximo: MAXIMO_DEFAULT, paso: 10 }
/** Limit of `maximo`. */
const MAXIMO_MAX: Centesimas = 1_000_00
/** Two decimals at most: a text with more would be rounded. */
const DOS_DECIMALES = /^\d{1,4}(\.\d{1,2})?$/

/**
 * The points of a typed number, with a point or a comma; `null` for another text, a negative number, more than two decimals
 * or more than four digits before them.
 */
export function puntosOf(texto: string): Centesimas | null {
  const trimmed = texto.trim().replace(',', '.')
  return DOS_DECIMALES.test(trimmed) && isNumero(trimmed) ? centesimasOf(trimmed) : null
}

/** The text of one criterion: as many decimals as the step has, at least one (`'8.5'`, `'8.25'`). */
export function puntuacionText(puntos: Centesimas, { paso }: Escala): string {
  return (puntos / 100).toFixed(paso % 10 === 0 && puntos % 10 === 0 ? 1 : 2)
}

/** The fault of the mark of a criterion; `null` when it is on the scale. */
export function faultOfPuntuacion(texto: string, { maximo, paso }: Escala): string | null {
  const puntos = puntosOf(texto)
  if (puntos !== null && puntos <= maximo && puntos % paso === 0) return null
  return `Escribe un número de 0 a ${numeroText(maximo)}, de ${numeroText(paso)} en ${numeroText(paso)}.`
}

/** The fault of a scale; `null` when it is valid. */
export function faultOfEscala(escala: Escala): { readonly campo: keyof Escala; readonly fault: string } | null {
  const { maximo, paso } = escala
  if (maximo <= 0 || maximo > MAXIMO_MAX) {
    return { campo: 'maximo', fault: `El máximo debe ser mayor que 0 y a lo más ${numeroText(MAXIMO_MAX)}.` }
  }
  if (paso <= 0 || maximo % paso !== 0)
    return { campo: 'paso', fault: 'El paso debe dividir el máximo en partes iguales.' }
  return null
}

/** Moves the mark of a criterion by steps, within the scale. From no mark: 0 upwards, `maximo` downwards. */
export function stepPuntuacion(puntos: Centesimas | null, pasos: number, { maximo, paso }: Escala): Centesimas {
  if (puntos === null) return pasos > 0 ? 0 : maximo
  const exact = Math.round((puntos + pasos * paso) / paso) * paso
  return Math.min(maximo, Math.max(0, exact))
}
