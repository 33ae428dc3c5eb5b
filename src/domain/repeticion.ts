/** The number of the attempt of an entry that was never repeated. */
export const PRIMER_INTENTO = 1
/** The most attempts of an entry: the first one and its repetitions. */
export const INTENTOS_MAX = 9
/** The highest number of an attempt. One that was taken back keeps its number, so numbers go beyond `INTENTOS_MAX`. */
export const NUMERO_DE_INTENTO_MAX = 99
