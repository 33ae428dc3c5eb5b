import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createTokenJuez, createJuez } from '#contract/jueces.ts'
import { saveTurno, selectDia } from '#contract/horario.ts'
import { setCriterios } from '#contract/categorias.ts'
import { createSubida, DURACION_HEADER } from '#contract/inscripciones.ts'
import { sendCalificacion } from '#contract/calificaciones.ts'
import { signIn } from '#contract/acceso.ts'
import { snapshotUrl, type Snapshot } from '#contract/live.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { viewKey } from '#contract/view.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { sortByOrden } from '#domain/orden.ts'
import type { Answer, Ask } from './ask.ts'
import { ADMIN, cookieOf } from './server.ts'

const RETRY_MS = 500
/** A slow line carries a chunk of this size after each pause: about 1.3 Mbit/s. */
const CHUNK = 16 * 1024
const CHUNK_MS = 100

/** A judge, and the API token of the judge's app. */
export interface Juez {
  readonly id: string
  readonly token: string
}

/** An answer other than 2xx. */
export class Refused extends Error {
  readonly status: number

  constructor(what: string, { status, text }: Answer) {
    super(`${what}: ${status} ${text}`)
    this.status = status
  }
}

interface Sending {
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** The idempotency key: a new one unless it is given. */
  readonly key?: string
}

/** An administrator and the apps of the judges, over HTTP. Every method but `upload` sends each request once. */
export class Organiser {
  readonly #ask: Ask
  #cookie = ''

  private constructor(ask: Ask) {
    this.#ask = ask
  }

  static async signIn(ask: Ask): Promise<Organiser> {
    const organiser = new Organiser(ask)
    const { headers } = await organiser.#send(signIn, ADMIN)
    organiser.#cookie = cookieOf(headers['set-cookie'] ?? [])
    return organiser
  }

  async addJuez(nombre: string): Promise<Juez> {
    const { id }: { id: string } = JSON.parse((await this.#send(createJuez, { nombre })).text)
    const { text } = await this.#send(createTokenJuez, {}, { params: { id } })
    return { id, ...(JSON.parse(text) as { token: string }) }
  }

  /** Makes a day the active one, scored by the criteria `general`. Returns its entries in their order. */
  async openDay(dia: Dia): Promise<readonly string[]> {
    await this.#send(selectDia, { dia })
    const { text } = await this.#ask({ method: 'GET', path: snapshotUrl([viewKey(horario)]) })
    // The wire: what the server sends here is what `contract/live.ts` declares.
    const { views } = JSON.parse(text) as Snapshot
    const parts = Object.values(views[viewKey(horario)] ?? {}) as readonly CategoriaHorarioPart[]
    const categorias = sortByOrden(parts.filter(({ tipo }) => tipo === 'categoria'))
    for (const { id } of categorias) await this.#send(setCriterios, { criterios: 'general' }, { params: { id } })
    return categorias.flatMap(({ competidores }) => competidores.map(({ id }) => id))
  }

  /** Returns the revision of the change. */
  async moveTurno(selectedRow: number, key?: string): Promise<number> {
    const { headers } = await this.#send(saveTurno, { selectedRow }, key === undefined ? {} : { key })
    return Number(headers['x-revision'])
  }

  /** Every judge sends a mark. Returns how many were acknowledged. */
  async mark(jueces: readonly Juez[], competidorId: string): Promise<number> {
    const criterios = Object.fromEntries(criteriosOfTipo('general').map(({ clave }) => [clave, '8.5']))
    const sent = jueces.map(({ token }) =>
      this.#send(
        sendCalificacion,
        { criterios, version: 0 },
        { params: { competidorId }, headers: { authorization: `Bearer ${token}` } },
      ),
    )
    return (await Promise.all(sent)).length
  }

  /**
   * Sends a track as a browser does: after a failure it asks for the offset and continues there. Returns the length that the
   * server measured, in seconds. No entry uses the upload: the server keeps the five newest of a person.
   */
  async upload(
    track: Buffer,
    { isSlow = false } = {},
  ): Promise<{ readonly duracion: number; readonly connections: number }> {
    const tus = { 'tus-resumable': '1.0.0', cookie: this.#cookie }
    const { method, path: creation } = createSubida
    const begun = { method, path: creation, headers: { ...tus, 'upload-length': String(track.length) } }
    const path = String((await this.#ask(begun)).headers['location'])
    for (let connections = 0; ;) {
      const state = await this.#ask({ method: 'HEAD', path, headers: tus }).catch(() => undefined)
      if (state && state.status < 500 && state.status !== 200) throw new Refused(`HEAD ${path}`, state)
      if (state?.status !== 200) {
        await wait(RETRY_MS)
        continue
      }
      const offset = Number(state.headers['upload-offset'])
      if (offset === track.length) return { duracion: Number(state.headers[DURACION_HEADER]), connections }
      connections += 1
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const rest = track.subarray(offset)
      // A failure shows in the next offset.
      await this.#ask({ method: 'PATCH', path, headers, body: isSlow ? Readable.from(slowly(rest)) : rest }).catch(
        () => undefined,
      )
    }
  }

  /** Sends a command. Throws `Refused` unless it is acknowledged. */
  async #send(
    { method, path }: { readonly method: string; readonly path: string },
    body: object,
    { params = {}, headers = { cookie: this.#cookie }, key = randomUUID() }: Sending = {},
  ): Promise<Answer> {
    const address = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
    const answer = await this.#ask({ method, path: address, body, headers: { 'idempotency-key': key, ...headers } })
    if (answer.status < 200 || answer.status > 299) throw new Refused(`${method} ${address}`, answer)
    return answer
  }
}

/** Yields a file as a slow line carries it. */
async function* slowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK)
    await wait(CHUNK_MS)
  }
}
