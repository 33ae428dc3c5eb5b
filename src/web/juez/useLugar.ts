import { useState } from 'react'
import { lugarAfter, type Fila, type Lugar } from '#domain/porCalificar.ts'

interface Seen {
  readonly lugar: Lugar
  /** The turn for which `lugar` was computed; `undefined`: none yet. */
  readonly turno: string | null | undefined
  /** The entry before, when the turn has moved the screen. */
  readonly anterior: string | null
}

const NOWHERE: Seen = { lugar: { competidorId: null, elegida: false }, turno: undefined, anterior: null }

type AnyFila = Fila<unknown, { readonly id: string }>

/** The entry on the screen: follows the turn, and stays where the judge is typing. `open` shows an entry of the list. */
export function useLugar<F extends AnyFila>(
  filas: readonly F[],
  turno: string | null,
): {
  readonly fila: F | undefined
  readonly anterior: F | undefined
  /** The entry that was on the screen until it was deleted. */
  readonly borrada: string | null
  readonly open: (competidorId: string) => void
} {
  const [seen, setSeen] = useState(NOWHERE)
  const find = (id: string | null): F | undefined => filas.find(({ entrada }) => entrada.id === id)
  const hayCambio = seen.turno !== turno
  const lugar = lugarAfter(seen.lugar, find(seen.lugar.competidorId)?.situacion, { competidorId: turno, hayCambio })
  const anterior = lugar === seen.lugar ? seen.anterior : seen.lugar.competidorId
  if (hayCambio || lugar !== seen.lugar) setSeen({ lugar, turno, anterior })
  const open = (competidorId: string): void =>
    setSeen({ lugar: { competidorId, elegida: competidorId !== turno }, turno, anterior: null })
  const borrada = find(anterior) ? null : anterior
  return { fila: find(lugar.competidorId), anterior: find(anterior), borrada, open }
}
