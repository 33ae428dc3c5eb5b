/** The number that somebody typed. What is none stays what it is: the schema says so in its own words. */
export function numberOf(texto: string): unknown {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(texto) ? Number(texto) : texto
}
