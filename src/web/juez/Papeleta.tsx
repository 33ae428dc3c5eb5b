import { useRef, useState, type SyntheticEvent } from 'react'
import {
  faultOfTyped,
  puntosOfCriterio,
  siguienteCriterio,
  sinPuntuar,
  faltanCriteriosText,
  normalizePapeleta,
  type Papeleta as Textos,
  listEnteros,
} from '#domain/papeleta.ts'
import { puntuacionText } from '#domain/escala.ts'
import { UNSEEN_MS } from '#domain/turno.ts'
import { baseOf, faltasOf, markIdOf, markOf, papeletaOf, scoreCriterio, sendDraft, type Mark } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { useStore } from '../ui/store.ts'
import { useShownFor } from '../ui/timed.ts'
import { Barra, SEND_ID } from './Barra.tsx'
import { Conflicto } from './Conflicto.tsx'
import { CriterioRow } from './CriterioRow.tsx'
import { anterioresDe, isPuntuable, type FilaDeJuez } from './fila.ts'
import { Teclado } from './Teclado.tsx'
import { newKey } from '../api/session.ts'

interface Props {
  readonly fila: FilaDeJuez | undefined
  readonly anterior: FilaDeJuez | undefined
  readonly filas: readonly FilaDeJuez[]
  /** Set when the turn has moved the screen to the entry; another object for each move. */
  readonly movida: object | null
  /** The entry that the judge was scoring was deleted. */
  readonly isDraftLost: boolean
}

/** The criteria of the entry on the screen, the keypad and the bar. */
export function Papeleta({ fila, ...rest }: Props) {
  if (fila) return <PapeletaDeFila fila={fila} {...rest} />
  return <Barra fila={undefined} anterior={undefined} aviso={null} onSend={() => {}} />
}

