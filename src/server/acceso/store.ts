import { createHash } from 'node:crypto'
import type { Role } from '#domain/role.ts'
import { nombresOf } from '#domain/usuario.ts'
import type { Tx } from '../db/database.ts'
import type { CuentaTable, EnlaceTable, Flag, SesionTable } from '../db/schema.ts'
import { statement } from '../db/statement.ts'

/** What is kept of a token: enough to know it again, nothing that opens anything. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** E-mails are one when they differ only in case. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export async function findCuenta(tx: Tx, email: string): Promise<CuentaTable | undefined> {
  return tx.selectFrom('cuenta').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst()
}

export async function findCuentaById(tx: Tx, id: string): Promise<CuentaTable | undefined> {
  return tx.selectFrom('cuenta').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Gives an e-mail a password, making its account when there is none. Returns the account's id. */
export async function setPassword(tx: Tx, email: string, hash: string, newId: () => string): Promise<string> {
  const row = { id: newId(), email: email.trim(), emailKey: emailKeyOf(email), hash, desactivada: 0 } as const
  const { id } = await tx
    .insertInto('cuenta')
    .values(row)
    .onConflict((conflict) => conflict.column('emailKey').doUpdateSet({ hash }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The account of an e-mail, made without a password when there is none yet. Returns its id. */
export async function ensureCuenta(tx: Tx, email: string, newId: () => string): Promise<string> {
  const known = await findCuenta(tx, email)
  if (known) return known.id
  const row = { id: newId(), email: email.trim(), emailKey: emailKeyOf(email), hash: null, desactivada: 0 } as const
  await tx.insertInto('cuenta').values(row).execute()
  return row.id
}

export async function setDesactivada(tx: Tx, id: string, desactivada: Flag): Promise<void> {
  await tx.updateTable('cuenta').set({ desactivada }).where('id', '=', id).execute()
}

/** Deletes an e-mail's account, with the links that open it. */
export async function deleteCuenta(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('cuenta').where('emailKey', '=', emailKeyOf(email)).execute()
}

export interface Persona {
  readonly role: Exclude<Role, 'visitante'>
  readonly id: string
  readonly nombre: string
  readonly email: string
}

export async function findAdminByEmail(tx: Tx, email: string): Promise<Persona | undefined> {
  const row = await tx.selectFrom('admin').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst()
  return row && { role: 'admin', id: row.id, nombre: row.nombre ?? email, email: row.email ?? email }
}

export async function findUsuarioByEmail(tx: Tx, email: string): Promise<Persona | undefined> {
  const row = await tx.selectFrom('users').selectAll().where('emailKey', '=', emailKeyOf(email)).executeTakeFirst()
  return row && { role: 'usuario', id: row.uid, nombre: nombresOf(row) || email, email: row.email ?? email }
}

const selectAdmin = statement((tx, { id }: { id: string }) => tx.selectFrom('admin').selectAll().where('id', '=', id))

const selectUsuario = statement((tx, { id }: { id: string }) =>
  tx
    .selectFrom('users')
    .leftJoin('cuenta', 'cuenta.emailKey', 'users.emailKey')
    .select(['users.nombre', 'users.apellido', 'users.email', 'cuenta.desactivada'])
    .where('uid', '=', id),
)

export async function findPersona(tx: Tx, role: string, id: string): Promise<Persona | undefined> {
  if (role === 'admin') {
    const [row] = await selectAdmin(tx, { id })
    return row && { role, id, nombre: row.nombre ?? row.email ?? '', email: row.email ?? '' }
  }
  if (role !== 'usuario') return undefined
  const [row] = await selectUsuario(tx, { id })
  return row && row.desactivada !== 1 ? { role, id, nombre: nombresOf(row), email: row.email ?? '' } : undefined
}

export async function hasUsuarios(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('uid').limit(1).executeTakeFirst()) !== undefined
}

/** Whether anybody can sign in as administrator. */
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

/** Makes an administrator of an e-mail, or renames the one who has it (`null` keeps the name). Returns the id. */
export async function saveAdmin(
  tx: Tx,
  admin: { readonly email: string; readonly nombre: string | null },
  newId: () => string,
): Promise<string> {
  const row = { id: newId(), email: admin.email.trim(), emailKey: emailKeyOf(admin.email), nombre: admin.nombre }
  const { id } = await tx
    .insertInto('admin')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('emailKey').doUpdateSet((eb) => ({ nombre: admin.nombre ?? eb.ref('admin.nombre') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertSesion(tx: Tx, sesion: SesionTable): Promise<void> {
  await tx.insertInto('sesion').values(sesion).execute()
}

export async function findSesion(tx: Tx, tokenHash: string): Promise<SesionTable | undefined> {
  const [row] = await selectSesion(tx, { tokenHash })
  return row
}

const selectSesion = statement((tx, { tokenHash }: { tokenHash: string }) =>
  tx.selectFrom('sesion').selectAll().where('tokenHash', '=', tokenHash),
)

export async function findSesionById(tx: Tx, id: string): Promise<SesionTable | undefined> {
  return tx.selectFrom('sesion').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function touchSesion(tx: Tx, id: string, vista: number): Promise<void> {
  await tx.updateTable('sesion').set({ vista }).where('id', '=', id).execute()
}

/** Ends one session by its token. Returns who had it, and its id. */
export async function deleteSesion(tx: Tx, tokenHash: string): Promise<{ id: string; personaId: string } | undefined> {
  return tx.deleteFrom('sesion').where('tokenHash', '=', tokenHash).returning(['id', 'personaId']).executeTakeFirst()
}

/** Gives a session another token; whoever has the old one has nothing. False when the session is over. */
export async function renewToken(tx: Tx, id: string, tokenHash: string): Promise<boolean> {
  const row = await tx.updateTable('sesion').set({ tokenHash }).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Ends every session of a person, but for one they may keep. Returns the ids of those that ended. */
export async function deleteSesionesOf(tx: Tx, personaId: string, keptId = ''): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sesion')
    .where('personaId', '=', personaId)
    .where('id', '!=', keptId)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes the sessions of a person beyond `most`, the longest unused first, but not `newId`. Returns their ids. */
export async function deleteOldest(
  tx: Tx,
  personaId: string,
  { newId, most }: { readonly newId: string; readonly most: number },
): Promise<string[]> {
  const others = await tx
    .selectFrom('sesion')
    .select('id')
    .where('personaId', '=', personaId)
    .where('id', '!=', newId)
    .orderBy('vista', 'desc')
    .orderBy('creada', 'desc')
    .execute()
  const ids = others.slice(most - 1).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('sesion').where('id', 'in', ids).execute()
  return ids
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

/** Uses a link up: of two who come at once, one gets it. */
export async function takeEnlace(tx: Tx, tokenHash: string, now: number): Promise<EnlaceTable | undefined> {
  return tx
    .deleteFrom('enlace')
    .where('tokenHash', '=', tokenHash)
    .where('vence', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Ends the links of an account that nobody has used. */
export async function deleteEnlacesOf(tx: Tx, cuentaId: string): Promise<void> {
  await tx.deleteFrom('enlace').where('cuentaId', '=', cuentaId).execute()
}

export async function deleteEnlaces(tx: Tx, tipo: EnlaceTable['tipo']): Promise<void> {
  await tx.deleteFrom('enlace').where('tipo', '=', tipo).execute()
}

/** Sets an account's password. Returns whom it lets in, administrator or user. */
export async function resetCuenta(tx: Tx, cuentaId: string, hash: string): Promise<string[]> {
  const cuenta = await tx
    .updateTable('cuenta')
    .set({ hash })
    .where('id', '=', cuentaId)
    .returning('emailKey')
    .executeTakeFirst()
  if (!cuenta) return []
  const admins = await tx.selectFrom('admin').select('id').where('emailKey', '=', cuenta.emailKey).execute()
  const users = await tx.selectFrom('users').select('uid as id').where('emailKey', '=', cuenta.emailKey).execute()
  return [...admins, ...users].map((row) => row.id)
}
