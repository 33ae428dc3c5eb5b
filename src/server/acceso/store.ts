import type { Sesion } from '#contract/sesion.ts'
import { nombresOf } from '#domain/usuario.ts'
import type { Tx } from '../db/database.ts'
import type { CuentaTable, EnlaceTable } from '../db/schema.ts'

/** The key of an e-mail. Addresses that differ only in case have one key. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Finds the account of an e-mail, or creates it. Returns its id. With `hash`, the account gets this password. */
export async function ensureCuenta(tx: Tx, email: string, newId: () => string, hash?: string): Promise<string> {
  const emailKey = emailKeyOf(email)
  const row = { id: newId(), email: email.trim(), emailKey, hash: hash ?? null, desactivada: 0 } as const
  const { id } = await tx
    .insertInto('cuenta')
    .values(row)
    .onConflict((conflict) => conflict.column('emailKey').doUpdateSet({ emailKey, ...(hash && { hash }) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Persona = Exclude<Sesion, { role: 'visitante' }>

/** What belongs to an e-mail. */
interface Titular {
  readonly cuenta: Pick<CuentaTable, 'id' | 'hash'> | undefined
  /** The administrator of the e-mail, else its user. */
  readonly persona: Persona | undefined
  /** An administrator is never disabled. */
  readonly isDisabled: boolean
}

/** Reads the account of an e-mail and its person in one statement. */
export async function findByEmail(tx: Tx, email: string): Promise<Titular> {
  const emailKey = emailKeyOf(email)
  const row = await tx
    // One row, also without an account.
    .selectFrom('revision')
    .leftJoin('cuenta as c', (join) => join.on('c.emailKey', '=', emailKey))
    .leftJoin('admin as a', (join) => join.on('a.emailKey', '=', emailKey))
    .leftJoin('users as u', (join) => join.on('u.emailKey', '=', emailKey))
    .select(['c.id', 'c.hash', 'c.desactivada', 'a.id as admin', 'a.nombre as adminNombre', 'a.email as adminEmail'])
    .select(['u.uid', 'u.nombre', 'u.apellido', 'u.email'])
    .executeTakeFirstOrThrow()
  const { id, hash, admin, uid } = row
  const cuenta = id === null ? undefined : { id, hash }
  if (admin !== null) {
    const texts = { nombre: row.adminNombre ?? email, email: row.adminEmail ?? email }
    return { cuenta, isDisabled: false, persona: { role: 'admin', id: admin, ...texts } }
  }
  const texts = { nombre: nombresOf(row) || email, email: row.email ?? email }
  const persona = uid === null ? undefined : ({ role: 'usuario', id: uid, ...texts } as const)
  return { cuenta, isDisabled: row.desactivada === 1, persona }
}

/** Finds the administrator of an e-mail. */
export async function findAdminByEmail(tx: Tx, email: string): Promise<Persona | undefined> {
  const { persona } = await findByEmail(tx, email)
  return persona?.role === 'admin' ? persona : undefined
}

/** Whether an administrator has a password. */
export async function hasAdminWithPassword(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('admin')
    .innerJoin('cuenta', 'cuenta.emailKey', 'admin.emailKey')
    .select('admin.id')
    .where('hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertEnlace(tx: Tx, enlace: EnlaceTable): Promise<void> {
  await tx.insertInto('enlace').values(enlace).execute()
}

export async function findEnlace(tx: Tx, tokenHash: string, now: number): Promise<EnlaceTable | undefined> {
  return tx
    .selectFrom('enlace')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('vence', '>', now)
    .executeTakeFirst()
}

/** Deletes the unused links of an account. */
export async function deleteEnlacesOf(tx: Tx, cuentaId: string): Promise<void> {
  await tx.deleteFrom('enlace').where('cuentaId', '=', cuentaId).execute()
}
