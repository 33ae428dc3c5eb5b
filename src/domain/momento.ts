import { cercaniasOf, type Renglon } from './horario.ts'

/** What the schedule says of an entry. */
export interface Momento {
  /** Position in the list of the day, from 1. */
  readonly turno: number
  /** Expected time, an instant in ms; `null` without one. */
  readonly hora: number | null
  /** How far it is from its turn, or its state when it is withdrawn. Null for one that waits for its day. */
  readonly cercania: string | null
}

/** What the schedule of a day says of each entry, by id. `isVivo`: the day is the one that the public follows. */
export function momentosOf(renglones: readonly Renglon[], isVivo: boolean): Map<string, Momento> {
  const cercanias = cercaniasOf(renglones)
  const momentoOf = ({ competidor: { id, retiro }, turno, hora, estatus }: Renglon): Momento => {
    const isKnown = isVivo || retiro !== null || estatus === 'Finalizado'
    return { turno, hora, cercania: (isKnown && cercanias.get(id)) || null }
  }
  return new Map(renglones.map((renglon) => [renglon.competidor.id, momentoOf(renglon)]))
}
