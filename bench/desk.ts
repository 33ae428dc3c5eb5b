import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#contract/acceso.ts'
import { askThrough } from './ask.ts'
import type { Child } from './child.ts'
import { effort } from './effort.ts'
import { clock } from './figures.ts'
import type { Nginx } from './nginx.ts'
import { Organiser, Refused } from './organiser.ts'
import type { PhonesOrders, Spread } from './processes/phones.ts'
import { ADMIN } from './server.ts'

/** The time that an administrator takes from one press to the next. */
const PRESS_MS = effort(1_000, 100)
const RETRY_MS = 500

/** Presses that go on until `stop`. */
export interface Pressing {
  readonly stop: () => Promise<void>
  /** The longest time from a press to its acknowledgement, in ms. */
  readonly slowest: () => number
}

/** The desk behind the proxy: moves the turn. Repeats an unanswered press with the same key, as a browser does. */
export class Desk {
  readonly organiser: Organiser
  /** The revision of each press that was acknowledged. */
  readonly acknowledged = new Set<number>()
  lastRevision = 0
  #turno = 0

  private constructor(organiser: Organiser) {
    this.organiser = organiser
  }

  static async signIn(nginx: Nginx): Promise<Desk> {
    return new Desk(await Organiser.signIn(askThrough(nginx)))
  }

  /** Moves the turn. Resolves with its revision when it is acknowledged. */
  async press(): Promise<number> {
    this.#turno = (this.#turno % 9) + 1
    const key = randomUUID()
    for (;;) {
      try {
        this.lastRevision = await this.organiser.moveTurno(this.#turno, key)
        this.acknowledged.add(this.lastRevision)
        return this.lastRevision
      } catch (error) {
        // An instance, the database or the proxy is away.
        if (error instanceof Refused && error.status < 500) throw error
        await wait(RETRY_MS)
      }
    }
  }

  /** The arrivals of the median press, in ms from the moment it was sent: answer, commit and flush included. */
  async measure(phones: Child<PhonesOrders>, presses: number): Promise<Spread> {
    const seen: Spread[] = []
    for (let press = 0; press < presses; press += 1) {
      const at = clock()
      const revision = await this.press()
      await wait(PRESS_MS)
      seen.push(await phones.ask('arrived', { revision, at }))
    }
    const sorted = seen.toSorted((a, b) => a.max - b.max)
    const middle = sorted[Math.floor(sorted.length / 2)]
    if (!middle) throw new Error('No press was measured.')
    return middle
  }

  keepPressing(): Pressing {
    const ending = new AbortController()
    let slowest = 0
    const pressing = (async () => {
      while (!ending.signal.aborted) {
        const at = clock()
        await this.press()
        slowest = Math.max(slowest, clock() - at)
        await wait(PRESS_MS)
      }
    })()
    return {
      stop: () => {
        ending.abort()
        return pressing
      },
      slowest: () => slowest,
    }
  }
}

/** Signs in with a wrong password, from an address of this machine. Returns the status. */
export async function tryPassword(nginx: Nginx, from: string): Promise<number> {
  const body = { email: ADMIN.email, password: 'no es esta' }
  return (await askThrough(nginx)({ method: signIn.method, path: signIn.path, body, from })).status
}
