import type { Command, Input, Output, Query } from '#contract/define.ts'
import { feed } from '../live/tab.ts'
import { ApiProblem, request, type Address, type Answer, type Sending } from './request.ts'
import { newKey, session } from './session.ts'

/** Sends one command of the contract, as the person of the page. Throws `ApiProblem`. */
export async function send<C extends Command>(
  command: C,
  input: Input<C>,
  sending?: Sending,
): Promise<Answer<Output<C>>> {
  const told = command.asVisitante ? sending : { ...sending, headers: session.headers() }
  return await withSessionCheck(request<Output<C>>(command, fieldsOf(input), told))
}

/**
 * Sends one query of the contract. `signal` cancels the request. `cursor`: of the previous page, to request the page after it.
 * Throws `ApiProblem`.
 */
export async function sendQuery<Q extends Query>(
  query: Q,
  input: Input<Q>,
  { signal, cursor }: { readonly signal: AbortSignal; readonly cursor: string | undefined },
): Promise<Output<Q>> {
  const fields = { ...fieldsOf(input), ...(cursor !== undefined && { cursor }) }
  const { output } = await withSessionCheck(request<Output<Q>>(query, fields, { signal }))
  return output
}

async function withSessionCheck<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(async (error: unknown) => {
    await checkAfter(error)
    throw error
  })
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

const OTHER = 'session.other'
const SESSION_CODES = ['session.required', 'session.forbidden', OTHER]

/** Whether the server refused a request because the session has ended, is of another person or does not permit it. */
function isSessionProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && SESSION_CODES.includes(error.code)
}

/**
 * Ends the session by a command that does so: `SIGN_OUT_ADDRESS`, `endSesiones`. A session that has ended already counts as
 * success; the session of another person who signed in in another tab goes on. Throws `ApiProblem`.
 */
export async function endSession(command: Address): Promise<void> {
  const isOther = await session.change(async () => {
    try {
      await request(command, {}, { headers: session.headers() })
    } catch (error) {
      if (!isSessionProblem(error)) throw error
      if (error.code === OTHER) return true
    }
    session.become({ role: 'visitante' })
    return false
  })
  if (isOther) await session.load()
}

/** Loads the session again when an error says that it is missing, is of another person or does not permit the request. */
export async function checkAfter(error: unknown): Promise<void> {
  if (!isSessionProblem(error)) return
  const loading = session.load()
  // The page shows the refusal to the person of the command: the loaded session tells whether that person is still here.
  if (error.code === OTHER) await loading
}

/**
 * Sends a command, and asks the person each question that the server has before it runs. Returns null when the answer is no.
 * Throws `ApiProblem`.
 */
async function sendAsking<C extends Command>(
  command: C,
  input: Input<C>,
  sending: Sending,
  accepted: readonly string[] = [],
): Promise<Answer<Output<C>> | null> {
  try {
    const answered = accepted.length > 0 ? ({ ...fieldsOf(input), acepta: accepted } as Input<C>) : input
    return await send(command, answered, sending)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'question.open') throw error
    const { pregunta = '', boton = '' } = error.fields
    const { confirm } = await import('../ui/confirm.tsx')
    if (!(await confirm({ question: pregunta, act: boton, children: 'No se ha cambiado nada todavía.' }))) return null
    return sendAsking(command, input, { ...sending, key: newKey() }, [...accepted, pregunta])
  }
}

/** The longest wait for the live views to show an accepted command. Usually a few ms; without a stream the whole time. */
const SHOWN_MS = 400

/** Sends the command as `sendAsking` does, and waits until the live views show the change, `SHOWN_MS` at most. */
export async function sendUntilShown<C extends Command>(
  command: C,
  input: Input<C>,
  sending: Sending,
): Promise<Answer<Output<C>> | null> {
  const answer = await sendAsking(command, input, sending)
  // No view of a visitor's page shows what a visitor may do: a sign-in, a registration.
  if (answer && !command.roles.includes('visitante')) await feed.reached(answer.revision, SHOWN_MS)
  return answer
}
