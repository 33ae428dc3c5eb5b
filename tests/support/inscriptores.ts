import { createCategoria, deleteCategoria, moveCategoria } from '#contract/categorias.ts'
import type { Endpoint, Input, Output } from '#contract/define.ts'
import { deleteImagen } from '#contract/evento.ts'
import { saveMinutos } from '#contract/horario.ts'
import { createInscripcion, deleteInscripcion, updateInscripcion } from '#contract/inscripciones.ts'
import { savePerfil } from '#contract/usuarios.ts'
import type { Client, TestApp } from './app.ts'
import { aTrack } from './mp3.ts'
import { addImagen } from './backup.ts'
import { upload } from './tus.ts'
import { aPhoto, stagePhoto } from './usuarios.ts'

/** One repetition of the acts of a person. Each deletes most of what it makes. */
type Round = (step: number) => Promise<void>

/** Three competitors and an organiser that write until they are stopped. */
export class Inscriptores implements AsyncDisposable {
  /** Rounds that each has made. */
  readonly rounds = [0, 0, 0, 0]
  readonly #going: Promise<unknown>
  #stopped = false

  constructor(
    app: TestApp,
    { clients, categorias }: { readonly clients: readonly Client[]; readonly categorias: readonly string[] },
  ) {
    const [admin, ...competitors] = clients
    if (!admin) throw new Error('Nobody to write.')
    const all = [organise(app, admin), ...competitors.map((who) => enter(app, who, categorias))]
    this.#going = Promise.all(all.map((round, index) => this.#write(round, index)))
    // Reported when they are stopped.
    this.#going.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#going
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  async #write(round: Round, index: number): Promise<void> {
    for (let step = 0; !this.#stopped; step += 1) {
      await round(step)
      this.rounds[index] = step + 1
    }
  }
}

const keyed =
  (who: Client) =>
  <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> =>
    who.send(endpoint, input, { key: crypto.randomUUID() })

/** A competitor: hands in, gives another track, moves to another category, takes back; and a new photo now and then. */
function enter(app: TestApp, who: Client, categorias: readonly string[]): Round {
  const send = keyed(who)
  const track = (step: number) => upload(app, who, aTrack(1, step * 10 + 1))
  const place = (step: number): string => categorias[step % categorias.length] ?? ''
  const mine: string[] = []
  return async (step) => {
    const entry = { nombre: `Pareja ${step}`, compania: 'Son', categoriaId: place(step) }
    const { id } = await send(createInscripcion, { ...entry, subida: await track(step) })
    mine.push(id)
    await send(updateInscripcion, { id, ...entry, subida: await track(step + 1) })
    await send(updateInscripcion, { id, ...entry, categoriaId: place(step + 1) })
    const oldest = mine.length > 2 ? mine.shift() : undefined
    if (oldest) await send(deleteInscripcion, { id: oldest })
    if (step % 4 !== 0) return
    const { foto } = await stagePhoto(app, await aPhoto())
    await send(savePerfil, { nombre: `Úrsula ${step}`, apellido: 'Núñez', pais: 'México', foto })
  }
}

function organise(app: TestApp, who: Client): Round {
  const send = keyed(who)
  const images: string[] = []
  const made: string[] = []
  return async (step) => {
    made.push((await send(createCategoria, { nombre: `Categoría ${step}`, dia: 'viernes' })).id)
    await send(moveCategoria, { id: made.at(-1) ?? '', direccion: 'up' })
    await send(saveMinutos, { minutosPorCompetidor: (step % 9) + 1 })
    images.push(await addImagen(app, who, `cartel ${step}.png`))
    if (made.length <= 3) return
    await send(deleteCategoria, { id: made.shift() ?? '' })
    await send(deleteImagen, { archivo: images.shift() ?? '' })
  }
}
