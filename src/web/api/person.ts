import type { Sesion } from '#contract/sesion.ts'
import { ApiProblem, request, SIN_RED, type Address } from './request.ts'
import { isSessionProblem, readMark, session } from './session.ts'

const VISITANTE: Sesion = { role: 'visitante' }

/**
 * Takes the person whom another tab has signed in. Throws `ApiProblem` when the server does not tell who that is. Returns
 * `mayRetry` of a command: a retry after the next sign-in or sign-out would carry the cookie of another person.
 */
export async function checkPerson(): Promise<() => boolean> {
  if (await session.follow()) {
    const mark = readMark()
    return () => readMark() === mark
  }
  throw new ApiProblem({ code: 'network.away', message: SIN_RED, status: 0 })
}

/**
 * Ends the session by a command that does so: `SIGN_OUT_ADDRESS`, `endSesiones`. A session that has ended already counts as
 * success. Throws `ApiProblem`.
 */
export async function endSession(command: Address): Promise<void> {
  const person = session.person()
  const mayRetry = await checkPerson()
  // Another tab signed another person in, whom this person did not mean to sign out.
  if (person !== session.person()) return
  await session.change(async () => {
    try {
      await request(command, {}, { mayRetry })
    } catch (error) {
      if (!isSessionProblem(error)) throw error
    }
    session.become(VISITANTE)
  })
}
