import type { Sesion } from '#contract/sesion.ts'
import type { DeJuez } from '#contract/views/jueces.ts'
import { Store } from '../ui/store.ts'
import type { Entrega } from './deliver.ts'
import { nextMark, type Mark, type MarkEvent, type Pendiente } from './mark.ts'
import { Sender, type Lock } from './sender.ts'
import type { Kept, Shelf } from './shelf.ts'

export interface OutboxState {
  /** The judge whose marks these are; null: this browser was no judge's. */
  readonly juezId: string | null
  /** `terminada`: the session of the judge ended. `ajena`: another person is signed in. */
  readonly sesion: 'desconocida' | 'viva' | 'terminada' | 'ajena'
  /** The device has been read. */
  readonly isRead: boolean
  readonly kept: Kept | undefined
  /** By entry. */
  readonly marcas: ReadonlyMap<string, Mark>
  /** Number of writes under way. */
  readonly guardando: number
  /** Why the device does not keep the marks; null while it does. */
  readonly falla: string | null
  /** The entry whose mark is being sent. */
  readonly enviando: string | null
}

export interface OutboxOptions {
  readonly shelf: Shelf
  readonly lock: Lock
  readonly deliver: (mark: Pendiente, cancelled: AbortSignal) => Promise<Entrega>
  /** The judge of this browser, remembered between pages. */
  readonly memory: { readonly read: () => string | null; readonly write: (juezId: string | null) => void }
  /** Tells the other tabs that the marks on the device changed. */
  readonly announce: () => void
  /** Called with a refusal of the session: it is loaded again. */
  readonly checkSession: (error: unknown) => void
  readonly clock: () => { readonly ahora: number; readonly zona: string | undefined }
  readonly random: () => number
  readonly now: () => number
}

const KEEP_EVERY_MS = 1_000
const FALLA_ESPACIO =
  'Ya no hay espacio en este dispositivo. Libera espacio y no cierres esta página hasta que todo esté enviado.'
const FALLA_NAVEGADOR =
  'Este navegador no deja guardar (quizá es una ventana privada). No cierres esta página hasta que todo esté enviado.'
const EMPTY: OutboxState = {
  juezId: null,
  sesion: 'desconocida',
  isRead: false,
  kept: undefined,
  marcas: new Map(),
  guardando: 0,
  falla: null,
  enviando: null,
}

/**
 * The marks of a judge on this device, from the first tap to the answer of the server, and the last known document of the
 * judge. Belongs to the page: components read it and call `apply`.
 *
 * @example
 * outbox.apply(competidorId, { tipo: 'puntuar', clave: 'b_tiempo', texto: '8.5', base })
 */
export class Outbox extends Store<OutboxState> {
  readonly #options: OutboxOptions
  readonly #sender: Sender
  /** Number of writes under way by entry. */
  readonly #writing = new Map<string, number>()
  /** Entries whose last write failed: the next one writes the whole mark. */
  readonly #unsaved = new Set<string>()
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #stored: Kept | undefined
  /** The server refused the ended session too: the marks wait until the judge returns. */
  #isRefused = false

