import type { Centesimas } from './calificacion.ts'
import type { Criterio } from './criterios.ts'
import { puntosOf } from './escala.ts'

/** The weight of each criterion by key, in hundredths. An empty object: no weights. */
export type Pesos = Readonly<Record<string, Centesimas>>

/** Limit of one weight. */
const PESO_MAX: Centesimas = 1_000_00

/**
 * The total of a judge for an entry: the weighted mean of the criteria times their number, rounded half up. Equal weights, and
 * no weights, give the plain sum. A criterion without points adds nothing. Points are 0 or more.
 */
export function totalOfCriterios(
  puntos: ReadonlyMap<string, Centesimas>,
  criterios: readonly Pick<Criterio, 'clave'>[],
  pesos: Pesos,
): Centesimas {
  const partes = criterios.map(({ clave }) => ({ puntos: puntos.get(clave) ?? 0, peso: pesos[clave] ?? 0 }))
  const peso = partes.reduce((sum, parte) => sum + parte.peso, 0)
  if (peso === 0) return partes.reduce((sum, parte) => sum + parte.puntos, 0)
  const ponderado = partes.reduce((sum, parte) => sum + parte.puntos * parte.peso, 0) * criterios.length
  return divideHalfUp(ponderado, peso)
}

/** Divides whole numbers of 0 or more by whole steps alone: the result is exact. */
function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}

/**
 * Reads the typed weights of a criteria type: a number for each criterion, greater than 0, at most 1,000, with two decimals
 * at most; or all empty. Other keys are ignored. `clave`: the first criterion whose weight is at fault.
 */
export function readPesos(
  textos: Readonly<Record<string, string>>,
  criterios: readonly Criterio[],
): { readonly pesos: Pesos } | { readonly fault: string; readonly clave: string } {
  const typed = criterios.map(({ clave }) => [clave, (textos[clave] ?? '').trim()] as const)
  if (typed.every(([, texto]) => texto === '')) return { pesos: {} }
  const read = typed.map(([clave, texto]) => [clave, puntosOf(texto) ?? 0] as const)
  const missing = read.find(([, peso]) => peso <= 0)
  if (missing) {
    return { fault: 'Escribe un peso mayor que 0 para cada criterio, o déjalos todos vacíos.', clave: missing[0] }
  }
  const large = read.find(([, peso]) => peso > PESO_MAX)
  if (large) return { fault: 'Escribe pesos de 1000 como máximo.', clave: large[0] }
  return { pesos: Object.fromEntries(read) }
}
