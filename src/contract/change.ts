import type { Kind } from '#domain/bitacora.ts'
import type { Dia } from '#domain/dia.ts'

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
