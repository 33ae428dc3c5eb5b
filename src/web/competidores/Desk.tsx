import { SkipBack, Undo2 } from 'lucide'
import { useRef, type ReactNode } from 'react'
import { NO_HA_LLEGADO } from '#domain/llegada.ts'
import { turnoText } from '#domain/numero.ts'
import type { Jornada } from '#domain/jornada.ts'
import type { CategoriaMesaPart, Mesa } from '#contract/competidores.ts'
import { Antes, Hora } from '../horario/Hora.tsx'
import { LiveCard } from '../horario/LiveCard.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { isTyping, usePageKeys } from '../ui/usePageKeys.ts'
import { useWakeLock } from '../ui/useWakeLock.ts'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { CierreDeDia } from './CierreDeDia.tsx'
import { JuradoActs } from './JuradoActs.tsx'
import { Ritmo } from './Ritmo.tsx'
import { type DeskAct, type TurnoActs } from './useTurno.tsx'

interface Props {
  readonly mesa: Mesa
  readonly jornada: Jornada<CategoriaMesaPart>
  readonly turno: TurnoActs
}

/**
 * The current entry, the next two, and the buttons that move the turn. The page keys, which a presenter's remote sends,
 * move the turn while the focus is in the desk; elsewhere they scroll the page.
 */
export function Desk({ mesa, jornada, turno }: Props) {
  const desk = useRef<HTMLElement>(null)
  const { actual, siguen } = jornada
  const reasons: Readonly<Record<DeskAct, string | false>> = {
    siguiente: noNextOf(jornada),
    anterior: mesa.selectedRow === 0 && !mesa.pausa && 'Aún no hay turno',
    deshacer: turno.noUndo,
  }
  const press = (act: DeskAct) => (act === 'deshacer' ? turno.undo() : turno.step(act))

  useWakeLock(mesa.selectedRow > 0 || mesa.pausa !== undefined)
  usePageKeys((event) => {
    if (isTyping(event.target) || !desk.current?.contains(document.activeElement)) return false
    // A key that is held down presses a button many times.
    if (event.key === 'Enter') return event.repeat
    const act = actOfKey(event)
    if (act && !event.repeat && !reasons[act]) press(act)
    return act !== undefined
  })

  return (
    <section ref={desk} tabIndex={-1} aria-label="Mesa de control" className="group stage desk">
      <div className="desk-grid" data-jueces={mesa.hayJueces || undefined}>
        <LiveCard jornada={jornada} live={mesa} place="desk">
          {actual && mesa.hayJueces && (
            <KeepFocus key={actual.renglon.competidor.id} className="desk-incidents">
              <JuradoActs
                competidor={actual.renglon.competidor}
                onRepeat={actual.categoria.cierre ? null : turno.repeat}
              />
            </KeepFocus>
          )}
          {jornada.fase === 'terminado' && <CierreDeDia mesa={mesa} turno={turno} />}
        </LiveCard>
        <div className="hidden lg:grid lg:gap-3.5 xl:grid-cols-[1fr_1fr]">
          <UpcomingCard label="Sigue" entry={siguen[0]} mesa={mesa} />
          <UpcomingCard label="Después" entry={siguen[1]} mesa={mesa} />
        </div>
        <div className="desk-acts">
          <Button
            variant="gold"
            size="huge"
            // The mark of a press under way takes no room.
            className="relative max-2xs:col-span-full lg:col-span-full *:aria-hidden:empty:absolute *:aria-hidden:empty:left-1"
            aria-keyshortcuts="PageDown"
            repeats
            busy={turno.busyWith === 'siguiente'}
            reason={reasons.siguiente}
            quietReason
            onClick={() => press('siguiente')}
          >
            <span className="grow text-left max-lg:text-center">
              Siguiente turno
              {reasons.siguiente && (
                <span aria-hidden className="block text-14 font-normal">
                  {reasons.siguiente}
                </span>
              )}
            </span>
            {!reasons.siguiente && <KeyHint>Av Pág</KeyHint>}
          </Button>
          {BACK_ACTS.map(({ act, label, icon, keys, hint }) => (
            <Button
              key={act}
              aria-keyshortcuts={keys}
              size="bare"
              className="desk-act lg:grid lg:gap-1"
              repeats
              busy={turno.busyWith === act}
              reason={reasons[act]}
              quietReason
              onClick={() => press(act)}
            >
              {turno.busyWith !== act && <Icon of={icon} size={20} className="desk-icon lg:hidden" />}
              <span className="max-lg:sr-only">{label}</span>
              <KeyHint>{reasons[act] || hint}</KeyHint>
            </Button>
          ))}
          <p className="col-span-full hidden text-center text-[0.8125rem] text-balance text-muted lg:block">
            <span className="hidden group-focus-within:inline">Teclas activas: mueven el turno.</span>
            <span className="group-focus-within:hidden">Teclas apagadas: toca aquí para usarlas.</span>
          </p>
        </div>
      </div>
      <Ritmo mesa={mesa} jornada={jornada} />
    </section>
  )
}

