import type { Sesion } from '#contract/sesion.ts'
import type { DeJuez } from '#contract/views/jueces.ts'
import type { KeptDocumento, Shelf } from '../device/database.ts'
import { Store } from '../ui/store.ts'
import { type Outcome, Sender } from './sender.ts'
import {
  markIdOf,
  reconcileMark,
  takeRespuesta,
  type Intento,
  type Marcas,
  type Mark,
  type MarkKey,
  type Next,
  type Pendiente,
} from './mark.ts'

/**
 * The session of the judge whose marks this browser has, as far as this tab knows. Marks are sent while it is `viva`; once it
 * is `terminada`, no judge is signed in, and the marks wait until the judge returns.
 */
type SesionDeJuez = 'desconocida' | 'viva' | 'terminada'

export interface OutboxState {
  /** The judge of the marks; null: no judge is known in this browser. */
  readonly juezId: string | null
  readonly sesion: SesionDeJuez
  /** The device has been read. */
  readonly isRead: boolean
  readonly kept: KeptDocumento | undefined
  readonly marcas: Marcas
  /** Number of marks of other judges that wait on the device; 0 while a session is not `terminada`. */
  readonly ajenas: number
  /** Number of writes under way. */
  readonly guardando: number
  /** Why the device does not keep the marks; null while it does. */
  readonly falla: string | null
  /** The name (`markIdOf`) of the mark that is being sent. */
  readonly enviando: string | null
}

export interface OutboxOptions {
  readonly shelf: Shelf
  readonly deliver: (mark: Pendiente, cancelled: AbortSignal) => Promise<Outcome>
  /** The judge of this browser, kept between pages. */
  readonly memory: { readonly read: () => string | null; readonly write: (juezId: string | null) => void }
  /** Tells the other tabs that the marks on the device changed. */
  readonly announce: () => void
  /** Called with a refusal of the session: it is loaded again. */
  readonly checkSession: (error: unknown) => void
  readonly clock: () => { readonly ahora: number; readonly zona: string | undefined }
}

const KEEP_EVERY_MS = 1_000
const EMPTY: OutboxState = {
  juezId: null,
  sesion: 'desconocida',
  isRead: false,
  kept: undefined,
  marcas: new Map(),
  ajenas: 0,
  guardando: 0,
  falla: null,
  enviando: null,
}

/**
 * The marks of a judge on this device, from the first tap to the answer of the server, and the last known document of the
 * judge. Belongs to the page: components read it and call `apply`.
 *
 * @example
 * outbox.apply(entrada, scoreCriterio({ criterio: 'b_tiempo', texto: '8.5', base }))
 */
export class Outbox extends Store<OutboxState> {
  readonly #options: OutboxOptions
  readonly #sender: Sender
  /** The mark of each write under way. */
  readonly #writing: string[] = []
  /** Marks whose last write failed: the next one writes the whole mark. */
  readonly #unsaved = new Set<string>()
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #stored: KeptDocumento | undefined
  /** How often this page had made the storage at the last read. */
  #made: number | undefined
  /** The document is the live view's, not the one that the device kept. */
  #isLive = false

