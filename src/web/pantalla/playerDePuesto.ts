import { Player, type Track } from '../inscripciones/trackPlayer.ts'
import { Store } from '../ui/store.ts'

/** How long a fade takes. */
const BAJAR_S = 3

/**
 * The player of the post of music, with a volume and a fade. Both run through Web Audio, because an iPhone or iPad sets the volume of
 * no audio element, and because a fade by a timer stutters while the page is hidden.
 */
export class PlayerDePuesto extends Player {
  /** 0 to 100. */
  readonly volumen = new Store(100)
  readonly isBajando = new Store(false)
  #audio: { readonly context: AudioContext; readonly gain: GainNode } | undefined
  /** The track of the last press. */
  #pressed = ''
  /** What became of it, once another track is open. */
  #said: string | null = null
  #bajando: ReturnType<typeof setTimeout> | undefined

  override toggle(track: Track): void {
    this.#pressed = track.id
    this.#said = null
    this.#endFade()
    this.sound ??= this.makeSound()
    // The browser lets a sound begin, or go on after a call, only at a press.
    this.#audio ??= connect(this.sound)
    // Not at a pause: some of the sound is still on its way, and after a fade it would be heard.
    if (this.estadoOf(track.id) === 'parado') this.#set(this.volumen.read())
    void this.#audio.context.resume()
    super.toggle(track)
  }

  /** Opens the track that is played next, so that a press is heard at once. Not while another one plays, or was paused on its way. */
  prepare(track: Track): void {
    const now = this.read()
    if ((now && (now.estado !== 'parado' || now.elapsed > 0)) || this.isOpen(track)) return
    this.#said = now?.track.id === this.#pressed ? now.problem : null
    this.load(track)
    if (now?.isOver && now.track.id === track.id) this.change({ isOver: true })
  }

  /** Why the last press was not heard: said until the next one, or until the turn moves. */
  problemOfPress(): string | null {
    const now = this.read()
    return now?.track.id === this.#pressed ? now.problem : this.#said
  }

  setVolumen(percent: number): void {
    this.volumen.set(percent)
    if (!this.isBajando.read()) this.#set(percent)
  }

  /** Fades out what sounds. It then stands at its beginning, and the volume is as before. */
  fade(): void {
    if (this.read()?.estado === 'parado' || this.isBajando.read() || !this.#audio) return
    const { context, gain } = this.#audio
    this.isBajando.set(true)
    gain.gain.setValueAtTime(gain.gain.value, context.currentTime)
    gain.gain.linearRampToValueAtTime(0, context.currentTime + BAJAR_S)
    this.#bajando = setTimeout(() => {
      this.sound?.pause()
      this.seek(0)
      this.#endFade()
    }, BAJAR_S * 1_000)
  }

  /** The link has ended: what sounds fades out. */
  override close(): void {
    this.fade()
  }

  #endFade(): void {
    clearTimeout(this.#bajando)
    this.isBajando.set(false)
  }

  #set(percent: number): void {
    if (!this.#audio) return
    const { context, gain } = this.#audio
    gain.gain.cancelScheduledValues(context.currentTime)
    gain.gain.setValueAtTime(percent / 100, context.currentTime)
  }
}

function connect(sound: HTMLAudioElement): { readonly context: AudioContext; readonly gain: GainNode } {
  // An iPhone with its ringer off would play nothing through Web Audio.
  const session: unknown = Reflect.get(navigator, 'audioSession')
  if (typeof session === 'object' && session !== null) Reflect.set(session, 'type', 'playback')
  const context = new AudioContext({ latencyHint: 'interactive' })
  const gain = context.createGain()
  context.createMediaElementSource(sound).connect(gain).connect(context.destination)
  return { context, gain }
}
