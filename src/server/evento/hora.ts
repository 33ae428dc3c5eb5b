import { FECHA_Y_HORA } from '#contract/fields.ts'
import { localOf } from '#domain/hora.ts'
import { fromLocalInput } from '#domain/horaEscrita.ts'
import { Problem } from '#domain/problem.ts'
import type { Work } from '../work.ts'
import { readZona } from './store.ts'

/** Converts the local time of a field to an instant, in ms. Throws `input.invalid` with `fault` at the field when it is none. */
export async function instantOf(
  { tx, deps }: Work,
  { campo, local, fault = FECHA_Y_HORA }: { readonly campo: string; readonly local: string; readonly fault?: string },
): Promise<number> {
  const instant = fromLocalInput(local, await readZona(tx, deps.env.zonaHoraria))
  if (instant === null) throw new Problem('input.invalid', { [campo]: fault })
  return instant
}

export const isoOf = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

/** The present date in the zone of the event, `YYYY-MM-DD`. */
export async function readHoy({ tx, deps, now }: Work): Promise<string> {
  return localOf(now(), await readZona(tx, deps.env.zonaHoraria)).fecha
}
