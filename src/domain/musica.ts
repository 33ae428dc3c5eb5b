/** Shortest and longest track that is accepted, in seconds. */
export const MUSICA_MIN_S = 1
export const MUSICA_MAX_S = 15 * 60
