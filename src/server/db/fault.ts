import { causeOf, codeOf } from '../disk-error.ts'
import { DatabaseAway, DatabaseUnsure } from './database.ts'
import { NewerData, OlderData } from './migrate.ts'

/** Sentences by error code of PostgreSQL or of the network. */
const POSTGRES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no se encuentra ese servidor. Revisa su nombre.',
  EAI_AGAIN: 'no se encuentra ese servidor. Revisa su nombre y la red.',
  '28P01': 'no se aceptaron ese usuario y esa contraseña. Revísalos.',
  '28000': 'no se deja entrar a ese usuario. Revísalo, y lo que permite pg_hba.conf.',
  '3D000': 'esa base de datos no existe. Créala, o corrige su nombre.',
  '53300': 'no admite más conexiones. Cierra las de otros programas, o aumenta max_connections.',
  '42501': 'ese usuario no puede crear tablas ahí. Dale permiso.',
}
const AWAY = 'la base de datos no responde. Revisa servidor y puerto, y que esté en marcha.'

/** Sentences by result code of SQLite. */
const SQLITE: Readonly<Record<number, string>> = {
  3: 'no hay permiso para abrir la base de datos.',
  8: 'la base de datos es de solo lectura. Da permiso de escritura a la carpeta y a lo que hay en ella.',
  10: 'el disco falló al leer o escribir la base de datos.',
  11: 'la base de datos está dañada. Restaura un respaldo en otra carpeta.',
  14: 'no se pudo abrir la base de datos. Da permiso de escritura a la carpeta y a lo que hay en ella.',
  26: 'evento.sqlite no es una base de datos. Elige otra carpeta.',
}

/** Whether an error says that the database refuses the content of a row: its columns, its values, or a constraint. */
export function isRefusedRow(error: unknown): boolean {
  // A value that cannot be bound; an error of SQL, a constraint or a type in SQLite.
  if (error instanceof TypeError || [1, 19, 20].includes(primaryOf(error))) return true
  return /^(22|23|42)\w{3}$/.test(codeOf(error))
}

/** The results of SQLite for a full disk: of a write, and of the memory that the processes of a database share. */
const SQLITE_FULL: readonly number[] = [13, 4874]

/** Whether an error says that the disk of the database, or of its folder, is full. */
export function isDiskFull(error: unknown): boolean {
  return SQLITE_FULL.includes(resultOf(error)) || codeOf(error) === 'ENOSPC'
}

/** The extended result code of an SQLite error; 0 for any other error. */
function resultOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}

/** The primary result code of an SQLite error; 0 for any other error. */
export function primaryOf(error: unknown): number {
  return resultOf(error) & 0xff
}

/** Returns why the database cannot be opened, as a sentence about its setting; null for a fault of the program. */
export function openingFault(error: unknown, engine: 'sqlite' | 'postgres'): string | null {
  const name = engine === 'postgres' ? 'DATABASE_URL' : 'DATA_DIR'
  const isOfVersion = error instanceof NewerData || error instanceof OlderData
  const said = isOfVersion ? error.message : causeSentence(error, engine)
  return said === null ? null : `${name}: ${said}`
}

function causeSentence(error: unknown, engine: 'sqlite' | 'postgres'): string | null {
  if (engine === 'sqlite' && error instanceof DatabaseUnsure) return causeSentence(error.cause, engine)
  if (engine === 'postgres') return ofPostgres(error)
  if (error instanceof DatabaseAway) return 'otro programa tiene ocupada la base de datos. Espera a que termine.'
  const cause = causeOf(error)
  if (cause !== null)
    return `no se pueden abrir sus archivos: ${cause}. Permite leer y escribir evento.sqlite y la carpeta.`
  return SQLITE[primaryOf(error)] ?? null
}

function ofPostgres(error: unknown): string | null {
  const isAway = error instanceof DatabaseAway || error instanceof DatabaseUnsure
  const root = isAway ? error.cause : error
  if (!(root instanceof Error)) return null
  const known = POSTGRES[codeOf(root)]
  if (known !== undefined) return known
  const cause = causeOf(root)
  if (cause !== null && 'path' in root) return `no se pudo leer ${String(root.path)}: ${cause}.`
  if (/password must be/.test(root.message)) return POSTGRES['28P01'] ?? null
  if (/\b(SSL|TLS)\b|certificate/i.test(root.message)) return `no se logró la conexión cifrada (${root.message}).`
  return isAway ? AWAY : null
}
