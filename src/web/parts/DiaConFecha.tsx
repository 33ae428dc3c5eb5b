import type { Dia } from '#domain/dia.ts'
import { diaTitle, enTitulo } from '#domain/dia.ts'
import { diaConFecha, diaCorto } from '#domain/fecha.ts'

interface Props {
  readonly dia: Dia
  /** The date of the Thursday of the event. */
  readonly jueves: string | undefined
  /** Short at every width. */
  readonly isShort?: boolean
}

/** A day with its date, short on a phone; the day alone without a date. */
export function DiaConFecha({ dia, jueves, isShort = false }: Props) {
  const corto = diaCorto(dia, jueves)
  if (corto === null) return diaTitle(dia)
  if (isShort) return corto
  return (
    <>
      <span className="md:hidden">{corto}</span>
      <span className="max-md:hidden">{enTitulo(diaConFecha(dia, jueves))}</span>
    </>
  )
}
