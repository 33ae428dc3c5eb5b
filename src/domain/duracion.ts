/** A length in seconds as minutes and seconds: `1:12`. */
export function formatDuracion(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
