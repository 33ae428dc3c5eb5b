const MEGA = 1024 * 1024

/** A size on one line: `5.1 MB`, `68 kB`. A size above zero is never shown as zero. */
export function formatMegas(bytes: number): string {
  if (bytes > 0 && bytes < MEGA / 10) return `${Math.ceil(bytes / 1024)}\u00a0kB`
  return `${(bytes / MEGA).toFixed(1)}\u00a0MB`
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
