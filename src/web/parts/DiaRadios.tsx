import { useId } from 'react'
import { portada } from '#contract/views/portada.ts'
import { DIAS, diaTitle, type Dia } from '#domain/dia.ts'
import { useView } from '../live/tab.ts'
import { useChosen } from '../ui/useChosen.ts'
import './DiaRadios.css'

interface Props {
  readonly value: Dia
  /** Returns false when the choice needs a confirmation first. */
  readonly onChange: (dia: Dia) => boolean | void
  readonly busy?: boolean
  /** The active day, marked among the three and announced as a description of its radio. */
  readonly live?: Dia | undefined
  /** Shown beside the active day, in place of a description for screen readers alone. */
  readonly mark?: string
  /** The place has no room for whole dates. */
  readonly isShort?: boolean
  readonly className?: string
}

/**
 * The days as a row of radios. Arrow keys move the focus only; Enter or Space chooses, since a choice may change what the
 * public sees.
 */
export function DiaRadios({ value, onChange, busy = false, live, mark, isShort = false, className = '' }: Props) {
  const name = useId()
  const fechas = useView(portada, {})?.evento.fechas
  const [shown, choose] = useChosen(value, busy)
  return (
    <fieldset role="radiogroup" aria-label="Día" aria-busy={busy || undefined} className={className}>
      {/* Text at twice its size: one option below the other. */}
      <div className="flex overflow-clip rounded-12 border border-control bg-surface has-focus-visible:overflow-visible max-2xs:flex-col">
        {DIAS.map((dia) => (
          <label key={dia} className="segment">
            <input
              type="radio"
              name={name}
              value={dia}
              aria-describedby={dia === live ? `${name}-live` : undefined}
              checked={dia === shown}
              className="absolute inset-0 appearance-none outline-none"
              onChange={() => {
                if (!busy && onChange(dia) !== false) choose(dia)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.currentTarget.click()
                else if (!focusNext(event.currentTarget, event.key)) return
                event.preventDefault()
              }}
            />
            {dia === live && <span className={`pulse size-2 ${dia === shown ? ON_CHOSEN : ON_OTHER}`} aria-hidden />}
            {fechas ? (
              <>
                <span className="sr-only">{diaTitle(dia)}</span>
                {!isShort && (
                  <span aria-hidden className="whitespace-nowrap max-md:hidden">
                    {diaTitle(fechas[dia].larga)}
                  </span>
                )}
                <span aria-hidden className={`whitespace-nowrap ${isShort ? '' : 'md:hidden'}`}>
                  {diaTitle(fechas[dia].corta)}
                </span>
              </>
            ) : (
              diaTitle(dia)
            )}
            {dia === live && mark && (
              // The description of the radio: its name stays that of the day.
              <span id={`${name}-live`} aria-hidden className="text-13 leading-none font-normal">
                {mark}
              </span>
            )}
          </label>
        ))}
      </div>
      {live && !mark && (
        <span id={`${name}-live`} hidden>
          Día activo
        </span>
      )}
    </fieldset>
  )
}

/** The mark of the active day is light on a dark background and darker on a light one. The chosen day has the opposite one. */
const [ON_CHOSEN, ON_OTHER] = ['in-data-[modo=escenario]:bg-live-edge', 'bg-live-edge']

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves the focus to the next day for an arrow key, from the last to the first. Returns false for other keys. */
function focusNext(input: HTMLInputElement, key: string): boolean {
  const step = STEPS[key]
  if (step === undefined) return false
  const group = [...(input.closest('fieldset')?.querySelectorAll('input') ?? [])]
  group.at((group.indexOf(input) + step) % group.length)?.focus()
  return true
}
