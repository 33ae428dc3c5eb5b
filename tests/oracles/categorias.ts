import { generator } from '../support/random.ts'
import { esperadoDe, type CategoriaDada, type EntradaDada, type ReglaDada } from './metodos.ts'

/** Two judges may have one name. */
const JUECES = ['Ana', 'Benny', 'Ana', 'ana', 'Álvaro', 'Zoe', 'Ñusta', 'Benny', 'Óscar']
const CRITERIOS = [
  { clave: 'b_tiempo', nombre: 'Tiempo' },
  { clave: 'c_tecnica', nombre: 'Técnica' },
  { clave: 'e_dificultad', nombre: 'Dificultad' },
]
/** Marks also hold a value under a key that no category here has. */
const CLAVES = [...CRITERIOS.map(({ clave }) => clave), 'i_Cubania']
const ELEMENTOS = ['Tiempo', 'Técnica', 'Dificultad', 'Cubanía', 'Total del juez principal']

/** Few totals, so that ties are frequent. The last lists hold texts that are no numbers, or numbers that are seldom written so. */
const TOTALES: readonly (readonly (string | null)[])[] = [
  ['7.50', '8.00', '8.50'],
  ['8.00', '7.00'],
  ['8.00', '8.50', '9.00', '9.50', '10.00', '10.50', '11.00'],
  ['8.00', 'N/P', null, '', '7.5', ' 7.50 ', '-1.25'],
  ['8', '+8.004', '8.005', '.5', '7.', '1e3', '1,5'],
]
const NOTAS = [
  ['8.0', '8.5'],
  ['8.0', '8.5', '9.0', undefined, '-1.5'],
  ['', 'x', '0.005', '8'],
]
/** An order by hand of a tie. */
const MANOS = ['nada', 'nada', 'al revés', 'girada', 'sin una', 'con otra', 'con una repetida'] as const

/** A random category of 1 to 9 judges and 1 to 40 entries, most often a small one. The same seed gives the same category. */
export function randomCategoria(seed: number): CategoriaDada {
  const chance = chanceOf(seed)
  const { below, pick, happens } = chance
  const jueces = juecesOf(chance)
  const size = happens(0.7) ? 1 + below(5) : happens(0.9) ? 3 + below(9) : 10 + below(31)
  const notas = pick(happens(0.7) ? NOTAS.slice(0, 1) : NOTAS)
  const totales = pick(happens(0.8) ? TOTALES.slice(0, 3) : TOTALES)

  const entradas: EntradaDada[] = []
  for (let index = 0; index < size; index += 1) {
    const model = happens(0.3) ? entradas.at(-1)?.marcas.map(({ l_calificacion }) => l_calificacion) : undefined
    const turned = below(3)
    const marcas = happens(0.06)
      ? []
      : jueces.flatMap(({ falta, ...juez }, at) => {
          // A copy of the entry before it, with its totals given to other judges.
          const total = model?.at((at + turned) % model.length) ?? pick(totales)
          return happens(falta) ? [] : [{ ...juez, l_calificacion: total, criterios: criteriosOf(chance, notas) }]
        })
    const first = below(marcas.length + 1)
    entradas.push({
      id: `e${index}`,
      nombre: happens(0.1) ? null : `Pareja ${index}`,
      compania: happens(0.1) ? '' : 'Clave',
      orden: happens(0.05) ? null : below(2 * size),
      marcas: [...marcas.slice(first), ...marcas.slice(0, first)],
      penalizaciones: happens(0.15)
        ? [{ puntos: pick([50, 100, 1_25]) }, ...(happens(0.2) ? [{ puntos: 50 }] : [])]
        : [],
      retiro: happens(0.06) ? { estado: 'descalificado', motivo: null } : null,
    })
  }

  const categoria: CategoriaDada = {
    entradas,
    criterios: CRITERIOS.slice(0, 1 + below(3)),
    regla: {
      metodo: pick(['suma', 'recortada', 'mayoria', 'mayoria']),
      desempate: happens(0.2) ? [] : shuffled(chance, ELEMENTOS).slice(0, 1 + below(ELEMENTOS.length)),
      principales: [...jueces.map(({ juezId }) => juezId), 'j99'].filter(() => happens(0.25)),
      empates: [],
      panel: [...jueces.map(({ juezId }) => juezId), 'j77', 'j78'].filter(() => happens(0.7)),
      excluidos: happens(0.3) ? jueces.map(({ juezId }) => juezId).filter(() => happens(0.3)) : [],
    },
  }
  return { ...categoria, regla: { ...categoria.regla, empates: ordenesOf(chance, categoria) } }
}

interface Juez {
  readonly juezId: string
  readonly juez: string
  /** How likely a mark of this judge is missing. */
  readonly falta: number
}

