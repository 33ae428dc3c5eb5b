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
  /** `puntos` is null to clear the mark. `entero` is set while its decimal is still to come. */
  readonly onScore: (puntos: Centesimas | null, entero: number | null) => void
}

/** The keypad of one criterion: a whole number, then its decimal. */
export function Teclado({ nombre, escala, puntos, entero, onScore }: Props) {
  const whole = entero ?? (puntos === null ? null : Math.floor(puntos / 100))
  const decimales = listDecimales(whole ?? 0, escala)
  const { decimal, pista } = textsOfTeclado(escala)
  return (
    <section className="juez-keypad" aria-label={`Teclado de ${nombre}`}>
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-20">{nombre}</h2>
        <button
          type="button"
          className="min-h-11 rounded-12 border border-control bg-surface px-3 text-14"
          onMouseDown={keepFocus}
          onClick={() => onScore(null, null)}
        >
          Borrar
        </button>
      </div>
      <fieldset className="grid grid-cols-6 gap-1.5 max-xs:gap-1 md:grid-cols-11 lg:grid-cols-6 lg:gap-2">
        <legend className="mt-1 mb-1 text-13 text-muted max-lg:sr-only">Entero</legend>
        {listEnteros(escala).map((one) => {
          const first = listDecimales(one, escala)
          return (
            <Key key={one} isOn={one === whole} onPress={() => onScore(first[0] ?? 0, first.length === 1 ? null : one)}>
              {one}
            </Key>
          )
        })}
      </fieldset>
      {decimal && (
        <fieldset
          disabled={whole === null}
          className="mt-1.5 grid grid-cols-5 gap-1.5 md:grid-cols-10 lg:mt-2 lg:grid-cols-5 lg:gap-2"
        >
          <legend className="mt-1 mb-1 text-13 text-muted max-lg:sr-only">{decimal}</legend>
          {decimales.map((one) => (
            <Key key={one} isOn={one === puntos && entero === null} onPress={() => onScore(one, null)}>
              {puntuacionText(one, escala).replace(/^\d+/, '')}
            </Key>
          ))}
        </fieldset>
      )}
      <p className="mt-3 text-13 text-muted max-lg:hidden">{pista}</p>
    </section>
  )
}

function Key({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: string | number }) {
  return (
    <button type="button" className="num juez-key" aria-pressed={isOn} onMouseDown={keepFocus} onClick={onPress}>
      {children}
    </button>
  )
}

/** The focus stays in the field: a judge may tap and type in turns. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
