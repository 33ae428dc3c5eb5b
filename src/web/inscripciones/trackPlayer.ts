import { Store } from '../ui/store.ts'

/** The music of an entry. */
export interface Track {
  readonly id: string
  /** The name of the competitor. */
  readonly nombre: string
  /** The category. */
  readonly detalle: string
  /** The stored length in seconds; null when it was not measured. */
  readonly duracion: number | null
}

export type PlayerEstado = 'parado' | 'cargando' | 'sonando'

export interface Playing {
  readonly track: Track
  readonly estado: PlayerEstado
  /** In seconds. */
  readonly elapsed: number
  /** The stored length, else the browser's, in seconds; 0 until the track is loaded. */
  readonly duration: number
  /** Why the track does not play. */
  readonly problem: string | null
  /** It was played to its end. */
  readonly isOver: boolean
}

/** How often the position is updated. */
const REFRESH_MS = 500

/** The player of a page: plays one track at a time. `urlOf`: where the sound of a track is. */
export class Player extends Store<Playing | null> {
  protected sound: HTMLAudioElement | undefined
  readonly #urlOf: (track: Track) => string
  #timer: ReturnType<typeof setInterval> | undefined
  /** The difference between the browser's clock and the position: a browser that guesses the length seeks by its guess. */
  #offset = 0
  /** Where the open track comes from. */
  #url = ''
  /** The last press was not heard yet, and its track was opened once. */
  #canTryAgain = false

  constructor(urlOf: (track: Track) => string) {
    super(null)
    this.#urlOf = urlOf
  }

  /** The state of one track, for the button of its row. */
  readonly estadoOf = (id: string): PlayerEstado => {
    const now = this.read()
    return now?.track.id === id ? now.estado : 'parado'
  }

  /** Stops when the page is left. A page that only renders again subscribes again at once. */
  protected override onUnsubscribed(): void {
    if (this.isObserved) return
    setTimeout(() => {
      if (!this.isObserved) this.close()
    }, 0)
  }

  /** Plays a track, or pauses it when it plays. */
  toggle(track: Track): void {
    const now = this.read()
    const isSame = now?.track.id === track.id
    this.#canTryAgain = false
    if (isSame && now.estado !== 'parado') return this.sound?.pause()
    // From its beginning a track is played as it is now.
    if (!isSame || now.problem || (now.elapsed === 0 && !this.isOpen(track))) this.load(track)
    this.#canTryAgain = true
    this.#begin()
  }

  #begin(): void {
    this.change({ estado: 'cargando', problem: null })
    void this.#play()
  }

  /** Goes to a position of the track: 0 to 100 percent. */
  seek(percent: number): void {
    const duration = this.read()?.duration ?? 0
    if (!this.sound || duration === 0) return
    const guess = Number.isFinite(this.sound.duration) ? this.sound.duration : duration
    this.sound.currentTime = (guess * percent) / 100
    this.#offset = ((guess - duration) * percent) / 100
    this.#refresh()
  }

  /** Stops and forgets the track. */
  close(): void {
    this.sound?.pause()
    clearInterval(this.#timer)
    this.set(null)
  }

  /** Whether a track is open, from where it lies now. */
  protected isOpen(track: Track): boolean {
    return this.read()?.track.id === track.id && this.#url === this.#urlOf(track)
  }

  /** Opens a track without playing it. */
  protected load(track: Track): void {
    this.sound ??= this.makeSound()
    this.#offset = 0
    this.set({ track, estado: 'parado', elapsed: 0, duration: 0, problem: null, isOver: false })
    this.#url = this.#urlOf(track)
    this.sound.src = this.#url
  }

  protected makeSound(): HTMLAudioElement {
    const sound = new Audio()
    const on = (type: string, take: () => void): void =>
      sound.addEventListener(type, () => {
        if (this.read()) take()
      })
    on('playing', () => {
      this.#canTryAgain = false
      this.change({ estado: 'sonando', problem: null, isOver: false })
    })
    on('waiting', () => this.change({ estado: 'cargando' }))
    // A pause at the end precedes `ended`.
    on('pause', () => sound.ended || this.change({ estado: 'parado' }))
    on('durationchange', () => this.#refresh())
    on('ended', () => {
      sound.currentTime = 0
      this.#offset = 0
      this.change({ estado: 'parado', elapsed: 0, isOver: true })
    })
    on('error', () => void this.#fail())
    return sound
  }

  async #play(): Promise<void> {
    try {
      await this.sound?.play()
    } catch {
      // Another track was chosen, or this one was paused before it began. A track that fails to load is reported by
      // `error`. A browser that forbids sound now leaves it paused.
      const now = this.read()
      if (this.sound?.paused && now?.estado === 'cargando' && !now.problem) this.change({ estado: 'parado' })
    }
  }

  async #fail(): Promise<void> {
    const { track, estado, elapsed } = this.read() ?? {}
    if (!track) return
    // WebKit now and then refuses a track that is opened while the one before closes, and takes it the next time.
    if (this.#canTryAgain && estado === 'cargando' && elapsed === 0) {
      this.#canTryAgain = false
      this.load(track)
      return this.#begin()
    }
    const problem = await diagnose(track, this.#url)
    // Another track may be open by now.
    if (track === this.read()?.track) this.change({ estado: 'parado', elapsed: 0, problem })
  }

  #refresh(): void {
    const { currentTime = 0, duration: guess = Number.NaN } = this.sound ?? {}
    const duration = Number.isNaN(guess) ? 0 : (this.read()?.track.duracion ?? (Number.isFinite(guess) ? guess : 0))
    const elapsed = Math.min(Math.max(0, currentTime - this.#offset), duration || Infinity)
    this.change({ elapsed, duration })
  }

  protected change(changes: Partial<Playing>): void {
    const now = this.read()
    if (!now) return
    this.set({ ...now, ...changes })
    if (changes.estado) {
      clearInterval(this.#timer)
      if (changes.estado === 'sonando') this.#timer = setInterval(() => this.#refresh(), REFRESH_MS)
    }
  }
}

/** How much of a track has been played, from 0 to 100. `playing` null: it is not open. */
export function percentOf(playing: Playing | null): number {
  return playing && playing.duration > 0 ? (playing.elapsed / playing.duration) * 100 : 0
}

/** The reason why a track does not play. Requests its first byte, since `<audio>` reports no reason. */
async function diagnose({ nombre }: Track, url: string): Promise<string> {
  try {
    const { status } = await fetch(url, { headers: { range: 'bytes=0-0' } })
    if (status === 404) return `La música de ${nombre} ya no está en el servidor. Hay que subirla otra vez.`
    if (status >= 500) return 'El servidor no puede dar la música ahora. Espera unos segundos y reproduce otra vez.'
    return `La música de ${nombre} no se puede reproducir en este navegador. Prueba en otro o súbela otra vez.`
  } catch {
    // No answer: the network failed.
    return 'Se perdió la conexión. Revisa tu conexión y reproduce otra vez.'
  }
}
