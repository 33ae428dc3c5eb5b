import { CalendarClock, LockKeyhole } from 'lucide'
import { hrefTo } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'

/** Replaces results that are not public. */
export function NoPublicado() {
  return (
    <Empty
      icon={LockKeyhole}
      title="Calificaciones no disponibles"
      act={
        <a href={hrefTo('/horario')} className={buttonClass('brand')}>
          <Icon of={CalendarClock} size={19} />
          Minuto a Minuto
        </a>
      }
    >
      La organización aún no las publica. Mientras tanto, sigue la competencia en vivo.
    </Empty>
  )
}
