import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Brings values that earlier versions took to what this one takes: a day without entries in its order has turn 0, and an
 * entry has at most a day of 1,440 minutes. Otherwise the export of such a place is refused by its own import.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`
    update "turno" set "selectedRow" = 0
    where "competidorId" is null and not exists (
      select 1 from "competidores" as "e" inner join "categorias" as "c" on "c"."id" = "e"."categoriaId"
      where "c"."dia" = "turno"."dia" and "c"."nombre" <> '' and "e"."orden" is not null
    )`.execute(db)
  await sql`
    update "adminMinutoAMinuto" set "minutosPorCompetidor" = 1440
    where "minutosPorCompetidor" > 1440`.execute(db)
}
