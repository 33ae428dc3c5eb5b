import { Problem } from '#domain/problem.ts'
import type { CategoriasTable } from '../db/schema.ts'
import type { Work } from '../work.ts'
import { listEmpezadas } from './store.ts'

/**
 * Throws `motivo.required` when a change of the rules has no reason and concerns a category that has marks and is not
 * closed.
 */
export async function checkMotivo(
  work: Pick<Work, 'tx'>,
  motivo: string | undefined,
  concerns: (categoria: CategoriasTable) => boolean,
): Promise<void> {
  if (motivo || !(await listEmpezadas(work.tx)).some(concerns)) return
  throw new Problem('motivo.required', { motivo: 'Escribe el motivo.' })
}
