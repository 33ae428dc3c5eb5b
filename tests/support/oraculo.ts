/**
 * The real event's results worked out from its raw tree and the words of the specification, without a line of the product:
 * what the product shows has to be the same.
 */
interface Entrada {
  readonly nombre?: string
  readonly compania?: string
  readonly categoria: string
  readonly dia: string
  readonly orden?: number
}

export interface Arbol {
  readonly categorias: Readonly<Record<string, { nombre?: string; dia?: string; orden?: number }>>
  readonly competidores: Readonly<Record<string, Readonly<Record<string, Entrada>>>>
  readonly calificaciones: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Marca>>>>>>>
  >
}

type Marca = Readonly<Record<string, string>>

export interface Esperado {
  readonly titulo: string
  readonly categoria: string
  readonly filas: readonly {
    readonly lugar: number
    readonly nombre: string
    readonly compania: string
    readonly pts: string
    readonly empate: boolean
    readonly ruta: string
    readonly marcas: Readonly<Record<string, Marca>>
  }[]
}

/** A day's categories in their order, each ranked: by points, most first; equal points by their order of turn. */
export function oraculoOf(arbol: Arbol, dia: string): Esperado[] {
  return Object.values(arbol.categorias)
    .filter((categoria) => categoria.dia === dia && categoria.nombre)
    .toSorted((a, b) => (a.orden ?? 0) - (b.orden ?? 0))
    .map(({ nombre: categoria = '', orden }) => {
      const all = Object.values(arbol.competidores)
        .flatMap((entradas) => Object.entries(entradas))
        .filter(([, entrada]) => entrada.categoria === categoria && entrada.dia === dia)
      const ranked = all
        .filter(([, entrada]) => entrada.orden !== undefined)
        .map(([id, entrada]) => {
          const isNamed = entrada.nombre && all.filter(([, { nombre }]) => nombre === entrada.nombre).length === 1
          const ruta = isNamed ? entrada.nombre : id
          const marcas = arbol.calificaciones[dia]?.[categoria]?.[ruta ?? ''] ?? {}
          return { entrada, ruta: ruta ?? '', marcas, cents: centsOf(marcas) }
        })
        .toSorted((a, b) => b.cents - a.cents || (a.entrada.orden ?? 0) - (b.entrada.orden ?? 0))
      return {
        titulo: `${orden} - ${categoria}`,
        categoria,
        filas: ranked.map(({ entrada, ruta, marcas, cents }, index) => ({
          lugar: index + 1,
          nombre: entrada.nombre || 'Sin nombre',
          compania: entrada.compania || 'Sin compañía',
          pts: (cents / 100).toFixed(2),
          empate: ranked.filter((other) => other.cents === cents).length > 1,
          ruta,
          marcas,
        })),
      }
    })
}

/** The sum of the judges, in hundredths so that it is exact; what is not a number counts zero. */
function centsOf(marcas: Readonly<Record<string, Marca>>): number {
  return Object.values(marcas)
    .map(({ l_calificacion }) => Math.round(Number(l_calificacion) * 100))
    .reduce((sum, cents) => sum + (Number.isNaN(cents) ? 0 : cents), 0)
}
