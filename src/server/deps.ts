import type { Logger } from 'pino'
import type { Change } from '#contract/change.ts'
import type { Actor } from '#domain/role.ts'
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
  /** Starts to send an e-mail and returns at once. A failed delivery is only logged. */
  readonly send: (carta: Carta) => void
  /** Waits at most four seconds for the e-mails under way. */
  readonly close: () => Promise<void>
}

/** The list of countries. */
interface Countries {
  readonly read: () => Promise<{ name: { common: string } }[]>
  /** Sentences for operators; none while the list comes from the configured source. */
  readonly notices: () => string[]
}

/** Refused registrations and photos of each network. */
interface Refused {
  readonly count: (address: string) => void
  readonly slowDown: (address: string) => Promise<void>
  /** Admits a request that is bound to be refused. Returns how to leave. Throws `server.busy`. */
  readonly enter: (address: string) => Promise<() => void>
}

/**
 * Everything that a command needs besides its input. A command reads it from `work.deps`; a step or a query outside a
 * transaction gets it as first argument. Tests pass their own.
 */
export interface Deps {
  readonly env: Env
  readonly db: Database
  readonly files: FileStore
  /** What each signed-in person has made this process write. */
  readonly budget: WriteBudget
  /** What this process has refused to each network. */
  readonly refusals: Refused
  /** Runs the requests of one person one after the other. Throws `server.busy` when too many wait. */
  readonly inTurn: <T>(actor: Actor, run: () => Promise<T>) => Promise<T>
  /** Null when the operator configured no e-mail. */
  readonly mail: Mail | null
  readonly paises: Countries
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  readonly now: () => Date
  readonly newId: () => string
  /** 32 random bytes as text that fits in a link or a cookie. */
  readonly newToken: () => string
  /** Called after each commit with its changes, or with null when only the commit itself is not certain. */
  readonly committed: (changes: readonly Change[] | null) => void
  /** Whose session a cookie's token opens; a visitor when it opens none. */
  readonly actorOf: (token: string | undefined) => Promise<Actor>
  /** The same from memory where the token was read in the last minute. Only for work that `transact` does: it reads the session. */
  readonly recentActorOf: (token: string) => Promise<Actor>
}
