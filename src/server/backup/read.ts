import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { unknownMigrations } from '../db/migrate.ts'
import { BackupError, DATA_FILE, VERSION } from './format.ts'

export type Row = Readonly<Record<string, unknown>>

/** The data of a backup, as the version that wrote it had them. */
export interface Saved {
  readonly migraciones: readonly string[]
  /** In the order that they were written in: a table that others refer to comes before them. */
  readonly rows: ReadonlyMap<string, readonly Row[]>
}

/** Reads the data of a backup whole. Throws `BackupError` when it was cut off, or is of a newer version of the program. */
export async function readSaved(folder: string): Promise<Saved> {
  if (!existsSync(join(folder, DATA_FILE)))
    throw new BackupError(`En ${folder} no hay un respaldo (falta ${DATA_FILE}).`)
  const rows = new Map<string, Row[]>()
  let migraciones: readonly string[] | undefined
  let count = 0
  let whole = false
  for await (const line of linesOf(join(folder, DATA_FILE))) {
    const said = parseLine(line)
    if (!migraciones) {
      migraciones = readHead(said)
    } else if (Array.isArray(said)) {
      const [table, row] = said
      if (typeof table !== 'string' || typeof row !== 'object' || row === null) throw new BackupError(NOT_UNDERSTOOD)
      const list = rows.get(table) ?? []
      list.push({ ...row })
      rows.set(table, list)
      count += 1
    } else if (typeof said === 'object' && said !== null && 'fin' in said) {
      whole = 'renglones' in said && said.renglones === count
    }
  }
  if (!migraciones || !whole) throw new BackupError('El respaldo está incompleto: se cortó antes de terminar.')
  return { migraciones, rows }
}

export const NOT_UNDERSTOOD = 'El respaldo tiene un registro que no se entiende.'

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

/** The migrations that the head names: the schema that the rows were written in. */
function readHead(head: unknown): string[] {
  const isOurs = typeof head === 'object' && head !== null && 'formato' in head && head.formato === 'salsa-respaldo'
  if (!isOurs || !('migraciones' in head) || !Array.isArray(head.migraciones) || !('version' in head))
    throw new BackupError(`${DATA_FILE} no es de un respaldo de este programa.`)
  const migraciones = head.migraciones.map(String)
  if (head.version !== VERSION || unknownMigrations(migraciones).length > 0)
    throw new BackupError(
      'El respaldo es de una versión más nueva del programa. Actualiza este programa y restaura otra vez.',
    )
  return migraciones
}
