import { useState } from 'react'
import { faltanCriteriosText, normalizePapeleta, sinPuntuar, type Papeleta } from '#domain/papeleta.ts'
import type { Criterio } from '#domain/criterios.ts'
import { newKey } from '../api/request.ts'
import { baseOf, type Mark } from '../outbox/mark.ts'
import { outbox } from '../outbox/tab.ts'
import type { FilaDeJuez } from './fila.ts'

interface State {
  readonly competidorId: string
  /** The criterion that the keypad scores. */
  readonly activo: string | undefined
  /** The whole number that was tapped, while its decimal is still to come. */
  readonly entero: number | null
  readonly aviso: string | null
}

interface Typing extends State {
  readonly activate: (clave: string) => void
  readonly setEntero: (entero: number | null) => void
  readonly clearAviso: () => void
  /** Sends the mark. Returns the first unscored criterion when one is missing: then nothing is sent. */
  readonly send: (mark: Mark | undefined) => Criterio | undefined
}

/** Where the judge is in the criteria of an entry. Starts again with every entry. */
export function useTyping(fila: FilaDeJuez, textos: Papeleta): Typing {
  const { entrada, categoria } = fila
  const first = sinPuntuar(textos, categoria)[0] ?? categoria.criterios[0]
  const start: State = { competidorId: entrada.id, activo: first?.clave, entero: null, aviso: null }
  const [kept, setState] = useState(start)
  const state = kept.competidorId === entrada.id ? kept : start
  if (state !== kept) setState(state)

  const change = (next: Partial<State>): void =>
    setState((before) => ({ ...(before.competidorId === entrada.id ? before : start), ...next }))
  return {
    ...state,
    activate: (activo) =>
      setState((before) => (before.activo === activo ? before : { ...before, activo, entero: null })),
    setEntero: (entero) => change({ entero }),
    clearAviso: () => change({ aviso: null }),
    send: (mark) => {
      const faltan = sinPuntuar(textos, categoria)
      if (faltan.length > 0) {
        change({ aviso: `${faltanCriteriosText(faltan.length)} por puntuar.` })
        return faltan[0]
      }
      change({ aviso: null, entero: null })
      const criterios = normalizePapeleta(textos, categoria)
      const { version } = mark ?? baseOf(entrada)
      void outbox.apply(entrada.id, { tipo: 'enviar', criterios, version, clave: newKey(), desde: Date.now() })
      return undefined
    },
  }
}
