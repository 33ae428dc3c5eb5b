/** Shortest and longest track that is accepted, in seconds. */
export const MUSICA_MIN_S = 1
export const MUSICA_MAX_S = 15 * 60

/** The measured length of a track as it is shown: in whole seconds. Null: it was not measured, or cannot be. */
export const roundDuracion = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds))

/** A length in seconds: `1:12`, from an hour on `1:01:12`. */
export function formatDuracion(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const dos = (value: number): string => String(value).padStart(2, '0')
  const [horas, minutos] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  if (horas === 0) return `${minutos}:${dos(whole % 60)}`
  return `${horas}:${dos(minutos)}:${dos(whole % 60)}`
}

/**
 * The remaining time of a track: `−2:08`, with U+2212, which is as wide as a digit. Rounded up, so that it is zero only at
 * the end, and never above the rounded length that is shown while the track does not play.
 */
export function formatRestante(length: number, elapsed: number): string {
  return `\u2212${formatDuracion(Math.min(Math.round(length), Math.ceil(length - elapsed)))}`
}

/** The refusal of a track whose own frame count promises more. Lengths in seconds. */
export function incompletaText(declared: number, found: number): string {
  const [said, heard] = [declared, found].map((seconds) => formatDuracion(Math.round(seconds)))
  return `Parece incompleta: dice durar ${said} y tiene ${heard}. Súbela otra vez.`
}

/** The refusal of a track at whose second `at` a browser stops. */
export function cortadaText(at: number): string {
  return `La música se corta en ${formatDuracion(at)}. Expórtala otra vez como mp3.`
}

/** The notice about an accepted track whose last frame is cut. */
export function finalCortadoText(seconds: number): string {
  return `Dura ${formatDuracion(seconds)}. Si falta el final, súbela otra vez.`
}
