import type { LightMyRequestResponse } from 'fastify'
import { SESION_PATH } from '#contract/sesion.ts'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { emailKeyOf, ensureCuenta } from '../../src/server/acceso/store.ts'
import type { TestApp } from './app.ts'

export const PASSWORD = 'La clave va en el dos'

interface Cuenta {
  readonly email: string
  /** In which collections the e-mail stands. */
  readonly en: readonly ('admin' | 'users')[]
  readonly desactivada?: boolean
}

let hashed: Promise<string> | undefined

/** Inserts a person who can sign in with `PASSWORD`. Returns the ids. */
export async function seedCuenta(app: TestApp, { email, en, desactivada = false }: Cuenta): Promise<string> {
  const hash = await (hashed ??= hashPassword(PASSWORD))
  const id = app.deps.newId()
  const emailKey = emailKeyOf(email)
  await app.deps.db.write(async (tx) => {
    await ensureCuenta(tx, email, app.deps.newId, hash)
    if (desactivada) await tx.updateTable('cuenta').set({ desactivada: 1 }).where('emailKey', '=', emailKey).execute()
    if (en.includes('admin')) await tx.insertInto('admin').values({ id, email, emailKey, nombre: 'Amalia' }).execute()
    if (en.includes('users')) {
      const usuario = { uid: id, nombre: 'Úrsula', apellido: 'Núñez', email, emailKey, pais: 'México', fotoPath: null }
      await tx.insertInto('users').values(usuario).execute()
    }
  })
  return id
}

interface Entrada {
  readonly email: string
  readonly password?: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Tries to sign in. */
export async function enter(
  app: TestApp,
  { email, password = PASSWORD, from = '127.0.0.1', headers = {} }: Entrada,
): Promise<LightMyRequestResponse> {
  return app.app.http.inject({
    method: 'POST',
    url: SESION_PATH,
    remoteAddress: from,
    headers,
    payload: { email, password },
  })
}

/** The cookie that an answer gave, as a browser sends it back. */
export function cookieOf(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

/** The actor that the server reads from a cookie. */
export async function whoIs(app: TestApp, cookie: string): Promise<unknown> {
  return (await app.app.http.inject({ url: SESION_PATH, headers: { cookie } })).json()
}
