import { DIAS, type Dia } from './dia.ts'
import { isAsignado, type AsignableCategoria, type Juez } from './jurado.ts'
import { joinNombres } from './plural.ts'
import type { Fase } from './turno.ts'

/** A category of a day with its entries. */
export interface CategoriaContada extends AsignableCategoria {
  readonly cerrada: boolean
  readonly competidores: readonly {
    readonly id: string
    readonly orden: number | null
    readonly musicaPath: string | null
    readonly retiro: unknown
  }[]
}

/** Whether the programme of a day is published, and whether it has changed since. */
export type EstadoDePrograma = 'sin publicar' | 'publicado' | 'con cambios'

/** A day with all that is counted of it. */
export interface DiaContado {
  readonly categorias: readonly CategoriaContada[]
  readonly fase: Fase
  /** The ids of the entries at or before the turn. */
  readonly alcanzados: readonly string[]
  readonly programa: EstadoDePrograma
  readonly ordenCerrado: boolean
}

/** What a day has, and what it lacks. Withdrawn entries are not counted. */
export interface ConteoDeDia {
  readonly categorias: number
  readonly categoriasVacias: number
  /** Entries that still dance. */
  readonly sinMusica: number
  readonly sinOrden: number
  /** Categories to which no active judge is assigned. */
  readonly categoriasSinJuez: number
  /** Categories whose result is not final after the last turn. */
  readonly sinCerrar: number
  /** Entries to come, and the last turn has not passed: what follows is worth doing. */
  readonly esperaTurnos: boolean
  readonly programa: EstadoDePrograma
  readonly ordenCerrado: boolean
}

/** What decides whether the event is ready. */
export interface Preparativos {
  readonly dias: Readonly<Record<Dia, ConteoDeDia>>
  /** The names of the fields. */
  readonly textosDeEjemplo: readonly string[]
  readonly hasImagenes: boolean
  readonly hasFecha: boolean
  readonly hasHora: boolean
  readonly hasJueces: boolean
  readonly hasPrincipal: boolean
  readonly hasHttps: boolean
  readonly hasCierreDeInscripciones: boolean
  /** ISO instant of the last backup. */
  readonly respaldo: string | null
}

/** The numbers of a day. */
export function countDia(
  { categorias, fase, alcanzados, programa, ordenCerrado }: DiaContado,
  jueces: readonly Juez[],
): ConteoDeDia {
  const activos = jueces.filter(({ activo }) => activo)
  const compiten = categorias.map(({ competidores }) => competidores.filter(({ retiro }) => retiro === null))
  const entradas = compiten.flat()
  const reached = new Set(alcanzados)
  const haTerminado = fase === 'terminado'
  return {
    categorias: categorias.length,
    categoriasVacias: compiten.filter(({ length }) => length === 0).length,
    sinMusica: entradas.filter(({ id, musicaPath }) => musicaPath === null && !reached.has(id)).length,
    sinOrden: entradas.filter(({ orden }) => orden === null).length,
    categoriasSinJuez: categorias.filter((categoria) => !activos.some((juez) => isAsignado(juez, categoria))).length,
    sinCerrar: haTerminado && jueces.length > 0 ? categorias.filter(isSinCerrar).length : 0,
    esperaTurnos: !haTerminado && entradas.length > 0,
    programa,
    ordenCerrado,
  }
}

const isSinCerrar = ({ cerrada, competidores }: CategoriaContada): boolean =>
  !cerrada && competidores.some(({ orden, retiro }) => orden !== null && retiro === null)

const TITULOS = {
  textos: 'Textos de ejemplo',
  imagenes: 'Imágenes de ejemplo',
  categorias: 'Sin categorías',
  competidores: 'Categorías sin competidores',
  musica: 'Entradas sin música',
  orden: 'Entradas sin orden',
  cambios: 'Programa con cambios sin publicar',
  cierre: 'Categorías sin cerrar',
  hora: 'Falta la hora',
  jueces: 'Sin jueces',
  asignacion: 'Categorías sin juez',
  principal: 'Sin juez principal',
  https: 'Enlaces de juez sin https',
  fechas: 'Inscripciones sin fechas',
  respaldo: 'Sin respaldo en 24 horas',
  publicar: 'Publicar el programa',
  cerrarOrden: 'Cerrar el orden',
  fecha: 'Poner la fecha del evento',
} as const

/** A point, with its number, its days or its fields. `dias`: where it counts; empty for a point of the whole event. */
export interface Falta {
  readonly punto: keyof typeof TITULOS
  readonly titulo: string
  readonly dias: readonly Dia[]
}

const RESPALDO_MS = 24 * 60 * 60_000

type Conteos = Preparativos['dias']

const when = (isMissing: boolean, punto: Falta['punto'], detalle = ''): Falta[] =>
  isMissing ? [{ punto, titulo: TITULOS[punto] + detalle, dias: [] }] : []

/** A point that names its days. */
function ofDias(dias: Conteos, punto: Falta['punto'], isSo: (conteo: ConteoDeDia) => boolean): Falta[] {
  const where = DIAS.filter((dia) => isSo(dias[dia]))
  return when(where.length > 0, punto, `: ${joinNombres(where)}`)
}

type Contado = { [K in keyof ConteoDeDia]: ConteoDeDia[K] extends number ? K : never }[keyof ConteoDeDia]

/** What the event lacks at an instant (ms), in the order in which it is prepared. */
export function listFaltas(preparativos: Preparativos, now: number): Falta[] {
  const { dias, textosDeEjemplo, hasJueces, respaldo } = preparativos
  const total = (campo: Contado) => DIAS.reduce((sum, dia) => sum + dias[dia][campo], 0)
  const counted = (campo: Contado, punto: Falta['punto']): Falta[] =>
    when(total(campo) > 0, punto, `: ${total(campo)}`).map((falta) => ({
      ...falta,
      dias: DIAS.filter((dia) => dias[dia][campo] > 0),
    }))
  return [
    ...when(textosDeEjemplo.length > 0, 'textos', `: ${textosDeEjemplo.join(', ')}`),
    ...when(!preparativos.hasImagenes, 'imagenes'),
    ...when(total('categorias') === 0, 'categorias'),
    ...counted('categoriasVacias', 'competidores'),
    ...counted('sinMusica', 'musica'),
    ...counted('sinOrden', 'orden'),
    ...ofDias(dias, 'cambios', ({ esperaTurnos, programa }) => esperaTurnos && programa === 'con cambios'),
    ...counted('sinCerrar', 'cierre'),
    ...when(!preparativos.hasHora, 'hora'),
    ...when(!hasJueces, 'jueces'),
    ...(hasJueces ? counted('categoriasSinJuez', 'asignacion') : []),
    ...when(hasJueces && !preparativos.hasPrincipal, 'principal'),
    ...when(!preparativos.hasHttps, 'https'),
    ...when(!preparativos.hasCierreDeInscripciones, 'fechas'),
    ...when(respaldo === null || now - Date.parse(respaldo) > RESPALDO_MS, 'respaldo'),
  ]
}

/** What the organiser may do besides: the event is ready without it. */
export function listOpciones({ dias, hasFecha }: Preparativos): Falta[] {
  return [
    ...ofDias(dias, 'publicar', ({ esperaTurnos, programa }) => esperaTurnos && programa === 'sin publicar'),
    ...ofDias(dias, 'cerrarOrden', ({ esperaTurnos, ordenCerrado }) => esperaTurnos && !ordenCerrado),
    ...when(!hasFecha && DIAS.some((dia) => dias[dia].esperaTurnos), 'fecha'),
  ]
}
