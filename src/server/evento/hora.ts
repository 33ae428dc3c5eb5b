import { FECHA_Y_HORA } from '#contract/fields.ts'
import { fromLocalInput } from '#domain/horaEscrita.ts'
import { Problem } from '#domain/problem.ts'
import type { Work } from '../work.ts'
import { readZona } from './store.ts'

/** Converts the local time of a field to an instant, in ms; null for an empty field. Throws `input.invalid` of the field. */
export async function instantOf(
  { tx, deps }: Work,
  campo: string,
  local: string,
  fault = FECHA_Y_HORA,
): Promise<number | null> {
  const instant = local === '' ? null : fromLocalInput(local, await readZona(tx, deps.env.zonaHoraria))
  if (instant === null && local !== '') throw new Problem('input.invalid', { [campo]: fault })
  return instant
}

export const isoOf = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()
