import type { Dia } from '#domain/dia.ts'

/**
 * The kinds of change. Narrow, so that a change rebuilds few views: a press of "Siguiente turno" rebuilds no results.
 * `sesion`: a session ended. `todo`: an import replaced the whole event.
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
  'tardia',
  'penalizacion',
  'retiro',
  'repeticion',
  'cierre',
  'juez',
  'escala',
  'peso',
  'desempate',
  'empate',
  'usuario',
  'admin',
  'sesion',
  'todo',
] as const
export type Kind = (typeof KINDS)[number]

/** A change that a command records. Live views update from it, and it is an entry of the log of the organiser. */
export interface Change {
  readonly kind: Kind
  readonly dia?: Dia | null
  readonly categoriaId?: string
  readonly competidorId?: string
  /** The owner of the account or session. */
  readonly personaId?: string
  readonly before?: unknown
  readonly after?: unknown
}
