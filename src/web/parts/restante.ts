import { formatDuracion } from '#domain/duracion.ts'

/**
 * What is left of a track: `−2:08`, with the sign that is as wide as a figure. Rounded up, so that it reaches zero at the
 * end; the whole is the length that is shown at rest, whatever hundredths a browser finds in the file.
 */
export function formatRestante(length: number, elapsed: number): string {
  return `\u2212${formatDuracion(Math.min(Math.round(length), Math.ceil(length - elapsed)))}`
}

/** How fast an upload goes on, as far as somebody has looked. */
export interface Ritmo {
  readonly sent: number
  readonly total: number
  /** Of it, what came in the last `ms` of looking. */
  readonly came: number
  readonly ms: number
}

const LOOKED_MS = 3_000

/** How long the rest will take at the speed seen: `unos 20 s`. Null until it was looked at for some seconds. */
export function formatQuedan({ sent, total, came, ms }: Ritmo): string | null {
  if (ms < LOOKED_MS || came <= 0 || sent >= total) return null
  const seconds = ((total - sent) / came) * (ms / 1_000)
  return seconds <= 90 ? `unos ${Math.ceil(seconds / 5) * 5}\u00a0s` : `unos ${Math.ceil(seconds / 60)}\u00a0min`
}
