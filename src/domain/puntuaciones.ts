import { centesimasOf, isNumero, puntosText, type Centesimas } from './calificacion.ts'
import type { Pauta } from './papeleta.ts'
import { criteriosOfTipo, nombreDeCriterio, tipoOf, type Criterio } from './criterios.ts'
import { ESCALA_DEFAULT, faultOfPuntuacion, puntosOf, puntuacionText, type Escala } from './escala.ts'
import { totalOfCriterios, type Pesos } from './pesos.ts'

/** The mark of each criterion by key, as text. */
export type Puntuaciones = Readonly<Record<string, string>>

/** The marks of a judge in the form in which they are stored, with their total. */
export interface Lectura {
  readonly criterios: Puntuaciones
  readonly l_calificacion: string
}

/** The marks that were read, or a sentence per wrong field, named `criterios.KEY`. */
export type LecturaOrFaltas = { readonly lectura: Lectura } | { readonly faltas: Readonly<Record<string, string>> }

/** The criteria of a category, which may have no name. */
export function criteriosOfCategoria(categoria: Readonly<Record<'nombre' | 'criterios', string | null>>): Criterio[] {
  return criteriosOfTipo(tipoOf(categoria.nombre ?? '', categoria.criterios))
}

/** Reads the marks that a judge typed: all criteria of the category and no others, each on the scale. */
export function readPuntuaciones(textos: Puntuaciones, { criterios, escala, pesos = {} }: Pauta): LecturaOrFaltas {
  const claves = criterios.map(({ clave }) => clave)
  const faltas = Object.fromEntries([
    ...claves.flatMap((clave) => {
      const fault = faultOfPuntuacion(textOf(textos, clave), escala)
      return fault === null ? [] : [[`criterios.${clave}`, fault]]
    }),
    ...unknownIn(textos, (clave) => claves.includes(clave)),
  ])
  return Object.keys(faltas).length > 0 ? { faltas } : { lectura: lecturaOf(textos, criterios, { escala, pesos }) }
}

/**
 * Reads the marks of a sending whose category may be unknown: at least one criterion of any type, each a number with two
 * decimals at most. Scale and weights are applied when the late mark is accepted.
 */
export function readSueltas(textos: Puntuaciones): LecturaOrFaltas {
  const claves = Object.keys(textos)
  const faltas = Object.fromEntries([
    ...unknownIn(textos, (clave) => nombreDeCriterio(clave) !== undefined),
    ...claves.flatMap((clave) =>
      puntosOf(textOf(textos, clave)) === null ? [[`criterios.${clave}`, 'Escribe un número.']] : [],
    ),
    ...(claves.length === 0 ? [['criterios', 'Escribe un número.']] : []),
  ])
  if (Object.keys(faltas).length > 0) return { faltas }
  const criterios = claves.map((clave) => ({ clave }))
  return { lectura: lecturaOf(textos, criterios, { escala: ESCALA_DEFAULT, pesos: {} }) }
}

/** Whether two marks have the same criteria with the same points, however they are written (`8.5`, `8,50`). */
export function samePuntuaciones(a: Puntuaciones, b: Puntuaciones): boolean {
  const claves = Object.keys(a)
  return (
    claves.length === Object.keys(b).length &&
    claves.every((clave) => Object.hasOwn(b, clave) && isSame(textOf(a, clave), textOf(b, clave)))
  )
}

function isSame(a: string, b: string): boolean {
  return a === b || (numeroOf(a) !== null && numeroOf(a) === numeroOf(b))
}

/** The points of a mark, stored or typed; null when its text is not a number. */
function numeroOf(texto: string): Centesimas | null {
  const numero = texto.replace(',', '.')
  return isNumero(numero) ? centesimasOf(numero) : null
}

function unknownIn(textos: Puntuaciones, isKnown: (clave: string) => boolean): [string, string][] {
  return Object.keys(textos)
    .filter((clave) => !isKnown(clave))
    .map((clave) => [`criterios.${clave}`, 'Ese criterio no es de esta categoría.'])
}

function lecturaOf(
  textos: Puntuaciones,
  criterios: readonly Pick<Criterio, 'clave'>[],
  { escala, pesos }: { readonly escala: Escala; readonly pesos: Pesos },
): Lectura {
  const puntos = criterios.map(({ clave }) => [clave, puntosOf(textOf(textos, clave)) ?? 0] as const)
  return {
    criterios: Object.fromEntries(puntos.map(([clave, valor]) => [clave, puntuacionText(valor, escala)])),
    l_calificacion: puntosText(totalOfCriterios(new Map(puntos), criterios, pesos)),
  }
}

function textOf(textos: Puntuaciones, clave: string): string {
  return Object.hasOwn(textos, clave) ? (textos[clave] ?? '') : ''
}
