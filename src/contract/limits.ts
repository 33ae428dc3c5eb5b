/** The longest text that an import brings in, in characters: what takes it up again takes as much. */
export const IMPORTED_MAX = 500
