import type { Output } from '#contract/define.ts'
import type * as contract from '#contract/pantallas.ts'
import { Problem } from '#domain/problem.ts'
import { upsert, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'

/** Returns the last report of each screen, with the time of the answer. */
export async function readReportes({ db, now }: Deps): Promise<Output<typeof contract.readReportes>> {
  const reportes = await db.read((tx) => tx.selectFrom('reporte').selectAll().execute())
  return { ahora: now(), reportes }
}

/**
 * Saves that the page of a link is open. Outside `transact`: it changes nothing that a view shows, and each page reports every few
 * seconds. Throws `pantalla.enlaceInvalid`.
 */
export async function saveReporte({ db, now }: Pick<Deps, 'db' | 'now'>, enlace: string): Promise<void> {
  const find = async (tx: Tx): Promise<string> => {
    const found = await tx.selectFrom('pantalla').select('id').where('enlace', '=', enlace).executeTakeFirst()
    if (!found) throw new Problem('pantalla.enlaceInvalid')
    return found.id
  }
  // A link that has ended waits for no write. One may end until the write begins.
  await db.read(find)
  await db.write(async (tx) => upsert(tx, 'reporte', ['pantallaId'], { pantallaId: await find(tx), visto: now() }))
}
