import * as z from 'zod/mini'
import { query, raw } from './define.ts'

/** Limit of a search, in characters. */
export const BUSQUEDA_MAX = 80

/** The columns of the log, on the screen and in the CSV. */
export const BITACORA_COLUMNS = ['Cuándo', 'Quién', 'Qué', 'Antes', 'Después'] as const

/** One page of the log of acts, newest first. `cursor` of a page is the `cursor` of the next request; absent on the last page. */
export const readBitacora = query('/api/bitacora', {
  summary: 'Los actos registrados, del más nuevo al más viejo, de 50 en 50. `cursor` pide los anteriores a una página.',
  input: z.object({
    buscar: z.optional(z.string().check(z.maxLength(BUSQUEDA_MAX, `Escribe ${BUSQUEDA_MAX} letras como máximo.`))),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,9}$/, 'Esa página no existe.'))),
  }),
  output: z.object({
    actos: z.array(
      z.object({
        id: z.string(),
        cuando: z.string(),
        quien: z.string(),
        que: z.string(),
        antes: z.string(),
        despues: z.string(),
        /** A load that can be undone, for `undoCarga`. */
        carga: z.optional(z.string()),
      }),
    ),
    cursor: z.optional(z.string()),
  }),
})

export const exportBitacora = raw('GET', '/api/bitacora.csv', {
  summary: 'Los actos que coinciden con una búsqueda, para una hoja de cálculo (CSV, UTF-8).',
  query: [{ name: 'buscar', description: 'Qué se busca en quién y qué.', schema: { type: 'string' } }],
})
