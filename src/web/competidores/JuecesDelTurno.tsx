import { CircleCheck, Hourglass } from '../ui/frameIcons.tsx'
import { useId } from 'react'
import type { Renglon } from '#domain/horario.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { Pill } from '../ui/Pill.tsx'

/** The judges of the entry that has the turn: first the judges whose mark is sent, then the missing ones. */
export function JuecesDelTurno({ renglon: { turno, competidor } }: { renglon: Renglon<CompetidorAdmin> }) {
  const id = useId()
  const { calificaciones, faltan } = competidor
  const enviadas = calificaciones.map(({ juez }) => juez).filter((juez) => !faltan.includes(juez))
  const total = enviadas.length + faltan.length
  if (total === 0) return null
  return (
    <section aria-labelledby={id} className="card p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-22">
          Jueces del turno {turno}
        </h2>
        <Pill tone={faltan.length === 0 ? 'go' : 'wait'} text={`${enviadas.length} de ${total}`} />
      </div>
      <ul className="text-15">
        {[...enviadas, ...faltan].map((juez) => (
          <li key={juez} className="flex min-h-11 items-center gap-2.5">
            {faltan.includes(juez) ? (
              <Hourglass size={19} aria-hidden className="shrink-0 text-wait" />
            ) : (
              <CircleCheck size={19} aria-hidden className="shrink-0 text-go" />
            )}
            <span className="min-w-0 grow">{juez}</span>
            <span className="shrink-0 text-14 text-muted">{faltan.includes(juez) ? 'Falta' : 'Enviada'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
