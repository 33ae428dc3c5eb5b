import { horario, type Horario } from '#contract/views/horario.ts'
import { MUSICA_PATH, pantalla, type Pantalla, type PistasPart } from '#contract/views/pantallas.ts'
import { viewKey } from '#contract/view.ts'
import { MUSICA_MAX_S } from '#domain/musica.ts'
import { enOrdenDePista } from '#domain/puesto.ts'
import { puesto, type KeptPista } from '../device/puesto.ts'
import { connection, feed } from '../live/tab.ts'
import { Store } from '../ui/store.ts'

const RETRY_MS = 3_000
const STALE_MS = 3_000
/** The longest time of one track: 30 MB on a slow line. */
const LONGEST_MS = 600_000
/** After this time a device that took no more is asked again. */
const FULL_MS = 300_000
/** After the stream is back, changes of this time came while the device was away. */
const BACK_MS = 2_000

export interface EstadoDeFonoteca {
  /** The versions of the tracks on the device, by entry. */
  readonly versiones: ReadonlyMap<string, string>
  /** The device takes no more of the missing ones. */
  readonly isFull: boolean
  /** The entries whose track was replaced while the device was away and was not played since. */
  readonly cambiadas: readonly string[]
}

/**
 * The tracks of the active day on this device: fetches what is missing or was replaced, from the entry in course on, one after the
 * other, and removes those of another day once all are here. Lives as long as the page.
 */
export class Fonoteca extends Store<EstadoDeFonoteca> {
  readonly #enlace: string
  readonly #urls = new Map<string, string>()
  readonly #ready: Promise<void>
  #pistas: PistasPart | undefined
  /** Tracks that the server did not give, by their versions. */
  readonly #missing = new Set<string>()
  /** The server has sent them, and not this device alone. */
  #isConfirmed = false
  #isRunning = false
  #request: { readonly from: number; readonly cancel: AbortController } | undefined
  /** The tracks have changed, or some are left to fetch. */
  #isAsked = false
  /** Until then a change tells of the time that the device was away, ms since 1970. */
  #newsUntil = Infinity
  #hasNews = false

