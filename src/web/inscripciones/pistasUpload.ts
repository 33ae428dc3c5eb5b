import type { Input } from '#contract/define.ts'
import { misInscripciones, MUSICA_MAX_BYTES, updateInscripcion, type MiInscripcion } from '#contract/inscripciones.ts'
import { finalCortadoText } from '#domain/musica.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { refusalOf, type ApiProblem } from '../api/request.ts'
import { send } from '../api/send.ts'
import { newKey } from '../api/session.ts'
import { peekView } from '../live/tab.ts'
import { isUnderway, MusicaUpload } from './musicaUpload.ts'
import { Store } from '../ui/store.ts'

/** A file and the entry that gets it. */
export interface Destinada {
  readonly file: File
  readonly id: string
}

/** What becomes of a file, once its upload has begun. */
export type Paso =
  | { readonly tipo: 'subiendo'; readonly upload: MusicaUpload }
  /** `nota`: what the person should read about it. */
  | { readonly tipo: 'subida'; readonly nota: string }
  | { readonly tipo: 'falla'; readonly fault: string }

interface Avance {
  /** How many files the present run has; 0 while none is under way. */
  readonly total: number
  /** How many of them are done. */
  readonly hechas: number
  readonly pasos: ReadonlyMap<File, Paso>
}

const NINGUNO: Avance = { total: 0, hechas: 0, pasos: new Map() }
/** One is stored and given to its entry while the next one travels. The server keeps five uploads of a person. */
const AT_ONCE = 2
/** The wait before a command without an answer is sent again, and before a changed entry is read again. */
const AGAIN_MS = 3_000
const falla = (fault: string): Paso => ({ tipo: 'falla', fault })
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_MS))

/** Why a chosen file cannot be a track; `null` where the server decides. */
export async function faultOfArchivo(file: File): Promise<string | null> {
  if (file.size === 0) return PROBLEMS['musica.empty']
  if (file.size > MUSICA_MAX_BYTES) return PROBLEMS['musica.tooLarge']
  try {
    // An mp4, whatever its name says. The server looks at the rest.
    return (await file.slice(4, 8).text()) === 'ftyp' ? PROBLEMS['musica.notMp3'] : null
  } catch {
    // Moved or deleted since it was chosen.
    return 'El archivo ya no se puede leer. Elígelo otra vez.'
  }
}

/** The uploads of many files, each of which its entry gets once it is complete. A lost connection holds them up only. */
export class PistasUpload extends Store<Avance> {
  #isStopped = false

  constructor() {
    super(NINGUNO)
  }

  /** Uploads the files. Resolves to how many entries got their track. */
  async run(pistas: readonly Destinada[]): Promise<number> {
    if (this.read().total > 0) return 0
    this.#isStopped = false
    this.set({ ...this.read(), total: pistas.length, hechas: 0 })
    const left = [...pistas]
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next && !this.#isStopped; next = left.shift()) {
        this.#put(next.file, await this.#upload(next))
        this.set({ ...this.read(), hechas: this.read().hechas + 1 })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    this.set({ ...this.read(), total: 0 })
    return pistas.filter(({ file }) => this.read().pasos.get(file)?.tipo === 'subida').length
  }

  /** Ends the run: what is complete stays, the other files can be uploaded again. */
  cancel(): void {
    this.#isStopped = true
    for (const paso of this.read().pasos.values())
      if (paso.tipo === 'subiendo' && isUnderway(paso.upload.read())) paso.upload.clear()
  }

  forget(): void {
    this.set(NINGUNO)
  }

  #put(file: File, paso: Paso | undefined): void {
    const pasos = new Map(this.read().pasos)
    if (paso) pasos.set(file, paso)
    else pasos.delete(file)
    this.set({ ...this.read(), pasos })
  }

  /** Undefined after `cancel`, and when the entry got a track meanwhile. */
  async #upload({ file, id }: Destinada): Promise<Paso | undefined> {
    const upload = new MusicaUpload()
    this.#put(file, { tipo: 'subiendo', upload })
    upload.choose(file)
    await upload.settled()
    const estado = upload.read()
    if (estado.tipo === 'rechazada') {
      // No other file could be uploaded either.
      if (estado.needsSignIn) this.#isStopped = true
      return falla(estado.title === file.name ? estado.text : `${estado.title} ${estado.text}`)
    }
    if (estado.tipo !== 'lista' || estado.subida === undefined) return undefined
    const nota = estado.isCut ? finalCortadoText(estado.duracion ?? 0) : ''
    const paso = await this.#give(id, estado.subida, nota)
    if (paso?.tipo === 'subida') upload.forget()
    else upload.clear()
    return paso
  }

  /** Gives an entry its track, unless it has one. */
  async #give(id: string, subida: string, nota: string): Promise<Paso | undefined> {
    let entry = entryOf(id)
    while (entry && !entry.tieneMusica) {
      const problem = await this.#send({ id, subida, version: entry.version })
      if (!problem) return { tipo: 'subida', nota }
      if (problem.code !== 'inscripcion.changed' || this.#isStopped) return falla(problem.message)
      await wait()
      entry = entryOf(id)
    }
    return entry ? undefined : falla(PROBLEMS['competidor.missing'])
  }

  /** Sends the command until an answer comes, with one key: the server runs it once. Returns why it was refused, or null. */
  async #send(input: Input<typeof updateInscripcion>): Promise<ApiProblem | null> {
    const key = newKey()
    for (;;) {
      try {
        await send(updateInscripcion, input, { key, isPatient: true })
        return null
      } catch (error) {
        const problem = refusalOf(error)
        if ((problem.status !== 0 && problem.status !== 503) || this.#isStopped) return problem
        await wait()
      }
    }
  }
}

/** An entry as the live view has it now. */
function entryOf(id: string): MiInscripcion | undefined {
  return peekView(misInscripciones, {})?.inscripciones.find((one) => one.id === id)
}
