import type { ServerClock } from '../live/clock.ts'
import type { ConnectionStatus } from '../live/connection.ts'
import type { Feed } from '../live/feed.ts'
import type { Copies } from './copies.ts'

export interface KeptOptions {
  readonly feed: Feed
  readonly clock: ServerClock
  readonly connection: ConnectionStatus
  readonly copies: Pick<Copies, 'read' | 'write' | 'delete' | 'list'>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly random: () => number
  /** Whether the page opens without a network, so that copies have a use. */
  readonly isUseful: () => Promise<boolean>
  /** Whether this tab has no signed-in person. Another tab may have signed in since. */
  readonly isVisitor: () => boolean
  /** Whether a judge uses this browser. A judge sees less of the results than the public, so they are neither kept nor shown. */
  readonly isJudge: () => boolean
}
