/** Seconds of music as a player shows them: `1:12`. */
export function formatDuracion(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** What is left of a track: `−2:08`, with the sign that is as wide as a figure. Rounded up: it reaches zero at the end. */
export function formatRestante(seconds: number): string {
  return `\u2212${formatDuracion(Math.ceil(Math.max(0, seconds)))}`
}
