import type * as contract from '#contract/calificaciones.ts'
import type { Input, Output } from '#contract/define.ts'
import { causaOf } from '#domain/envio.ts'
import { Problem } from '#domain/problem.ts'
import { readSueltas, samePuntuaciones } from '#domain/puntuaciones.ts'
import { findEntregador } from '../acceso/entregador.ts'
import type { Act } from '../http/route.ts'
import { find as findJuez } from '../jueces/store.ts'
import type { Work } from '../work.ts'
import { estadoFor, findEntrada } from './entrada.ts'
import { findMarca } from './marcas.ts'
import { addTardia } from './tardias.ts'

type HandIn = typeof contract.handInTardia

/**
 * Adds a late mark with the cookie of a judge's session, which may have ended. The actor of the request stays a visitor: an
 * ended session gets nothing else. Unkeyed: `clave` makes a repeated hand-in add nothing.
 */
export const handInTardia: Act<HandIn, string | undefined> = {
  unkeyed: true,
  asVisitante: true,
  prepare: async (_deps, _input, { cookieToken }) => cookieToken,
  run: handIn,
}

async function handIn(
  work: Work,
  { clave, competidorId, criterios, juezId }: Input<HandIn>,
  token: string | undefined,
): Promise<Output<HandIn>> {
  const dueño = token === undefined ? undefined : await findEntregador(work.tx, token, work.now().getTime())
  const juez = dueño && (await findJuez(work.tx, dueño.juezId))
  if (!juez || (juezId !== undefined && juezId !== juez.id)) throw new Problem('session.required')
  const leida = readSueltas(criterios)
  if ('faltas' in leida) throw new Problem('input.invalid', leida.faltas)
  const { lectura } = leida
  const entrada = await findEntrada(work.tx, competidorId)
  const marca = await findMarca(work.tx, competidorId, juez.id)
  // The mark arrived, and only its answer was lost.
  if (marca?.estado === 'enviada' && samePuntuaciones(marca.criterios, lectura.criterios)) return {}
  const causa = causaOf(estadoFor(juez, entrada)) ?? (dueño.terminada ? 'sesion' : 'version')
  await addTardia(work, { juez, clave, competidorId, entrada, lectura, causa })
  return {}
}
