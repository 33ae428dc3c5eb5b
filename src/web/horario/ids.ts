/** The element id of the heading of a category. */
export function captionId(categoriaId: string): string {
  return `categoria-${categoriaId}`
}

/** The element id of the row of an entry. */
export function rowId(competidorId: string): string {
  return `competidor-${competidorId}`
}
