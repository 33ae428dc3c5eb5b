import { CalendarClock, Trophy } from 'lucide-react'
import { hrefTo } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'

interface Props {
  /** Whether results of a day are published; `undefined` while it is not known. */
  readonly areOpen: boolean | undefined
}

/** The two ways in. The second has the same place whether it is open, closed or not known yet. */
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
          <a href="#/calificaciones" className={buttonClass('outline', 'large', 'w-full bg-transparent!')}>
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
