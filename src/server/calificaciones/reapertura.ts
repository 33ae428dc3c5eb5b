import type * as contract from '#contract/calificaciones.ts'
import { Problem } from '#domain/problem.ts'
import { find as findJuez } from '../jueces/store.ts'
import type { Run } from '../http/route.ts'
import { mustFindAbierta } from './entrada.ts'
import { findMarca, saveMarca } from './marcas.ts'
import { checkPrincipal } from './principal.ts'

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
