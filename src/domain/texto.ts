/** Spreadsheets run a cell that begins like this as a formula. Some treat full-width characters like ASCII ones. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Puts an apostrophe before a text that a spreadsheet would run as a formula, also after other apostrophes. */
export function escapeCelda(texto: string): string {
  return FORMULA.test(texto) ? `'${texto}` : texto
}

/** Takes the apostrophe of `escapeCelda` off. */
export function unescapeCelda(celda: string): string {
  return celda.startsWith("'") && FORMULA.test(celda) ? celda.slice(1) : celda
}

/** A space or a character without a glyph: a text of these alone looks empty. */
const LOOKS_EMPTY = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

export function looksEmpty(texto: string): boolean {
  return LOOKS_EMPTY.test(texto)
}

/** Whether both databases can store a text: without NUL and lone surrogates. */
export function isStorable(texto: string): boolean {
  return texto.isWellFormed() && !texto.includes('\0')
}
