import type { Dia } from '#domain/dia.ts'

/**
 * What can move. Narrow on purpose: a press of "Siguiente turno" rebuilds no results.
 * `sesion` is an ended session (signing in is no change); `todo` is a whole event loaded in one piece.
 */
export const KINDS = [
  'turno',
  'dia',
  'reloj',
  'publicacion',
  'rubrica',
  'evento',
  'categoria',
  'competidor',
  'inscripciones',
  'calificacion',
  'usuario',
  'admin',
  'sesion',
  'todo',
] as const
export type Kind = (typeof KINDS)[number]

/** What a command says it changed: feed of the live views and line of the organiser's act log in one. */
export interface Change {
  readonly kind: Kind
  readonly dia?: Dia | null
  readonly categoriaId?: string
  readonly competidorId?: string
  /** Whose account or session it is. */
  readonly personaId?: string
  readonly before?: unknown
  readonly after?: unknown
}
