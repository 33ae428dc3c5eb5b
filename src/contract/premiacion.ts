import * as z from 'zod/mini'
import { PREMIOS_FAULT, PREMIOS_MAX, PREMIOS_MIN } from '#domain/premiacion.ts'
import { command } from './define.ts'
import { acepta, entero, id } from './fields.ts'

const premios = entero(PREMIOS_MIN, PREMIOS_MAX, PREMIOS_FAULT)

/** `yaPublicos`: visitors see the results of the category already. */
export const beginPremiacion = command('POST', '/api/categorias/:id/premiacion', {
  summary: 'Empieza la premiación de una categoría final: sus pantallas muestran el título.',
  input: z.object({ id, premios }),
  output: z.object({ yaPublicos: z.boolean() }),
})

/** `desde`: the number of revealed steps that the page shows. Nothing happens when the ceremony has moved meanwhile, or a moment ago. */
export const stepPremiacion = command('PUT', '/api/categorias/:id/premiacion/paso', {
  summary:
    'Muestra el siguiente paso de la premiación, o vuelve al anterior. Antes del título la quita sin anunciar nada.',
  input: z.object({ id, desde: z.int().check(z.gte(0)), sentido: z.enum(['siguiente', 'anterior']) }),
})

/** `acepta`: the answered question about the steps that were not shown. */
export const endPremiacion = command('DELETE', '/api/categorias/:id/premiacion', {
  summary: 'Termina la premiación de una categoría y la anuncia.',
  input: z.object({ id, acepta }),
})
