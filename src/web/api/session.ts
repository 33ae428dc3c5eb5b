import { ROLES } from '#domain/role.ts'
import { PERSONA_HEADER, SESION_PATH, type Sesion } from '#contract/sesion.ts'
import { startsPublic } from '../live/snapshot.ts'
import { feed } from '../live/tab.ts'
import { readLocalText, saveLocalText, Store } from '../ui/store.ts'
import { closeDialogs } from '../ui/dialogs.tsx'
import { toasts } from '../ui/toast.ts'
import { whenVisible } from '../ui/whenVisible.ts'
import { requestTimeoutMs } from '../live/connection.ts'

/** The storage key of the signed-in user's id. For other programs of the event; this product does not read it. */
const UID_KEY = 'uid'
/**
 * The storage key of the note that a tab leaves for the other tabs and for the next page (`prepaint.js`): a random text after
 * a sign-in, `NADIE` after a sign-out, nothing before the first one.
 */
const NOTE_KEY = 'sesion'
const NADIE = 'nadie'
const ASK_AGAIN_MS = 2_000

interface Left {
  /** The session before. */
  readonly before: Sesion
  /** This tab signed the person in or out; otherwise another tab did, or the session ended. */
  readonly isOwn: boolean
}

/** The session of this tab, as the server last answered. `undefined` until the first answer. */
class Session extends Store<Sesion | undefined> {
  /** The last change of the person. Notifies when another person has the tab. */
  readonly left = new Store<Left | undefined>(undefined)
  #asking: Promise<void> | undefined
  #changing: Promise<unknown> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  /** The note that this tab knows. */
  #note = readLocalText(NOTE_KEY)

  /**
   * The headers of a command: the person of the page, once that is known. The server refuses the command, and each retry, when
   * the session of the browser is of another person by then.
   */
  headers(): Record<string, string> {
    const sesion = this.read()
    return sesion ? { [PERSONA_HEADER]: personaOf(sesion) } : {}
  }

  /** Returns a function that tells, whenever it is called, whether the person of now still has the tab. */
  samePerson(): () => boolean {
    const before = this.read()
    return () => before === undefined || !isOther(before, this.read() ?? before)
  }

  /** Loads the session from the server. Until it answers, the previous session stays. */
  async load(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    await this.#asking
  }

  /** Loads the session when another tab has changed it since. */
  async follow(): Promise<void> {
    await this.#asking
    if (readLocalText(NOTE_KEY) !== this.#note) await this.load()
  }

  /** Takes the session that the server answered to a sign-in or a sign-out of this tab, and tells the other tabs. */
  become(sesion: Sesion): void {
    saveLocalText(NOTE_KEY, sesion.role === 'visitante' ? NADIE : newKey())
    this.#note = readLocalText(NOTE_KEY)
    this.#take(sesion, true)
  }

  #take(sesion: Sesion, isOwn: boolean): void {
    const before = this.read()
    const isNew = before !== undefined && isOther(before, sesion)
    saveLocalText(UID_KEY, sesion.role === 'usuario' ? sesion.id : null)
    // Before the readers are notified: data and messages of the previous person must not be rendered for the next one. A
    // person without a note, in a browser that lost its storage, began with the state of a visitor.
    if (isNew || (!before && startsPublic && sesion.role !== 'visitante')) feed.changePerson()
    if (isNew) {
      toasts.set([])
      closeDialogs()
    }
    this.set(sesion)
    if (isNew) this.left.set({ before, isOwn })
  }

  /**
   * Runs a request that changes the session, up to `become`. The server may end the stream before it answers the request;
   * `load` waits until then.
   */
  async change<T>(act: () => Promise<T>): Promise<T> {
    const changing = act()
    this.#changing = changing
    try {
      return await changing
    } finally {
      if (this.#changing === changing) this.#changing = undefined
    }
  }

  async #ask(): Promise<void> {
    // Its caller reports a refusal.
    await this.#changing?.catch(() => {})
    clearTimeout(this.#again)
    const before = this.read()
    const note = readLocalText(NOTE_KEY)
    try {
      const limit = AbortSignal.timeout(requestTimeoutMs())
      const answer = await fetch(SESION_PATH, { credentials: 'same-origin', signal: limit })
      // Not checked again: the server has checked its answer against the declaration.
      const sesion = (await answer.json()) as Sesion
      // A sign-in or a sign-out of this tab is newer than the answer.
      if (before !== this.read()) return
      if (!ROLES.includes(sesion.role)) throw new Error('No session.')
      this.#note = note
      this.#take(sesion, false)
    } catch {
      // The server does not answer, or a captive portal answers in its place. The state stays, and the tab asks again.
      this.#again = setTimeout(() => whenVisible(() => void this.load()), ASK_AGAIN_MS)
    }
  }
}

export const session = new Session(undefined)

/** Whether a tab of this browser has signed out since the last sign-in. */
export function isSignedOut(): boolean {
  return readLocalText(NOTE_KEY) === NADIE
}

/** What names the person of a session to the server. */
function personaOf(sesion: Sesion): string {
  return sesion.role === 'visitante' ? sesion.role : sesion.id
}

/** Whether two sessions are of different persons. */
function isOther(before: Sesion, now: Sesion): boolean {
  return before.role !== now.role || personaOf(before) !== personaOf(now)
}

/** 32 random hexadecimal digits. `crypto.randomUUID` does not exist on plain http, which the network of a venue may use. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
