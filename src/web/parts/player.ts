/** What is played: an entry's music. */
export interface Track {
  readonly id: string
  /** Whose it is. */
  readonly nombre: string
  /** Where they dance it. */
  readonly detalle: string
}

export type Estado = 'parado' | 'cargando' | 'sonando'

export interface Playing {
  readonly track: Track
  readonly estado: Estado
  /** In seconds. */
  readonly elapsed: number
  /** 0 until it is known. */
  readonly duration: number
  /** Why it cannot be heard. */
  readonly problem: string | null
}

/** What the player needs of an `<audio>`. */
export interface Sound {
  src: string
  currentTime: number
  readonly duration: number
  readonly paused: boolean
  play(): Promise<void>
  pause(): void
  addEventListener(type: string, listener: () => void): void
}

export interface PlayerOptions {
  readonly makeSound: () => Sound
  readonly urlOf: (id: string) => string
  /** Asks why a track did not come: a sentence. */
  readonly diagnose: (track: Track, url: string) => Promise<string>
}

/** As the spec says. */
const REFRESH_MS = 500

/** The one player of a page: one sound, one track at a time, whosever row it is. */
export class Player {
  #now: Playing | null = null
  #sound: Sound | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  #closing: ReturnType<typeof setTimeout> | undefined
  /** Which press an answer belongs to: an older one must not speak for a newer track. */
  #turn = 0
  readonly #options: PlayerOptions
  readonly #readers = new Set<() => void>()

  constructor(options: PlayerOptions) {
    this.#options = options
  }

  readonly read = (): Playing | null => this.#now

  /** What the button of one row shows. */
  readonly estadoOf = (id: string): Estado => (this.#now?.track.id === id ? this.#now.estado : 'parado')

  readonly subscribe = (notify: () => void): (() => void) => {
    clearTimeout(this.#closing)
    this.#readers.add(notify)
    return () => {
      this.#readers.delete(notify)
      // The page is left, or only drawn anew: in that case somebody reads again at once.
      if (this.#readers.size === 0) this.#closing = setTimeout(() => this.close(), 0)
    }
  }

  /** The button of a row: plays it, or pauses it when it is what sounds. */
  toggle(track: Track): void {
    const isSame = this.#now?.track.id === track.id
    if (isSame && this.#now?.estado !== 'parado') return this.#sound?.pause()
    if (!isSame || this.#now?.problem) this.#load(track)
    this.#set({ estado: 'cargando', problem: null })
    void this.#play()
  }

  /** `percent` of the way, 0 to 100. */
  seek(percent: number): void {
    if (!this.#sound || !this.#now || this.#now.duration === 0) return
    this.#sound.currentTime = (this.#now.duration * percent) / 100
    this.#refresh()
  }

  /** Silence, and nobody's track. */
  close(): void {
    this.#turn += 1
    this.#sound?.pause()
    clearInterval(this.#timer)
    this.#now = null
    this.#notify()
  }

  #load(track: Track): void {
    this.#turn += 1
    this.#sound ??= this.#makeSound()
    this.#now = { track, estado: 'cargando', elapsed: 0, duration: 0, problem: null }
    this.#sound.src = this.#options.urlOf(track.id)
  }

  #makeSound(): Sound {
    const sound = this.#options.makeSound()
    const on = (type: string, take: () => void): void =>
      sound.addEventListener(type, () => {
        if (this.#now) take()
      })
    on('playing', () => this.#set({ estado: 'sonando', problem: null }))
    on('waiting', () => this.#set({ estado: 'cargando' }))
    on('pause', () => this.#set({ estado: 'parado' }))
    on('durationchange', () => this.#refresh())
    on('ended', () => {
      sound.currentTime = 0
      this.#set({ estado: 'parado', elapsed: 0 })
    })
    on('error', () => void this.#fail())
    return sound
  }

  async #play(): Promise<void> {
    try {
      await this.#sound?.play()
    } catch {
      // Another track was chosen, or it was paused before it began; a track that does not come is told by `error`.
      // A browser that lets nothing sound now leaves it paused.
      if (this.#sound?.paused && this.#now?.estado === 'cargando' && !this.#now.problem) this.#set({ estado: 'parado' })
    }
  }

  async #fail(): Promise<void> {
    const turn = this.#turn
    const track = this.#now?.track
    if (!track) return
    const problem = await this.#options.diagnose(track, this.#options.urlOf(track.id))
    if (turn === this.#turn) this.#set({ estado: 'parado', elapsed: 0, problem })
  }

  #refresh(): void {
    const { currentTime = 0, duration = 0 } = this.#sound ?? {}
    this.#set({ elapsed: currentTime, duration: Number.isFinite(duration) ? duration : 0 })
  }

  #set(change: Partial<Playing>): void {
    if (!this.#now) return
    this.#now = { ...this.#now, ...change }
    if (change.estado) {
      clearInterval(this.#timer)
      if (change.estado === 'sonando') this.#timer = setInterval(() => this.#refresh(), REFRESH_MS)
    }
    this.#notify()
  }

  #notify(): void {
    for (const notify of this.#readers) notify()
  }
}
