import type { Campo, Kind } from '#domain/bitacora.ts'
import type { Dia } from '#domain/dia.ts'

/** The fields of a row that the log does not show. Streams, views and replays of the log read them. */
type Interno =
  | 'cargados'
  | 'comienzo'
  | 'competidores'
  | 'competidorId'
  | 'duracion'
  | 'escena'
  | 'imagenes'
  | 'pausaId'
  | 'regreso'
  | 'renovadas'
  | 'replace'
  | 'sesiones'
  | 'tipo'
  | 'usuarioId'

/** What a row of the log keeps: one value, or fields with their values. */
export type Registrado =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly [K in Campo | Interno]?: unknown }

/** A change that a command records. Live views update from it, and it is an entry of the log of the organiser. */
export interface Change {
  readonly kind: Kind
  readonly dia?: Dia | null
  readonly categoriaId?: string
  readonly competidorId?: string
  /** The owner of the account or session, a judge, or a screen. */
  readonly personaId?: string
  readonly before?: Registrado | undefined
  readonly after?: Registrado | undefined
}
