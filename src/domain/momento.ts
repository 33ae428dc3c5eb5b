import { cercaniasOf, type Renglon } from './estatus.ts'
import { turnoTitle } from './numero.ts'

/** What the schedule says of an entry. `hora`, `puedeSerAntes`: see `Renglon`. */
export interface Momento extends Pick<Renglon, 'hora' | 'puedeSerAntes'> {
  /** `Turno 12`, or its number. */
  readonly turno: string
  /** How far it is from its turn, or its state when it is withdrawn. Null for one that waits for its day. */
  readonly cercania: string | null
}

/** What the schedule of a day says of each entry, by id. `isVivo`: the day is the one that the public follows. */
export function momentosOf(renglones: readonly Renglon[], isVivo: boolean): Map<string, Momento> {
  const cercanias = cercaniasOf(renglones)
  const momentoOf = ({ competidor, turno, hora, puedeSerAntes = false, estatus }: Renglon): Momento => {
    const isKnown = isVivo || competidor.retiro !== null || estatus === 'Finalizado'
    const cercania = (isKnown && cercanias.get(competidor.id)) || null
    return { turno: turnoTitle(competidor, turno), hora, puedeSerAntes, cercania }
  }
  return new Map(renglones.map((renglon) => [renglon.competidor.id, momentoOf(renglon)]))
}