function PapeletaDeFila({ fila, anterior, filas, movida, isDraftLost }: Props & { readonly fila: FilaDeJuez }) {
  const { marcas } = useStore(outbox)
  const { entrada, categoria } = fila
  const markId = markIdOf(entrada.id, entrada.intento)
  const mark = markOf(marcas, entrada)
  const textos = papeletaOf(mark, entrada)
  const isEditable = isPuntuable(fila)
  const typing = useTyping(fila, textos)
  const unseen = useShownFor(movida, UNSEEN_MS) === null ? SEEN : UNSEEN
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const { escala } = categoria

  const score = (criterio: string, texto: string): void => {
    typing.clearAviso()
    void outbox.apply(entrada, scoreCriterio({ criterio, texto, base: baseOf(entrada) }))
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
  const faults = faltasOf(mark)
  const cuerpo = cuerpoOf(fila, textos)
  const active = categoria.criterios.find(({ clave }) => clave === typing.activo)
  const hasKeypad = listEnteros(escala).length > 0

  return (
    <>
      <div {...unseen} className="juez-criteria">
        {isDraftLost && (
          <Aviso tone="info" title="Se borró el competidor que calificabas." className="mb-3">
            Lo que tecleaste no se envió.
          </Aviso>
        )}
        <Notas fila={fila} />
        <KeepFocus key={markId} className="block">
          {cuerpo === 'versiones' && <Conflicto fila={fila} textos={textos} />}
          {cuerpo === 'criterios' && (
            <ul aria-label="Criterios">
              {categoria.criterios.map(({ clave, nombre }) => (
                <CriterioRow
                  key={clave}
                  nombre={nombre}
                  texto={textos[clave] ?? ''}
                  escala={escala}
                  peso={categoria.pesos?.[clave]}
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
        </KeepFocus>
        {cuerpo === 'ajena' && (
          <Aviso tone="info" title="No calificas a este competidor." isQuiet>
            Elige otro de la lista.
          </Aviso>
        )}
      </div>
      <div {...unseen} className="juez-dock">
        {isEditable && active && hasKeypad && (
          <Teclado
            key={markId}
            nombre={active.nombre}
            escala={escala}
            puntos={puntosOfCriterio(textos, active.clave, categoria)}
            entero={typing.entero}
            onScore={(puntos, entero) => {
              const texto = puntos === null ? '' : puntuacionText(puntos, escala)
              score(active.clave, texto)
              typing.setEntero(entero)
              if (puntos !== null && entero === null) moveOn(active.clave, { ...textos, [active.clave]: texto })
            }}
          />
        )}
        <Barra fila={fila} anterior={anterior} aviso={typing.aviso} onSend={send} />
      </div>
    </>
  )
}

/** What the sheet shows of the mark; `ajena`: the judge does not score the entry. */
function cuerpoOf(fila: FilaDeJuez, textos: Textos): 'versiones' | 'criterios' | 'ajena' | 'nada' {
  if (fila.situacion === 'conflicto') return 'versiones'
  if (isPuntuable(fila) || Object.keys(textos).length > 0) return 'criterios'
  return fila.situacion === 'libre' ? 'ajena' : 'nada'
}

const SEEN = {}

/** While the judge cannot have seen the entry that the turn has brought: keys and taps were meant for the entry before. */
const UNSEEN = { 'aria-disabled': true, onKeyDownCapture: drop, onChangeCapture: drop, onClickCapture: drop }

function drop(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

interface State {
  readonly markId: string
  /** The criterion that the keypad scores. */
  readonly activo: string | undefined
  /** The whole number that was tapped, while its decimal is still to come. */
  readonly entero: number | null
  readonly aviso: string | null
}

/** Where the judge is in the criteria of an entry. Starts again with every entry, and with every attempt. */
function useTyping({ entrada, categoria }: FilaDeJuez, textos: Textos) {
  const first = sinPuntuar(textos, categoria)[0] ?? categoria.criterios[0]
  const markId = markIdOf(entrada.id, entrada.intento)
  const start: State = { markId, activo: first?.clave, entero: null, aviso: null }
  const [kept, setState] = useState(start)
  const state = kept.markId === markId ? kept : start
  if (state !== kept) setState(state)

  const change = (next: Partial<State>): void =>
    setState((before) => ({ ...(before.markId === markId ? before : start), ...next }))
  return {
    ...state,
    activate: (activo: string) =>
      setState((before) => (before.activo === activo ? before : { ...before, activo, entero: null })),
    setEntero: (entero: number | null) => change({ entero }),
    clearAviso: () => change({ aviso: null }),
    /** Sends the mark. Returns the first unscored criterion when one is missing: then nothing is sent. */
    send: (mark: Mark | undefined) => {
      const faltan = sinPuntuar(textos, categoria)
      if (faltan.length > 0) {
        change({ aviso: `${faltanCriteriosText(faltan.length)} por puntuar.` })
        return faltan[0]
      }
      change({ aviso: null, entero: null })
      const criterios = normalizePapeleta(textos, categoria)
      const { version } = mark ?? baseOf(entrada)
      void outbox.apply(entrada, sendDraft({ criterios, version, key: newKey(), desde: Date.now() }))
      return undefined
    },
  }
}

/**
 * Tells the judge that the shown entry is repeated, that its mark was reopened, that a late mark for it was discarded, or that
 * its category is closed.
 */
function Notas({ fila: { entrada, categoria, situacion } }: { fila: FilaDeJuez }) {
  const { repite, marca, tardia } = entrada
  const is = (...some: readonly (typeof situacion)[]): boolean => some.includes(situacion)
  return (
    <>
      <Status>
        {repite !== undefined && is('libre', 'borrador') && (
          <Aviso tone="info" title={`Se repite: ${withStop(repite)}`} className="mb-3">
            Califícalo otra vez: lo anterior ya no cuenta.
          </Aviso>
        )}
      </Status>
      {marca?.estado === 'reabierta' && is('reabierta', 'borrador') && (
        <Aviso tone="offline" title="Calificación reabierta" className="mb-3">
          Motivo: {withStop(marca.motivo)} Corrígela y envíala otra vez.
        </Aviso>
      )}
      {tardia?.estado === 'descartada' && !is('pendiente', 'tardia') && (
        <Aviso tone="info" title={`Tu calificación tardía de ${tardia.l_calificacion} se descartó`} className="mb-3">
          Motivo: {withStop(tardia.motivo)}
        </Aviso>
      )}
      {categoria.cerrada && !is('tardia', 'enviada') && (
        <Aviso tone="info" title="La categoría está cerrada." className="mb-3">
          Lo que envíes esperará al juez principal.
        </Aviso>
      )}
    </>
  )
}

/** A reason as a sentence: people often type its full stop. */
function withStop(motivo: string | null): string {
  return motivo === null || /[.!?…]$/.test(motivo) ? (motivo ?? '') : `${motivo}.`
}
