import type { CategoriaDada, EntradaDada } from './metodos.ts'

/** A published final with its marks and its places. Only these facts are copied. */
export interface Publicado {
  /** The public repository that holds it, and what the case is called there. */
  readonly fuente: string
  readonly caso: string
  /** One line for each couple: its published place, the places that the judges gave, and where there is one that of the head judge. */
  readonly tabla: string
}

/** A line of `tabla`. */
interface Linea {
  readonly lugar: number
  readonly lugares: readonly number[]
  readonly principal: number | undefined
}

function lineasOf({ tabla }: Publicado): Linea[] {
  return tabla
    .trim()
    .split('\n')
    .map((linea) => {
      const [lugar, lugares = '', principal] = linea.split('|')
      return {
        lugar: Number(lugar),
        lugares: lugares.trim().split(' ').map(Number),
        principal: principal === undefined ? undefined : Number(principal),
      }
    })
}

/** The published place of each couple. Couples that share places have the first of them. */
export function lugaresOf(publicado: Publicado): number[] {
  return lineasOf(publicado).map(({ lugar }) => lugar)
}

/**
 * The case as a category. A judge gives the total N + 1 − p for place p. The head judge decides ties only, and therefore leaves
 * the first couple, which is in no tie, without a mark: a judge that did not mark every entry does not count.
 */
export function categoriaOf(publicado: Publicado): CategoriaDada {
  const lineas = lineasOf(publicado)
  const totalOf = (lugar: number) => String(lineas.length + 1 - lugar)
  const entradas = lineas.map(({ lugares, principal }, index) => {
    const delJurado = lugares.map((lugar, juez) => aMarca(`Juez ${juez + 1}`, totalOf(lugar)))
    const delPrincipal = principal === undefined || index === 0 ? [] : [aMarca('Principal', totalOf(principal))]
    return aEntrada(index, [...delJurado, ...delPrincipal])
  })
  return {
    entradas,
    criterios: [],
    regla: {
      metodo: 'mayoria',
      desempate: ['Total del juez principal'],
      principales: ['Principal'],
      empates: [],
      panel: [],
      excluidos: [],
    },
  }
}

function aEntrada(index: number, marcas: EntradaDada['marcas']): EntradaDada {
  return {
    id: String(index),
    nombre: `Pareja ${index + 1}`,
    compania: null,
    orden: index + 1,
    marcas,
    penalizaciones: [],
    retiro: null,
  }
}

function aMarca(juez: string, total: string): EntradaDada['marcas'][number] {
  return { juezId: juez, juez, l_calificacion: total, criterios: {} }
}

/** A final with the points of each judge (JessieArr/RelativePlacement). One line for each judge, one figure for each couple. */
const PUNTOS = `
  8.75 8.63 8.85 9.0 8.69 8.6 9.1 8.64 8.9 8.65 8.4 8.67
  8.0 8.6 8.25 8.38 8.3 8.1 8.35 8.2 8.5 8.32 8.23 8.15
  9.34 9.2 9.33 9.35 9.31 9.65 9.7 9.25 9.72 9.32 9.28 9.45
  7.7 8.6 7.9 9.0 8.5 7.8 8.8 7.95 8.2 8.25 7.75 8.3
  9.1 9.15 9.2 9.6 9.5 9.3 8.7 9.25 9.4 8.6 8.65 9.12
  7.0 7.2 7.6 8.5 7.24 7.1 7.15 7.25 8.6 7.4 7.05 7.3
  8.3 8.8 9.0 9.5 8.6 8.1 9.4 8.5 9.6 8.9 7.9 9.2`

/** The places by each method. The source gives those by majority; the others are plain arithmetic with its points. */
export const LUGARES_POR_PUNTOS = {
  mayoria: [11, 8, 5, 1, 6, 10, 3, 9, 2, 7, 12, 4],
  suma: [11, 5, 7, 1, 6, 10, 3, 9, 2, 8, 12, 4],
  recortada: [11, 4, 7, 1, 6, 10, 3, 9, 2, 8, 12, 5],
} as const

export function porPuntos(metodo: keyof typeof LUGARES_POR_PUNTOS): CategoriaDada {
  const jueces = PUNTOS.trim()
    .split('\n')
    .map((linea) => linea.trim().split(' '))
  const entradas = LUGARES_POR_PUNTOS[metodo].map((_, index) =>
    aEntrada(
      index,
      jueces.map((totales, juez) => aMarca(`Juez ${juez + 1}`, totales[index] ?? '')),
    ),
  )
  return {
    entradas,
    criterios: [],
    regla: { metodo, desempate: [], principales: [], empates: [], panel: [], excluidos: [] },
  }
}

