import * as z from 'zod/mini'
import { command } from './define.ts'
import { acepta } from './fields.ts'

/** `acepta`: the answered question about the results that become public. */
export const setEmbargo = command('PUT', '/api/embargo', {
  summary: 'Retiene los resultados de las categorías sin anunciar, o deja de retenerlos.',
  input: z.object({ retener: z.boolean(), acepta }),
})

export const announceCategoria = command('PUT', '/api/categorias/:id/anuncio', {
  summary: 'Anuncia una categoría: sus resultados dejan de estar retenidos.',
})

export const retainCategoria = command('DELETE', '/api/categorias/:id/anuncio', {
  summary: 'Vuelve a retener los resultados de una categoría anunciada.',
})
