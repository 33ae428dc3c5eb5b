import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { formatCount } from '#domain/plural.ts'
import type { Tx } from '../db/database.ts'
import { migrationsOf, unknownMigrations } from '../db/migrate.ts'
import { RESTORED } from '../db/schema.ts'
import { ignoreMissing } from '../disk-error.ts'
import { OWNER_ONLY } from '../files/content.ts'
import { listFiles } from '../files/folder.ts'

/** The rows of a backup: a head, then one line of JSON for each row, then an end. */
export const DATA_FILE = 'datos.ndjson'
const VERSION = 1

/** Stops a backup or a restore. The message is for the operator. */
export class BackupError extends Error {}

/** The number of rows and of files of a backup. */
export interface BackedUp {
  readonly renglones: number
  readonly archivos: number
}

const firstLine = z.object({
  formato: z.literal('salsa-respaldo'),
  version: z.number(),
  /** The migrations of the database: they tell the schema of the rows. */
  migraciones: z.array(z.string()),
  /** The backup has a list of its files. Older versions wrote none, and do not read this field. */
  lista: z.optional(z.boolean()),
})

/** Writes the rows of one transaction to the data file of a folder. Returns the number of rows. */
export async function writeData(tx: Tx, folder: string, now: Date): Promise<number> {
  let renglones = 0
  async function* lines(): AsyncGenerator<string> {
    const migraciones = await migrationsOf(tx)
    const fecha = now.toISOString()
    yield lineOf({ formato: 'salsa-respaldo', version: VERSION, migraciones, fecha, lista: true })
    for (const table of RESTORED) {
      // One table is read at once: the tables of an event are small, and the log has tens of thousands of rows at most.
      for (const row of await tx.selectFrom(table).selectAll().execute()) {
        renglones += 1
        yield lineOf([table, row])
      }
    }
    // A backup without this line, or with another number of rows, is incomplete.
    yield lineOf({ fin: true, renglones })
  }
  const file = createWriteStream(join(folder, DATA_FILE), { mode: OWNER_ONLY.file, flush: true })
  await pipeline(Readable.from(lines()), file)
  return renglones
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

export type Row = Readonly<Record<string, unknown>>

/** The rows of a backup, in the schema of the version that wrote it. */
export interface Saved {
  readonly migraciones: readonly string[]
  /** Whether the backup was written with a list of its files. */
  readonly lista: boolean
  /** In the order of the file: a table comes before the tables that refer to it. */
  readonly rows: ReadonlyMap<string, readonly Row[]>
}

export const NOT_UNDERSTOOD = 'El respaldo tiene un registro que no se entiende.'
const INCOMPLETE = 'El respaldo está incompleto: se cortó antes de terminar.'

/** Reads the data file of a backup. Throws `BackupError` when the file is incomplete, or of a newer version of the program. */
export async function readSaved(folder: string): Promise<Saved> {
  if (!existsSync(join(folder, DATA_FILE)))
    throw new BackupError(`En ${folder} no hay un respaldo (falta ${DATA_FILE}).`)
  const rows: { readonly table: string; readonly row: Row }[] = []
  let head: Pick<Saved, 'migraciones' | 'lista'> | undefined
  let isWhole = false
  for await (const line of linesOf(join(folder, DATA_FILE))) {
    const value = parseLine(line)
    if (!head) head = parseHead(value)
    else if (Array.isArray(value)) rows.push(parseRow(value))
    else if (isEnd(value)) isWhole = value.renglones === rows.length
  }
  if (!head || !isWhole) throw new BackupError(INCOMPLETE)
  const tables = [...Map.groupBy(rows, ({ table }) => table)]
  return { ...head, rows: new Map(tables.map(([table, list]) => [table, list.map(({ row }) => row)])) }
}

/** Splits a file at line feeds only. `readline` also splits at separators that a name may contain. */
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
    // The last line of a backup that was cut off.
    throw new BackupError(INCOMPLETE)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Checks the line of a row. Throws `BackupError`. */
function parseRow([table, row]: readonly unknown[]): { table: string; row: Row } {
  if (typeof table !== 'string' || !isObject(row)) throw new BackupError(NOT_UNDERSTOOD)
  // PostgreSQL would store an object as its JSON.
  if (Object.values(row).some(isObject)) throw new BackupError(`${NOT_UNDERSTOOD} Es de ${table}.`)
  return { table, row: { ...row } }
}

const isEnd = (value: unknown): value is { readonly renglones?: unknown } => isObject(value) && 'fin' in value

/** Checks the first line of a backup. Throws `BackupError`. */
function parseHead(line: unknown): Pick<Saved, 'migraciones' | 'lista'> {
  const { data } = firstLine.safeParse(line)
  if (!data) throw new BackupError(`${DATA_FILE} no es de un respaldo de este programa.`)
  const { version, migraciones, lista = false } = data
  if (version !== VERSION || unknownMigrations(migraciones).length > 0)
    throw new BackupError(
      'El respaldo es de una versión más nueva del programa. Actualiza este programa y restaura otra vez.',
    )
  return { migraciones, lista }
}

/** The folder of a backup's files, beside its data file. */
export const FILES_FOLDER = 'archivos'

/** The list of a backup's files, with the length of each. It is written last. */
export const LIST_FILE = 'archivos.json'
const list = z.record(z.string(), z.number())

/** Writes the list of the files of a backup. */
export async function writeList(folder: string): Promise<void> {
  const paths = await listFiles(join(folder, FILES_FOLDER))
  const lengths = await Promise.all(paths.map(async (path) => [path, await lengthOf(folder, path)]))
  const text = JSON.stringify(Object.fromEntries(lengths), null, 1)
  await writeFile(join(folder, LIST_FILE), text, { mode: OWNER_ONLY.file, flush: true })
}

/**
 * The paths of the files of a backup, from its list. A backup of an older version has no list: then the paths of all files in
 * its folder. Throws `BackupError` when the list of a backup that was written with one is missing, and when a file of the list
 * is missing or has another length, as in an interrupted copy of the backup.
 */
export async function listBackedUp(folder: string, { lista }: Pick<Saved, 'lista'>): Promise<string[]> {
  const text = await readFile(join(folder, LIST_FILE), 'utf8').catch(ignoreMissing)
  if (text === undefined && lista)
    throw new BackupError(`El respaldo está incompleto: falta ${LIST_FILE}. Copia otra vez el respaldo entero.`)
  if (text === undefined) return listFiles(join(folder, FILES_FOLDER))
  const lengths = Object.entries(readList(text))
  const found = await Promise.all(lengths.map(async ([path, length]) => (await lengthOf(folder, path)) === length))
  const damaged = lengths.filter((_, index) => !found[index]).map(([path]) => path)
  if (damaged.length > 0)
    throw new BackupError(
      `El respaldo está incompleto. Faltan o están cortados: ${formatCount(damaged.length, 'archivo', 'archivos')}, como ${damaged[0]}. Copia otra vez el respaldo entero.`,
    )
  return lengths.map(([path]) => path)
}

function readList(text: string): z.infer<typeof list> {
  try {
    return list.parse(JSON.parse(text))
  } catch (error) {
    throw new BackupError(`El respaldo está incompleto: no se entiende ${LIST_FILE}.`, { cause: error })
  }
}

/** The length of a file of a backup; null when there is none. */
async function lengthOf(folder: string, path: string): Promise<number | null> {
  return (await stat(join(folder, FILES_FOLDER, path)).catch(ignoreMissing))?.size ?? null
}
