/**
 * Whether a text contains the text of a search. Ignores case, accents and repeated spaces: `cha cha cha` finds
 * `Cha  cha chá`. An empty search finds every text. Every search of the product uses this function.
 */
export function matchesBusqueda(texto: string, busqueda: string): boolean {
  return foldTexto(texto).includes(foldTexto(busqueda))
}

function foldTexto(texto: string): string {
  return texto.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim()
}
