import { DIAS, type Dia } from './dia.ts'
import { isAsignado, type AsignableCategoria, type Juez } from './jurado.ts'

/** A category of a day with the numbers of its entries. Withdrawn entries are not counted. */
export interface CategoriaContada extends AsignableCategoria {
  readonly inscritos: number
  readonly sinMusica: number
  readonly sinOrden: number
}

/** What a day has, and what it lacks. */
export interface ConteoDeDia {
  readonly categorias: number
  readonly categoriasVacias: number
  readonly sinMusica: number
  readonly sinOrden: number
  /** Categories to which no active judge is assigned. */
  readonly categoriasSinJuez: number
}

/** What decides whether the event is ready. */
export interface Preparativos {
  readonly dias: Readonly<Record<Dia, ConteoDeDia>>
  readonly textosDeEjemplo: number
  readonly hasHora: boolean
  readonly hasJueces: boolean
  readonly hasPrincipal: boolean
  readonly hasHttps: boolean
  readonly hasCierreDeInscripciones: boolean
  /** ISO instant of the last backup. */
  readonly respaldo: string | null
}

/** The numbers of the categories of a day. */
export function countDia(categorias: readonly CategoriaContada[], jueces: readonly Juez[]): ConteoDeDia {
  const sum = (of: (categoria: CategoriaContada) => number) =>
    categorias.reduce((total, categoria) => total + of(categoria), 0)
  const activos = jueces.filter(({ activo }) => activo)
  return {
    categorias: categorias.length,
    categoriasVacias: sum(({ inscritos }) => Number(inscritos === 0)),
    sinMusica: sum(({ sinMusica }) => sinMusica),
    sinOrden: sum(({ sinOrden }) => sinOrden),
    categoriasSinJuez: sum((categoria) => Number(!activos.some((juez) => isAsignado(juez, categoria)))),
  }
}

const TITULOS = {
  textos: 'Textos de ejemplo',
  categorias: 'Sin categorías',
  competidores: 'Categorías sin competidores',
  musica: 'Entradas sin música',
  orden: 'Entradas sin orden',
  hora: 'Falta la hora',
  jueces: 'Sin jueces',
  asignacion: 'Categorías sin juez',
  principal: 'Sin juez principal',
  https: 'Enlaces de juez sin https',
  fechas: 'Inscripciones sin fechas',
  respaldo: 'Sin respaldo en 24 horas',
} as const

/** A point that is missing, with its number where it counts. `dias`: where it is so; empty for a point of the whole event. */
export interface Falta {
  readonly punto: keyof typeof TITULOS
  readonly titulo: string
  readonly dias: readonly Dia[]
}

const RESPALDO_MS = 24 * 60 * 60_000

/** What the event lacks at an instant (ms), in the order in which it is prepared. */
export function listFaltas(preparativos: Preparativos, now: number): Falta[] {
  const { dias, textosDeEjemplo, hasJueces, respaldo } = preparativos
  const when = (isMissing: boolean, punto: Falta['punto']): Falta[] =>
    isMissing ? [{ punto, titulo: TITULOS[punto], dias: [] }] : []
  const counted = (n: number, punto: Falta['punto'], where: readonly Dia[] = []): Falta[] =>
    n > 0 ? [{ punto, titulo: `${TITULOS[punto]}: ${n}`, dias: where }] : []
  const total = (campo: keyof ConteoDeDia) => DIAS.reduce((sum, dia) => sum + dias[dia][campo], 0)
  const ofDias = (campo: keyof ConteoDeDia, punto: Falta['punto']) =>
    counted(
      total(campo),
      punto,
      DIAS.filter((dia) => dias[dia][campo] > 0),
    )
  return [
    ...counted(textosDeEjemplo, 'textos'),
    ...when(total('categorias') === 0, 'categorias'),
    ...ofDias('categoriasVacias', 'competidores'),
    ...ofDias('sinMusica', 'musica'),
    ...ofDias('sinOrden', 'orden'),
    ...when(!preparativos.hasHora, 'hora'),
    ...when(!hasJueces, 'jueces'),
    ...(hasJueces ? ofDias('categoriasSinJuez', 'asignacion') : []),
    ...when(hasJueces && !preparativos.hasPrincipal, 'principal'),
    ...when(!preparativos.hasHttps, 'https'),
    ...when(!preparativos.hasCierreDeInscripciones, 'fechas'),
    ...when(respaldo === null || now - Date.parse(respaldo) > RESPALDO_MS, 'respaldo'),
  ]
}
