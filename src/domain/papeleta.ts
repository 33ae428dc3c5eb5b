import { puntosText, type Centesimas } from './calificacion.ts'
import type { Criterio } from './criterios.ts'
import { faultOfPuntuacion, puntosOf, puntuacionText, type Escala } from './escala.ts'
import { formatCount } from './plural.ts'

/** The mark of each criterion by key, as typed. A criterion without a text is unscored, which is not 0. */
export type Papeleta = Readonly<Record<string, string>>

/** The criteria of a category and their scale. */
export interface Pauta {
  readonly criterios: readonly Criterio[]
  readonly escala: Escala
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
  return puntosText(
    pauta.criterios.reduce((sum, { clave }) => sum + (puntosOfCriterio(papeleta, clave, pauta) ?? 0), 0),
  )
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
