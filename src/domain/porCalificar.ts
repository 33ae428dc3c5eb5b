import { DIAS, type Dia } from './dia.ts'
import type { EstadoRetiro } from './retiro.ts'
import { isPassed, type Turno } from './turno.ts'

/**
 * The mark of a judge for an entry, with what the device holds. `libre`: nothing yet. `borrador`: typed, not sent.
 * `pendiente`: sent, without an answer. `enviada`: stored. `reabierta`: stored and reopened. `tardia`: handed in as a late
 * mark. `conflicto`: the judge has to choose between two versions.
 */
export type Situacion = 'libre' | 'borrador' | 'reabierta' | 'conflicto' | 'pendiente' | 'enviada' | 'tardia'

/** The fields of a category that decide about the place of its entries in the lists of a judge. */
interface CategoriaDeEntradas {
  readonly dia: Dia
  readonly asignada: boolean
  readonly cerrada: boolean
  readonly competidores: readonly { readonly id: string; readonly retiro: EstadoRetiro | null }[]
}

/** An entry in the running order of its day. `posicion` counts from 1, withdrawn entries included. */
export interface Fila<C extends CategoriaDeEntradas = CategoriaDeEntradas> {
  readonly posicion: number
  readonly categoria: C
  readonly entrada: C['competidores'][number]
  readonly situacion: Situacion
}

/** The entries of all days in running order. `categorias` come by day and order. */
export function listFilas<C extends CategoriaDeEntradas>(
  categorias: readonly C[],
  situacionOf: (entrada: C['competidores'][number]) => Situacion,
): Fila<C>[] {
  return DIAS.flatMap((dia) =>
    categorias
      .filter((categoria) => categoria.dia === dia)
      .flatMap((categoria) =>
        categoria.competidores.map((entrada: C['competidores'][number]) => ({ categoria, entrada })),
      )
      .map((one, index) => ({ ...one, posicion: index + 1, situacion: situacionOf(one.entrada) })),
  )
}

export interface TurnoConDia extends Turno {
  readonly dia: Dia
}

/** A group in the list of entries that the judge still has to score. See `grupoOf`. */
export type Grupo = 'ahora' | 'después' | Dia

export interface Listas<F> {
  /**
   * In this order: the current entry; begun marks of any day and passed entries of the active day; earlier days; later
   * entries of the active day; later days.
   */
  readonly porCalificar: readonly F[]
  /** The entries whose mark is sent, last in the running order first. */
  readonly calificadas: readonly F[]
}

/**
 * Groups the entries: those that a judge still has to score, and the scored ones. Entries that the judge does not score are
 * in neither list.
 */
export function groupFilas<F extends Fila>(filas: readonly F[], turno: TurnoConDia): Listas<F> {
  const isSent = ({ situacion }: F) => ['pendiente', 'enviada', 'tardia'].includes(situacion)
  const owed = filas.filter((fila) => !isSent(fila) && isScoredByJuez(fila))
  return {
    porCalificar: owed.toSorted((a, b) => rankOf(a, turno) - rankOf(b, turno)),
    calificadas: filas.filter(isSent).toReversed(),
  }
}

/** Whether the judge scores the entry: assigned, competing, in an open category. Also true once a mark was begun. */
function isScoredByJuez({ categoria, entrada, situacion }: Fila): boolean {
  return situacion !== 'libre' || (categoria.asignada && !categoria.cerrada && entrada.retiro === null)
}

/**
 * The group of an entry that the judge still has to score. `ahora`: it has the turn, its mark is begun, or the turn of the
 * active day has passed it. `después`: it is later on the active day. Any other entry: its day.
 */
export function grupoOf({ entrada, situacion, categoria, posicion }: Fila, turno: TurnoConDia): Grupo {
  if (entrada.id === turno.competidorId || situacion !== 'libre') return 'ahora'
  if (categoria.dia !== turno.dia) return categoria.dia
  return isPassed(entrada, posicion, turno) ? 'ahora' : 'después'
}

function rankOf(fila: Fila, turno: TurnoConDia): number {
  if (fila.entrada.id === turno.competidorId) return 0
  const grupo = grupoOf(fila, turno)
  if (grupo === 'ahora') return 1
  if (grupo === 'después') return 3
  return DIAS.indexOf(grupo) < DIAS.indexOf(turno.dia) ? 2 : 4
}

/** The entry on the judge's screen, and whether the judge chose it. */
export interface EnPantalla {
  readonly competidorId: string | null
  /** The judge opened it from the list. */
  readonly elegida: boolean
}

/**
 * The entry on the screen after a change. It follows the turn, but not away from a mark that is being typed, nor from an
 * entry that the judge opened and has not sent.
 *
 * `hayCambio`: the turn has moved since `enPantalla` was shown.
 */
export function enPantallaAfter(
  enPantalla: EnPantalla,
  situacion: Situacion | undefined,
  { competidorId, hayCambio }: { readonly competidorId: string | null; readonly hayCambio: boolean },
): EnPantalla {
  const { competidorId: shown, elegida } = enPantalla
  if (competidorId === null || competidorId === shown) return enPantalla
  const stays = shown !== null && situacion !== undefined && keeps(situacion, { elegida, hayCambio })
  return stays ? enPantalla : { competidorId, elegida: false }
}

/** Whether the screen stays at an entry that is not the turn's. */
function keeps(
  situacion: Situacion,
  { elegida, hayCambio }: Pick<EnPantalla, 'elegida'> & { readonly hayCambio: boolean },
): boolean {
  if (situacion === 'borrador' || situacion === 'conflicto') return true
  if (situacion === 'libre' || situacion === 'reabierta') return elegida
  return !hayCambio && (elegida || situacion !== 'enviada')
}
