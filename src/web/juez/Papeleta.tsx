import { useRef } from 'react'
import {
  faultOfTyped,
  puntosOfCriterio,
  siguienteCriterio,
  sinPuntuar,
  type Papeleta as Textos,
} from '#domain/papeleta.ts'
import { puntuacionText } from '#domain/escala.ts'
import { listEnteros } from '#domain/teclado.ts'
import { baseOf, papeletaOf } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { useStore } from '../ui/store.ts'
import { Barra, SEND_ID } from './Barra.tsx'
import { Conflicto } from './Conflicto.tsx'
import { CriterioRow } from './CriterioRow.tsx'
import { anterioresDe, isPuntuable, type FilaDeJuez } from './fila.ts'
import { Notas } from './Notas.tsx'
import { Teclado } from './Teclado.tsx'
import { useTyping } from './useTyping.ts'

interface Props {
  readonly fila: FilaDeJuez | undefined
  readonly anterior: FilaDeJuez | undefined
  readonly filas: readonly FilaDeJuez[]
  /** The entry that the judge was scoring was deleted. */
  readonly isDraftLost: boolean
}

/** The criteria of the entry on the screen, the keypad and the bar. */
export function Papeleta({ fila, ...rest }: Props) {
  if (fila) return <PapeletaDeFila fila={fila} {...rest} />
  return <Barra fila={undefined} anterior={undefined} aviso={null} onSend={() => {}} />
}

function PapeletaDeFila({ fila, anterior, filas, isDraftLost }: Props & { readonly fila: FilaDeJuez }) {
  const { marcas } = useStore(outbox)
  const { entrada, categoria, situacion } = fila
  const mark = marcas.get(entrada.id)
  const textos = papeletaOf(mark, entrada)
  const isEditable = isPuntuable(fila)
  const typing = useTyping(fila, textos)
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const { escala } = categoria

  const score = (clave: string, texto: string): void => {
    typing.clearAviso()
    void outbox.apply(entrada.id, { tipo: 'puntuar', clave, texto, base: baseOf(entrada) })
  }
  const focus = (clave: string): void => {
    typing.activate(clave)
    inputs.current.get(clave)?.focus()
  }
  const moveOn = (clave: string, after: Textos): void => {
    const next = siguienteCriterio(clave, after, categoria)
    if (next !== clave) focus(next)
  }
  const enter = (clave: string): void => {
    if (sinPuntuar(textos, categoria).length === 0) document.getElementById(SEND_ID)?.focus()
    else moveOn(clave, textos)
  }
  const send = (): void => {
    const missing = typing.send(mark)
    if (missing) focus(missing.clave)
  }
  const faults = mark?.estado === 'borrador' ? mark.faltas : {}
  const active = categoria.criterios.find(({ clave }) => clave === typing.activo)
  const hasKeypad = listEnteros(escala).length > 0

  return (
    <>
      <div className="juez-criteria">
        {isDraftLost && (
          <Aviso tone="info" title="Se borró el competidor que calificabas." className="mb-3">
            Lo que tecleaste no se envió.
          </Aviso>
        )}
        <Notas fila={fila} />
        {situacion === 'conflicto' && entrada.marca && <Conflicto fila={fila} marca={entrada.marca} textos={textos} />}
        {situacion !== 'conflicto' && (isEditable || Object.keys(textos).length > 0) && (
          <ul aria-label="Criterios">
            {categoria.criterios.map(({ clave, nombre }) => (
              <CriterioRow
                key={clave}
                nombre={nombre}
                texto={textos[clave] ?? ''}
                escala={escala}
                anteriores={anterioresDe(filas, fila, clave, marcas)}
                fault={isEditable ? (faultOfTyped(textos[clave] ?? '', escala) ?? faults[clave]) : undefined}
                isActive={isEditable && clave === typing.activo}
                isEditable={isEditable}
                hasKeypad={hasKeypad}
                ref={(input) => void (input ? inputs.current.set(clave, input) : inputs.current.delete(clave))}
                onFocus={() => typing.activate(clave)}
                onScore={(texto) => score(clave, texto)}
                onEnter={() => enter(clave)}
              />
            ))}
          </ul>
        )}
        {!isEditable && Object.keys(textos).length === 0 && situacion === 'libre' && (
          <Aviso tone="info" title="No calificas a este competidor." isQuiet>
            Elige otro de la lista.
          </Aviso>
        )}
      </div>
      <div className="juez-dock">
        {isEditable && active && hasKeypad && (
          <Teclado
            nombre={active.nombre}
            escala={escala}
            puntos={puntosOfCriterio(textos, active.clave, categoria)}
            entero={typing.entero}
            onEntero={(entero, puntos, isWhole) => {
              const texto = puntuacionText(puntos, escala)
              score(active.clave, texto)
              typing.setEntero(isWhole ? null : entero)
              if (isWhole) moveOn(active.clave, { ...textos, [active.clave]: texto })
            }}
            onDecimal={(puntos) => {
              const texto = puntuacionText(puntos, escala)
              score(active.clave, texto)
              typing.setEntero(null)
              moveOn(active.clave, { ...textos, [active.clave]: texto })
            }}
            onClear={() => {
              score(active.clave, '')
              typing.setEntero(null)
            }}
          />
        )}
        <Barra fila={fila} anterior={anterior} aviso={typing.aviso} onSend={send} />
      </div>
    </>
  )
}
