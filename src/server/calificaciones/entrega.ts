import type * as contract from '#contract/calificaciones.ts'
import type { Input } from '#contract/define.ts'
import { causaTardiaOf } from '#domain/envio.ts'
import type { Juez } from '#domain/juez.ts'
import { Problem } from '#domain/problem.ts'
import { readSueltas, samePuntuaciones } from '#domain/puntuaciones.ts'
import { findEntregador } from '../acceso/entregador.ts'
import type { Tx } from '../db/database.ts'
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
  prepare: async ({ db, now }, { juezId }, { cookieToken }) => {
    // A stranger costs one read: a write transaction would make the commands of others wait.
    await db.read((tx) => mustFind(tx, cookieToken, { juezId, now: now() }))
    return cookieToken
  },
  run: runHandInTardia,
}

/** The transaction of `handInTardia`. */
async function runHandInTardia(
  work: Work,
  { clave, competidorId, criterios, juezId }: Input<HandIn>,
  token: string | undefined,
): Promise<void> {
  const { juez, terminada } = await mustFind(work.tx, token, { juezId, now: work.now() })
  const leida = readSueltas(criterios)
  if ('faltas' in leida) throw new Problem('input.invalid', leida.faltas)
  const { lectura } = leida
  const entrada = await findEntrada(work.tx, competidorId)
  const marca = await findMarca(work.tx, competidorId, juez.id)
  // The mark arrived, and only its answer was lost.
  if (marca?.estado === 'enviada' && samePuntuaciones(marca.criterios, lectura.criterios)) return
  const causa = causaTardiaOf(estadoFor(juez, entrada)) ?? (terminada ? 'sesion' : 'version')
  await addTardia(work, { juez, clave, competidorId, entrada, lectura, causa })
}

interface Entregante {
  readonly juez: Juez
  /** The session has ended. */
  readonly terminada: boolean
}

async function mustFind(
  tx: Tx,
  token: string | undefined,
  { juezId, now }: Pick<Input<HandIn>, 'juezId'> & { readonly now: number },
): Promise<Entregante> {
  const dueño = token === undefined ? undefined : await findEntregador(tx, token, now)
  const juez = dueño && (await findJuez(tx, dueño.juezId))
  if (!juez || (juezId !== undefined && juezId !== juez.id)) throw new Problem('session.required')
  return { juez, terminada: dueño.terminada }
}
