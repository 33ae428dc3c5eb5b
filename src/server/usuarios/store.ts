import { emailKeyOf } from '../acceso/store.ts'
import type { Tx } from '../db/database.ts'
import type { UsersTable } from '../db/schema.ts'

export async function findUsuario(tx: Tx, uid: string): Promise<UsersTable | undefined> {
  return tx.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Whether a user, an administrator or an account has this e-mail. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const emailKey = emailKeyOf(email)
  for (const table of ['users', 'admin', 'cuenta'] as const) {
    if (await tx.selectFrom(table).select('emailKey').where('emailKey', '=', emailKey).executeTakeFirst()) return true
  }
  return false
}

export type Registrado = UsersTable & { readonly desactivada: number | null }

/** The users with these ids, each with the state of its account. */
export async function listUsuarios(tx: Tx, uids: 'all' | readonly string[]): Promise<Registrado[]> {
  const all = tx
    .selectFrom('users')
    .leftJoin('cuenta', 'cuenta.emailKey', 'users.emailKey')
    .selectAll('users')
    .select('cuenta.desactivada')
  return (uids === 'all' ? all : all.where('uid', 'in', uids)).execute()
}
