import type { Input } from '#contract/define.ts'
import type * as contract from '#contract/horario.ts'
import { INTENTOS_MAX, NUMERO_DE_INTENTO_MAX, PRIMER_INTENTO } from '#domain/repeticion.ts'
import { Problem } from '#domain/problem.ts'
import { callOutOfOrder } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import type { RepeticionTable } from '../db/schema.ts'
import { movedBefore, mustFindPosition, recordMove, stampedNow, undoMove, withCurrent } from '../horario/pulsacion.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { endEmpates } from './empate.ts'
import { changeIdsOf, mustFindAbierta } from './entrada.ts'
import { marcasOf } from './store.ts'

// An entry that dances again. The rules stand in `domain/repeticion.ts`, the declarations in `contract/horario.ts`.

/**
 * Repeats an entry: annuls its marks and gives it the turn, which then goes on where it was. Throws as `annulMarcas`, and
 * `retiro.present`, or for an entry outside the list the code of `absenceOf`.
 */
export const repeatCompetidor: Run<typeof contract.repeatCompetidor> = async (work, input) =>
  withCurrent(work, async (current) => {
    const { dia, turno } = current
    const { lista, at } = await mustFindPosition(work, { dia, id: input.id, retirado: 'retiro.present' })
    if (!(await annulMarcas(work, input))) return movedBefore(work, current)
    const after = stampedNow(work, callOutOfOrder(turno, at, lista))
    return recordMove(work, { ...current, repetido: input.id }, { after, lista })
  })

/** Undoes the last move of the turn or of the active day; the marks of a repeated entry count again. Throws as `restoreMarcas`. */
export const undoTurno: Run<typeof contract.undoTurno> = async (work, { revision, acepta = [] }) =>
  undoMove(work, revision, (repetido) => restoreMarcas(work, repetido, acepta))

/**
 * Annuls the present attempt of an entry: its marks count no more, and its judges owe it again. Does nothing and returns false
 * when the person saw another attempt (`visto`). Throws `categoria.closed`, and `repeticion.full` at the last attempt.
 */
async function annulMarcas(
  work: Work,
  { id: competidorId, motivo, intento: visto, acepta = [] }: Input<typeof contract.repeatCompetidor>,
): Promise<boolean> {
  const { tx } = work
  const entrada = await mustFindAbierta(work, competidorId)
  const repeticiones = await listRepeticiones(tx, competidorId)
  const vigentes = repeticiones.filter(({ deshecha }) => deshecha === 0)
  const anula = vigentes.at(-1)?.intento ?? PRIMER_INTENTO
  if (visto !== undefined && visto !== anula) return false
  const intento = await findFreeNumber(tx, competidorId, repeticiones.at(-1)?.intento ?? PRIMER_INTENTO)
  if (vigentes.length + 1 === INTENTOS_MAX || intento > NUMERO_DE_INTENTO_MAX) throw new Problem('repeticion.full')
  const marcas = await tx
    .deleteFrom('calificaciones')
    .where('competidorId', '=', competidorId)
    .returning(['juezId', 'l_calificacion', 'criterios', 'estado', 'version', 'motivo', 'enviada'])
    .execute()
  await endEmpates(tx, entrada.categoria.id, acepta)
  const fecha = new Date(work.now()).toISOString()
  const row = { competidorId, intento, anula, deshecha: 0, motivo, fecha, marcas: JSON.stringify(marcas) } as const
  await tx.insertInto('repeticion').values(row).execute()
  const [before, after] = attemptsOf(row)
  work.changed({ kind: 'repeticion', ...changeIdsOf(competidorId, entrada), before, after })
  return true
}

/**
 * Takes back the last repetition of an entry: the marks of the attempt before count again. Does nothing when the entry was
 * deleted. Throws `categoria.closed`, and `repeticion.marked` once a judge has sent a mark of the new attempt.
 */
async function restoreMarcas(work: Work, competidorId: string, acepta: readonly string[]): Promise<void> {
  const { tx } = work
  const row = (await listRepeticiones(tx, competidorId)).findLast(({ deshecha }) => deshecha === 0)
  if (!row) return
  const entrada = await mustFindAbierta(work, competidorId)
  if (await isMarked(tx, row)) throw new Problem('repeticion.marked')
  await tx
    .updateTable('repeticion')
    .set({ deshecha: 1, marcas: '[]' })
    .where('competidorId', '=', competidorId)
    .where('intento', '=', row.intento)
    .execute()
  const marcas = marcasOf(row).map((marca) => ({ competidorId, ...marca }))
  await endEmpates(tx, entrada.categoria.id, acepta)
  if (marcas.length > 0) await tx.insertInto('calificaciones').values(marcas).execute()
  const [after, before] = attemptsOf(row)
  work.changed({ kind: 'repeticion', ...changeIdsOf(competidorId, entrada), before, after })
}

/** Whether the attempt that began has a mark, or a late mark that waits. */
async function isMarked(tx: Tx, { competidorId, intento }: RepeticionTable): Promise<boolean> {
  const marcas = tx.selectFrom('calificaciones').select('juezId').where('competidorId', '=', competidorId)
  const pendientes = tx.selectFrom('tardia').select('juezId').where('estado', '=', 'pendiente')
  const tardias = pendientes.where('competidorId', '=', competidorId).where('intento', '=', intento)
  return (await marcas.unionAll(tardias).executeTakeFirst()) !== undefined
}

/** The repetitions of an entry, oldest first, also those that were taken back. */
async function listRepeticiones(tx: Tx, competidorId: string): Promise<RepeticionTable[]> {
  return tx.selectFrom('repeticion').selectAll().where('competidorId', '=', competidorId).orderBy('intento').execute()
}

/** The first number after the last attempt that no late mark of the entry has: an import brings late marks without their attempt. */
async function findFreeNumber(tx: Tx, competidorId: string, last: number): Promise<number> {
  const rows = await tx.selectFrom('tardia').select('intento').where('competidorId', '=', competidorId).execute()
  const taken = new Set(rows.map(({ intento }) => intento))
  let number = last + 1
  while (taken.has(number)) number += 1
  return number
}

/** The attempts that a repetition joins, as the change log stores them. */
function attemptsOf({ anula, intento, motivo }: RepeticionTable): readonly [annulled: object, repeated: object] {
  return [
    { intento: anula, motivo: null },
    { intento, motivo },
  ]
}
