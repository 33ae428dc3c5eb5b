import type { Arbol } from '#contract/interchange.ts'
import { emailKeyOf } from '../acceso/store.ts'
import type { AdminTable, UsersTable } from '../db/schema.ts'
import { orNull, recordsOf } from './records.ts'
import type { Notices } from './notices.ts'

export function readUsers({ users }: Arbol, notices: Notices): UsersTable[] {
  const rows = recordsOf(users).map(([uid, user]) => {
    if (user.uid && user.uid !== uid) {
      notices.warn(['users', uid, 'uid'], `Dice «${user.uid}»; se usa el identificador «${uid}».`)
    }
    return {
      uid,
      nombre: orNull(user.nombre),
      apellido: orNull(user.apellido),
      ...emailOf(user.email),
      pais: orNull(user.pais),
      fotoPath: orNull(user.fotoPath),
    }
  })
  refuseShared(
    rows.map(({ uid, emailKey }) => ({ path: ['users', uid], emailKey })),
    notices,
  )
  return rows
}

export function readAdmin({ admin }: Arbol, notices: Notices): AdminTable[] {
  const rows = recordsOf(admin)
    .map(([id, one]) => ({ id, ...emailOf(one.email), nombre: orNull(one.nombre) }))
    .filter(({ email, nombre }) => email !== null || nombre !== null)
  refuseShared(
    rows.map(({ id, emailKey }) => ({ path: ['admin', id], emailKey })),
    notices,
  )
  return rows
}

function emailOf(email: string | null | undefined): { email: string | null; emailKey: string | null } {
  return { email: orNull(email), emailKey: orNull(emailKeyOf(email ?? '')) }
}

/** Who signs in is found by e-mail, whatever its case: two with one could not be told apart. */
function refuseShared(
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