/**
 * The finals of each repository, by what the case is called there, once where it has one twice. Left out: finals of several
 * dances (rules 9 to 11); a final whose published places do not follow rules 5 to 8 (placerte/skating-system, 2026).
 */
const FINALES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'rubys/showcase': {
    'regla 5': `
      1 | 1 1 1 2 1
      2 | 4 2 2 1 2
      3 | 3 3 3 5 4
      4 | 2 4 5 4 3
      5 | 5 6 4 3 5
      6 | 6 5 6 6 6`,
    'regla 6': `
      1 | 1 1 2 1 4 2 1
      2 | 6 2 1 5 2 1 2
      3 | 2 4 3 3 6 3 3
      4 | 3 3 5 2 1 5 4
      5 | 4 5 6 4 3 6 5
      6 | 5 6 4 6 5 4 6`,
    'regla 7': `
      1 | 3 1 6 1 1 2 1
      2 | 2 2 1 5 3 1 3
      3 | 1 5 4 2 2 6 2
      4 | 5 4 2 4 6 5 4
      5 | 4 6 3 3 5 4 6
      6 | 6 3 5 6 4 3 5`,
  },
  'hielsnoppe/dancesport-common-algorithms': {
    'jUdge P, SW': `
      2 | 2 2 5 2 5
      4 | 3 3 6 3 6
      3 | 4 5 3 1 1
      1 | 1 1 2 5 3
      5 | 6 6 1 4 4
      6 | 5 4 4 6 2`,
    'jUdge P, TG': `
      1 | 1 2 2 3 4
      3 | 3 1 3 1 3
      5 | 2 5 5 5 5
      4 | 4 4 4 4 1
      6 | 6 6 6 6 6
      2 | 5 3 1 2 2`,
    'jUdge P, SF': `
      3 | 3 3 1 3 6
      1 | 1 1 2 5 2
      5 | 4 5 4 4 1
      4 | 5 6 3 2 3
      2 | 2 2 5 1 5
      6 | 6 4 6 6 4`,
    'jUdge P, QS': `
      2 | 2 6 2 6 1
      6 | 4 4 6 3 6
      1 | 1 5 1 5 2
      5 | 6 3 3 4 5
      4 | 5 1 5 1 4
      3 | 3 2 4 2 3`,
    'TSO A, regla 5': `
      1 | 1 5 1 1 2
      2 | 2 2 5 4 1
      3 | 3 3 3 2 3
      4 | 4 4 2 3 4
      5 | 5 1 4 5 5
      6 | 6 6 6 6 6`,
    'TSO B, regla 6': `
      1 | 1 1 1 4 4
      2 | 3 2 2 1 1
      3 | 2 5 5 2 2
      4 | 4 3 4 5 3
      5 | 5 4 3 3 5
      6 | 6 6 6 6 6`,
    'TSO C, regla 7a': `
      1 | 1 1 1 5 5
      2 | 2 2 5 1 4
      3 | 5 5 2 2 2
      4 | 3 3 4 6 1
      5 | 4 4 3 3 3
      6 | 6 6 6 4 6`,
    'TSO D, regla 7b': `
      1 | 2 1 5 1 1
      2 | 1 2 2 5 5
      3 | 5 6 1 2 2
      4 | 3 3 3 3 6
      5 | 4 4 4 6 4
      6 | 6 5 6 4 3`,
    'TSO E, regla 8': `
      1 | 1 1 3 2 3
      2 | 6 5 4 1 1
      3 | 2 4 1 5 5
      4 | 4 2 5 6 2
      5 | 5 6 2 3 4
      6 | 3 3 6 4 6`,
    // One judge gave the third place twice and no fourth place: both entries share the mean.
    'curso de 2019, 4': `
      4 | 4 5 1 5 1 3
      2 | 2 2 6 2 6 1
      6 | 6 4 4 6 3 6
      5 | 5 6 3 3 4 5
      1 | 1 1 5 1 5 2
      3 | 3 3 2 3 2 4`,
    'examen de 2005, 4.1': `
      1 | 4 1 3 2 1 1 2
      5 | 5 4 4 5 6 5 3
      6 | 6 2 5 6 4 6 6
      2 | 1 5 2 1 2 4 4
      3 | 2 6 1 4 3 3 1
      4 | 3 3 6 3 5 2 5`,
    'examen de 2005, 4.2': `
      1 | 3 1 3 2 1 1 2
      5 | 5 6 4 5 5 4 4
      6 | 6 4 5 6 4 6 6
      2 | 1 3 2 1 2 5 3
      2 | 2 5 1 3 3 2 1
      4 | 4 2 6 4 6 3 5`,
    'examen de 2005, 4.3': `
      1 | 3 1 3 1 1 1 2
      4 | 5 6 4 5 5 5 4
      6 | 6 4 5 6 4 6 6
      2 | 2 2 1 2 2 4 3
      3 | 1 3 2 4 3 2 1
      5 | 4 5 6 3 6 3 5`,
    'examen de 2005, 4.4': `
      1 | 3 1 3 1 1 2 2
      4 | 5 6 4 5 5 4 5
      6 | 6 3 5 6 4 6 6
      3 | 2 4 1 2 2 3 3
      2 | 1 2 2 4 3 1 1
      5 | 4 5 6 3 6 5 4`,
    'examen de 2005, 4.5': `
      2 | 3 1 3 1 2 1 2
      6 | 5 6 5 6 6 5 5
      5 | 6 3 4 5 4 6 6
      3 | 2 4 2 2 3 3 3
      1 | 1 2 1 3 1 2 1
      4 | 4 5 6 4 5 4 4`,
    'examen de 2005, 5.1': `
      2 | 3 6 2 5 2
      3 | 5 3 5 3 3
      4 | 1 4 6 2 4
      1 | 2 2 3 6 1
      6 | 4 5 1 4 6
      5 | 6 1 4 1 5`,
    'examen de 2005, 5.2': `
      3 | 4 4 2 5 2
      2 | 5 3 5 3 1
      6 | 1 6 6 2 6
      4 | 3 2 4 6 4
      5 | 6 5 3 4 5
      1 | 2 1 1 1 3`,
    'examen de 2005, 5.3': `
      3 | 4 5 2 4 3
      5 | 5 3 5 5 4
      4 | 1 4 6 2 6
      2 | 3 2 4 6 2
      6 | 6 6 3 3 5
      1 | 2 1 1 1 1`,
    'examen de 2005, 5.4': `
      2 | 2 4 2 4 3
      3 | 5 3 4 3 4
      5 | 1 5 6 1 5
      4 | 4 2 5 6 2
      6 | 6 6 3 5 6
      1 | 3 1 1 2 1`,
    'examen de 2005, 5.5': `
      2 | 3 3 2 4 4
      3 | 5 4 3 3 3
      5 | 2 5 6 2 5
      4 | 4 2 4 5 2
      6 | 6 6 5 6 6
      1 | 1 1 1 1 1`,
    'examen de 2005, 6.1': `
      3 | 1 5 2 4 3
      6 | 5 3 5 6 6
      5 | 6 4 4 5 4
      2 | 3 1 1 2 5
      1 | 4 2 3 1 1
      4 | 2 6 6 3 2`,
    'nadie mejor que nadie': `
      1 | 1 2 3 4 5
      1 | 5 1 2 3 4
      1 | 4 5 1 2 3
      1 | 3 4 5 1 2
      1 | 2 3 4 5 1`,
    'todos de acuerdo': `
      1 | 1 1 1 1 1
      2 | 2 2 2 2 2
      3 | 3 3 3 3 3
      4 | 4 4 4 4 4
      5 | 5 5 5 5 5`,
  },
  'GassiusODude/relative-placement': {
    rel_placement: `
      11 | 5 12 6 12 9 12 10 | 7
      8 | 10 1 12 3 7 8 7 | 5
      5 | 4 7 7 9 6 3 5 | 9
      1 | 2 3 5 1 1 2 2 | 2
      6 | 6 6 9 4 2 7 8 | 6
      10 | 11 11 3 10 4 10 11 | 12
      3 | 1 4 2 2 10 9 3 | 3
      9 | 9 9 11 8 5 6 9 | 10
      2 | 3 2 1 7 3 1 1 | 1
      7 | 8 5 8 6 12 4 6 | 8
      12 | 12 8 10 11 11 11 12 | 11
      4 | 7 10 4 5 8 5 4 | 4`,
    rel_placement2: `
      3 | 3 2 2 6 7 | 3
      1 | 1 3 1 2 3 | 1
      2 | 2 1 3 3 1 | 2
      5 | 4 4 5 7 4 | 5
      4 | 7 6 4 4 2 | 4
      7 | 6 5 6 5 6 | 7
      6 | 5 7 7 1 5 | 6`,
    rel_placement3: `
      12 | 12 12 11 10 11 11 12 11 11 | 12
      9 | 7 8 8 9 9 9 8 9 10 | 9
      1 | 3 2 1 2 1 1 1 1 1 | 1
      6 | 5 5 4 7 10 8 9 5 6 | 6
      11 | 9 11 12 11 8 12 11 4 12 | 11
      5 | 4 3 3 8 6 5 7 10 5 | 5
      7 | 6 9 5 6 5 7 6 8 7 | 7
      8 | 11 6 7 5 7 10 4 6 8 | 8
      4 | 8 7 9 3 2 3 10 3 4 | 4
      10 | 10 10 10 12 12 6 3 12 9 | 10
      3 | 2 4 6 4 3 2 5 7 3 | 3
      2 | 1 1 2 1 4 4 2 2 2 | 2`,
    rel_placement4: `
      1 | 3 1 2 2 2 2 1 1 1 | 1
      2 | 2 2 6 1 1 1 4 6 2 | 2
      3 | 1 3 1 6 5 4 2 3 4 | 3
      4 | 6 4 5 8 3 3 3 2 5 | 4
      5 | 5 7 4 3 14 6 5 13 6 | 5
      6 | 4 10 10 4 4 5 6 10 7 | 6
      7 | 16 5 3 5 6 16 10 5 14 | 7
      8 | 10 6 8 7 16 8 7 7 3 | 8
      9 | 7 11 9 12 8 12 9 4 15 | 9
      10 | 9 12 12 11 11 9 8 9 10 | 10
      11 | 11 16 7 9 15 16 11 15 9 | 11
      12 | 15 9 15 15 12 7 12 8 11 | 12
      13 | 14 8 16 13 13 11 13 12 16 | 13
      14 | 13 16 11 10 10 15 14 16 12 | 14
      15 | 12 14 14 14 16 13 16 16 16 | 15
      16 | 8 16 13 16 9 16 15 16 13 | 16
      17 | 16 13 16 16 7 10 16 16 8 | 17
      18 | 16 15 16 16 16 16 16 11 16 | 18
      19 | 16 16 16 16 16 14 16 16 16 | 19
      20 | 16 16 16 16 16 16 16 14 16 | 20
      21 | 16 16 16 16 16 16 16 16 16 | 21
      22 | 16 16 16 16 16 16 16 16 16 | 22
      23 | 16 16 16 16 16 16 16 16 16 | 23
      24 | 16 16 16 16 16 16 16 16 16 | 24
      25 | 16 16 16 16 16 16 16 16 16 | 25`,
    rel_placement_even: `
      12 | 5 12 6 12 9 12 | 7
      8 | 10 1 12 3 7 8 | 5
      5 | 4 7 7 9 6 3 | 9
      1 | 2 3 5 1 1 2 | 2
      4 | 6 6 9 4 2 7 | 6
      10 | 11 11 3 10 4 10 | 12
      3 | 1 4 2 2 10 9 | 3
      9 | 9 9 11 8 5 6 | 10
      2 | 3 2 1 7 3 1 | 1
      7 | 8 5 8 6 12 4 | 8
      11 | 12 8 10 11 11 11 | 11
      6 | 7 10 4 5 8 5 | 4`,
  },
  'scr4t-dance/ftw': {
    '2022-05-27_P4T jj_inter': `
      1 | 1 1 2 1 2 1 4
      2 | 2 3 1 2 3 3 1
      3 | 3 4 5 4 1 4 5
      4 | 5 2 6 3 4 6 2
      5 | 4 6 4 5 5 2 3
      6 | 6 5 3 6 6 5 6`,
    '2022-05-27_P4T jj_initie': `
      1 | 1 1 6 1 1 1 4
      2 | 2 2 1 7 2 3 3
      3 | 7 3 2 2 3 5 5
      4 | 10 4 3 3 5 8 2
      5 | 6 5 9 4 8 4 1
      6 | 3 8 4 6 6 7 7
      7 | 4 7 7 10 9 6 6
      8 | 8 6 10 8 7 9 8
      9 | 5 9 8 5 10 2 9
      10 | 9 10 5 9 4 10 10`,
  },
  'placerte/skating-system': {
    'regla 8': `
      1 | 3 3 3 2 5 2 3
      2 | 4 4 4 3 2 3 2
      3 | 2 2 6 6 4 1 4
      4 | 1 6 1 5 1 4 6
      5 | 5 5 5 1 3 6 1
      6 | 6 1 2 4 6 5 5`,
  },
}

export const PUBLICADOS: readonly Publicado[] = Object.entries(FINALES).flatMap(([fuente, casos]) =>
  Object.entries(casos).map(([caso, tabla]) => ({ fuente, caso, tabla })),
)
