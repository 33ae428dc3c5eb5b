import type { Actor } from '#domain/role.ts'
import { Board, type Docs } from './board.ts'
import type { OpenProjection, Projection } from './project.ts'
import { Topic } from './topic.ts'

const KEEP_UNUSED_MS = 5 * 60_000
/** Topics that no stream carries: more than an audience comes back to, few enough to be brought up to date at every change. */
const MOST_UNWATCHED = 256
/** Boards in all. What does not exist shares one, so that only the event's own size can come near. */
export const MOST_BOARDS = 5_000
/**
 * Of these, the part that only boards of one person and of the administrator use. Public data cannot fill it, for a
 * signed-in browser neither: registration is open.
 */
const RESERVED = 0.2

/** A view key that was understood. */
export interface Found {
  readonly view: Projection['view']
  readonly projection: OpenProjection
}

/** A view key and the actor that asks for it. */
export interface Asked extends Found {
  readonly viewKey: string
  readonly audience: string
  readonly actor: Actor
}

export interface OpenTopic {
  readonly asked: Asked
  readonly topic: Topic
}

/** A view with a board for each audience. Every board holds everything up to the hub's head. */
export interface OpenView {
  readonly projection: OpenProjection
  readonly audiences: Map<string, { readonly actor: Actor; readonly board: Board }>
}

/** The topics that clients look at, the boards that answer them, and how many there may be. */
export class OpenViews {
  readonly #most: number
  /** By view key, then by audience. */
  readonly #topics = new Map<string, Map<string, OpenTopic>>()
  readonly #views = new Map<string, OpenView>()

  constructor(most: number) {
    this.#most = most
  }

  /** A view key that was understood before. */
  found(viewKey: string): Found | undefined {
    for (const { asked } of this.#topics.get(viewKey)?.values() ?? []) return asked
    return undefined
  }

  topic({ viewKey, audience }: Pick<Asked, 'viewKey' | 'audience'>): Topic | undefined {
    return this.#topics.get(viewKey)?.get(audience)?.topic
  }

  topics(): OpenTopic[] {
    return [...this.#topics.values()].flatMap((audiences) => [...audiences.values()])
  }

  board(viewKey: string, audience: string): Board | undefined {
    return this.#views.get(viewKey)?.audiences.get(audience)?.board
  }

  views(): OpenView[] {
    return [...this.#views.values()]
  }

  /** How many boards are open. */
  get size(): number {
    let size = 0
    for (const { audiences } of this.#views.values()) size += audiences.size
    return size
  }

  /**
   * Lets a board answer a topic from now on. Returns the topic when another board answered it before. One that had failed
   * answers in full to a client of this very revision too: data that were mended by hand have taken no revision.
   */
  answer(asked: Asked, board: Board, revision: number, hadFailed: boolean): Topic | null {
    const topic = this.topic(asked)
    if (topic) {
      topic.moveTo(board, revision)
      return topic
    }
    const audiences = this.#topics.get(asked.viewKey) ?? new Map<string, OpenTopic>()
    audiences.set(asked.audience, {
      asked,
      topic: new Topic(asked, board, revision, hadFailed ? revision + 1 : revision),
    })
    this.#topics.set(asked.viewKey, audiences)
    return null
  }

  addBoard(projection: OpenProjection, { actor, audience }: Asked, revision: number, docs: Docs): Board {
    const { viewKey } = projection
    const board = new Board(viewKey, audience, revision, docs)
    const view = this.#views.get(viewKey) ?? { projection, audiences: new Map() }
    view.audiences.set(audience, { actor, board })
    this.#views.set(viewKey, view)
    return board
  }

  clear(): void {
    this.#topics.clear()
    this.#views.clear()
  }

  /** Closes what no stream carries and no client asked for lately. Of the rest, the half that was used longest ago, once they are too many. */
  closeUnused(): void {
    const limit = performance.now() - KEEP_UNUSED_MS
    const unwatched = this.#unwatched()
    const kept = unwatched.length > MOST_UNWATCHED ? MOST_UNWATCHED / 2 : unwatched.length
    this.close(unwatched.filter(({ topic }, index) => index < unwatched.length - kept || topic.used < limit))
  }

  /** Makes room for the boards of some topics by closing what no stream carries. False when that is not enough. */
  makeRoom(wanted: readonly Asked[]): boolean {
    const known = new Set(wanted.flatMap((asked) => this.topic(asked) ?? []))
    const added = wanted.filter((asked) => !this.topic(asked))
    if (!this.#hasRoom(added)) this.close(this.#unwatched().filter(({ topic }) => !known.has(topic)))
    return this.#hasRoom(added)
  }

  #hasRoom(added: readonly Asked[]): boolean {
    const shared = added.filter(({ audience }) => !mayUseReserve(audience)).length
    return (
      this.size + added.length <= this.#most && (shared === 0 || this.#shared + shared <= this.#most * (1 - RESERVED))
    )
  }

  /** How many boards are open that may not use the reserve. */
  get #shared(): number {
    const audiences = this.views().flatMap((view) => [...view.audiences.keys()])
    return audiences.filter((audience) => !mayUseReserve(audience)).length
  }

  /** Closes topics, and the boards that are left without one. */
  close(topics: readonly OpenTopic[]): void {
    if (topics.length === 0) return
    for (const { asked } of topics) {
      const audiences = this.#topics.get(asked.viewKey)
      audiences?.delete(asked.audience)
      if (audiences?.size === 0) this.#topics.delete(asked.viewKey)
    }
    this.closeIdleBoards()
  }

  /** Closes the boards that answer no topic. */
  closeIdleBoards(): void {
    const used = new Set(this.topics().map(({ topic }) => topic.board))
    for (const { audiences } of this.views())
      for (const { board } of audiences.values()) if (!used.has(board)) this.#closeBoard(board)
  }

  #closeBoard({ viewKey, audience }: Board): void {
    const view = this.#views.get(viewKey)
    view?.audiences.delete(audience)
    if (view?.audiences.size === 0) this.#views.delete(viewKey)
  }

  /** The one that was used longest ago first. */
  #unwatched(): OpenTopic[] {
    return this.topics()
      .filter(({ topic }) => topic.watchers === 0)
      .toSorted((a, b) => a.topic.used - b.topic.used)
  }
}

/** The administrator's boards, and a signed-in person's own: few per person, whatever keys a browser invents. */
function mayUseReserve(audience: string): boolean {
  return audience === 'admin' || audience.includes(':')
}
