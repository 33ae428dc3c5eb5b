import { CalendarClock, LockKeyhole } from '../ui/frameIcons.tsx'
import { hrefTo } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'

/** Replaces results that are not public. */
export function NoPublicado() {
  return (
    <Empty
      icon={<LockKeyhole size={28} aria-hidden />}
      title="Calificaciones no disponibles"
      act={
        <a href={hrefTo('/horario')} className={buttonClass('brand')}>
          <CalendarClock size={19} aria-hidden />
          Minuto a Minuto
        </a>
      }
    >
      La organización aún no las publica. Mientras tanto, sigue la competencia en vivo.
    </Empty>
  )
}
