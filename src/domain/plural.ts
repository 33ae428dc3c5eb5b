/** `Ana`, `Ana y Luis`, `Ana, Luis y Mar`; empty without names. */
export function joinNombres(nombres: readonly string[]): string {
  const last = nombres.at(-1) ?? ''
  return nombres.length < 2 ? last : `${nombres.slice(0, -1).join(', ')} y ${last}`
}

/** A count with its noun: `1 turno`, `3 turnos`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
