import { horarioDeDia } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { isPublicado } from '#domain/ajustes.ts'
import { diaSiguiente, type Dia } from '#domain/dia.ts'
import { formatHora } from '#domain/hora.ts'
import { comienzoDe } from '#domain/programa.ts'
import { useView } from '../live/tab.ts'
import { hrefTo } from '../paths.ts'

/** After the last turn of a day: when the next day begins, and the results once they are public. */
export function ProximoDia({ dia, zona }: { dia: Dia; zona: string }) {
  const siguiente = diaSiguiente(dia)
  const programa = useView(horarioDeDia, siguiente && { dia: siguiente })?.programa
  const comienzo = programa
    ? comienzoDe(
        programa,
        Object.values(programa.tiempos).map(([, inicio]) => inicio),
      )
    : null
  const home = useView(portada, {})
  return (
    <p className="live-proximo flex flex-wrap items-center gap-x-4 px-4.5 pb-3">
      {comienzo !== null && (
        <span>
          El {siguiente} empieza a las {formatHora(comienzo, zona)}.
        </span>
      )}
      {home && isPublicado(home.publicado, dia) && (
        <a
          href={hrefTo('/calificaciones')}
          className="inline-flex min-h-11 items-center font-semibold text-gold underline"
        >
          Ver Calificaciones
        </a>
      )}
    </p>
  )
}
