/** The number of a typed text. Another text is returned as it is, for the schema to refuse. */
export function numberOf(texto: string): unknown {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(texto) ? Number(texto) : texto
}
