import { createJuez, enterAsJuez } from '#contract/jueces.ts'
import { jueces, type JuezPart } from '#contract/views/jueces.ts'
import type { Client, SendOptions, TestApp } from './app.ts'
import { cookieOf } from './cuentas.ts'

/** A judge as the administrator sees it. */
export async function juezOf(admin: Client, id: string): Promise<JuezPart> {
  const found = (await admin.see(jueces))?.jueces.find((juez) => juez.id === id)
  if (!found) throw new Error('The judge is not in the view.')
  return found
}

/** A judge with the token of the link. */
export async function addJuez(admin: Client, nombre = 'Amparo'): Promise<{ id: string; token: string }> {
  const { id } = await admin.send(createJuez, { nombre })
  return { id, token: (await juezOf(admin, id)).enlace ?? '' }
}

/** Opens a link in a browser. Returns the cookie of the session. */
export async function openEnlace(app: TestApp, token: string, cookie?: string): Promise<string> {
  const headers = cookie === undefined ? {} : { cookie }
  const answer = await app.app.http.inject({ method: 'POST', url: enterAsJuez.path, headers, payload: { token } })
  if (answer.statusCode !== 200) throw new Error(`The link was refused: ${answer.body}`)
  return cookieOf(answer)
}

/** The header of an API token. */
export const bearer = (token: string): Required<Pick<SendOptions, 'headers'>> => ({
  headers: { authorization: `Bearer ${token}` },
})
