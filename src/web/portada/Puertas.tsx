import { CalendarClock, Trophy } from 'lucide-react'
import { hrefTo } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'

/** The two ways in. A closed one keeps its size and its place, so that nothing moves when it opens. */
export function Puertas({ areOpen }: { areOpen: boolean }) {
  return (
    <div className="flex flex-col gap-3 lg:max-w-107">
      <a href={hrefTo('/horario')} className={buttonClass('gold', 'large')}>
        <CalendarClock size={22} aria-hidden />
        Minuto a Minuto
      </a>
      <div className="min-h-21">
        {areOpen ? (
          <a href="#/calificaciones" className={buttonClass('outline', 'large', 'w-full bg-transparent!')}>
            <Trophy size={21} aria-hidden />
            Ver Calificaciones
          </a>
        ) : (
          <Button size="large" className="w-full" reason="Se abren cuando la organización las publique.">
            Calificaciones no disponibles
          </Button>
        )}
      </div>
    </div>
  )
}
