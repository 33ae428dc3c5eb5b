import { randomUUID } from 'node:crypto'
import { createTokenJuez, createJuez } from '#contract/jueces.ts'
import { saveTurno, selectDia } from '#contract/horario.ts'
import { setCriterios } from '#contract/categorias.ts'
import { createSubida } from '#contract/inscripciones.ts'
import { sendCalificacion } from '#contract/calificaciones.ts'
import { signIn } from '#contract/acceso.ts'
import { snapshotUrl, type Snapshot } from '#contract/live.ts'
import { horario, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import { viewKey } from '#contract/view.ts'
import { criteriosOf } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { sortByOrden } from '#domain/orden.ts'
import { ADMIN, cookieOf } from './server.ts'

/** A judge, and the API token of the judge's app. */
export interface Juez {
  readonly id: string
  readonly token: string
}

/** An administrator and the apps of the judges, over HTTP, at one server of this machine. A refused or lost request throws. */
export class Organiser {
  readonly #origin: string
  #cookie = ''

  private constructor(origin: string) {
    this.#origin = origin
  }

  static async signIn(origin: string): Promise<Organiser> {
    const organiser = new Organiser(origin)
    const response = await organiser.#send(signIn, ADMIN)
    organiser.#cookie = cookieOf(response.headers.getSetCookie())
    return organiser
  }

  async addJuez(nombre: string): Promise<Juez> {
    const { id }: { id: string } = JSON.parse(await (await this.#send(createJuez, { nombre })).text())
    const token = await (await this.#send(createTokenJuez, {}, { id })).text()
    return { id, ...(JSON.parse(token) as { token: string }) }
  }

  /** Makes a day the active one, scored by the criteria `general`. Returns its entries in their order. */
  async openDay(dia: Dia): Promise<readonly string[]> {
    await this.#send(selectDia, { dia })
    const answer = await fetch(this.#origin + snapshotUrl([viewKey(horario)]))
    // The wire: what the server sends here is what `contract/live.ts` declares.
    const { views } = JSON.parse(await answer.text()) as Snapshot
    const parts = Object.values(views[viewKey(horario)] ?? {}) as readonly CategoriaHorarioPart[]
    const categorias = sortByOrden(parts.filter(({ tipo }) => tipo === 'categoria'))
    for (const { id } of categorias) await this.#send(setCriterios, { criterios: 'general' }, { id })
    return categorias.flatMap(({ competidores }) => competidores.map(({ id }) => id))
  }

  async moveTurno(selectedRow: number): Promise<void> {
    await this.#send(saveTurno, { selectedRow })
  }

  /** Every judge sends a mark. Returns how many were acknowledged. */
  async mark(jueces: readonly Juez[], competidorId: string): Promise<number> {
    const criterios = Object.fromEntries(criteriosOf('general').map(({ clave }) => [clave, '8.5']))
    const sent = jueces.map(({ token }) =>
      this.#send(sendCalificacion, { criterios, version: 0 }, { competidorId }, { authorization: `Bearer ${token}` }),
    )
    return (await Promise.all(sent)).length
  }

  /** Sends a track in one request. No entry uses it: the server keeps the five newest uploads of a person. */
  async upload(track: Buffer): Promise<void> {
    const tus = { 'tus-resumable': '1.0.0', cookie: this.#cookie }
    const headers = { ...tus, 'upload-length': String(track.length) }
    const begun = await fetch(this.#origin + createSubida.path, { method: 'POST', headers })
    await begun.text()
    const sent = await fetch(this.#origin + String(begun.headers.get('location')), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(track),
    })
    if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`)
  }

  /** Sends a command. Throws unless it is acknowledged. */
  async #send(
    { method, path }: { readonly method: string; readonly path: string },
    input: object,
    params: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = { cookie: this.#cookie },
  ): Promise<Response> {
    const address = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
    const response = await fetch(this.#origin + address, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    return response
  }
}
