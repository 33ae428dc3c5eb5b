import { useState } from 'react'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Jornada } from '#domain/jornada.ts'
import { turnoTitle } from '#domain/numero.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { Status } from '../ui/Aviso.tsx'

type Actual = NonNullable<Jornada<CategoriaHorarioPart>['actual']>

/** Announces the turn to screen readers when it changes, or its name or state. Does not announce the turn that the page opens with. */
export function TurnoAnnouncer({ actual, pausa }: { actual: Actual | undefined; pausa: string | undefined }) {
  const now = pausa === undefined ? actual && turnoDicho(actual) : `Pausa: ${pausa}.`
  const [first] = useState(now)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && now !== first) setMoved(true)
  return <Status className="sr-only">{hasMoved && now}</Status>
}

/** The turn as it is announced. */
function turnoDicho({ renglon: { competidor, turno }, categoria }: Actual) {
  const { nombre, retiro } = competidor
  const que = retiro === null ? `compite ${nombre}` : `${nombre}, ${retiroTitle(retiro)}`
  return `${turnoTitle(competidor, turno)}: ${que}, ${tituloOf(categoria)}.`
}
