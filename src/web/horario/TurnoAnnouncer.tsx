import { useState } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import type { Programa } from '#domain/horario.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { Status } from '../ui/Aviso.tsx'

type Actual = Programa<CategoriaHorarioPart>['actual']

/** Announces each change of the turn to screen readers. Does not announce the turn that the page opens with. */
export function TurnoAnnouncer({ actual }: { actual: Actual }) {
  const now = actual?.renglon.turno
  const [first] = useState(now)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && now !== first) setMoved(true)
  return (
    <Status className="sr-only">
      {hasMoved &&
        actual &&
        `Turno ${actual.renglon.turno}: compite ${actual.renglon.competidor.nombre}, ${tituloOf(actual.categoria)}.`}
    </Status>
  )
}
