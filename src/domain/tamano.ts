/** A size as people read it: `5.1 MB`. What is not nothing is never shown as nothing. */
export function formatMegas(bytes: number): string {
  const megas = bytes === 0 ? 0 : Math.max(0.1, bytes / 1024 / 1024)
  return `${megas.toFixed(1)} MB`
}
