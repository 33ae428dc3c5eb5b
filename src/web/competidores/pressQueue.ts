import type { Dia } from '#domain/dia.ts'
import { isLate, sameTurno, type Turno } from '#domain/turno.ts'

/** Where a press starts, or where it leads. */
export interface Desde {
  readonly dia: Dia
  readonly turno: Turno
}

/** Where the turn stands. `ultimo`: the revision of the last move, which can be taken back. */
export interface Place extends Desde {
  readonly ultimo: number | null
}

export interface Press {
  readonly run: (from: Place) => Promise<{ readonly movido: boolean; readonly revision: number } | undefined>
  /** Where the next press starts; null: where the screen shows the turn by then. */
  readonly leadsTo: (from: Place) => Desde | null
  readonly said: () => void
}

/** What the queue asks of the screen, and what it says there. */
export interface Screen {
  readonly place: () => Place | null
  /** Answers whether the screen shows a state older than a revision. */
  readonly behind: (revision: number) => () => boolean
  /** Waits until the screen shows a revision, within limits. */
  readonly reached: (revision: number) => Promise<void>
  /** Another person was first. */
  readonly sayMoved: () => void
  /** The presses that waited are too old to be made. */
  readonly sayLate: () => void
}

/** The last move that this screen made. */
interface Own {
  readonly place: Place | null
  readonly revision: number
  readonly isUnseen: () => boolean
}

/**
 * One press at a time, in their order: each starts where the one before leads, also while the screen does not show that
 * yet, so that quick presses of one person all count. A press that fails, comes after another person's, or has waited too
 * long ends those that wait: they were meant for another turn.
 */
export class PressQueue {
  readonly #screen: Screen
  #waiting: { readonly press: Press; readonly at: number }[] = []
  #isBusy = false
  #own: Own | null = null

  constructor(screen: Screen) {
    this.#screen = screen
  }

  readonly add = (press: Press): void => {
    this.#waiting.push({ press, at: Date.now() })
    if (this.#isBusy) return
    this.#isBusy = true
    const start = this.#own?.isUnseen() ? this.#own.place : this.#screen.place()
    // In a task of its own: the press itself is over at once.
    setTimeout(() => {
      void this.#work(start).finally(() => {
        this.#isBusy = false
      })
    }, 0)
  }

  async #work(start: Place | null): Promise<void> {
    let place = start
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (isLate(next.at, Date.now())) return this.#drop(this.#screen.sayLate)
      const from: Place | null = place ?? (await this.#shown())
      if (from === null) return this.#drop()
      place = await this.#make(next.press, from)
    }
  }

  /** Makes a press. The answer is where the next one starts. */
  async #make(press: Press, from: Place): Promise<Place | null> {
    const to = press.leadsTo(from)
    // There is nowhere to go: the end of the day, the entry that has the turn, no move to take back.
    if (to && to.dia === from.dia && sameTurno(to.turno, from.turno)) return from
    const answer = await press.run(from)
    if (!answer?.movido) {
      this.#drop(answer && this.#screen.sayMoved)
      return null
    }
    const { revision } = answer
    const place = to && { ...to, ultimo: revision }
    this.#own = { place, revision, isUnseen: this.#screen.behind(revision) }
    press.said()
    return place
  }

  async #shown(): Promise<Place | null> {
    if (this.#own?.isUnseen()) await this.#screen.reached(this.#own.revision)
    return this.#screen.place()
  }

  #drop(say?: () => void): void {
    this.#waiting = []
    // What the server answered, or did not answer, says more than what was known of the own move.
    this.#own = null
    say?.()
  }
}
