import { useState } from 'react'
import { enPantallaAfter, type Fila, type EnPantalla } from '#domain/porCalificar.ts'

interface Seen {
  readonly enPantalla: EnPantalla
  /** The turn for which `enPantalla` was computed; `undefined`: none yet. */
  readonly turno: string | null | undefined
  /** The entry before, when the turn has moved the screen. */
  readonly anterior: string | null
}

const NOWHERE: Seen = { enPantalla: { competidorId: null, elegida: false }, turno: undefined, anterior: null }

type AnyFila = Fila<unknown, { readonly id: string }>

/** The entry on the screen: follows the turn, and stays where the judge is typing. `open` shows an entry of the list. */
export function useEnPantalla<F extends AnyFila>(
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
  const enPantalla = enPantallaAfter(seen.enPantalla, find(seen.enPantalla.competidorId)?.situacion, {
    competidorId: turno,
    hayCambio,
  })
  const anterior = enPantalla === seen.enPantalla ? seen.anterior : seen.enPantalla.competidorId
  if (hayCambio || enPantalla !== seen.enPantalla) setSeen({ enPantalla, turno, anterior })
  const open = (competidorId: string): void =>
    setSeen({ enPantalla: { competidorId, elegida: competidorId !== turno }, turno, anterior: null })
  const borrada = find(anterior) ? null : anterior
  return { fila: find(enPantalla.competidorId), anterior: find(anterior), borrada, open }
}
