import * as z from 'zod/mini'
import { query, raw } from './define.ts'

const schema = { type: 'string' }

/** The heartbeat of the page of a judge. The browser also sends it while it closes the page. The answer has no body. */
export const reportPresencia = raw('POST', '/api/juez/presencia', {
  summary: 'La página del juez dice qué competidor muestra, o que se cierra.',
  roles: ['juez'],
  query: [
    { name: 'competidorId', description: 'A quién muestra; vacío, a nadie.', schema },
    { name: 'cerrada', description: '`1`: la página se cierra.', schema },
  ],
})

/** `ahora`: the time of the answer, ms since 1970. */
export const readPresencias = query('/api/jueces/presencia', {
  summary: 'Qué mostraba la página de cada juez la última vez, y cuándo.',
  output: z.object({
    ahora: z.number(),
    presencias: z.array(
      z.object({
        juezId: z.string(),
        competidorId: z.nullable(z.string()),
        visto: z.number(),
        cerrada: z.boolean(),
      }),
    ),
  }),
})
