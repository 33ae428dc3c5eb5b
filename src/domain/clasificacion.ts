import { companiaOf, nombreOf } from './competidor.ts'
import type { Centesimas } from './calificacion.ts'
import type { Criterio } from './criterios.ts'
import { clavesOf, desempatar, elementosOf, type Tramo } from './empate.ts'
import { rankInGroups } from './grupos.ts'
import { mayoriaOf, type Juicio } from './mayoria.ts'
import { REGLA_DEFAULT, type Metodo, type Regla } from './metodo.ts'
import { sortPlaced } from './orden.ts'
import { recortadasOf } from './recorte.ts'
import { EXCLUIDO, totalOf, type CompetidorCalificado, type Marca, type Puesto, type Resultado } from './resultados.ts'

/** A ranked entry with its points. */
interface Contado extends CompetidorCalificado {
  readonly puntos: Centesimas
}

/**
 * The entries of a category that compete and have marks, in running order; all its entries; the criteria of the tie-break list,
 * as keys. The entries have no marks of excluded judges.
 */
interface Caso {
  readonly compiten: readonly CompetidorCalificado[]
  readonly competidores: readonly CompetidorCalificado[]
  readonly claves: readonly string[]
  /** The number of judges of the category: its panel, and those that sent a mark of it. */
  readonly jueces: number
}

const JUICIOS: Readonly<Record<Metodo, (caso: Caso) => Juicio<Contado>>> = {
  suma: (caso) => juzgarPorSuma(caso, (marcas) => marcas),
  recortada: (caso) => juzgarPorSuma(caso, (marcas) => recortadasOf(marcas, caso.jueces)),
  mayoria: juzgarPorMayoria,
}

/**
 * The results of a category: its entries that have an `orden`, compete and have marks, ranked by the method; below them those
 * without marks. Entries that the method leaves equal are told apart by the tie-break list, then by an order by hand; others
 * keep their running order and have `empate`. Places are 1, 2, 3 … also for tied entries.
 */
export function resultadoOf(
  calificados: readonly CompetidorCalificado[],
  criterios: readonly Criterio[],
  regla: Regla = REGLA_DEFAULT,
): Resultado {
  const isExcluido = (juezId: string): boolean => regla.excluidos.includes(juezId)
  const competidores = calificados.map((one) => ({
    ...one,
    marcas: one.marcas.filter(({ juezId }) => !isExcluido(juezId)),
  }))
  const enOrden = sortPlaced(competidores.filter(({ retiro }) => retiro === null))
  const compiten = enOrden.filter(({ marcas }) => marcas.length > 0)
  const sinCalificar = enOrden.filter(({ marcas }) => marcas.length === 0)
  const panel = regla.panel.filter((id) => !isExcluido(id))
  const marcaron = competidores.flatMap(({ marcas }) => marcas.map(({ juezId }) => juezId))
  const jueces = new Set([...panel, ...marcaron]).size
  const claves = clavesOf(criterios, regla.desempate)
  const { grupos, sinContar, efectoOf } = JUICIOS[regla.metodo]({ compiten, competidores, claves, jueces })
  const elementos = elementosOf(criterios, regla, efectoOf)
  const tramos = grupos.flatMap(({ iguales, razones }) =>
    desempatar(iguales, elementos, regla.empates).map((tramo) => ({ ...tramo, razones })),
  )
  return {
    puestos: [
      ...tramos.flatMap((tramo) => lineasOf(tramo, panel)).map((linea, index) => ({ ...linea, lugar: index + 1 })),
      ...sinCalificar.map((entry) => ({ ...lineaOf({ ...entry, puntos: null }, panel), lugar: null })),
    ],
    empates: tramos
      .filter(({ competidores: iguales }) => iguales.length > 1)
      .map(({ competidores: iguales, autor }) => ({ ids: iguales.map(({ id }) => id), autor })),
    sinContar,
    efectoOf: (competidorId, juezId) => (isExcluido(juezId) ? EXCLUIDO : efectoOf(competidorId, juezId)),
  }
}

type Linea = Omit<Puesto, 'lugar'>

/** The lines of entries that the tie-break list leaves together. `razones`: the sentences of the method. */
function lineasOf(
  { competidores, autor, razon, razones }: Tramo<Contado> & { readonly razones: readonly string[] },
  panel: readonly string[],
): Linea[] {
  return competidores.map((contado, index) => ({
    ...lineaOf(contado, panel),
    empate: competidores.length > 1 && autor === null,
    razones: [
      ...razones,
      ...(razon !== null && index === competidores.length - 1 ? [razon] : []),
      ...(autor === null ? [] : [`Empate resuelto por ${autor}`]),
    ],
  }))
}

function lineaOf(contado: CompetidorCalificado & Pick<Linea, 'puntos'>, panel: readonly string[]): Linea {
  const { id, puntos, marcas } = contado
  const jueces = marcas.map(({ juezId }) => juezId)
  return {
    id,
    nombre: nombreOf(contado),
    compania: companiaOf(contado),
    puntos,
    calificaron: { marcaron: jueces.length, de: new Set([...panel, ...jueces]).size },
    empate: false,
    razones: [],
  }
}

/** Ranks by the sum of the judges that count, minus the penalties. `cuentanOf`: the marks of an entry that count. */
function juzgarPorSuma(
  { compiten, competidores }: Caso,
  cuentanOf: (marcas: readonly Marca[]) => readonly Marca[],
): Juicio<Contado> {
  const marcas = new Map(competidores.map((competidor) => [competidor.id, cuentanOf(competidor.marcas)]))
  const contados = compiten.map((competidor) => {
    return { ...competidor, puntos: totalOf({ ...competidor, marcas: marcas.get(competidor.id) ?? [] }) }
  })
  return {
    grupos: rankInGroups(contados, ({ puntos }) => [puntos]).map(({ items }) => ({ iguales: items, razones: [] })),
    sinContar: [],
    efectoOf: (competidorId, juezId) => {
      const cuentan = marcas.get(competidorId)
      return { cuenta: cuentan?.some((marca) => marca.juezId === juezId) ?? true, lugar: null }
    },
  }
}

/** Ranks by the places of the judges; by the sum while no judge has marked every entry that has a mark. */
function juzgarPorMayoria(caso: Caso): Juicio<Contado> {
  const contados = caso.compiten.map((competidor) => ({ ...competidor, puntos: totalOf(competidor) }))
  return mayoriaOf(contados, caso.claves) ?? JUICIOS.suma(caso)
}
