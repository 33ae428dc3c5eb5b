import * as z from 'zod/mini'
import { NO_PARAMS, query, TODOS } from './define.ts'

/** The countries to choose from, sorted, in the shape of the public service that the product was made for. */
export const readPaises = query({
  path: '/api/paises',
  summary: 'Los países para elegir, por orden alfabético.',
  roles: TODOS,
  input: NO_PARAMS,
  output: z.array(z.object({ name: z.object({ common: z.string() }) })),
})