const BACK_ACTS = [
  { act: 'anterior', label: 'Turno anterior', icon: SkipBack, keys: 'PageUp', hint: 'Re Pág' },
  { act: 'deshacer', label: 'Deshacer', icon: Undo2, keys: 'Control+Z', hint: 'Ctrl Z' },
] as const

/** The act of a key; `undefined` for every other key. */
function actOfKey(event: KeyboardEvent): DeskAct | undefined {
  if (event.key === 'PageDown') return 'siguiente'
  if (event.key === 'PageUp') return 'anterior'
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
  return isUndo ? 'deshacer' : undefined
}

/** Why there is no next turn; false when there is one. */
function noNextOf({ actual, pausa, siguen, total }: Jornada<CategoriaMesaPart>): string | false {
  if (actual || pausa || siguen.length > 0) return false
  return total === 0 ? 'Sin competidores' : 'Ya pasaron todos'
}

/** The keyboard shortcut of a button, or the reason why it is off. Screen readers get both from ARIA attributes. */
function KeyHint({ children }: { children: ReactNode }) {
  return (
    <kbd
      aria-hidden
      className="hidden rounded-6 border border-dashed px-1.75 py-0.25 font-sans text-[calc(0.75*var(--t))] leading-[1.3] font-semibold group-focus-within:border-solid in-aria-disabled:border-transparent in-aria-disabled:px-0 lg:inline-block"
    >
      {children}
    </kbd>
  )
}

interface UpcomingProps {
  readonly label: string
  readonly entry: Jornada<CategoriaMesaPart>['siguen'][number] | undefined
  readonly mesa: Pick<Mesa, 'zonaHoraria' | 'sinLlegar'>
}

function UpcomingCard({ label, entry, mesa: { zonaHoraria: zona, sinLlegar } }: UpcomingProps) {
  if (!entry) return <div className="desk-upcoming-card text-14 text-muted">{label}: nadie más.</div>
  const { competidor, turno, hora } = entry.renglon
  return (
    <div className="desk-upcoming-card">
      <p className="flex items-baseline justify-between gap-3 text-14 text-muted">
        {label}, {turnoText(competidor, turno)}
        <Hora instant={hora} zona={zona} className="text-22 leading-none text-gold" />
      </p>
      <p className="flex justify-end gap-3 leading-none xl:h-4">
        {sinLlegar.includes(competidor.id) && (
          <strong className="mr-auto text-13 leading-none whitespace-nowrap text-gold">{NO_HA_LLEGADO}</strong>
        )}
        <Antes of={entry.renglon} className="text-13 leading-none whitespace-nowrap text-gold" />
      </p>
      {/* Two lines, also for a long name. */}
      <p
        className="mt-1 min-h-14 font-display text-[clamp(1.0625rem,calc(60rem/var(--letters)),1.375rem)] leading-tight font-semibold"
        style={{ '--letters': competidor.nombre.length }}
      >
        {competidor.nombre}
      </p>
      <p className="mt-0.5 text-14 text-muted">{competidor.compania}</p>
    </div>
  )
}
