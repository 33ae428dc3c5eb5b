import { inOneRead } from '../db/in-one-read.ts'
import { listJueces } from '../jueces/jurado.ts'

/** All judges, read once for all views of a flush. */
export const readJueces: typeof listJueces = inOneRead(listJueces)
