import { isShown, type Acto } from '#domain/bitacora.ts'
import { nombresOf } from '#domain/usuario.ts'
import { ROLES } from '#domain/role.ts'
import type { Tx } from '../db/database.ts'

/** The place of a row in the log. */
export interface Cursor {
  readonly revision: number
  readonly seq: number
}

/** An act with its place in the log and its time (ISO, UTC). */
export type ActoGuardado = Acto & Cursor & { readonly at: string }

/** A slice of the log, newest first: the acts, and where the next slice starts. Null: the log ends here. */
export interface Slice {
  readonly actos: readonly ActoGuardado[]
  readonly next: Cursor | null
}

/** Reads up to `limit` rows of the log before a cursor. Names are those of now. */
export async function readSlice(tx: Tx, before: Cursor | null, limit: number): Promise<Slice> {
  let rows = tx.selectFrom('change_log').selectAll().orderBy('revision', 'desc').orderBy('seq', 'desc').limit(limit)
  if (before) {
    rows = rows
      .where('revision', '<=', before.revision)
      .where((eb) => eb.or([eb('revision', '<', before.revision), eb('seq', '<', before.seq)]))
  }
  const found = await rows.execute()
  const parsed = found.filter(isShown).map((row) => ({
    ...row,
    actorRole: ROLES.find((role) => role === row.actorRole) ?? 'visitante',
    sujetoId: row.competidorId ?? row.categoriaId ?? row.personaId,
    before: parse(row.before),
    after: parse(row.after),
  }))
  const nombres = await readNombres(
    tx,
    new Set(parsed.flatMap(({ sujetoId, before: old, after }) => [sujetoId, turnoId(old), turnoId(after)])),
  )
  const last = found.at(-1)
  return {
    actos: parsed.map((row) => ({ ...row, nombres })),
    next: last && found.length === limit ? { revision: last.revision, seq: last.seq } : null,
  }
}

/** A row that was damaged by hand is shown without its values. */
function parse(json: string | null): unknown {
  if (json === null) return null
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The entry of a saved turn. */
function turnoId(value: unknown): string | null {
  const isTurno = typeof value === 'object' && value !== null && 'competidorId' in value
  return isTurno && typeof value.competidorId === 'string' ? value.competidorId : null
}

async function readNombres(tx: Tx, mentioned: ReadonlySet<string | null>): Promise<Map<string, string>> {
  const ids = [...mentioned].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const categorias = await tx.selectFrom('categorias').select(['id', 'nombre']).where('id', 'in', ids).execute()
  const competidores = await tx.selectFrom('competidores').select(['id', 'nombre']).where('id', 'in', ids).execute()
  const admins = await tx.selectFrom('admin').select(['id', 'nombre']).where('id', 'in', ids).execute()
  const usuarios = await tx.selectFrom('users').select(['uid', 'nombre', 'apellido']).where('uid', 'in', ids).execute()
  const named = [...categorias, ...competidores, ...admins].map(({ id, nombre }) => [id, nombre ?? ''] as const)
  const people = usuarios.map((usuario) => [usuario.uid, nombresOf(usuario)] as const)
  return new Map([...named, ...people].filter(([, nombre]) => nombre !== ''))
}
