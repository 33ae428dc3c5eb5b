import type { Input, Output } from '#contract/define.ts'
import type * as contract from '#contract/usuarios.ts'
import { Problem, PROBLEMS } from '#domain/problem.ts'
import { beginAttempt, type Settle } from '../acceso/attempts.ts'
import { hashPassword } from '../acceso/password.ts'
import { endSesionesOf, hashToken, newToken } from '../acceso/sesiones.ts'
import * as acceso from '../acceso/store.ts'
import type { UsersTable } from '../db/schema.ts'
import type { Act, Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { isStaged, storeFoto, takeFoto, type NewFoto } from './foto.ts'
import * as store from './store.ts'

const ENLACE_MS = 48 * 60 * 60_000

interface Alta {
  readonly network: string
  readonly uid: string
  readonly hash: string
  readonly nueva: NewFoto
  readonly settle: Settle
}

/** A registration that will be refused: it runs no hash and no write. */
interface Rechazada {
  readonly network: string
  readonly why: 'cuenta.emailAlreadyInUse' | 'foto.missing'
  readonly end: () => void
}

/**
 * Creates an account with its profile, without a session. Refuses an e-mail that an account, a user or an administrator has.
 *
 * A registration that will be refused skips the hash and has its own counter, so that refusals do not use up the limit of a
 * venue. The transaction refuses it, so that a repeated request gets its first answer.
 */
export const registerUsuario: Act<typeof contract.registerUsuario, Alta | Rechazada> = {
  secret: ['password'],
  prepare: async (deps, { email, password, foto }, { network }) => {
    const refuse = async (why: Rechazada['why']) => ({ network, why, end: await deps.refusals.enter(network) })
    if (await deps.db.read((tx) => store.isEmailTaken(tx, email))) return refuse('cuenta.emailAlreadyInUse')
    if (foto !== undefined && !(await isStaged(deps, foto))) return refuse('foto.missing')
    const request = { lane: 'open', account: acceso.emailKeyOf(email), network } as const
    const attempt = await beginAttempt(deps, request, [['alta', network]])
    const { settle } = attempt
    const uid = deps.newId()
    try {
      const nueva = await storeFoto(deps, uid, foto)
      if (nueva !== undefined) {
        const hash = await attempt.run(() => hashPassword(password))
        return { network, uid, hash, nueva, settle }
      }
      await settle('failure')
      return await refuse('foto.missing')
    } catch (error) {
      await settle('failure')
      throw error
    }
  },
  run: async (work, input, alta) => {
    try {
      return await runRegisterUsuario(work, input, alta)
    } catch (error) {
      if (error instanceof Problem) work.deps.refusals.count(alta.network)
      throw error
    }
  },
  discard: async (deps, alta) => {
    if ('why' in alta) return alta.end()
    await alta.settle('failure')
  },
}

/** The transaction of `registerUsuario`. */
async function runRegisterUsuario(
  work: Work,
  { nombre, apellido, email, pais }: Input<typeof contract.registerUsuario>,
  alta: Alta | Rechazada,
): Promise<Output<typeof contract.registerUsuario>> {
  const code = 'cuenta.emailAlreadyInUse'
  const isRefused = 'why' in alta
  if ((isRefused && alta.why === code) || (await store.isEmailTaken(work.tx, email))) {
    throw new Problem(code, { email: PROBLEMS[code] })
  }
  if (isRefused) throw new Problem(alta.why)
  const { uid, hash, nueva } = alta
  const fotoPath = takeFoto(nueva)
  await acceso.setPassword(work.tx, email, hash, work.newId)
  const usuario = { uid, nombre, apellido, email, emailKey: acceso.emailKeyOf(email), pais, fotoPath }
  await work.tx.insertInto('users').values(usuario).execute()
  work.changed({ kind: 'usuario', personaId: uid, after: { nombre, apellido, email, pais, fotoPath } })
  return { id: uid }
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
  const competidores = await store.releaseCompetidores(work.tx, id)
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
    if (await acceso.findAdminByEmail(work.tx, email)) throw new Problem('usuario.isAdmin')
    if ((await acceso.findCuenta(work.tx, email))?.desactivada === 1) throw new Problem('usuario.disabled')
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
  const usuario = await store.find(work.tx, uid)
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
