import { Minus, Plus } from 'lucide'
import { useId, type KeyboardEvent, type Ref } from 'react'
import { numeroText, type Centesimas } from '#domain/calificacion.ts'
import { faultOfPuntuacion, puntosOf, puntuacionText, stepPuntuacion, type Escala } from '#domain/escala.ts'
import { pasosGrandes } from '#domain/papeleta.ts'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  readonly nombre: string
  /** As typed; empty: unscored. */
  readonly texto: string
  readonly escala: Escala
  /** The weight; `undefined` without weights. */
  readonly peso: Centesimas | undefined
  /** The marks of this judge for this criterion in the entries before, the nearest first. */
  readonly anteriores: readonly string[]
  readonly fault: string | undefined
  /** The keypad scores this criterion. */
  readonly isActive: boolean
  readonly isEditable: boolean
  readonly hasKeypad: boolean
  readonly ref: Ref<HTMLInputElement>
  readonly onFocus: () => void
  readonly onScore: (texto: string) => void
  readonly onEnter: () => void
}

/** One criterion: its mark as typed or stepped. */
export function CriterioRow({ nombre, texto, escala, anteriores, fault, isActive, isEditable, ...props }: Props) {
  const { peso, hasKeypad, ref, onFocus, onScore, onEnter } = props
  const id = useId()
  const puntos = puntosIn(texto, escala)
  const step = (pasos: number): void => onScore(puntuacionText(stepPuntuacion(puntos, pasos, escala), escala))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isEditable) return
    const pasos = pasosOf(event.key, escala)
    if (pasos !== 0) step(pasos)
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  const notas = [
    { id: `${id}-notas`, text: notasOf(peso, anteriores), className: 'digits text-13 text-muted' },
    { id: `${id}-fault`, text: fault, className: 'text-14 text-danger' },
  ].filter(({ text }) => text)
  return (
    <li className="juez-criterion" data-active={isActive || undefined}>
      <div className="min-w-0 grow">
        <label htmlFor={id} className="block font-semibold">
          {nombre}
        </label>
        {notas.map((nota) => (
          <p key={nota.id} id={nota.id} className={nota.className}>
            {nota.text}
          </p>
        ))}
      </div>
      {isEditable && <StepButton label={`Bajar ${nombre}`} onStep={() => step(-1)} />}
      <input
        ref={ref}
        id={id}
        type="text"
        role="spinbutton"
        inputMode={hasKeypad ? 'none' : 'decimal'}
        autoComplete="off"
        className="num juez-value"
        placeholder="Sin puntuar"
        readOnly={!isEditable}
        value={texto}
        aria-valuemin={0}
        aria-valuemax={escala.maximo / 100}
        aria-valuenow={puntos === null ? undefined : puntos / 100}
        aria-valuetext={texto === '' ? 'Sin puntuar' : texto}
        aria-invalid={fault ? true : undefined}
        aria-describedby={notas.map((nota) => nota.id).join(' ') || undefined}
        onFocus={(event) => {
          event.target.select()
          onFocus()
        }}
        onChange={({ target }) => onScore(target.value.trim())}
        onKeyDown={onKeyDown}
        onBlur={() => {
          const whole = texto.replace(/[.,]$/, '')
          const typed = puntosIn(whole, escala)
          const written = typed === null ? texto : puntuacionText(typed, escala)
          if (isEditable && written !== texto) onScore(written)
        }}
      />
      {isEditable && <StepButton label={`Subir ${nombre}`} isUp onStep={() => step(1)} />}
    </li>
  )
}

/** `Peso 2 · Antes: 8.0, 7.5`. */
function notasOf(peso: Centesimas | undefined, anteriores: readonly string[]): string {
  const notas = [
    peso !== undefined && `Peso ${numeroText(peso)}`,
    anteriores.length > 0 && `Antes: ${anteriores.join(', ')}`,
  ]
  return notas.filter(Boolean).join(' · ')
}

/** The points of a text; null when it is off the scale. */
function puntosIn(texto: string, escala: Escala): Centesimas | null {
  return faultOfPuntuacion(texto, escala) === null ? puntosOf(texto) : null
}

/** Left out of the tab order, because the arrow keys in the field do the same. */
function StepButton({ label, isUp = false, onStep }: { label: string; isUp?: boolean; onStep: () => void }) {
  const icon = isUp ? Plus : Minus
  return (
    <button type="button" tabIndex={-1} aria-label={label} className="juez-step" onClick={onStep}>
      <Icon of={icon} size={20} />
    </button>
  )
}

function pasosOf(key: string, escala: Escala): number {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: pasosGrandes(escala),
    PageDown: -pasosGrandes(escala),
  }
  return steps[key] ?? 0
}
