/** Seconds of music as a player shows them: `1:12`. */
export function formatDuracion(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/**
 * What is left of a track: `−2:08`, with the sign that is as wide as a figure. Rounded up, so that it reaches zero at the
 * end; the whole is the length that is shown at rest, whatever hundredths a browser finds in the file.
 */
export function formatRestante(length: number, elapsed: number): string {
  return `\u2212${formatDuracion(Math.ceil(Math.max(0, Math.round(length) - elapsed)))}`
}
