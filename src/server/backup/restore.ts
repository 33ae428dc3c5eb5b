import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Database, Tx } from '../db/database.ts'
import { migrationsOf } from '../db/migrate.ts'
import type { FileStore } from '../files/store.ts'
import { listBackedUp } from './files.ts'
import { BackupError, DATA_FILE, FILES_FOLDER, VERSION } from './format.ts'
import { isTable, TABLES } from './tables.ts'

/** PostgreSQL takes 65,535 values a statement, SQLite 32,766. */
const VALUES = 20_000

/** Loads a backup into an empty place, on either engine: all or nothing. Answers with how many rows and files came in. */
export async function restore(
  db: Database,
  files: FileStore,
  folder: string,
): Promise<{ renglones: number; archivos: number }> {
  if (!existsSync(join(folder, DATA_FILE)))
    throw new BackupError(`En ${folder} no hay un respaldo (falta ${DATA_FILE}).`)
  // Before anything is touched: a backup that was cut off leaves the place as it was.
  const rows = await db.read(async (tx) => {
    await mustBeEmpty(tx)
    return readRows(folder, await migrationsOf(tx))
  })
  const there = await files.list('')
  for (const path of there) {
    // What a restore left that was ended in the middle is the same to the byte. Anything else is somebody's.
    if (!(await isSame(files, path, join(folder, FILES_FOLDER, path))))
      throw new BackupError('El lugar de destino ya tiene archivos. Restaura en uno vacío.')
  }
  const known = new Set(there)
  const paths = (await listBackedUp(folder)).filter((path) => !known.has(path))
  const place = async (): Promise<void> => {
    for (const path of paths) await files.put(path, createReadStream(join(folder, FILES_FOLDER, path)))
  }
  const takeAway = async (): Promise<void> => {
    for (const path of paths) await files.remove(path)
  }
  try {
    await place()
    return { renglones: await db.write((tx) => insertRows(tx, rows)), archivos: known.size + paths.length }
  } catch (error) {
    // A store that is away keeps what it has; the next restore of the same backup takes it up.
    await takeAway().catch(() => undefined)
    throw error
  }
}

/** Whether a stored file holds what a file of the backup holds. */
async function isSame(files: FileStore, path: string, backedUp: string): Promise<boolean> {
  const content = existsSync(backedUp) ? await files.get(path) : null
  if (!content) return false
  const [one, other] = await Promise.all([hashOf(content), hashOf(createReadStream(backedUp))])
  return one === other
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

async function insertRows(tx: Tx, rows: ReadonlyMap<string, Row[]>): Promise<number> {
  await mustBeEmpty(tx)
  await tx.deleteFrom('enlace').execute()
  await tx.deleteFrom('revision').execute()
  for (const table of TABLES) await insertAll(tx, table, rows.get(table) ?? [])
  // Pages that were open on the old place have revisions of another history: a new epoch tells them so.
  await tx
    .updateTable('revision')
    .set({ epoch: randomUUID().slice(0, 8) })
    .execute()
  return [...rows.values()].reduce((sum, list) => sum + list.length, 0)
}

async function mustBeEmpty(tx: Tx): Promise<void> {
  for (const table of TABLES) {
    if (table === 'revision' || table === 'enlace') continue
    const row = await tx.selectFrom(table).selectAll().limit(1).executeTakeFirst()
    if (row)
      throw new BackupError('El lugar de destino ya tiene datos. Restaura en uno vacío, con el servidor detenido.')
  }
}

type Row = Record<string, unknown>

async function readRows(folder: string, migrations: readonly string[]): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>()
  let count = 0
  let whole = false
  for await (const line of linesOf(join(folder, DATA_FILE))) {
    const said = parseLine(line)
    if (Array.isArray(said)) {
      const [table, row] = said
      if (!isTable(table) || typeof row !== 'object' || row === null)
        throw new BackupError('El respaldo tiene un renglón que no se entiende.')
      const list = rows.get(table) ?? []
      list.push({ ...row })
      rows.set(table, list)
      count += 1
    } else if (typeof said === 'object' && said !== null && 'fin' in said) {
      whole = 'renglones' in said && said.renglones === count
    } else {
      checkHead(said, migrations)
    }
  }
  if (!whole) throw new BackupError('El respaldo está incompleto: se cortó antes de terminar.')
  return rows
}

/** Lines end at a line feed and nowhere else: readline would also end them at separators that names may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The end of a backup that was cut off: it is refused whole.
    throw new BackupError('El respaldo está incompleto: se cortó antes de terminar.')
  }
}

function checkHead(head: unknown, migrations: readonly string[]): void {
  const isOurs = typeof head === 'object' && head !== null && 'version' in head && head.version === VERSION
  const known = isOurs && 'migraciones' in head ? head.migraciones : undefined
  if (!isOurs || JSON.stringify(known) !== JSON.stringify(migrations)) {
    throw new BackupError('El respaldo es de otra versión del programa. Restaura con la misma versión que lo hizo.')
  }
}

async function insertAll(tx: Tx, table: (typeof TABLES)[number], rows: readonly Row[]): Promise<void> {
  const each = Math.max(1, Math.floor(VALUES / Math.max(1, Object.keys(rows[0] ?? {}).length)))
  for (let at = 0; at < rows.length; at += each) {
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + each))
      .execute()
  }
}
