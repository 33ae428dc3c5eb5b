/** A count with its noun: `1 turno`, `3 turnos`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
