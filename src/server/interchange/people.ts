import type { Arbol, ArbolInput } from '#contract/interchange.ts'
import { emailKeyOf } from '../acceso/store.ts'
import type { AdminTable, UsersTable } from '../db/schema.ts'
import { collectionOf, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices } from './shape.ts'

export function readUsers({ users }: Arbol, notices: Notices): UsersTable[] {
  const rows = recordsOf(users).map(([uid, { uid: given, email, fotoURL: _fotoURL, ...user }]) => {
    if (given && given !== uid) {
      notices.warn(['users', uid, 'uid'], `Dice «${given}»; se usa el identificador «${uid}».`)
    }
    return { uid, ...user, ...emailColumnsOf(email) }
  })
  refuseSharedEmails(
    rows.map(({ uid, emailKey }) => ({ path: ['users', uid], emailKey })),
    notices,
  )
  return rows
}

export function readAdmin({ admin }: Arbol, notices: Notices): AdminTable[] {
  const rows = recordsOf(admin)
    .map(([id, { email, nombre }]) => ({ id, ...emailColumnsOf(email), nombre }))
    .filter(({ email, nombre }) => email !== null || nombre !== null)
  refuseSharedEmails(
    rows.map(({ id, emailKey }) => ({ path: ['admin', id], emailKey })),
    notices,
  )
  return rows
}

export function writePeople({ users, admin }: Rows): Pick<ArbolInput, 'users' | 'admin'> {
  return {
    users: collectionOf(users, ({ uid, nombre, apellido, email, pais, fotoPath }) => [
      uid,
      { uid, nombre, apellido, email, pais, fotoPath },
    ]),
    admin: collectionOf(admin, ({ id, email, nombre }) => [id, { email, nombre }]),
  }
}

function emailColumnsOf(email: string | null): { email: string | null; emailKey: string | null } {
  return { email, emailKey: emailKeyOf(email ?? '') || null }
}

/** Reports each e-mail that two people of a collection share: an account is found by its e-mail, ignoring case. */
function refuseSharedEmails(
  people: readonly { readonly path: readonly string[]; readonly emailKey: string | null }[],
  notices: Notices,
): void {
  const seen = new Map<string, string>()
  for (const { path, emailKey } of people) {
    if (emailKey === null) continue
    const first = seen.get(emailKey)
    if (first === undefined) seen.set(emailKey, path.join('/'))
    else notices.fault([...path, 'email'], `Ese correo ya lo tiene ${first} (no cuentan las mayúsculas).`)
  }
}
