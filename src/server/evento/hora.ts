import { FECHA_Y_HORA } from '#contract/fields.ts'
import { recordBy } from '#domain/records.ts'
import { localOf } from '#domain/hora.ts'
import { fromLocalInput } from '#domain/horaEscrita.ts'
import { Problem } from '#domain/problem.ts'
import type { Work } from '../work.ts'
import { readZona } from './store.ts'

/**
 * Converts the local times of some fields to instants, in ms; null for an empty field. Throws `input.invalid` with `fault` at a field
 * whose time is none.
 */
export async function instantsOf<C extends string>(
  { tx, deps }: Work,
  locals: Readonly<Record<C, string>>,
  fault = FECHA_Y_HORA,
): Promise<Record<C, number | null>> {
  const zona = await readZona(tx, deps.env.zonaHoraria)
  return recordBy(Object.keys(locals) as C[])((campo) => {
    const instant = fromLocalInput(locals[campo], zona)
    if (instant === null && locals[campo] !== '') throw new Problem('input.invalid', { [campo]: fault })
    return instant
  })
}

export const isoOf = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

/** The present date in the zone of the event, `YYYY-MM-DD`. */
export async function readHoy({ tx, deps, now }: Work): Promise<string> {
  return localOf(now(), await readZona(tx, deps.env.zonaHoraria)).fecha
}
