import { sql } from 'kysely'
import type { Change } from '#contract/change.ts'
import { isKind } from '#domain/bitacora.ts'
import { isDia } from '#domain/dia.ts'
import type { Actor } from '#domain/actor.ts'
import { type Database, type Tx, selectEpoch, insertAll, newEpoch } from './database.ts'
import { CHANNEL } from './postgres.ts'

/**
 * Takes the next revision. The row stays locked until the end of the transaction: revisions are committed in their order, and
 * a read of "newer than" misses none.
 */
export async function takeRevision(tx: Tx): Promise<void> {
  await sql`update "revision" set "revision" = "revision" + 1`.execute(tx)
}

/** Makes the commands of every instance wait until the end of this transaction. Takes no revision. */
export async function holdCommands(tx: Tx): Promise<void> {
  await tx
    .updateTable('revision')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .execute()
}

/** Lets a transaction of PostgreSQL do other work than statements for two minutes. */
export async function allowPauses(tx: Tx, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres') await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
}

/** Inserts a row per change, and notifies the other instances at commit. */
export async function recordChanges(
  tx: Tx,
  engine: Database['engine'],
  at: { readonly revision: number; readonly actor: Actor; readonly now: Date },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  const who = at.actor.role === 'visitante' ? { id: null, nombre: null } : at.actor
  const rows = changes.map((change, seq) => ({
    revision: at.revision,
    seq,
    kind: change.kind,
    dia: change.dia ?? null,
    categoriaId: change.categoriaId ?? null,
    competidorId: change.competidorId ?? null,
    personaId: change.personaId ?? null,
    actorRole: at.actor.role,
    actorId: who.id,
    actorNombre: who.nombre,
    at: at.now.toISOString(),
    before: toJson(change.before),
    after: toJson(change.after),
  }))
  await insertAll(tx, 'change_log', rows)
  if (engine === 'postgres') await sql`notify ${sql.raw(CHANNEL)}`.execute(tx)
}

export interface Head {
  readonly epoch: string
  readonly revision: number
}

export async function readHead(tx: Tx): Promise<Head> {
  return tx
    .selectFrom('revision')
    .select((eb) => ['revision', selectEpoch(tx, eb.ref('epoch')).as('epoch')])
    .executeTakeFirstOrThrow()
}

/**
 * Begins a new epoch when the revision is lower than one that was read before in the same epoch: the database was replaced by
 * an older copy of itself. Only one of the instances that notice it does so.
 */
export async function renewEpoch(tx: Tx, known: Head): Promise<void> {
  const { epoch, revision } = await readHead(tx)
  if (epoch === known.epoch && revision < known.revision)
    await tx.updateTable('revision').set({ epoch: newEpoch() }).execute()
}

export type LoggedChange = Change & { readonly revision: number }

/** The news of the log since a revision. */
export interface Log {
  readonly head: Head
  /** Oldest first. */
  readonly changes: readonly LoggedChange[]
  /** A row cannot be read: anything may have changed, sessions among it. */
  readonly isDamaged: boolean
}

export async function readLog(tx: Tx, after: number): Promise<Log> {
  const { rows } = await sql<LogRow>`
    select head."revision", ${selectEpoch(tx, sql.ref('head.epoch'))} as "epoch", c."revision" as "at", c."kind",
      c."dia", c."categoriaId", c."competidorId", c."personaId", c."after"
    from "revision" as head
    left join "change_log" as c on c."revision" > ${after}
    order by c."revision", c."seq"`.execute(tx)
  const [first] = rows
  if (!first) throw new Error('The database has no revision.')
  const { epoch, revision } = first
  const head = { epoch, revision }
  try {
    return { head, changes: rows.flatMap((row) => changeOf(row) ?? []), isDamaged: false }
  } catch (error) {
    // A row that is not JSON. The reader loads everything anew.
    if (!(error instanceof SyntaxError)) throw error
    return { head, changes: [], isDamaged: true }
  }
}

type Told = 'kind' | 'dia' | 'categoriaId' | 'competidorId' | 'personaId' | 'after'
type LogRow = Head & { readonly at: number | null } & { readonly [Column in Told]: string | null }

/** Null for a row that holds only the head: nothing changed after the revision that was asked for. */
function changeOf(row: LogRow): LoggedChange | null {
  if (row.at === null) return null
  return {
    revision: row.at,
    kind: isKind(row.kind) ? row.kind : 'todo',
    ...(isDia(row.dia) && { dia: row.dia }),
    ...(row.categoriaId !== null && { categoriaId: row.categoriaId }),
    ...(row.competidorId !== null && { competidorId: row.competidorId }),
    ...(row.personaId !== null && { personaId: row.personaId }),
    ...(row.after !== null && { after: JSON.parse(row.after) }),
  }
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
