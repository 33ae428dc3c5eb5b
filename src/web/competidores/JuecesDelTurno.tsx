import { CircleCheck, Hourglass, PenLine, WifiOff, type IconNode } from 'lucide'
import { useId } from 'react'
import { readPresencias } from '#contract/presencia.ts'
import type { Renglon } from '#domain/estatus.ts'
import { sortByNombre } from '#domain/jurado.ts'
import { turnoText } from '#domain/numero.ts'
import { situacionDeJuez } from '#domain/presencia.ts'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { useQuery } from '../api/useQuery.ts'
import { Icon } from '../ui/Icon.tsx'
import { Pill } from '../ui/Pill.tsx'
import { useEvery } from '../ui/timed.ts'

interface Props {
  readonly renglon: Renglon<CompetidorAdmin>
  /** When the entry got the turn, ms since 1970. */
  readonly desde: number | undefined
}

const ASK_MS = 5_000
const ICONS: Readonly<Record<string, IconNode>> = { Enviada: CircleCheck, Calificando: PenLine, Falta: Hourglass }

/** The judges of the entry that has the turn, by name, each with the state of its mark: a mark that arrives moves no judge. */
export function JuecesDelTurno({ renglon: { turno, competidor }, desde }: Props) {
  const id = useId()
  const { pages, isLoading, problem, refetch } = useQuery(readPresencias, {})
  useEvery(ASK_MS, () => {
    if (!isLoading) refetch()
  })
  // Without an answer nothing is known of a page.
  const { ahora, presencias } = (!problem && pages[0]) || { ahora: 0, presencias: [] }
  const { calificaciones, faltan } = competidor
  const enviadas = calificaciones.filter(({ juezId }) => !faltan.some(({ id }) => id === juezId))
  const situacionOf = (juezId: string): string => {
    const presencia = presencias.find((one) => one.juezId === juezId)
    return situacionDeJuez(presencia, { competidorId: competidor.id, desde }, ahora)
  }
  const jueces = sortByNombre([
    ...enviadas.map(({ juezId, juez }) => ({ id: juezId, nombre: juez, situacion: 'Enviada' })),
    ...faltan.map((juez) => ({ ...juez, situacion: situacionOf(juez.id) })),
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
        {jueces.map(({ id: juezId, nombre, situacion }) => (
          <li key={juezId} className="flex min-h-11 items-center gap-2.5 lg:min-h-9">
            <Icon
              of={ICONS[situacion] ?? WifiOff}
              size={19}
              className={`shrink-0 ${situacion === 'Enviada' ? 'text-go' : 'text-wait'}`}
            />
            <span className="min-w-0 grow">{nombre}</span>
            <span className="min-w-14 shrink-0 text-14 text-muted">{situacion}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
