import { sql } from 'kysely'
import { hash } from 'node:crypto'
import type { Change } from '#contract/change.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, requireSesion, type Actor } from '#domain/actor.ts'
import { recordChanges, takeRevision } from './db/change-log.ts'
import { DatabaseUnsure, type Tx } from './db/database.ts'
import type { Deps } from './deps.ts'

/** The transaction of one command, with its actor, its time and its changes. */
export interface Work {
  readonly tx: Tx
  readonly deps: Deps
  readonly actor: Actor
  /** The idempotency key of the request. */
  readonly key: string | undefined
  readonly revision: number
  /** The time when the transaction began, ms since 1970. */
  readonly now: () => number
  readonly newId: () => string
  /** Records a change in `change_log`. Live views update only from recorded changes. */
  readonly changed: (change: Change) => void
  /**
   * Runs after the commit, also when its answer was lost. For a step that cannot be rolled back, such as sending an e-mail. It
   * must not throw.
   */
  readonly afterCommit: (run: () => void) => void
}

/** The actor and the idempotency key of a command. A repeated key gets its first answer. */
export interface Request {
  readonly actor: Actor
  readonly key?: { readonly key: string; readonly command: string; readonly input: unknown } | undefined
}

export interface Outcome<T> {
  readonly output: T
  readonly revision: number
}

/** Rolls back the transaction of a repeated request, and carries its first answer. */
class Replay<T> extends Error {
  readonly outcome: Outcome<T>
  constructor(outcome: Outcome<T>) {
    super('replay')
    this.outcome = outcome
  }
}

/**
 * Runs a command in one transaction: takes the revision, checks the key and the session, runs the work, writes its changes
 * to the log. The answer is durable when it resolves. Rolls back and throws what the command throws. Throws `DatabaseUnsure`
 * when the answer of the database to the commit was lost: a request with the same key then gets the answer, or runs.
 *
 * @example
 * const { output, revision } = await transact(deps, { actor, key }, (work) => createCategoria(work, input))
 */
export async function transact<T>(deps: Deps, request: Request, run: (work: Work) => Promise<T>): Promise<Outcome<T>> {
  const after: (() => void)[] = []
  const changes: Change[] = []
  const key = request.key && requestIdentityOf(request.actor, request.key)
  const act = () => {
    for (const one of after) one()
  }
  try {
    const outcome = await deps.db.write(async (tx) => {
      changes.length = 0
      after.length = 0
      await takeRevision(tx)
      const revision = await startCommand<T>(tx, request.actor, key)
      const now = deps.now()
      const output = await run({
        tx,
        deps,
        actor: request.actor,
        key: key?.key,
        revision,
        now: () => now,
        newId: deps.newId,
        changed: (change) => changes.push(change),
        afterCommit: (step) => after.push(step),
      })
      await recordChanges(tx, deps.db.engine, { revision, actor: request.actor, now: new Date(now) }, changes)
      if (key) {
        const at = new Date(now).toISOString()
        const row = { key: key.key, actor: key.who, digest: key.digest, output: JSON.stringify(output), revision, at }
        await tx.insertInto('command_key').values(row).execute()
      }
      return { output, revision }
    })
    deps.committed(changes)
    act()
    return outcome
  } catch (error) {
    if (error instanceof Replay) return error.outcome
    // The transaction may be committed although the answer of the database was lost.
    if (!(error instanceof Problem)) deps.committed(null)
    if (error instanceof DatabaseUnsure) act()
    throw error
  }
}

type RequestIdentity = ReturnType<typeof requestIdentityOf>

/** An idempotency key, with the person and the digest of the input: a repeated request must have the same. */
function requestIdentityOf(actor: Actor, { key, command, input }: NonNullable<Request['key']>) {
  const digest = hash('sha256', `${command}\n${JSON.stringify(input)}`, 'base64url')
  return { key, who: keyOfActor(actor), digest }
}

/** The revision beside the stored answer of the key, of the revision `first`, and the token of the session. */
interface Start extends Record<'tokenHash' | 'actor' | 'digest' | 'output', string | null> {
  readonly revision: number
  readonly first: number | null
}

/**
 * Begins the transaction of a command: returns its revision. Throws `Replay` with the first answer of a
 * repeated key, `key.reused` for a key with another input, and `session.required` when the session has ended.
 */
async function startCommand<T>(tx: Tx, actor: Actor, key: RequestIdentity | undefined): Promise<number> {
  const sesionId = actor.role === 'visitante' ? '' : actor.sesionId
  const { rows } = await sql<Start>`
    select r."revision", k."revision" as "first", s."tokenHash", k."actor", k."digest", k."output"
    from "revision" as r
    left join "command_key" as k on k."key" = ${key?.key ?? ''}
    left join "sesion" as s on s."id" = ${sesionId}`.execute(tx)
  const [start] = rows
  if (!start) throw new Error('The database has no revision.')
  if (key && start.output !== null && start.first !== null) {
    if (start.actor !== key.who || start.digest !== key.digest) throw new Problem('key.reused')
    throw new Replay<T>({ output: JSON.parse(start.output), revision: start.first })
  }
  requireSesion(actor, start.tokenHash)
  return start.revision
}

/** Time that a key is kept. No open page repeats a request for so long. */
const KEY_MS = 7 * 24 * 60 * 60_000

/** Deletes idempotency keys that no page repeats any more. */
export async function forgetKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now() - KEY_MS).toISOString()
  await db.write((tx) => tx.deleteFrom('command_key').where('at', '<', before).execute())
}
