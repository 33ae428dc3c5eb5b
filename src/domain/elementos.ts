import { criteriosOfTipo, TIPOS_CRITERIOS } from './criterios.ts'

/** The element of the tie-break list that is no criterion. */
export const TOTAL_PRINCIPAL = 'Total del juez principal'

/** The elements of a tie-break list: the name of each criterion once, then the total of the head judge. */
export const ELEMENTOS: readonly string[] = [
  ...new Set(TIPOS_CRITERIOS.flatMap((tipo) => criteriosOfTipo(tipo)).map(({ nombre }) => nombre)),
  TOTAL_PRINCIPAL,
]
