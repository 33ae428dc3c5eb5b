import type { Ordered } from './orden.ts'

/** An entry of a category. It competes on the day of its category. */
export interface Competidor extends Ordered {
  readonly categoriaId: string
  readonly nombre: string | null
  readonly compania: string | null
  /** Owner. When no user has this id, only the administrator manages the entry. */
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
