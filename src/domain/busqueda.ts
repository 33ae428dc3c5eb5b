/** Letters that Unicode does not decompose into a plain letter and a mark. */
const LETRAS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/**
 * Whether a text contains the text of a search. Ignores case, accents and repeated spaces: `cha cha cha` finds
 * `Cha  cha chá`, and `strasse` finds `Straße`. An empty search finds every text. Every search of the product uses this
 * function.
 */
export function matchesBusqueda(texto: string, busqueda: string): boolean {
  return foldTexto(texto).includes(foldTexto(busqueda))
}

/** Whether the name or the company of an entry contains the text of a search. */
export function matchesCompetidor(
  { nombre, compania }: { readonly nombre: string; readonly compania: string },
  busqueda: string,
): boolean {
  return matchesBusqueda(nombre, busqueda) || matchesBusqueda(compania, busqueda)
}

/** Folds case, accents and repeated spaces, for the comparison of a search. */
export function foldTexto(texto: string): string {
  return texto
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłđßæœı]/g, (letra) => LETRAS[letra] ?? letra)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
