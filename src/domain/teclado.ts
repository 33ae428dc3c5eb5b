import type { Centesimas } from './calificacion.ts'
import { puntuacionText, type Escala } from './escala.ts'

/** Limit of the keys for whole numbers. A scale that needs more has no keypad: its marks are typed. */
const ENTEROS_MAX = 21
/** Limit of the keys for decimals. A finer step offers tenths; the rest is typed. */
const DECIMALES_MAX = 10
const UN_PUNTO: Centesimas = 1_00

/** The whole numbers of the keypad of a scale; empty when the scale has too many. */
export function listEnteros(escala: Escala): number[] {
  const count = Math.floor(escala.maximo / UN_PUNTO) + 1
  if (count > ENTEROS_MAX) return []
  return Array.from({ length: count }, (_, entero) => entero).filter(
    (entero) => listDecimales(entero, escala).length > 0,
  )
}

/** The marks that begin with a whole number, for the second key: `8.0` … `8.9`. */
export function listDecimales(entero: number, { maximo, paso }: Escala): Centesimas[] {
  const first = Math.ceil((entero * UN_PUNTO) / paso)
  const last = Math.floor(Math.min(maximo, entero * UN_PUNTO + UN_PUNTO - 1) / paso)
  const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * paso)
  if (all.length <= DECIMALES_MAX) return all
  const tenths = all.filter((puntos) => puntos % 10 === 0)
  return tenths.length <= DECIMALES_MAX ? tenths : tenths.slice(0, DECIMALES_MAX)
}

/**
 * The texts of the keypad. `decimal`: the name of its second row of keys; `undefined` without that row. `pista`: the hint.
 */
export function textsOfTeclado(escala: Escala): {
  readonly decimal: 'Décima' | 'Decimal' | undefined
  readonly pista: string
} {
  const keys = listEnteros(escala).map((entero) => listDecimales(entero, escala))
  const withDecimals = keys.findLast((decimales) => decimales.length > 1)
  if (!withDecimals) return { decimal: undefined, pista: 'Elige el número y pasas solo al siguiente criterio.' }
  const hasTenths = keys.flat().every((puntos) => puntos % 10 === 0)
  const ejemplo = puntuacionText(withDecimals.at(-1) ?? 0, escala)
  return {
    decimal: hasTenths ? 'Décima' : 'Decimal',
    pista: `Elige ${hasTenths ? 'la décima' : 'el decimal'} y pasas solo al siguiente criterio. También puedes teclear ${ejemplo}.`,
  }
}

/** The steps of one large step (Page Up): about one point. */
export function pasosGrandes({ paso }: Escala): number {
  return Math.max(1, Math.round(UN_PUNTO / paso))
}
