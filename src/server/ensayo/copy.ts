import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { enlacePath } from '#domain/pantalla.ts'
import { newToken } from '../acceso/sesiones.ts'
import { DATA_FILE, LIST_FILE } from '../backup/data.ts'
import { restore } from '../backup/restore.ts'
import type { Database } from '../db/database.ts'
import { replaceIdentity } from '../identity.ts'
import type { World } from '../world.ts'

/**
 * Inserts the rows of a backup in the data folder of a rehearsal into its database, and gives each judge and each screen a new link.
 * The files of the backup are in their place. Sessions and API tokens are not copied.
 */
export async function fillCopy(world: World): Promise<void> {
  const { dataDir } = world.env
  await restore(world.db, world.files, dataDir)
  await replaceIdentity(world)
  for (const name of [DATA_FILE, LIST_FILE]) await rm(join(dataDir, name))
  await world.db.write(async (tx) => {
    for (const table of ['jueces', 'pantalla'] as const) {
      for (const { id } of await tx.selectFrom(table).select('id').where('enlace', 'is not', null).execute())
        await tx.updateTable(table).set({ enlace: newToken() }).where('id', '=', id).execute()
    }
  })
}

/** The lines that tell the links: a name and an address each. */
export async function linksOf(db: Database, site: string): Promise<string[]> {
  return db.read(async (tx) => {
    const jueces = await tx.selectFrom('jueces').selectAll().where('activo', '=', 1).orderBy('nombre').execute()
    const pantallas = await tx.selectFrom('pantalla').selectAll().orderBy('nombre').execute()
    return [
      ...jueces.flatMap(({ nombre, enlace }) => (enlace === null ? [] : [`${nombre}: ${site}/#/juez/${enlace}`])),
      ...pantallas.map(({ nombre, tipo, enlace }) => `${nombre}: ${site}${enlacePath(tipo, enlace)}`),
    ]
  })
}