  constructor(options: OutboxOptions) {
    super(EMPTY)
    this.#options = options
    this.#sender = new Sender({
      pending: () => this.#pending(),
      deliver: (mark, cancelled) => this.#deliver(mark, cancelled),
      take: (mark, entrega) => this.#take(mark, entrega),
      lock: options.lock,
      random: options.random,
      now: options.now,
    })
  }

  /** Takes the session of the tab; `undefined`: not known yet. */
  meet(sesion: Sesion | undefined): void {
    const known = this.read().juezId ?? this.#options.memory.read()
    if (!sesion) return this.#become(known, 'desconocida')
    if (sesion.role !== 'juez') return this.#become(known, sesion.role === 'visitante' ? 'terminada' : 'ajena')
    this.#options.memory.write(sesion.id)
    this.#become(sesion.id, 'viva')
  }

  /** Takes the live view of the judge. Ignored when it is of another judge. */
  hear(documento: DeJuez): void {
    const { juezId, sesion } = this.read()
    if (sesion !== 'viva' || juezId !== documento.juezId) return
    this.#set({ kept: { juezId, documento, ...this.#options.clock() } })
    this.#keep()
    this.#reconcile()
  }

  /** Changes the mark for an entry: on the screen at once, then on the device. Never rejects: see `falla`. */
  async apply(competidorId: string, event: MarkEvent): Promise<void> {
    const { juezId, marcas } = this.read()
    if (juezId === null) return
    const key = { juezId, competidorId }
    this.#show(competidorId, nextMark(key, marcas.get(competidorId), event))
    await this.#write(key, event)
    if (event.tipo === 'enviar' || event.tipo === 'usarDispositivo') this.#sender.wake()
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
    const { juezId } = this.read()
    if (juezId === null) return this.#set({ isRead: true })
    try {
      const stored = new Map((await this.#options.shelf.list(juezId)).map((mark) => [mark.competidorId, mark]))
      if (this.read().juezId !== juezId) return
      for (const [id, mark] of this.read().marcas) {
        const isNewer = this.#unsaved.has(id) || this.#writing.has(id)
        if (isNewer) stored.set(id, mark)
      }
      this.#set({ marcas: stored, isRead: true })
      this.#reconcile()
    } catch (error) {
      // The marks of this page stay in its memory, and the bar tells that they are not on the device.
      this.#set({ falla: fallaOf(error), isRead: true })
    }
  }

  #become(juezId: string | null, sesion: OutboxState['sesion']): void {
    const before = this.read()
    if (before.juezId === juezId && before.sesion === sesion) return
    const isSame = before.juezId === juezId
    const hasDocument = sesion === 'viva' || sesion === 'desconocida'
    this.#isRefused = false
    this.#set({
      juezId,
      sesion,
      ...(!isSame && { marcas: new Map(), isRead: false }),
      ...((!isSame || !hasDocument) && { kept: undefined }),
    })
    void this.#start(juezId, hasDocument)
  }

  async #start(juezId: string | null, hasDocument: boolean): Promise<void> {
    const { shelf } = this.#options
    try {
      if (!hasDocument || this.read().sesion === 'viva') await shelf.deleteOthers(hasDocument ? juezId : null)
      const kept = hasDocument && juezId !== null ? await shelf.read(juezId) : undefined
      if (this.read().juezId === juezId && !this.read().kept && hasDocument) this.#set({ kept })
    } catch (error) {
      // Without the kept document the page waits for the network; the bar tells why.
      this.#set({ falla: fallaOf(error) })
    }
    await this.reread()
    this.#forgetWhenDone()
    this.#sender.wake()
  }

  async #pending(): Promise<Pendiente[]> {
    await this.reread()
    const { sesion, marcas } = this.read()
    const mayHandIn = sesion === 'terminada' && !this.#isRefused
    if (sesion !== 'viva' && !mayHandIn) return []
    const pending = [...marcas.values()].filter((mark) => mark.estado === 'pendiente')
    return pending.toSorted((a, b) => a.desde - b.desde)
  }

  async #deliver(mark: Pendiente, cancelled: AbortSignal): Promise<Entrega> {
    // Stored before it is sent: a mark that may have been handed in is never sent as a mark in time.
    const isLate = mark.via === 'tardias' || this.read().sesion === 'terminada'
    if (isLate) await this.apply(mark.competidorId, { tipo: 'entregar', clave: mark.clave })
    this.#set({ enviando: mark.competidorId })
    try {
      return await this.#options.deliver(isLate ? { ...mark, via: 'tardias' } : mark, cancelled)
    } finally {
      this.#set({ enviando: null })
    }
  }

  async #take(mark: Pendiente, entrega: Entrega): Promise<boolean> {
    if (mark.juezId !== this.read().juezId || entrega.tipo === 'sinRespuesta') return false
    if (entrega.tipo !== 'sinSesion') {
      await this.apply(mark.competidorId, { tipo: 'contestada', clave: mark.clave, respuesta: entrega })
      this.#forgetWhenDone()
      return true
    }
    if (this.read().sesion === 'terminada') {
      this.#isRefused = true
      if (mark.via === 'calificaciones') await this.apply(mark.competidorId, { tipo: 'noEntregada', clave: mark.clave })
    }
    this.#options.checkSession(entrega.error)
    return false
  }

  async #write({ juezId, competidorId }: Pick<Mark, 'juezId' | 'competidorId'>, event: MarkEvent): Promise<void> {
    const key = { juezId, competidorId }
    this.#set({ guardando: this.read().guardando + 1 })
    this.#writing.set(competidorId, (this.#writing.get(competidorId) ?? 0) + 1)
    let stored: { readonly mark: Mark | undefined } | undefined
    let falla = this.read().falla
    try {
      const mark = await this.#options.shelf.change(juezId, competidorId, (mark) =>
        this.#unsaved.has(competidorId) ? this.read().marcas.get(competidorId) : nextMark(key, mark, event),
      )
      stored = { mark }
      this.#unsaved.delete(competidorId)
      if (this.#unsaved.size === 0) falla = null
    } catch (error) {
      // The mark stays on the screen and is sent from there; the bar tells that it is not on the device.
      this.#unsaved.add(competidorId)
      falla = fallaOf(error)
    }
    const writing = (this.#writing.get(competidorId) ?? 1) - 1
    if (writing > 0) this.#writing.set(competidorId, writing)
    else this.#writing.delete(competidorId)
    if (stored && writing === 0 && this.read().juezId === juezId) this.#show(competidorId, stored.mark)
    this.#set({ guardando: this.read().guardando - 1, falla })
    this.#options.announce()
  }

  /** Drops what the document shows by now. */
  #reconcile(): void {
    const { kept, marcas, sesion } = this.read()
    if (!kept || sesion !== 'viva' || marcas.size === 0) return
    for (const { criterios, competidores } of kept.documento.categorias) {
      for (const servidor of competidores) {
        const mark = marcas.get(servidor.id)
        const event: MarkEvent = { tipo: 'documento', servidor, criterios: criterios.length }
        if (mark && !this.#writing.has(servidor.id) && nextMark(mark, mark, event) !== mark)
          void this.apply(servidor.id, event)
      }
    }
  }

  /** Once the session has ended and nothing waits, the next page need not open the outbox. Drafts stay on the device. */
  #forgetWhenDone(): void {
    const { sesion, marcas } = this.read()
    if (sesion === 'terminada' && [...marcas.values()].every(({ estado }) => estado === 'borrador'))
      this.#options.memory.write(null)
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

  #show(competidorId: string, mark: Mark | undefined): void {
    const marcas = new Map(this.read().marcas)
    if (mark) marcas.set(competidorId, mark)
    else marcas.delete(competidorId)
    this.#set({ marcas })
  }

  #set(next: Partial<OutboxState>): void {
    this.set({ ...this.read(), ...next })
  }
}

function fallaOf(error: unknown): string {
  return error instanceof Error && error.name === 'QuotaExceededError' ? FALLA_ESPACIO : FALLA_NAVEGADOR
}
