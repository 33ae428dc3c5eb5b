import { CalendarClock, Trophy } from 'lucide-react'
import { hrefTo } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'

interface Props {
  /** Whether the results of a day are published; undefined until it is known. */
  readonly areOpen: boolean | undefined
}

/** The links to the schedule and the results. The second keeps its height in every state. */
export function Puertas({ areOpen }: Props) {
  return (
    <div className="flex flex-col gap-3 lg:max-w-107">
      <a href={hrefTo('/horario')} className={buttonClass('gold', 'large')}>
        <CalendarClock size={22} aria-hidden />
        Minuto a Minuto
      </a>
      <div className="min-h-21">
        {areOpen === undefined && <div className="min-h-14 rounded-12 border border-line" />}
        {areOpen && (
          <a href="#/calificaciones" className={buttonClass('clear', 'large', 'w-full')}>
            <Trophy size={21} aria-hidden />
            Ver Calificaciones
          </a>
        )}
        {areOpen === false && (
          <Button size="large" className="w-full" reason="Podrás verlas cuando la organización las publique.">
            Calificaciones no disponibles
          </Button>
        )}
      </div>
    </div>
  )
}
