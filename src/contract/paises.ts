import * as z from 'zod/mini'
import { query, TODOS } from './define.ts'

/** The countries, sorted, in the format of the public countries service. */
export const readPaises = query('/api/paises', {
  summary: 'Los países para elegir, por orden alfabético.',
  roles: TODOS,
  output: z.array(z.object({ name: z.object({ common: z.string() }) })),
})
