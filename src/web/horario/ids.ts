/** Where a category stands on the page. */
export function captionId(categoriaId: string): string {
  return `categoria-${categoriaId}`
}

/** Where an entry stands on the page. */
export function rowId(competidorId: string): string {
  return `competidor-${competidorId}`
}
