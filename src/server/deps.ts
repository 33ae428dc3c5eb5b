import type { Logger } from 'pino'
import type { Change } from '#contract/change.ts'
import type { Actor } from '#domain/actor.ts'
import type { Database } from './db/database.ts'
import type { Env } from './env.ts'
import type { WriteBudget } from './files/budget.ts'
import type { FileStore } from './files/store.ts'

/** An e-mail of plain text. */
export interface Carta {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /**
   * Starts to send an e-mail and returns at once. After a temporary failure it is sent again once, later; other failures are
   * only logged. `isCurrent` is called before each attempt joins the queue and must not throw: false drops the e-mail.
   */
  readonly send: (carta: Carta, isCurrent: () => Promise<boolean>) => void
  /** Signs in to the mail server, and waits at most four seconds. `notices` then says what failed. */
  readonly check: () => Promise<void>
  /** Sentences for operators; none while the mail server takes e-mails. Signs in again when that is due. */
  readonly notices: () => string[]
  /** Waits at most four seconds for the e-mails under way. */
  readonly close: () => Promise<void>
}

/** The token of a request: of the session cookie, or an API token of `Authorization: Bearer`. */
export interface Credential {
  readonly token: string
  readonly isBearer: boolean
}

/** The list of countries. */
interface Countries {
  readonly read: () => Promise<{ name: { common: string } }[]>
  /** Sentences for operators; none while the list comes from the configured source. */
  readonly notices: () => string[]
}

/**
 * Everything that a command needs besides its input. A command reads it from `work.deps`; a step or a query outside a
 * transaction gets it as first argument. Tests pass their own.
 */
export interface Deps {
  readonly env: Env
  readonly db: Database
  readonly files: FileStore
  /** The bytes that this process wrote for each signed-in person. */
  readonly budget: WriteBudget
  /** Runs the requests of one person one after the other. Throws `server.busy` when too many wait. */
  readonly inTurn: <T>(actor: Actor, run: () => Promise<T>) => Promise<T>
  /** Null when the operator configured no e-mail. */
  readonly mail: Mail | null
  readonly paises: Countries
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  /** The time, ms since 1970. */
  readonly now: () => number
  readonly newId: () => string
  /** A random number from 0 to below 1, for a draw. */
  readonly random: () => number
  /** Called after each commit with its changes; with null when it is not certain that the transaction was committed. */
  readonly committed: (changes: readonly Change[] | null) => void
  /** Returns the actor of a token; a visitor when there is no such session. */
  readonly actorOf: (credential: Credential) => Promise<Actor>
  /** The same, from a cache of one minute. Only for commands: `transact` reads the session itself. */
  readonly recentActorOf: (credential: Credential) => Promise<Actor>
}
