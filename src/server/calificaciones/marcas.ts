import type * as contract from '#contract/calificaciones.ts'
import type { Input, Output } from '#contract/define.ts'
import { decideEnvio } from '#domain/envio.ts'
import { Problem } from '#domain/problem.ts'
import { criteriosOfCategoria, readPuntuaciones, readSueltas, type Lectura } from '#domain/puntuaciones.ts'
import { find as findJuez } from '../jueces/store.ts'
import type { Act, Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import {
  estadoFor,
  findEntrada,
  findMarca,
  mustFindAbierta,
  saveMarca,
  type Entrada,
  checkPrincipal,
  mustFindOwn,
} from './entrada.ts'
import { readEscala } from './store.ts'
import { addTardia } from './tardias.ts'

type Send = typeof contract.sendCalificacion

/** Stores a mark of the judge, or keeps it as a late mark under the idempotency key of the request. */
export const sendCalificacion: Act<Send, string | null> = {
  prepare: async (_deps, _input, { headers }) => {
    const key = headers['idempotency-key']
    return typeof key === 'string' ? key : null
  },
  run: runSendCalificacion,
}

/** The transaction of `sendCalificacion`. */
async function runSendCalificacion(
  work: Work,
  { competidorId, criterios, version, juezId }: Input<Send>,
  key: string | null,
): Promise<Output<Send>> {
  const juez = await mustFindOwn(work, juezId)
  const entrada = await findEntrada(work.tx, competidorId)
  const lectura = await readEnviada(work, criterios, entrada)
  const before = await findMarca(work.tx, competidorId, juez.id)
  const envio = decideEnvio({ criterios: lectura.criterios, version }, before ?? null, estadoFor(juez, entrada))
  const { l_calificacion } = lectura
  if (envio.tipo === 'versiones') throw new Problem('calificacion.versions')
  if (envio.tipo === 'repetida') return { estado: 'enviada', version: envio.version, l_calificacion }
  if (envio.tipo === 'tardia' || !entrada) {
    const causa = envio.tipo === 'tardia' ? envio.causa : 'eliminado'
    await addTardia(work, { juez, clave: key ?? work.newId(), competidorId, entrada, lectura, causa })
    return { estado: 'tardia', version: before?.version ?? 0, l_calificacion }
  }
  const enviada = new Date(work.now()).toISOString()
  const after = { ...lectura, estado: 'enviada', version: envio.version, motivo: null, enviada } as const
  await saveMarca(work, { juez, entrada }, { before, after })
  return { estado: 'enviada', version: envio.version, l_calificacion }
}

/**
 * Reads the sent marks, by the criteria and the scale of the entry. For a deleted entry both are unknown and not checked.
 * Throws `input.invalid`.
 */
async function readEnviada(
  work: Work,
  textos: Input<Send>['criterios'],
  entrada: Entrada | undefined,
): Promise<Lectura> {
  const leida = entrada
    ? readPuntuaciones(textos, criteriosOfCategoria(entrada.categoria), await readEscala(work.tx, entrada.categoria))
    : readSueltas(textos)
  if ('faltas' in leida) throw new Problem('input.invalid', leida.faltas)
  return leida.lectura
}

/** Lets a judge send a mark again. It keeps its version and its figures. */
export const reopenCalificacion: Run<typeof contract.reopenCalificacion> = async (
  work,
  { competidorId, juezId, motivo },
) => {
  await checkPrincipal(work)
  const entrada = await mustFindAbierta(work, competidorId)
  const juez = await findJuez(work.tx, juezId)
  const before = await findMarca(work.tx, competidorId, juezId)
  if (!juez || !before) throw new Problem('calificacion.missing')
  if (before.estado === 'reabierta') throw new Problem('calificacion.reopened')
  await saveMarca(work, { juez, entrada }, { before, after: { ...before, estado: 'reabierta', motivo } })
}