/** Ids are in another order than names. */
function juecesOf({ below, pick, happens }: Chance): Juez[] {
  const isSparse = happens(0.1)
  return JUECES.slice(0, 1 + below(9)).map((juez, index) => ({
    juezId: `j${(index * 7 + 4) % 10}`,
    juez,
    falta: isSparse ? 0.4 : pick([0, 0, 0, 0.15]),
  }))
}

function criteriosOf({ pick }: Chance, notas: readonly (string | undefined)[]): Record<string, string> {
  return Object.fromEntries(
    CLAVES.flatMap((clave) => {
      const nota = pick(notas)
      return nota === undefined ? [] : [[clave, nota]]
    }),
  )
}

/** Orders by hand for the ties of a category: some fit, some hold other entries than the tie. */
function ordenesOf({ pick }: Chance, categoria: CategoriaDada): ReglaDada['empates'] {
  return esperadoDe(categoria).empates.flatMap(({ ids }) => {
    const orden = ordenOf(ids, pick(MANOS))
    return orden ? [{ ids: orden, autor: pick(['Amparo', 'Bruno']) }] : []
  })
}

function ordenOf(ids: readonly string[], mano: (typeof MANOS)[number]): readonly string[] | null {
  switch (mano) {
    case 'nada':
      return null
    case 'al revés':
      return ids.toReversed()
    case 'girada':
      return [...ids.slice(1), ...ids.slice(0, 1)]
    case 'sin una':
      return ids.slice(1)
    case 'con otra':
      return ['e99', ...ids]
    case 'con una repetida':
      return ids.map((id, index) => (index === 1 ? (ids[0] ?? id) : id))
    default:
      return mano satisfies never
  }
}

/** The smallest category found for which `fails` still holds: parts are taken away as long as it does. */
export function smallest(categoria: CategoriaDada, fails: (categoria: CategoriaDada) => boolean): CategoriaDada {
  const smaller = withoutAPart(categoria).find(fails)
  return smaller ? smallest(smaller, fails) : categoria
}

function withoutAPart({ entradas, criterios, regla }: CategoriaDada): CategoriaDada[] {
  const jueces = [...new Set(entradas.flatMap(({ marcas }) => marcas.map(({ juezId }) => juezId)))]
  const ofEntradas = [
    ...without(entradas),
    ...jueces.map((id) =>
      entradas.map((una) => ({ ...una, marcas: una.marcas.filter(({ juezId }) => juezId !== id) })),
    ),
    ...CLAVES.map((clave) => entradas.map((una) => withoutClave(una, clave))),
    ...entradas.flatMap((una, index) => withoutAPartOf(una).map((otra) => entradas.with(index, otra))),
  ].filter((otras) => JSON.stringify(otras) !== JSON.stringify(entradas))
  return [
    ...ofEntradas.map((otras) => ({ entradas: otras, criterios, regla })),
    ...without(criterios).map((otros) => ({ entradas, criterios: otros, regla })),
    ...without(regla.desempate).map((desempate) => ({ entradas, criterios, regla: { ...regla, desempate } })),
    ...without(regla.principales).map((principales) => ({ entradas, criterios, regla: { ...regla, principales } })),
    ...without(regla.empates).map((empates) => ({ entradas, criterios, regla: { ...regla, empates } })),
    ...without(regla.panel).map((panel) => ({ entradas, criterios, regla: { ...regla, panel } })),
    ...without(regla.excluidos).map((excluidos) => ({ entradas, criterios, regla: { ...regla, excluidos } })),
  ]
}

function withoutAPartOf(una: EntradaDada): EntradaDada[] {
  return [
    ...without(una.marcas).map((marcas) => ({ ...una, marcas })),
    ...without(una.penalizaciones).map((penalizaciones) => ({ ...una, penalizaciones })),
  ]
}

function withoutClave(una: EntradaDada, clave: string): EntradaDada {
  const marcas = una.marcas.map((marca) => ({
    ...marca,
    criterios: Object.fromEntries(Object.entries(marca.criterios).filter(([otra]) => otra !== clave)),
  }))
  return { ...una, marcas }
}

/** The list without each of its items in turn. */
function without<T>(list: readonly T[]): T[][] {
  return list.map((_, index) => list.toSpliced(index, 1))
}

interface Chance {
  /** A whole number from 0 up to, and not including, `limit`. */
  readonly below: (limit: number) => number
  readonly happens: (probability: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
}

function chanceOf(seed: number): Chance {
  const below = generator(seed)
  return {
    below,
    happens: (probability) => below(2 ** 32) < probability * 2 ** 32,
    pick: (list) => {
      for (const one of list.slice(below(list.length))) return one
      throw new Error('There is nothing to pick from.')
    },
  }
}

function shuffled<T>({ below }: Chance, list: readonly T[]): T[] {
  const rest = [...list]
  return list.flatMap(() => rest.splice(below(rest.length), 1))
}
