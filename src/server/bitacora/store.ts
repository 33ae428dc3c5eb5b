import { isListed, KINDS_SIN_FILA, type Acto } from '#domain/bitacora.ts'
import { nombresOf } from '#domain/usuario.ts'
import { ROLES } from '#domain/role.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'

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

/**
 * Reads up to `limit` rows of the log before a cursor. Adds the current names of their subjects and actors to `nombres`,
 * which a search passes on from slice to slice.
 */
export async function readSlice(
  tx: Tx,
  before: Cursor | null,
  limit: number,
  nombres: Map<string, string>,
): Promise<Slice> {
  let rows = tx.selectFrom('change_log').selectAll().orderBy('revision', 'desc').orderBy('seq', 'desc').limit(limit)
  if (before) {
    rows = rows
      .where('revision', '<=', before.revision)
      .where((eb) => eb.or([eb('revision', '<', before.revision), eb('seq', '<', before.seq)]))
  }
  const found = await rows.execute()
  const parsed = found.filter(isListed).map((row) => ({
    ...row,
    actorRole: ROLES.find((role) => role === row.actorRole) ?? 'visitante',
    sujetoId: row.competidorId ?? row.categoriaId ?? row.personaId,
    before: parse(row.before),
    after: parse(row.after),
  }))
  await addNombres(
    tx,
    nombres,
    parsed.flatMap(({ sujetoId, actorId, before: old, after }) => [sujetoId, actorId, ...[old, after].flatMap(idsIn)]),
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

/** The entry of a recorded turn, the category of a recorded entry or break, and those that a judge is assigned to. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const names = ['competidorId', 'categoriaId', 'antesDe', 'categorias']
  return names.flatMap((name) => Reflect.get(value, name) ?? []).map(String)
}

/** Adds the names of ids that are not in the map yet. An id without a name gets ''. */
async function addNombres(tx: Tx, nombres: Map<string, string>, mentioned: readonly (string | null)[]): Promise<void> {
  const ids = [...new Set(mentioned)].filter((id) => id !== null).filter((id) => !nombres.has(id))
  // PostgreSQL accepts no empty list.
  if (ids.length === 0) return
  for (const id of ids) nombres.set(id, '')
  for (const table of ['categorias', 'competidores', 'jueces', 'pantalla'] as const) {
    const rows = await tx.selectFrom(table).select(['id', 'nombre']).where('id', 'in', ids).execute()
    for (const { id, nombre } of rows) if (nombre) nombres.set(id, nombre)
  }
  const admins = await tx.selectFrom('admin').select(['id', 'nombre', 'email']).where('id', 'in', ids).execute()
  const usuarios = await tx.selectFrom('users').selectAll().where('uid', 'in', ids).execute()
  const personas = [...admins, ...usuarios.map((one) => ({ id: one.uid, nombre: nombresOf(one), email: one.email }))]
  for (const { id, nombre, email } of personas) nombres.set(id, nombre || email || '')
}

const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Deletes the rows of the log that are older than 30 days and that `/bitacora` does not show. The live views miss none of them:
 * they read the log from a revision that is seconds old.
 */
export async function pruneLog({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now() - KEPT_MS).toISOString()
  const old = await db.read((tx) =>
    tx
      .selectFrom('change_log')
      .select(['revision', 'seq', 'kind', 'competidorId'])
      .where('at', '<', before)
      .where('kind', 'in', KINDS_SIN_FILA)
      .execute(),
  )
  await db.write(async (tx) => {
    for (const { revision, seq } of old.filter((row) => !isListed(row))) {
      await tx.deleteFrom('change_log').where('revision', '=', revision).where('seq', '=', seq).execute()
    }
  })
}
