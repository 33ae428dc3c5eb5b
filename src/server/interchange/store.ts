import type { Tx } from '../db/database.ts'

/** Whether the database has an event: any category, entry, user or mark. */
export async function hasEvento(tx: Tx): Promise<boolean> {
  for (const table of ['categorias', 'competidores', 'users', 'calificaciones'] as const) {
    const found = await tx
      .selectFrom(table)
      .select((eb) => eb.val(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

/** Deletes the event, except for administrators and their accounts. */
export async function clearEvent(tx: Tx): Promise<void> {
  const tables = [
    'calificaciones',
    'tardia',
    'penalizacion',
    'retiro',
    'cierre',
    'escala',
    'competidores',
    'categorias',
    'jueces',
    'users',
    'adminMinutoAMinuto',
    'adminCompetencia',
    'compartido',
    'evento',
    'inscripciones',
    'cupo',
  ] as const
  for (const table of tables) await tx.deleteFrom(table).execute()
}

/** Deletes turns and moves: they refer to the lists of the replaced event. */
export async function clearTurnos(tx: Tx): Promise<void> {
  await tx.deleteFrom('turno').execute()
  await tx.deleteFrom('movimiento').execute()
}

/** Deletes the account of everybody except administrators, so that no imported user gets an earlier user's password. */
export async function clearCuentas(tx: Tx): Promise<void> {
  const admins = tx
    .selectFrom('admin')
    .select('emailKey')
    .where('emailKey', 'is not', null)
    .$castTo<{ emailKey: string }>()
  await tx.deleteFrom('cuenta').where('emailKey', 'not in', admins).execute()
}
