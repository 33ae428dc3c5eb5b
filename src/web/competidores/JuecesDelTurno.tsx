import { CircleCheck, Hourglass } from 'lucide'
import { useId } from 'react'
import type { Renglon } from '#domain/horario.ts'
import { sortByNombre } from '#domain/jurado.ts'
import { turnoText } from '#domain/numero.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { Icon } from '../ui/Icon.tsx'
import { Pill } from '../ui/Pill.tsx'

/** The judges of the entry that has the turn, by name: a mark that arrives moves no judge. */
export function JuecesDelTurno({ renglon: { turno, competidor } }: { renglon: Renglon<CompetidorAdmin> }) {
  const id = useId()
  const { calificaciones, faltan } = competidor
  const enviadas = calificaciones.filter(({ juezId }) => !faltan.some(({ id }) => id === juezId))
  const jueces = sortByNombre([
    ...enviadas.map(({ juezId, juez }) => ({ id: juezId, nombre: juez, isMissing: false })),
    ...faltan.map((juez) => ({ ...juez, isMissing: true })),
  ])
  if (jueces.length === 0) return null
  return (
    <section aria-labelledby={id} className="card p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-22">
          Jueces del {turnoText(competidor, turno)}
        </h2>
        <span className="digits">
          <Pill tone={faltan.length === 0 ? 'go' : 'wait'} text={`${enviadas.length} de ${jueces.length}`} />
        </span>
      </div>
      <ul className="text-15">
        {jueces.map(({ id: juezId, nombre, isMissing }) => (
          <li key={juezId} className="flex min-h-11 items-center gap-2.5 lg:min-h-9">
            {isMissing ? (
              <Icon of={Hourglass} size={19} className="shrink-0 text-wait" />
            ) : (
              <Icon of={CircleCheck} size={19} className="shrink-0 text-go" />
            )}
            <span className="min-w-0 grow">{nombre}</span>
            <span className="min-w-14 shrink-0 text-14 text-muted">{isMissing ? 'Falta' : 'Enviada'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
