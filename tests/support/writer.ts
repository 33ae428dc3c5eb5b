/**
 * A client in a process of its own: sends keyed commands one after the other and tells its parent of each that was
 * acknowledged, until the server goes. In the next round it begins by repeating, twice, the command that it lost.
 */
import { randomUUID } from 'node:crypto'

export interface Sent {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly body: unknown
  readonly key: string
  /** Name of the category that it makes, or id of the one that it deletes. */
  readonly makes?: string
  readonly deletes?: string
}

export interface Acked {
  readonly sent: Sent
  readonly revision: number
  readonly output: unknown
}

export interface Round {
  readonly origin: string
  readonly cookie: string
  /** Entries to move about. */
  readonly ids: readonly string[]
  /** Go on after a 503, with the same command, instead of ending the round. */
  readonly patient: boolean
}

export type Told =
  | { readonly tipo: 'acked'; readonly acked: Acked }
  | { readonly tipo: 'repeated'; readonly first: Acked; readonly second: Acked }
  | { readonly tipo: 'refused'; readonly sent: Sent; readonly status: number; readonly text: string }
  | { readonly tipo: 'away' }
  | { readonly tipo: 'ended'; readonly pending: Sent | null }

const name = process.argv[2] ?? 'w'
const RETRY_MS = 20
const KEPT = 4

let made = 0
let pending: Sent | null = null
const mine: string[] = []

const tell = (told: Told): void => void process.send?.(told)

process.on('message', (round: Round) => void write(round))

async function write(round: Round): Promise<void> {
  try {
    if (pending) await repeat(round, pending)
    for (let step = 0; ; step += 1) {
      pending = await nextOf(round, step)
      const acked = await send(round, pending)
      pending = null
      if (acked) note(acked)
    }
  } catch {
    // The server is gone: what was on its way may or may not have happened.
    tell({ tipo: 'ended', pending })
  }
}

async function repeat(round: Round, lost: Sent): Promise<void> {
  const first = await send(round, lost)
  const second = await send(round, lost)
  pending = null
  if (!first || !second) return
  tell({ tipo: 'repeated', first, second })
  note(first)
}

/** Remembers what it made, and tells. */
function note(acked: Acked): void {
  const { output } = acked
  if (typeof output === 'object' && output !== null && 'id' in output && typeof output.id === 'string')
    mine.push(output.id)
  tell({ tipo: 'acked', acked })
}

async function nextOf(round: Round, step: number): Promise<Sent> {
  const key = randomUUID()
  if (mine.length > KEPT) {
    const deletes = mine.shift() ?? ''
    return { method: 'DELETE', path: `/api/categorias/${deletes}`, body: {}, key, deletes }
  }
  if (step % 3 === 0) {
    made += 1
    const makes = `${name} ${made}`
    return { method: 'POST', path: '/api/categorias', body: { nombre: makes, dia: 'jueves' }, key, makes }
  }
  if (step % 3 === 1) {
    const id = round.ids[(made * 7 + step) % round.ids.length]
    return { method: 'POST', path: `/api/competidores/${id}/orden`, body: { antesDe: null }, key }
  }
  return { method: 'POST', path: '/api/turno/paso', body: { paso: pasoOf(step), desde: await readDesde(round) }, key }
}

const pasoOf = (step: number): string => (step % 4 < 2 ? 'siguiente' : 'anterior')

async function readDesde(round: Round): Promise<unknown> {
  const response = await patiently(round, () =>
    fetch(`${round.origin}/api/vistas?views=mesa`, { headers: { cookie: round.cookie } }),
  )
  const { views } = (await response.json()) as {
    views: { mesa: { reloj: { dia: string }; turno: Record<string, unknown> } }
  }
  const { selectedRow, competidorId } = views.mesa.turno
  return { dia: views.mesa.reloj.dia, turno: { selectedRow, competidorId } }
}

async function send(round: Round, sent: Sent): Promise<Acked | null> {
  const response = await patiently(round, () =>
    fetch(`${round.origin}${sent.path}`, {
      method: sent.method,
      headers: { cookie: round.cookie, 'content-type': 'application/json', 'idempotency-key': sent.key },
      body: JSON.stringify(sent.body),
    }),
  )
  const text = await response.text()
  if (response.ok) return { sent, revision: Number(response.headers.get('x-revision')), output: JSON.parse(text) }
  // The organiser answers no to the question of a move across the turn: nothing changes.
  const { code } = JSON.parse(text) as { code?: string }
  if (code !== 'question.open') tell({ tipo: 'refused', sent, status: response.status, text })
  return null
}

/** Asks again while the database is away, if that is what this round is about. */
async function patiently(round: Round, ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask()
    if (response.status !== 503 || !round.patient) return response
    await response.text()
    tell({ tipo: 'away' })
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
