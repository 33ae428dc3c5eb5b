import type { Output } from '#contract/define.ts'
import type * as contract from '#contract/pantallas.ts'
import { upsert } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { pantallaOf } from './store.ts'

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
  // A link that has ended waits for no write. One may end until the write begins.
  await db.read((tx) => pantallaOf(tx, enlace))
  await db.write(async (tx) => {
    const { id } = await pantallaOf(tx, enlace)
    await upsert(tx, 'reporte', ['pantallaId'], { pantallaId: id, visto: now() })
  })
}
