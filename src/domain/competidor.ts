import type { Ordered } from './orden.ts'

/** An entry. It belongs to a category by id; its day is its category's. */
export interface Competidor extends Ordered {
  readonly categoriaId: string
  readonly nombre: string | null
  readonly compania: string | null
  /** Owner. An id that no user has: the entry is the administrator's to manage. */
  readonly usuarioId: string | null
  /** `YYYY-MM-DD` */
  readonly fechaInscripcion: string | null
  readonly musicaPath: string | null
}

export function nombreOf(competidor: { readonly nombre: string | null }): string {
  return competidor.nombre || 'Sin nombre'
}

export function companiaOf(competidor: { readonly compania: string | null }): string {
  return competidor.compania || 'Sin compañía'
}