  constructor(options: OutboxOptions) {
    super(EMPTY)
    this.#options = options
    this.#sender = new Sender({
      pending: () => this.#pending(),
      send: (mark, cancelled) => this.#send(mark, cancelled),
    })
  }

  /** Takes the session of the tab; `undefined`: not known yet. */
  meet(sesion: Sesion | undefined): void {
    const known = this.read().juezId ?? this.#options.memory.read()
    if (!sesion) return this.#become(known, 'desconocida')
    if (sesion.role !== 'juez') return this.#become(known, 'terminada')
    this.#options.memory.write(sesion.id)
    this.#become(sesion.id, 'viva')
  }

  /** Takes the live view of the judge. Ignored when it is of another judge. */
  hear(documento: DeJuez): void {
    const { juezId, sesion } = this.read()
    if (sesion !== 'viva' || juezId !== documento.juezId) return
    this.#isLive = true
    this.#set({ kept: { juezId, documento, ...this.#options.clock() } })
    this.#keep()
    this.#reconcile()
  }

  /**
   * Changes the mark for the attempt of an entry: on the screen at once, then on the device. Sends it once it is `pendiente`.
   * Never rejects: see `falla`.
   */
  async apply({ id, intento = 1 }: Intento, next: Next): Promise<void> {
    const { juezId, marcas } = this.read()
    if (juezId === null) return
    const of = { juezId, competidorId: id, intento }
    const before = marcas.get(markIdOf(id, intento))
    const after = next(before, of)
    this.#show(of, after)
    await this.#write(of, next)
    if (after?.estado === 'pendiente' && before?.estado !== 'pendiente') this.#sender.wake()
  }

  /** Sends now: the network is back, or the page is visible again. */
  wake(): void {
    this.#sender.wake()
  }

  /** Resolves when nothing is being sent. */
  settled(): Promise<void> {
    return this.#sender.settled()
  }

  /** Reads the marks again: another tab changed them. */
  async reread(): Promise<void> {
    const { juezId, sesion } = this.read()
    const { shelf } = this.#options
    try {
      const list = juezId === null ? [] : await shelf.list(juezId)
      const ajenas = sesion === 'terminada' ? await shelf.countPendientesOfOthers(juezId) : 0
      if (this.read().juezId !== juezId || this.read().sesion !== sesion) return
      const stored = new Map(list.map((mark) => [markIdOf(mark.competidorId, mark.intento), mark]))
      this.#noteLoss()
      for (const [id, mark] of this.read().marcas) {
        if (this.#unsaved.has(id) || this.#writing.includes(id)) stored.set(id, mark)
      }
      this.#set({ marcas: stored, ajenas, isRead: true })
      this.#reconcile()
    } catch (error) {
      // The marks of this page stay in its memory, and the bar tells that they are not on the device.
      this.#set({ falla: fallaOf(error), isRead: true })
    }
  }

  /** Writes everything again that this page knows, when the browser or a person has deleted the storage of the device. */
  #noteLoss(): void {
    const made = this.#options.shelf.timesMade()
    const isLost = this.#made !== undefined && made > this.#made
    this.#made = made
    if (!isLost) return
    for (const [id, mark] of this.read().marcas) {
      this.#unsaved.add(id)
      void this.#write(mark, (stored) => stored)
    }
    this.#stored = undefined
    this.#keep()
  }

  #become(juezId: string | null, sesion: SesionDeJuez): void {
    const before = this.read()
    const isSame = before.juezId === juezId
    if (isSame && before.sesion === sesion) return
    const hasDocument = sesion !== 'terminada'
    this.#isLive &&= isSame && hasDocument
    this.#set({
      juezId,
      sesion,
      ...(!isSame && { marcas: new Map(), isRead: false }),
      ...((!isSame || !hasDocument) && { kept: undefined }),
    })
    void this.#start(juezId, sesion)
  }

  async #start(juezId: string | null, sesion: SesionDeJuez): Promise<void> {
    const { shelf } = this.#options
    try {
      if (sesion !== 'desconocida') await shelf.deleteOthers(sesion === 'viva' ? juezId : null)
      if (sesion !== 'terminada' && juezId !== null) {
        const kept = await shelf.read(juezId)
        if (this.read().juezId === juezId && !this.read().kept) this.#set({ kept })
      }
    } catch (error) {
      // Without the kept document the page waits for the network; the bar tells why.
      this.#set({ falla: fallaOf(error) })
    }
    await this.reread()
    await this.#forget()
    this.#sender.wake()
  }

  async #pending(): Promise<Pendiente[]> {
    await this.reread()
    const { sesion, marcas } = this.read()
    if (sesion !== 'viva') return []
    return [...marcas.values()].filter((mark) => mark.estado === 'pendiente').toSorted((a, b) => a.desde - b.desde)
  }

  /** Sends one mark and takes the answer. Resolves to false when the next one has to wait. */
  async #send(mark: Pendiente, cancelled: AbortSignal): Promise<boolean> {
    if (this.read().sesion !== 'viva') return false
    // Another tab may have sent it meanwhile, or the judge may have discarded it there.
    if (!(await this.#pending()).some(({ key }) => key === mark.key)) return true
    this.#set({ enviando: markIdOf(mark.competidorId, mark.intento) })
    const outcome = await this.#options.deliver(mark, cancelled).finally(() => this.#set({ enviando: null }))
    if (mark.juezId !== this.read().juezId || outcome.tipo === 'sinRespuesta') return false
    if (outcome.tipo === 'sinSesion') {
      this.#options.checkSession(outcome.error)
      return false
    }
    await this.apply({ id: mark.competidorId, intento: mark.intento }, takeRespuesta(mark.key, outcome))
    await this.#forget()
    return true
  }

  async #write(of: MarkKey, next: Next): Promise<void> {
    const id = markIdOf(of.competidorId, of.intento)
    this.#writing.push(id)
    this.#set({ guardando: this.#writing.length })
    let stored: { readonly mark: Mark | undefined } | undefined
    let falla = this.read().falla
    try {
      const mark = await this.#options.shelf.change(of, (mark) => {
        this.#noteLoss()
        return this.#unsaved.has(id) ? this.read().marcas.get(id) : next(mark, of)
      })
      stored = { mark }
      this.#unsaved.delete(id)
      if (this.#unsaved.size === 0) falla = null
    } catch (error) {
      // The mark stays on the screen and is sent from there; the bar tells that it is not on the device.
      this.#unsaved.add(id)
      falla = fallaOf(error)
    }
    this.#writing.splice(this.#writing.indexOf(id), 1)
    const isLast = !this.#writing.includes(id)
    if (stored && isLast && this.read().juezId === of.juezId) this.#show(of, stored.mark)
    this.#set({ guardando: this.#writing.length, falla })
    this.#options.announce()
  }

  /** Drops the marks that the live document shows too. */
  #reconcile(): void {
    const { kept, marcas, sesion } = this.read()
    if (!kept || sesion !== 'viva' || marcas.size === 0) return
    const enVivo = this.#isLive
    const entradas = new Map(
      kept.documento.categorias.flatMap(({ criterios, competidores }) =>
        competidores.map((servidor) => [servidor.id, { servidor, cuantosCriterios: criterios.length, enVivo }]),
      ),
    )
    for (const [id, mark] of marcas) {
      const documento = entradas.get(mark.competidorId)
      if (!documento || this.#writing.includes(id)) continue
      const next = reconcileMark(documento)
      if (next(mark, mark) !== mark) void this.apply({ id: mark.competidorId, intento: mark.intento }, next)
    }
  }

  /**
   * Once the session has ended, deletes from the device the data that the server has too, and the judge's id when no mark
   * waits for the judge. Keeps drafts.
   */
  async #forget(): Promise<void> {
    const { juezId } = this.read()
    if (juezId === null || this.read().sesion !== 'terminada') return
    try {
      await this.#options.shelf.deleteOthers(null)
    } catch (error) {
      // The next page tries again.
      return this.#set({ falla: fallaOf(error) })
    }
    const { sesion, marcas } = this.read()
    const isWaiting = [...marcas.values()].some(({ estado }) => estado === 'pendiente')
    if (juezId === this.read().juezId && sesion === 'terminada' && !isWaiting) this.#options.memory.write(null)
  }

  /** Stores the document, at once and then at most once a second. */
  #keep(): void {
    const { kept, sesion } = this.read()
    if (!kept || sesion !== 'viva' || kept === this.#stored || this.#keepTimer) return
    this.#stored = kept
    this.#keepTimer = setTimeout(() => {
      this.#keepTimer = undefined
      this.#keep()
    }, KEEP_EVERY_MS)
    this.#options.shelf.keep(kept).catch((error: unknown) => {
      // Without it the page does not open without network; marks are stored apart.
      this.#set({ falla: fallaOf(error) })
    })
  }

  #show({ competidorId, intento }: MarkKey, mark: Mark | undefined): void {
    const marcas = new Map(this.read().marcas)
    if (mark) marcas.set(markIdOf(competidorId, intento), mark)
    else marcas.delete(markIdOf(competidorId, intento))
    this.#set({ marcas })
  }

  #set(next: Partial<OutboxState>): void {
    this.set({ ...this.read(), ...next })
  }
}

const FALLA_ESPACIO =
  'Ya no hay espacio en este dispositivo. Libera espacio y no cierres esta página hasta que todo esté enviado.'
const FALLA_NAVEGADOR =
  'Este navegador no deja guardar (quizá es una ventana privada). No cierres esta página hasta que todo esté enviado.'

/** Why the device does not keep a mark, and what the judge can do. */
function fallaOf(error: unknown): string {
  return error instanceof Error && error.name === 'QuotaExceededError' ? FALLA_ESPACIO : FALLA_NAVEGADOR
}
