import { formatDuracion } from '#domain/duracion.ts'

/**
 * The remaining time of a track: `−2:08`, with U+2212, which is as wide as a digit. Rounded up, so that it is zero only at
 * the end, and never above the rounded length that is shown while the track does not play.
 */
export function formatRestante(length: number, elapsed: number): string {
  return `\u2212${formatDuracion(Math.min(Math.round(length), Math.ceil(length - elapsed)))}`
}

/** The progress of an upload and its measured speed. Sizes in bytes. */
export interface Ritmo {
  readonly sent: number
  readonly total: number
  /** Bytes sent within the measured time. */
  readonly came: number
  /** The measured time. */
  readonly ms: number
}

/** Shorter measurements are not used. */
const MEASURED_MS = 3_000

/** The remaining time of an upload: `unos 20 s`. `null` while it is unknown. */
export function formatQuedan({ sent, total, came, ms }: Ritmo): string | null {
  if (ms < MEASURED_MS || came <= 0 || sent >= total) return null
  const seconds = ((total - sent) / came) * (ms / 1_000)
  return seconds <= 90 ? `unos ${Math.ceil(seconds / 5) * 5}\u00a0s` : `unos ${Math.ceil(seconds / 60)}\u00a0min`
}
