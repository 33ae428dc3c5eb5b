import { SkipBack, Undo2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import type { Programa } from '#domain/horario.ts'
import type { CategoriaAdminPart, Mesa } from '#contract/competidores.ts'
import { Hora } from '../parts/Hora.tsx'
import { LiveCard } from '../parts/LiveCard.tsx'
import { Button } from '../ui/Button.tsx'
import { isTyping, useKeys } from '../ui/useKeys.ts'
import { useTouched } from '../ui/useTouched.ts'
import type { TurnoActs } from './useTurno.tsx'

interface Props {
  readonly mesa: Mesa
  readonly programa: Programa<CategoriaAdminPart>
  readonly turno: TurnoActs
}

/** What has the desk's keys: itself, and the entries that give the turn. */
const HANDS_ON = '.desk, .row-select'

/**
 * Always on screen: who is on, who follows, and the buttons that move the turn. A presenter's remote sends page keys: they
 * work from when the page opens until something else is touched, where they turn its pages, and again from when the desk
 * is. The keys that are printed on it say so.
 */
export function Desk({ mesa, programa, turno }: Props) {
  const desk = useRef<HTMLElement>(null)
  const hasKeys = useTouched(HANDS_ON)
  const { actual, siguen, total } = programa
  const noNext = !actual && siguen.length === 0 && (total === 0 ? 'Sin competidores' : 'Todos finalizaron')
  const noPrevious = mesa.selectedRow === 0 && 'Aún no hay turno'

  useKeys((event) => {
    if (!hasKeys || isTyping(event.target)) return false
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      const paso = event.key === 'PageDown' ? 'siguiente' : 'anterior'
      if (!event.repeat && !(paso === 'siguiente' ? noNext : noPrevious)) turno.step(paso)
      return true
    }
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || !desk.current?.contains(document.activeElement)) return false
    if (!event.repeat) turno.undo()
    return true
  })

  return (
    <section ref={desk} aria-label="Mesa de control" data-keys={hasKeys || undefined} className="stage desk">
      <div className="desk-grid">
        <LiveCard programa={programa} reloj={mesa} dia={mesa.dia} zona={mesa.zonaHoraria} className="desk-live" />
        <div className="desk-waiting">
          <Waiter label="Sigue" entry={siguen[0]} zona={mesa.zonaHoraria} />
          <Waiter label="Después" entry={siguen[1]} zona={mesa.zonaHoraria} />
        </div>
        <div className="desk-acts">
          <Button
            variant="gold"
            size="huge"
            className="desk-next"
            aria-keyshortcuts={hasKeys ? 'PageDown' : undefined}
            busy={turno.busyWith === 'siguiente'}
            reason={noNext}
            quietReason
            onClick={() => turno.step('siguiente')}
          >
            <span className="grow text-left max-lg:text-center">
              Siguiente turno
              {noNext && <span className="block text-14 font-normal">{noNext}</span>}
            </span>
            {!noNext && <Key>Av Pág</Key>}
          </Button>
          <Button
            aria-keyshortcuts={hasKeys ? 'PageUp' : undefined}
            className="desk-act"
            busy={turno.busyWith === 'anterior'}
            reason={noPrevious}
            quietReason
            onClick={() => turno.step('anterior')}
          >
            {turno.busyWith !== 'anterior' && <SkipBack size={20} aria-hidden className="desk-icon" />}
            <span className="max-lg:sr-only">Turno anterior</span>
            <Key>{noPrevious || 'Re Pág'}</Key>
          </Button>
          <Button
            aria-keyshortcuts="Control+Z"
            className="desk-act"
            busy={turno.busyWith === 'deshacer'}
            reason={turno.noUndo}
            quietReason
            onClick={turno.undo}
          >
            {turno.busyWith !== 'deshacer' && <Undo2 size={20} aria-hidden className="desk-icon" />}
            <span className="max-lg:sr-only">Deshacer</span>
            <Key>{turno.noUndo || 'Ctrl Z'}</Key>
          </Button>
        </div>
      </div>
    </section>
  )
}

/** The key that does the same, or why it does nothing now. It is said by other means to who does not see it. */
function Key({ children }: { children: ReactNode }) {
  return (
    <kbd aria-hidden className="desk-key">
      {children}
    </kbd>
  )
}

type Waiting = Programa<CategoriaAdminPart>['siguen'][number]

function Waiter({ label, entry, zona }: { label: string; entry: Waiting | undefined; zona: string }) {
  if (!entry) return <div className="desk-waiter text-14 text-muted">{label}: nadie más.</div>
  const { competidor, turno, hora } = entry.renglon
  return (
    <div className="desk-waiter">
      <p className="flex items-baseline justify-between gap-3 text-14 text-muted">
        {label}, turno {turno}
        <Hora instant={hora} zona={zona} className="text-22 leading-none text-gold" />
      </p>
      <p className="mt-1.5 font-display text-22 leading-tight font-semibold">{competidor.nombre}</p>
      <p className="mt-0.5 text-14 text-muted">{competidor.compania}</p>
    </div>
  )
}