  constructor(enlace: string) {
    super({ versiones: new Map(), isFull: false, cambiadas: [] })
    this.#enlace = enlace
    this.#ready = this.#load()
    feed.progress.subscribe(() => this.#look())
    connection.subscribe(() => this.#follow())
    this.#look()
  }

  /** Where the sound of a track is: on the device, unless the server has another version and can give it now. */
  readonly urlOf = (id: string): string => {
    const url = this.#urls.get(id)
    if (url !== undefined && (this.isCurrent(id) || connection.read().estado !== 'en vivo')) return url
    return this.#addressOf(id)
  }

  #addressOf(id: string): string {
    return `${MUSICA_PATH.replace(':id', encodeURIComponent(id))}?${new URLSearchParams({ enlace: this.#enlace })}`
  }

  /** Whether the device has the track of an entry as the server has it, as far as the device knows. */
  isCurrent(id: string): boolean {
    const version = this.read().versiones.get(id)
    return version !== undefined && version === this.#pistas?.pistas[id]?.version
  }

  /** A person plays a track. That it was replaced is no news any more, unless the former one plays. */
  play(id: string): void {
    const { cambiadas } = this.read()
    const isFormer = !this.isCurrent(id) && this.urlOf(id) === this.#urls.get(id)
    if (!isFormer && cambiadas.includes(id)) this.#setCambiadas(cambiadas.filter((one) => one !== id))
  }

  async #load(): Promise<void> {
    try {
      const { cambiadas = [] } = (await puesto.read(this.#enlace)) ?? {}
      const versiones = new Map<string, string>()
      for (const { competidorId, version, mp3 } of await puesto.listPistas(this.#enlace)) {
        this.#setUrl(competidorId, mp3)
        versiones.set(competidorId, version)
      }
      this.set({ ...this.read(), versiones, cambiadas })
    } catch {
      // No storage: every track comes from the network.
    }
  }

  #follow(): void {
    if (connection.read().estado !== 'en vivo') {
      this.#newsUntil = Infinity
      return
    }
    if (this.#newsUntil === Infinity) this.#newsUntil = Date.now() + BACK_MS
    // A request of before waits on a connection that is probably lost.
    if (this.#request && Date.now() - this.#request.from > STALE_MS) this.#request.cancel.abort()
    void this.#run()
  }

  /** Takes the tracks of the view. */
  #look(): void {
    const seen = feed.views.get(viewKey(pantalla, { enlace: this.#enlace }))
    const { pistas } = (seen?.document() as Pantalla | null | undefined) ?? {}
    const isConfirmed = seen?.at !== undefined
    if (!pistas || (pistas === this.#pistas && isConfirmed === this.#isConfirmed)) return
    this.#pistas = pistas
    this.#isConfirmed = isConfirmed
    if (!isConfirmed) return
    // The first state after an absence tells of it, and the later ones do not.
    this.#hasNews ||= Date.now() < this.#newsUntil
    this.#newsUntil = 0
    this.#missing.clear()
    this.set({ ...this.read(), isFull: false })
    void this.#run()
  }

  async #run(): Promise<void> {
    this.#isAsked = true
    if (this.#isRunning || !this.#isConfirmed) return
    this.#isRunning = true
    await this.#ready
    await this.#dropLost()
    while (this.#isAsked && connection.read().estado !== 'sin conexión') {
      this.#isAsked = false
      this.#noteChanges()
      if (await this.#fetchNext()) this.#isAsked = true
    }
    this.#isRunning = false
  }

  /** Forgets the tracks that the device has lost: a person, the browser, or a day without contact has deleted them. */
  async #dropLost(): Promise<void> {
    const kept = await puesto.listPistaIds(this.#enlace).catch(() => undefined)
    const versiones = new Map([...this.read().versiones].filter(([id]) => kept?.includes(id) ?? true))
    if (versiones.size < this.read().versiones.size) this.set({ ...this.read(), versiones })
  }

  /** Notes the tracks that were replaced while the device was away. */
  #noteChanges(): void {
    if (!this.#hasNews) return
    this.#hasNews = false
    const { versiones, cambiadas } = this.read()
    const replaced = [...versiones.keys()].filter(
      (id) => this.#pistas?.pistas[id] && !this.isCurrent(id) && !cambiadas.includes(id),
    )
    if (replaced.length > 0) this.#setCambiadas([...cambiadas, ...replaced])
  }

  #setCambiadas(cambiadas: readonly string[]): void {
    this.set({ ...this.read(), cambiadas })
    puesto.change(this.#enlace, { cambiadas }).catch(() => undefined)
  }

  /** Fetches the next missing track. Resolves to false when nothing is left to do. */
  async #fetchNext(): Promise<boolean> {
    const pistas = this.#pistas?.pistas ?? {}
    const id = this.#order().find((one) => !this.isCurrent(one) && !this.#missing.has(pistas[one]?.version ?? ''))
    const version = pistas[id ?? '']?.version
    if (id === undefined || version === undefined) {
      await this.#forgetOthers()
      return false
    }
    const cancel = new AbortController()
    this.#request = { from: Date.now(), cancel }
    const { signal } = cancel
    const late = setTimeout(() => cancel.abort(), LONGEST_MS)
    try {
      const answer = await fetch(this.#addressOf(id), {
        cache: 'no-store',
        credentials: 'omit',
        priority: 'low',
        signal,
      })
      const type = answer.headers.get('content-type')
      // The link has ended: the page shows nothing more.
      const isOurs = type?.startsWith('application/json')
      if (answer.status === 410 && isOurs) return false
      if (answer.status === 404 && isOurs) {
        this.#missing.add(version)
        return true
      }
      const mp3 = await answer.blob()
      const isWhole = mp3.size > 0 && [null, String(mp3.size)].includes(answer.headers.get('content-length'))
      if (answer.status !== 200 || type !== 'audio/mpeg' || !isWhole) throw new Error(`No track: ${answer.status}.`)
      return await this.#keep({ enlace: this.#enlace, competidorId: id, version, mp3 })
    } catch {
      // The network is lost, or a page of it answered.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return true
    } finally {
      clearTimeout(late)
    }
  }

  async #keep(pista: KeptPista): Promise<boolean> {
    const { competidorId, version } = pista
    // Read again, so that the bytes lie on the disk and not in memory.
    const kept = await puesto
      .keepPista(pista)
      .then(() => puesto.readPista(this.#enlace, competidorId))
      .catch(() => undefined)
    if (!kept) {
      // Without room: first without the tracks of another day, then these come from the network.
      if (await this.#forgetOthers()) return true
      this.set({ ...this.read(), isFull: true })
      setTimeout(() => void this.#run(), FULL_MS)
      return false
    }
    this.#setUrl(competidorId, kept.mp3)
    this.set({ ...this.read(), isFull: false, versiones: new Map(this.read().versiones).set(competidorId, version) })
    return true
  }

  /** Gives a track its address. The former one serves until what may play from it is over. */
  #setUrl(id: string, mp3?: Blob): void {
    const former = this.#urls.get(id)
    if (former !== undefined) setTimeout(() => URL.revokeObjectURL(former), MUSICA_MAX_S * 1_000)
    if (mp3) this.#urls.set(id, URL.createObjectURL(mp3))
    else this.#urls.delete(id)
  }

  /** Removes the tracks that the active day does not have. Resolves to whether there were any. */
  async #forgetOthers(): Promise<boolean> {
    const versiones = new Map(this.read().versiones)
    const others = [...versiones.keys()].filter((id) => !this.#pistas?.pistas[id])
    for (const id of others) {
      await puesto.deletePista(this.#enlace, id).catch(() => undefined)
      versiones.delete(id)
      this.#setUrl(id)
    }
    if (others.length === 0) return false
    this.set({ ...this.read(), versiones })
    this.#setCambiadas(this.read().cambiadas.filter((id) => !others.includes(id)))
    return true
  }

  /** The entries of the day in the order in which their tracks are fetched. */
  #order(): readonly string[] {
    const live = feed.peek(viewKey(horario)) as Horario | undefined
    const known = live ? enOrdenDePista(live) : []
    return [...new Set([...known, ...Object.keys(this.#pistas?.pistas ?? {})])].filter((id) => this.#pistas?.pistas[id])
  }
}
