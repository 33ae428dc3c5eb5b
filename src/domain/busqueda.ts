/**
 * Whether a text holds what was typed in a search. Case, accents and repeated spaces do not count: `cha cha cha` finds
 * `Cha  cha chá`. Nothing typed finds everything. Every search of the product asks this function.
 */
export function matchesBusqueda(texto: string, busqueda: string): boolean {
  return foldTexto(texto).includes(foldTexto(busqueda))
}

function foldTexto(texto: string): string {
  return texto.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim()
}
