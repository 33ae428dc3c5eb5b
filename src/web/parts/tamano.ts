const MEGA = 1024 * 1024

/** A size on one line: `5.1 MB`, `68 kB`. A size above zero is never shown as zero. */
export function formatMegas(bytes: number): string {
  if (bytes > 0 && bytes < MEGA / 10) return `${Math.ceil(bytes / 1024)}\u00a0kB`
  return `${(bytes / MEGA).toFixed(1)}\u00a0MB`
}
