import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { holdCommands } from './db/change-log.ts'
import { type Tx, upsert } from './db/database.ts'
import type { Deps } from './deps.ts'
import { causeOf } from './disk-error.ts'
import type { Env } from './env.ts'

/** The stored file with the random id that the database has too. Its name begins with a dot, so listings leave it out. */
export const IDENTITY_FILE = '.identidad'

type World = Pick<Deps, 'env' | 'db' | 'files' | 'newId'>

/**
 * Checks that the stored files are those of the database. Gives both the same id when the database has none yet; of several
 * instances that start at once, the first one does. Returns null, or the sentence for the operator when the ids differ.
 * `mayBeNew` accepts stored files without an id although the database has one: see `replaceIdentity`.
 */
export async function matchIdentity(world: World, { mayBeNew = false } = {}): Promise<string | null> {
  // The database is read first: its row is committed after the file is stored.
  const database = await world.db.read(readIdentity)
  const stored = await readStored(world)
  if (database === null) return world.db.write((tx) => giveIdentity(tx, world))
  return mayBeNew && stored === null ? null : mismatchFault(world, database, stored)
}

/** Whether the stored files have the id of the database. True while the database has none yet. Changes nothing. */
export async function belongsTogether(world: Pick<World, 'db' | 'files'>): Promise<boolean> {
  const database = await world.db.read(readIdentity)
  return database === null || database === (await readStored(world))
}

/**
 * Gives stored files without an id, and the database, a new one. Call it after a command that filled the files of another
 * folder or bucket: instances that still use the former one are refused from then on.
 */
export async function replaceIdentity(world: World): Promise<void> {
  await world.db.write(async (tx) => {
    await holdCommands(tx)
    await saveIdentity(tx, (await readStored(world)) ?? (await storeNew(world)))
  })
}

/** Gives database and stored files one id, unless another instance was first: instances run this one after the other. */
async function giveIdentity(tx: Tx, world: World): Promise<string | null> {
  await holdCommands(tx)
  const [database, stored] = [await readIdentity(tx), await readStored(world)]
  if (database !== null) return mismatchFault(world, database, stored)
  await saveIdentity(tx, stored ?? (await storeNew(world)))
  return null
}

async function storeNew({ files, newId }: World): Promise<string> {
  const identidad = newId()
  await files.put(IDENTITY_FILE, Readable.from([Buffer.from(identidad)]))
  return identidad
}

async function readStored({ files }: Pick<World, 'files'>): Promise<string | null> {
  const content = await files.get(IDENTITY_FILE)
  // An operator may have written it: an editor ends the line, and PowerShell writes two bytes for each letter.
  return (content && (await text(content)).replace(/[^\w-]/g, '')) || null
}

async function readIdentity(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom('almacen').select('identidad').executeTakeFirst())?.identidad ?? null
}

async function saveIdentity(tx: Tx, identidad: string): Promise<void> {
  await upsert(tx, 'almacen', ['id'], { id: 1, identidad })
}

/** Returns why the file with the id cannot be read or written, as a sentence for the operator; null for any other error. */
export function identityFault(error: unknown, { dataDir }: Pick<Env, 'dataDir'>): string | null {
  const cause = causeOf(error)
  if (cause === null) return null
  return `DATA_DIR: no se puede usar ${dataDir}/archivos/${IDENTITY_FILE}: ${cause}. Permite leer y escribir ahí; si aun así no se puede, bórralo.`
}

/** Returns a message for the operator when the stored files belong to another database; null when they belong to this one. */
function mismatchFault({ env }: World, database: string, stored: string | null): string | null {
  if (database === stored) return null
  const [name, place] = env.storage
    ? ['STORAGE_URL', `la cubeta ${env.storage.bucket}`]
    : ['DATA_DIR', `${env.dataDir}/archivos`]
  const cause = stored === null ? `no tiene ${IDENTITY_FILE}` : `su ${IDENTITY_FILE} es de otra`
  return `${name}: ${place} no es el lugar de los archivos de esta base de datos: ${cause}. Usa el mismo lugar en todas las instancias; si este es el correcto, guarda en su ${IDENTITY_FILE} el texto ${database}.`
}
