import { puntosText, type Centesimas } from './calificacion.ts'
import type { Criterio } from './criterios.ts'
import { faultOfPuntuacion, puntosOf, puntuacionText, type Escala } from './escala.ts'
import { totalOfCriterios, type Pesos } from './pesos.ts'
import { formatCount } from './plural.ts'

/** The mark of each criterion by key, as typed. A criterion without a text is unscored, which is not 0. */
export type Papeleta = Readonly<Record<string, string>>

/** The criteria of a category, their scale and their weights. */
export interface Pauta {
  readonly criterios: readonly Criterio[]
  readonly escala: Escala
  /** Absent: none. Answers of an older version, which a device may have kept, have none. */
  readonly pesos?: Pesos
}

/** The points of one criterion; null while it is unscored or off the scale. */
export function puntosOfCriterio(
  papeleta: Papeleta,
  clave: string,
  { escala }: Pick<Pauta, 'escala'>,
): Centesimas | null {
  const texto = sinSeparador(papeleta[clave] ?? '')
  return faultOfPuntuacion(texto, escala) === null ? puntosOf(texto) : null
}

/** The fault of a typed text; null when it is on the scale, and for an empty text, which is unscored. */
export function faultOfTyped(texto: string, escala: Escala): string | null {
  return texto === '' ? null : faultOfPuntuacion(sinSeparador(texto), escala)
}

/** The criteria without points, in order. */
export function sinPuntuar(papeleta: Papeleta, pauta: Pauta): Criterio[] {
  return pauta.criterios.filter(({ clave }) => puntosOfCriterio(papeleta, clave, pauta) === null)
}

/** `Falta 1 criterio`, `Faltan 3 criterios`. */
export function faltanCriteriosText(count: number): string {
  return `${count === 1 ? 'Falta' : 'Faltan'} ${formatCount(count, 'criterio', 'criterios')}`
}

/** The running total, with two decimals. Unscored criteria add nothing. */
export function totalOfPapeleta(papeleta: Papeleta, pauta: Pauta): string {
  const { criterios, pesos = {} } = pauta
  const puntos = criterios.map(({ clave }) => [clave, puntosOfCriterio(papeleta, clave, pauta) ?? 0] as const)
  return puntosText(totalOfCriterios(new Map(puntos), criterios, pesos))
}

/** The marks as they are sent: each scored criterion in the form in which it is stored. */
export function normalizePapeleta(papeleta: Papeleta, pauta: Pauta): Papeleta {
  return Object.fromEntries(
    pauta.criterios.flatMap(({ clave }) => {
      const puntos = puntosOfCriterio(papeleta, clave, pauta)
      return puntos === null ? [] : [[clave, puntuacionText(puntos, pauta.escala)]]
    }),
  )
}

/**
 * The key of the next unscored criterion after one that was scored. Continues at the start of the list; returns the same key
 * when all are scored.
 */
export function siguienteCriterio(clave: string, papeleta: Papeleta, pauta: Pauta): string {
  const at = pauta.criterios.findIndex((criterio) => criterio.clave === clave)
  const faltan = sinPuntuar(papeleta, pauta).filter((criterio) => criterio.clave !== clave)
  const later = faltan.find((criterio) => pauta.criterios.indexOf(criterio) > at)
  return (later ?? faltan[0])?.clave ?? clave
}

/** Removes a separator at the end: `8.` and `8,` are an 8 whose decimal is not typed yet. */
function sinSeparador(texto: string): string {
  return texto.trim().replace(/[.,]$/, '')
}

/** Limit of the keys for whole numbers. A scale that needs more has no keypad: its marks are typed. */
const ENTEROS_MAX = 21
/** Limit of the keys for decimals. A finer step offers tenths; the rest is typed. */
const DECIMALES_MAX = 10
const UN_PUNTO: Centesimas = 1_00

/** The whole numbers of the keypad of a scale; empty when the scale has too many. */
export function listEnteros(escala: Escala): number[] {
  const count = Math.floor(escala.maximo / UN_PUNTO) + 1
  if (count > ENTEROS_MAX) return []
  const enteros = Array.from({ length: count }, (_, entero) => entero)
  return enteros.filter((entero) => listDecimales(entero, escala).length > 0)
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
