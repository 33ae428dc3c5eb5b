import type { Dia } from '#domain/dia.ts'
import { isLate, sameTurno, type Turno } from '#domain/turno.ts'

/** A day and its turn. A press leads from one to another. */
export interface DiaTurno {
  readonly dia: Dia
  readonly turno: Turno
}

/** The current day and turn. `ultimo` is the revision of the last move, which can be undone. */
export interface TurnoState extends DiaTurno {
  readonly ultimo: number | null
}

export interface Press {
  readonly run: (from: TurnoState) => Promise<{ readonly movido: boolean; readonly revision: number } | undefined>
  /** The state after the press. Null when it is unknown: the next press then starts from the screen. */
  readonly leadsTo: (from: TurnoState) => DiaTurno | null
  /** Called with the revision that contains the move. */
  readonly onDone: (revision: number) => void
}

/** The screen as the queue reads it, and the messages that the queue shows. */
export interface Screen {
  readonly state: () => TurnoState | null
  /** Returns a function that tells whether the screen is older than a revision. */
  readonly behind: (revision: number) => () => boolean
  /** Waits until the screen shows a revision, or until a timeout. */
  readonly reached: (revision: number) => Promise<void>
  /** Another person moved the turn first. */
  readonly onMovedByOther: () => void
  /** The waiting presses are too old and are dropped. */
  readonly onLate: () => void
}

/** The last move of this screen. */
interface OwnMove {
  readonly state: TurnoState | null
  readonly revision: number
  readonly isUnseen: () => boolean
}

/**
 * Runs presses one at a time, in order. A press starts from the state after the previous press, also before the screen
 * shows it, so that quick presses all count. The queue is emptied when a press fails, when another person moved the turn
 * first, or when a press waited too long: the waiting presses were meant for another turn.
 */
export class PressQueue {
  readonly #screen: Screen
  #waiting: { readonly press: Press; readonly at: number }[] = []
  #isBusy = false
  #own: OwnMove | null = null

  constructor(screen: Screen) {
    this.#screen = screen
  }

  readonly add = (press: Press): void => {
    this.#waiting.push({ press, at: Date.now() })
    if (this.#isBusy) return
    this.#isBusy = true
    const start = this.#own?.isUnseen() ? this.#own.state : this.#screen.state()
    // In a new task, so that the handler of the press returns at once.
    setTimeout(() => {
      void this.#work(start).finally(() => {
        this.#isBusy = false
      })
    }, 0)
  }

  async #work(start: TurnoState | null): Promise<void> {
    let state = start
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (isLate(next.at, Date.now())) return this.#drop(this.#screen.onLate)
      const from: TurnoState | null = state ?? (await this.#shown())
      if (from === null) return this.#drop()
      state = await this.#runPress(next.press, from)
    }
  }

  /** Runs a press. Returns the state for the next press. */
  async #runPress(press: Press, from: TurnoState): Promise<TurnoState | null> {
    const to = press.leadsTo(from)
    // The press changes nothing: the end of the day, the entry that has the turn, or no move to undo.
    if (to && to.dia === from.dia && sameTurno(to.turno, from.turno)) return from
    const answer = await press.run(from)
    if (!answer?.movido) {
      this.#drop(answer && this.#screen.onMovedByOther)
      return null
    }
    const { revision } = answer
    const state = to && { ...to, ultimo: revision }
    this.#own = { state, revision, isUnseen: this.#screen.behind(revision) }
    press.onDone(revision)
    return state
  }

  async #shown(): Promise<TurnoState | null> {
    if (this.#own?.isUnseen()) await this.#screen.reached(this.#own.revision)
    return this.#screen.state()
  }

  #drop(onDropped?: () => void): void {
    this.#waiting = []
    // After a failure the expected state is not reliable.
    this.#own = null
    onDropped?.()
  }
}
