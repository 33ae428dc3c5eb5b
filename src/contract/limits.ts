/** Limit of imported texts, in characters. Commands and views that receive such a text back accept the same length. */
export const IMPORTED_MAX = 500
