import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#contract/acceso.ts'
import { saveTurno } from '#contract/horario.ts'
import { createSubida, DURACION_HEADER } from '#contract/inscripciones.ts'
import type { Child } from './child.ts'
import { clock } from './figures.ts'
import type { Nginx } from './nginx.ts'
import type { PhonesOrders, Spread } from './processes/phones.ts'
import { ask, type Answer } from './proxied.ts'
import { ADMIN, cookieOf } from './server.ts'

/** The time that an administrator takes from one press to the next. */
const PRESS_MS = 1_000
const RETRY_MS = 500
/** A track is sent in chunks of this size, one after each pause: about 1.3 Mbit/s. */
const CHUNK = 16 * 1024
const CHUNK_MS = 100

/** Presses that go on until `stop`. */
export interface Pressing {
  readonly stop: () => Promise<void>
  /** The longest time from a press to its acknowledgement, in ms. */
  readonly slowest: () => number
}

/** An administrator behind the proxy who moves the turn. Repeats an unanswered request with the same key, as a browser does. */
export class Desk {
  /** The revision of each press that was acknowledged. */
  readonly acknowledged = new Set<number>()
  lastRevision = 0
  readonly #nginx: Nginx
  #cookie = ''
  #turno = 0

  private constructor(nginx: Nginx) {
    this.#nginx = nginx
  }

  static async signIn(nginx: Nginx): Promise<Desk> {
    const desk = new Desk(nginx)
    const { status, headers, text } = await desk.#send(signIn, ADMIN)
    if (status !== 200) throw new Error(`${status} ${text}`)
    desk.#cookie = cookieOf(headers['set-cookie'] ?? [])
    return desk
  }

  /** Moves the turn. Resolves with its revision when it is acknowledged. */
  async press(): Promise<number> {
    this.#turno = (this.#turno % 9) + 1
    const key = randomUUID()
    for (;;) {
      const answer = await this.#send(saveTurno, { selectedRow: this.#turno }, key).catch(() => undefined)
      if (answer?.status === 200) {
        this.lastRevision = Number(answer.headers['x-revision'])
        this.acknowledged.add(this.lastRevision)
        return this.lastRevision
      }
      if (answer && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`)
      await wait(RETRY_MS)
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

  #send(
    { method, path }: Pick<typeof signIn | typeof saveTurno, 'method' | 'path'>,
    body: object,
    key = '',
  ): Promise<Answer> {
    return ask(this.#nginx, {
      method,
      path,
      body,
      headers: {
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(key && { 'idempotency-key': key }),
      },
    })
  }

  /** Sends a track as a browser does: after a failure it asks how much has arrived and continues there. */
  async upload(track: Buffer): Promise<{ readonly duracion: number; readonly connections: number }> {
    const tus = { 'tus-resumable': '1.0.0', cookie: this.#cookie }
    const begun = {
      method: 'POST',
      path: createSubida.path,
      headers: { ...tus, 'upload-length': String(track.length) },
    }
    const path = String((await ask(this.#nginx, begun)).headers['location'])
    for (let connections = 0; ;) {
      const state = await ask(this.#nginx, { method: 'HEAD', path, headers: tus }).catch(() => undefined)
      const offset = Number(state?.status === 200 ? state.headers['upload-offset'] : NaN)
      if (offset === track.length) return { duracion: Number(state?.headers[DURACION_HEADER]), connections }
      if (Number.isNaN(offset)) {
        await wait(RETRY_MS)
        continue
      }
      connections += 1
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const body = Readable.from(slowly(track.subarray(offset)))
      await ask(this.#nginx, { method: 'PATCH', path, headers, body }).catch(() => undefined)
    }
  }
}

/** Yields a file as a slow line carries it. */
async function* slowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK)
    await wait(CHUNK_MS)
  }
}

/** Signs in with a wrong password, from an address of this machine. Returns the status. */
export async function tryPassword(nginx: Nginx, from: string): Promise<number> {
  const body = { email: ADMIN.email, password: 'no es esta' }
  return (await ask(nginx, { method: signIn.method, path: signIn.path, body, from })).status
}
