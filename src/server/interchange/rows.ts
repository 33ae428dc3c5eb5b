import type { AjustesGuardados } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { Evento } from '#domain/evento.ts'
import type { Reglas } from '#domain/inscripcion.ts'
import type {
  AdminTable,
  CalificacionesTable,
  CategoriasTable,
  CompetidoresTable,
  CupoTable,
  JuecesTable,
  UsersTable,
} from '../db/schema.ts'

/** A whole event as the database has it: what a tree becomes, and what becomes a tree. Singletons are null when never set. */
export interface Rows {
  readonly users: readonly UsersTable[]
  readonly admin: readonly AdminTable[]
  readonly categorias: readonly CategoriasTable[]
  readonly competidores: readonly CompetidoresTable[]
  readonly jueces: readonly JuecesTable[]
  readonly calificaciones: readonly CalificacionesTable[]
  readonly ajustes: AjustesGuardados | null
  /** By position alone: which entry stands there follows from the list. */
  readonly turnos: readonly { readonly dia: Dia; readonly selectedRow: number }[]
  readonly competencia: { readonly rubricas: readonly string[]; readonly rubricaSel: string | null } | null
  readonly compartido: { readonly nCategoria: string | null; readonly nCompetidor: string | null } | null
  readonly textos: Partial<Evento> | null
  readonly reglas: Reglas | null
  readonly cupos: readonly CupoTable[]
  /** The images' order, where it is not that of their names. */
  readonly carrusel: readonly string[]
}

/** An id that nobody has: the wanted one, else the first of `wanted~2`, `wanted~3` … The same every time. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let n = 2
  while (taken.has(`${wanted}~${n}`)) n += 1
  return `${wanted}~${n}`
}
