import { centesimasOf, formatPuntos, type Centesimas } from './calificacion.ts'
import type { Criterio } from './criterios.ts'
import { differenceOf, rankInGroups, type Grupo } from './grupos.ts'
import { TOTAL_PRINCIPAL } from './elementos.ts'
import type { OrdenDeEmpate, Regla } from './metodo.ts'
import type { CompetidorCalificado, Marca, Puesto, Resultado } from './resultados.ts'

// A tie: entries of a category that its method and the tie-break list leave equal. An organiser may order one by hand, until a mark of
// the category is sent, an entry of it is repeated, or a repetition is taken back (`server/calificaciones/empate.ts`); without that its
// entries have places one after the other in their running order, and are marked `Empate`. Where only the method leaves entries equal,
// the list tells them apart, and their reasons say so.

/** An element of the tie-break list as a figure of an entry. The higher figure wins. */
interface Elemento {
  readonly nombre: string
  readonly figureOf: (competidor: CompetidorCalificado) => Centesimas
}

/** The elements of the tie-break list that apply to a category. A criterion is summed over the judges that count. */
export function elementosOf(
  criterios: readonly Criterio[],
  { desempate, principales }: Pick<Regla, 'desempate' | 'principales'>,
  efectoOf: Resultado['efectoOf'],
): Elemento[] {
  return desempate.flatMap((nombre) => {
    if (nombre === TOTAL_PRINCIPAL)
      return [{ nombre, figureOf: ({ marcas }) => totalOfPrincipales(marcas, principales) }]
    return clavesOf(criterios, [nombre]).map((clave) => ({
      nombre,
      figureOf: ({ id, marcas }) => {
        const cuentan = marcas.filter(({ juezId }) => efectoOf(id, juezId).cuenta)
        return sumOf(cuentan.map((marca) => marca.criterios[clave]))
      },
    }))
  })
}

/** The keys of the criteria in the tie-break list. Elements that are no criterion of the category are skipped. */
export function clavesOf(criterios: readonly Criterio[], desempate: readonly string[]): string[] {
  return desempate.flatMap((elemento) => criterios.find(({ nombre }) => nombre === elemento)?.clave ?? [])
}

function totalOfPrincipales(marcas: readonly Marca[], principales: readonly string[]): Centesimas {
  const propias = marcas.filter(({ juezId }) => principales.includes(juezId))
  return sumOf(propias.map(({ l_calificacion }) => l_calificacion))
}

function sumOf(textos: readonly (string | null | undefined)[]): Centesimas {
  return textos.map(centesimasOf).reduce((sum, puntos) => sum + puntos, 0)
}

/** Entries that the tie-break list leaves together: one, or several that are ordered by hand or still tied. */
export interface Tramo<C> {
  /** Best first; still tied ones in running order. */
  readonly competidores: readonly C[]
  /** The organiser who ordered them by hand; null for others. */
  readonly autor: string | null
  /** Why the last of them is better than the next entry; null where the list did not decide that. */
  readonly razon: string | null
}

/** Breaks the tie of entries that the method leaves equal, given in running order. */
export function desempatar<C extends CompetidorCalificado>(
  iguales: readonly C[],
  elementos: readonly Elemento[],
  ordenes: readonly OrdenDeEmpate[],
): Tramo<C>[] {
  if (iguales.length === 1) return [{ competidores: iguales, autor: null, razon: null }]
  const grupos = rankInGroups(iguales, (competidor) => elementos.map(({ figureOf }) => figureOf(competidor)))
  return grupos.map((grupo, at) => ({
    ...ordenarPorMano(grupo.items, ordenes),
    razon: razonOf(elementos, grupo, grupos[at + 1]),
  }))
}

/** Applies the order by hand of exactly these entries; without such an order they stay as they are. */
function ordenarPorMano<C extends CompetidorCalificado>(
  iguales: readonly C[],
  ordenes: readonly OrdenDeEmpate[],
): Pick<Tramo<C>, 'competidores' | 'autor'> {
  const empate = iguales.map(({ id }) => id)
  const orden = empate.length > 1 ? ordenes.find(({ ids }) => isOfEmpate(ids, empate)) : undefined
  if (!orden) return { competidores: iguales, autor: null }
  const { ids, autor } = orden
  return { competidores: iguales.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), autor }
}

function razonOf(elementos: readonly Elemento[], better: Grupo<unknown>, next?: Grupo<unknown>): string | null {
  if (!next) return null
  const at = differenceOf(better.figures, next.figures)
  const [nombre, a, b] = [elementos[at]?.nombre ?? '', better.figures[at] ?? 0, next.figures[at] ?? 0]
  return `Desempate: ${nombre} ${formatPuntos(a)} > ${formatPuntos(b)}`
}

/** Whether an order has exactly the entries (ids) of a tie. */
export function isOfEmpate(orden: readonly string[], empate: readonly string[]): boolean {
  return (
    new Set(orden).size === empate.length && orden.length === empate.length && orden.every((id) => empate.includes(id))
  )
}

/** The ids of each group of entries that are still tied, in the order of their places. */
export function empatadosOf({ empates }: Pick<Resultado, 'empates'>): (readonly string[])[] {
  return empates.filter(({ autor }) => autor === null).map(({ ids }) => ids)
}

/** For each tie, given as ids of its entries, their places, best first: `[[1, 2], [4, 5, 6]]`. */
export function lugaresEmpatados(
  puestos: readonly Pick<Puesto, 'id' | 'lugar'>[],
  empatados: readonly (readonly string[])[],
): number[][] {
  const lugares = new Map(puestos.map(({ id, lugar }) => [id, lugar]))
  return empatados.map((ids) => ids.flatMap((id) => lugares.get(id) ?? []))
}
