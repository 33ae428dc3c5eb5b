import * as z from 'zod/mini'
import { DIAS } from '#domain/dia.ts'
import { command, DONE, id, texto } from './define.ts'

export const direccion = z.enum(['up', 'down'])

export const createCategoria = command({
  method: 'POST',
  path: '/api/categorias',
  roles: ['admin'],
  input: z.object({ nombre: texto(80, 'Escribe un nombre.'), dia: z.enum(DIAS) }),
  output: z.object({ id: z.string() }),
})

export const moveCategoria = command({
  method: 'POST',
  path: '/api/categorias/:id/orden',
  roles: ['admin'],
  input: z.object({ id, direccion }),
  output: DONE,
})

/** Deletes a category with its entries, their marks and their music. */
export const deleteCategoria = command({
  method: 'DELETE',
  path: '/api/categorias/:id',
  roles: ['admin'],
  input: z.object({ id }),
  output: DONE,
})
