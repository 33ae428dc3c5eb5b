import type { Logger } from 'pino'
import type { Actor } from '#domain/role.ts'
import type { Database } from './db/database.ts'
import type { Env } from './env.ts'
import type { WriteBudget } from './files/budget.ts'
import type { FileStore } from './files/store.ts'

/** Refused registrations and photos of each network. */
interface Refused {
  readonly count: (address: string) => void
  readonly slowDown: (address: string) => Promise<void>
  /** Admits a request that is bound to be refused. Returns how to leave. Throws `server.busy`. */
  readonly enter: (address: string) => Promise<() => void>
}

/** What the world provides: everything a command needs that is not in its input. Tests give their own. */
export interface Deps {
  readonly env: Env
  readonly db: Database
  readonly files: FileStore
  /** What each signed-in person has made this process write. */
  readonly budget: WriteBudget
  /** What this process has refused to each network. */
  readonly refusals: Refused
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  readonly now: () => Date
  readonly newId: () => string
  /** 32 random bytes as text that fits in a link or a cookie. */
  readonly newToken: () => string
  /** Called after each commit: the live views look at the log. */
  readonly committed: () => void
  /** Whose session a cookie's token opens; a visitor when it opens none. */
  readonly actorOf: (token: string | undefined) => Promise<Actor>
}
