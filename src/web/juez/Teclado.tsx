import type { MouseEvent } from 'react'
import type { Centesimas } from '#domain/calificacion.ts'
import { puntuacionText, type Escala } from '#domain/escala.ts'
import { listDecimales, listEnteros, textsOfTeclado } from '#domain/papeleta.ts'

interface Props {
  /** The criterion. */
  readonly nombre: string
  readonly escala: Escala
  readonly puntos: Centesimas | null
  /** The whole number that waits for its decimal. */
  readonly entero: number | null
  /** `isWhole`: the number has no decimals to choose from. */
  readonly onEntero: (entero: number, puntos: Centesimas, isWhole: boolean) => void
  readonly onDecimal: (puntos: Centesimas) => void
  readonly onClear: () => void
}

/** The keypad of one criterion: a whole number, then its decimal. */
export function Teclado({ nombre, escala, puntos, entero, onEntero, onDecimal, onClear }: Props) {
  const whole = entero ?? (puntos === null ? null : Math.floor(puntos / 100))
  const decimales = listDecimales(whole ?? 0, escala)
  const { decimal, pista } = textsOfTeclado(escala)
  return (
    <section className="juez-keypad" aria-label={`Teclado de ${nombre}`}>
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-20">{nombre}</h2>
        <button type="button" className="juez-clear" onMouseDown={keepFocus} onClick={onClear}>
          Borrar
        </button>
      </div>
      <fieldset className="juez-keys juez-whole">
        <legend className="juez-keypad-label max-lg:sr-only">Entero</legend>
        {listEnteros(escala).map((one) => {
          const first = listDecimales(one, escala)
          return (
            <Key key={one} isOn={one === whole} onPress={() => onEntero(one, first[0] ?? 0, first.length === 1)}>
              {one}
            </Key>
          )
        })}
      </fieldset>
      {decimal && (
        <fieldset className="juez-keys juez-tenths">
          <legend className="juez-keypad-label max-lg:sr-only">{decimal}</legend>
          {decimales.map((one) => (
            <Key
              key={one}
              isOn={one === puntos && entero === null}
              isOff={whole === null}
              onPress={() => onDecimal(one)}
            >
              {puntuacionText(one, escala).replace(/^\d+/, '')}
            </Key>
          ))}
        </fieldset>
      )}
      <p className="juez-keypad-hint">{pista}</p>
    </section>
  )
}

interface KeyProps {
  readonly isOn: boolean
  readonly isOff?: boolean
  readonly onPress: () => void
  readonly children: string | number
}

function Key({ isOn, isOff = false, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      className="num juez-key"
      aria-pressed={isOn}
      disabled={isOff}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** The focus stays in the field: a judge may tap and type in turns. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
