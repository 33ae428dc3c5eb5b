import { useState } from 'react'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Jornada } from '#domain/jornada.ts'
import { turnoTitle } from '#domain/numero.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { Status } from '../ui/Aviso.tsx'

/** Announces each change of the turn to screen readers. Does not announce the turn that the page opens with. */
export function TurnoAnnouncer({
  actual,
  pausa,
}: Pick<Jornada<CategoriaHorarioPart>, 'actual'> & { pausa: string | undefined }) {
  const retiro = actual?.renglon.competidor.retiro ?? null
  const now = pausa ?? (actual && `${actual.renglon.turno} ${retiro ?? ''}`)
  const [first] = useState(now)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && now !== first) setMoved(true)
  return (
    <Status className="sr-only">
      {hasMoved && pausa !== undefined && `Pausa: ${pausa}.`}
      {hasMoved && actual && turnoDicho(actual)}
    </Status>
  )
}

/** The turn as it is announced. */
function turnoDicho({
  renglon: { competidor, turno },
  categoria,
}: NonNullable<Jornada<CategoriaHorarioPart>['actual']>) {
  const { nombre, retiro } = competidor
  const que = retiro === null ? `compite ${nombre}` : `${nombre}, ${retiroTitle(retiro)}`
  return `${turnoTitle(competidor, turno)}: ${que}, ${tituloOf(categoria)}.`
}
