import { centesimasOf } from './calificacion.ts'
import { rankInGroups, type Grupo } from './grupos.ts'
import { penalizadoOf } from './penalizacion.ts'
import { sortByJuez, type CompetidorCalificado, type Resultado } from './resultados.ts'

/** The result of a method for the ranked entries of a category. */
export interface Juicio<C> extends Pick<Resultado, 'sinContar' | 'efectoOf'> {
  /** Best first. Entries that the method leaves equal stand in one group, in running order. */
  readonly grupos: readonly { readonly iguales: readonly C[]; readonly razones: readonly string[] }[]
}

/**
 * Ranks entries by rules 5 to 8 of the skating system. They have marks and are given in running order. `claves`: the criteria
 * that tell apart entries to which one judge gave the same total. The judges that marked every entry count; null when no judge did.
 */
export function mayoriaOf<C extends CompetidorCalificado>(
  competidores: readonly C[],
  claves: readonly string[],
): Juicio<C> | null {
  const { cuentan, sinContar } = contarJueces(competidores)
  if (cuentan.length === 0) return null
  const lugares = new Map(cuentan.map((juezId) => [juezId, lugaresDe(juezId, competidores, claves)]))
  const excluidos = new Set(sinContar.map(({ id }) => id))
  const grupos = rankInGroups(competidores, ({ id }) =>
    figuresOf(cuentan.map((juezId) => lugares.get(juezId)?.get(id) ?? 0)),
  )
  return {
    grupos: grupos.map((grupo) => ({ iguales: grupo.items, razones: [razonOf(grupo, cuentan.length)] })),
    sinContar,
    efectoOf: (competidorId, juezId) => ({
      cuenta: !excluidos.has(juezId),
      lugar: lugares.get(juezId)?.get(competidorId) ?? null,
    }),
  }
}

/** The judges (ids) that marked every entry, and the others, by name. */
function contarJueces(competidores: readonly CompetidorCalificado[]) {
  const todas = competidores.flatMap(({ marcas }) => marcas)
  const dadas = Map.groupBy(todas, ({ juezId }) => juezId)
  const jueces = [...dadas.values()].map((marcas) => ({ marcas, isComplete: marcas.length === competidores.length }))
  const parciales = jueces.filter(({ isComplete }) => !isComplete).flatMap(({ marcas }) => marcas.slice(0, 1))
  return {
    cuentan: jueces.filter(({ isComplete }) => isComplete).flatMap(({ marcas }) => marcas[0]?.juezId ?? []),
    sinContar: sortByJuez(parciales).map(({ juezId, juez }) => ({ id: juezId, nombre: juez })),
  }
}

/**
 * The places that one judge gave, by entry: by total less penalties, then by the criteria. Entries that stay equal share the
 * mean of their places.
 */
function lugaresDe(
  juezId: string,
  competidores: readonly CompetidorCalificado[],
  claves: readonly string[],
): ReadonlyMap<string, number> {
  const grupos = rankInGroups(competidores, ({ marcas, penalizaciones }) => {
    const marca = marcas.find((one) => one.juezId === juezId)
    const total = centesimasOf(marca?.l_calificacion) - penalizadoOf(penalizaciones)
    return [total, ...claves.map((clave) => centesimasOf(marca?.criterios[clave]))]
  })
  const lugares = new Map<string, number>()
  for (const { items } of grupos) {
    const lugar = lugares.size + (items.length + 1) / 2
    for (const { id } of items) lugares.set(id, lugar)
  }
  return lugares
}

/**
 * The figures by which an entry is ranked: the first column in which it has a majority of its places, then for this and each
 * later column the number of places that are as good, and their sum. Numbers of which less is better are negative. The last
 * column is the one that holds all places: later ones are the same for entries that are equal so far.
 */
function figuresOf(lugares: readonly number[]): number[] {
  const mayoria = Math.floor(lugares.length / 2) + 1
  const columna = Math.ceil(lugares.toSorted((a, b) => a - b)[mayoria - 1] ?? 0)
  const figures = [-columna]
  for (let hasta = columna; ; hasta += 1) {
    const dentro = lugares.filter((lugar) => lugar <= hasta)
    figures.push(dentro.length, -dentro.reduce((sum, lugar) => sum + lugar, 0))
    if (dentro.length === lugares.length) return figures
  }
}

/** `Mayoría: 3 de 5 jueces en lugar 2 o mejor`. */
function razonOf({ figures: [columna = 0, dentro = 0] }: Grupo<unknown>, jueces: number): string {
  return `Mayoría: ${dentro} de ${jueces} jueces en lugar ${-columna} o mejor`
}
