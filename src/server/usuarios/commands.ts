import type * as contract from '#contract/usuarios.ts'
import { Problem } from '#domain/problem.ts'
import { claimAttempt } from '../acceso/attempts.ts'
import { hashPassword, hashQueue } from '../acceso/password.ts'
import { endSesionesOf, hashToken, newToken } from '../acceso/sesiones.ts'
import * as acceso from '../acceso/store.ts'
import type { UsersTable } from '../db/schema.ts'
import type { Act, Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { isStaged, storeFoto, takeFoto, type NewFoto } from './foto.ts'
import * as store from './store.ts'

const ENLACE_MS = 48 * 60 * 60_000

interface Alta {
  readonly uid: string
  readonly hash: string
  readonly nueva: NewFoto
}

/** A registration that will be refused: it runs no hash. */
type Rechazada = 'cuenta.emailAlreadyInUse' | 'foto.missing'

/**
 * Creates an account with its profile, without a session. Refuses an e-mail that an account, a user or an administrator has.
 *
 * A registration that will be refused skips the hash and has its own limit, so that refusals do not use up the limit of a
 * venue. The transaction refuses it, so that a repeated request gets its first answer.
 */
export const registerUsuario: Act<typeof contract.registerUsuario, Alta | Rechazada> = {
  secret: ['password'],
  prepare: async (deps, { email, password, foto }, { network }) => {
    const refuse = async (why: Rechazada): Promise<Rechazada> => {
      await claimAttempt(deps, [['rechazo', network]])
      return why
    }
    if (await deps.db.read((tx) => store.isEmailTaken(tx, email))) return refuse('cuenta.emailAlreadyInUse')
    if (foto !== undefined && !(await isStaged(deps, foto))) return refuse('foto.missing')
    const uid = deps.newId()
    return hashQueue.run(
      { account: acceso.emailKeyOf(email), network },
      {
        claim: async () => {
          await claimAttempt(deps, [['alta', network]])
          return storeFoto(deps, uid, foto)
        },
        hash: async (nueva) => ({ uid, nueva, hash: await hashPassword(password) }),
      },
    )
  },
  run: async (work, { nombre, apellido, email, pais }, alta) => {
    const code = 'cuenta.emailAlreadyInUse'
    if (alta === code || (await store.isEmailTaken(work.tx, email))) throw Problem.at('email', code)
    if (alta === 'foto.missing') throw new Problem(alta)
    const { uid, hash, nueva } = alta
    const fotoPath = takeFoto(nueva)
    await acceso.ensureCuenta(work.tx, email, work.newId, hash)
    const usuario = { uid, nombre, apellido, email, emailKey: acceso.emailKeyOf(email), pais, fotoPath }
    await work.tx.insertInto('users').values(usuario).execute()
    work.changed({ kind: 'usuario', personaId: uid, after: { nombre, apellido, email, pais, fotoPath } })
    return { id: uid }
  },
}

/** Saves the profile of the signed-in user. A new photo replaces the old one. */
export const savePerfil: Act<typeof contract.savePerfil, NewFoto> = {
  prepare: async (deps, { foto }, { actor }) => {
    const uid = actor.role === 'visitante' ? '' : actor.id
    return storeFoto(deps, uid, foto)
  },
  run: async (work, { nombre, apellido, pais }, nueva) => {
    const { uid, ...before } = await mustFind(work, work.actor.role === 'visitante' ? '' : work.actor.id)
    const fotoPath = takeFoto(nueva)
    const after = { nombre, apellido, pais, fotoPath: fotoPath ?? before.fotoPath }
    await work.tx.updateTable('users').set(after).where('uid', '=', uid).execute()
    work.changed({ kind: 'usuario', personaId: uid, before: perfilRecordOf(before), after })
  },
}

/** Deletes the account, profile, photo and sessions of a user. Their entries stay and pass to the administrator. */
export const deleteUsuario: Run<typeof contract.deleteUsuario> = async (work, { id }) => {
  const usuario = await mustFind(work, id)
  const competidores = await work.tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['e.id', 'e.categoriaId', 'c.dia'])
    .where('e.usuarioId', '=', id)
    .execute()
  await work.tx.updateTable('competidores').set({ usuarioId: null }).where('usuarioId', '=', id).execute()
  await work.tx.deleteFrom('users').where('uid', '=', id).execute()
  // An administrator may sign in with the same account.
  const { email, emailKey } = usuario
  if (email !== null && !(await acceso.findAdminByEmail(work.tx, email)))
    await work.tx.deleteFrom('cuenta').where('emailKey', '=', emailKey).execute()
  await endSesionesOf(work, id)
  work.changed({ kind: 'usuario', personaId: id, before: perfilRecordOf(usuario) })
  for (const { id: competidorId, categoriaId, dia } of competidores) {
    const before = { usuarioId: id }
    work.changed({ kind: 'competidor', dia, categoriaId, competidorId, before, after: { usuarioId: null } })
  }
}

/** Enables or disables an account. Disabling ends its sessions. */
export const setActivo: Run<typeof contract.setActivo> = async (work, { id, activo }) => {
  const { email } = mustHaveEmail(await mustFind(work, id))
  const cuentaId = await acceso.ensureCuenta(work.tx, email, work.newId)
  const desactivada = activo ? 0 : 1
  await work.tx.updateTable('cuenta').set({ desactivada }).where('id', '=', cuentaId).execute()
  if (!activo) await endSesionesOf(work, id)
  work.changed({ kind: 'usuario', personaId: id, before: { activo: !activo }, after: { activo } })
}

/**
 * Creates a link to set a password. It works once, and only its hash is stored. Earlier links of the account end, so a link
 * sent to the wrong person is revoked by creating another.
 */
export const createEnlace: Act<typeof contract.createEnlace, { readonly token: string }> = {
  unkeyed: true,
  prepare: async () => ({ token: newToken() }),
  run: async (work, { id }, { token }) => {
    const { email } = mustHaveEmail(await mustFind(work, id))
    // A user with this link could sign in as the administrator.
    const { persona, isDisabled } = await acceso.findByEmail(work.tx, email)
    if (persona?.role === 'admin') throw new Problem('usuario.isAdmin')
    if (isDisabled) throw new Problem('usuario.disabled')
    const cuentaId = await acceso.ensureCuenta(work.tx, email, work.newId)
    await acceso.deleteEnlacesOf(work.tx, cuentaId)
    const vence = work.now() + ENLACE_MS
    await acceso.insertEnlace(work.tx, { tokenHash: hashToken(token), tipo: 'restablecer', cuentaId, vence })
    const until = new Date(vence).toISOString()
    work.changed({ kind: 'usuario', personaId: id, after: { enlaceHasta: until } })
    return { ruta: `/#/restablecer/${token}`, vence: until }
  },
}

async function mustFind(work: Work, uid: string): Promise<UsersTable> {
  const usuario = await store.findUsuario(work.tx, uid)
  if (!usuario) throw new Problem('usuario.missing')
  return usuario
}

/** Throws `usuario.withoutEmail` for an imported user without an e-mail. */
function mustHaveEmail(usuario: UsersTable): { readonly email: string } {
  if (!usuario.email) throw new Problem('usuario.withoutEmail')
  return { email: usuario.email }
}

/** The fields of a profile that the change log stores. */
function perfilRecordOf({ nombre, apellido, email, pais, fotoPath }: Omit<UsersTable, 'uid'>): Partial<UsersTable> {
  return { nombre, apellido, email, pais, fotoPath }
}
