import { sql } from 'kysely'
import type * as contract from '#contract/inscripciones.ts'
import { retencionOf } from '#domain/cargada.ts'
import { fillOrden } from '#domain/categoria.ts'
import { isRecord } from '#domain/records.ts'
import { renumber } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { listByDia, saveOrdenes } from '../categorias/store.ts'
import { saveOrdenes as saveOrdenesOfEntries } from '../competidores/store.ts'
import type { Tx } from '../db/database.ts'
import { readCategorias } from '../horario/categorias.ts'
import { leavePrograma } from '../horario/programa.ts'
import { changeListas } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'

/** The ids of what a load made, as its row of the log keeps them. */
export interface Cargados {
  readonly categorias: readonly string[]
  readonly competidores: readonly string[]
}

/** What a row of the log says that a load made; `null` for other rows, and those of earlier versions. */
export function cargadosOf(after: unknown): Cargados | null {
  const cargados = isRecord(after) ? after['cargados'] : null
  // Written by `createCarga`.
  return isRecord(cargados) ? (cargados as unknown as Cargados) : null
}

/** Why a load cannot be undone; `null` when it can. */
export async function readRetencion(tx: Tx, cargados: Cargados): Promise<string | null> {
  return (await readCargada(tx, cargados)).retencion
}

/** What is left of a load: the categories that it made (`made`), and those in which its entries are now. */
async function readCargada(tx: Tx, { categorias, competidores: ids }: Cargados) {
  const entries = await tx.selectFrom('competidores').selectAll().where('id', 'in', ids).execute()
  const touched = await readCategorias(tx, [
    ...new Set([...categorias, ...entries.map(({ categoriaId }) => categoriaId)]),
  ])
  const made = touched.filter(({ id }) => categorias.includes(id))
  const marked = await idsIn(tx, ids, ['calificaciones', 'repeticion', 'tardia'])
  const called = await idsIn(tx, ids, ['llamada', 'turno'])
  const own = new Set(ids)
  const isOther = ({ id }: { readonly id: string }): boolean => !own.has(id)
  const retencion = retencionOf({
    competidores: entries.map((one) => ({ ...one, tieneMarcas: marked.has(one.id), tuvoTurno: called.has(one.id) })),
    categorias: touched.map((one) => ({ ...one, tieneOtros: made.includes(one) && one.competidores.some(isOther) })),
  })
  return { touched, made, isOther, retencion }
}

/** Those of the entries that a row of the tables names. */
async function idsIn(tx: Tx, ids: readonly string[], tables: readonly string[]): Promise<Set<string>> {
  const selects = tables.map(
    (table) => sql`select "competidorId" from ${sql.table(table)} where "competidorId" in (${sql.join(ids)})`,
  )
  const { rows } = await sql<{ competidorId: string }>`${sql.join(selects, sql` union `)}`.execute(tx)
  return new Set(rows.map(({ competidorId }) => competidorId))
}

/** Deletes the entries and categories that a load made. Throws `carga.missing`, `carga.kept`, `pausa.enCurso`. */
export const undoCarga: Run<typeof contract.undoCarga> = async (work, { id }) => {
  const row = await work.tx
    .selectFrom('change_log')
    .select('after')
    .where('revision', '=', Number.isSafeInteger(Number(id)) ? Number(id) : 0)
    .where('kind', '=', 'carga')
    .where('after', 'is not', null)
    .executeTakeFirst()
  const after: unknown = JSON.parse(row?.after ?? 'null')
  const cargados = cargadosOf(after)
  if (!cargados) throw new Problem('carga.missing')
  const { touched, made, isOther, retencion } = await readCargada(work.tx, cargados)
  if (retencion !== null) throw Problem.saying('carga.kept', `La carga ya no se puede deshacer: ${retencion}.`)

  for (const categoria of made) {
    // A break goes to a category that stays.
    const stays = ({ id: one }: { readonly id: string }): boolean =>
      one === categoria.id || made.every(({ id }) => id !== one)
    await leavePrograma(work, categoria, (await listByDia(work.tx, categoria.dia)).filter(stays))
  }
  const dias = touched.map(({ dia }) => dia)
  await changeListas(work, dias, {}, async () => {
    await work.tx.deleteFrom('competidores').where('id', 'in', cargados.competidores).execute()
    for (const { id: categoriaId, dia, competidores } of touched) {
      await saveOrdenesOfEntries(work.tx, renumber(competidores.filter(isOther)))
      // Without an entry's id, the views show the category anew and the log shows the load alone.
      work.changed({ kind: 'competidor', dia, categoriaId })
    }
    for (const one of made) await work.tx.deleteFrom('categorias').where('id', '=', one.id).execute()
    for (const dia of new Set(made.map((one) => one.dia)))
      await saveOrdenes(work, renumber(fillOrden(await listByDia(work.tx, dia))))
  })
  work.changed({ kind: 'carga', before: isRecord(after) ? { ...after, cargados: undefined } : {} })
}
