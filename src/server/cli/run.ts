import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { Problem } from '#domain/problem.ts'
import { VISITANTE } from '#domain/actor.ts'
import { BackupError } from '../backup/data.ts'
import { DatabaseAway, DatabaseFull, DatabaseUnsure } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readEnv, SettingsError } from '../env.ts'
import { WriteBudget } from '../files/budget.ts'
import { causeOf, codeOf } from '../disk-error.ts'
import { FilesAway } from '../files/store.ts'
import { Occupied } from '../interchange/import.ts'
import { SourceError } from '../interchange/source.ts'
import { logLines } from '../log-lines.ts'
import { Paises } from '../paises/paises.ts'
import { openWorld, type WorldOptions } from '../world.ts'

/** Stops a command with a message for the person who runs it, without a stack trace. */
export class CommandError extends Error {}

/**
 * Runs a command on the data of the settings; a server may run at the same time, unless `locksDataDir` is true. `readArgs`
 * runs first: when it throws, nothing is opened. A failure is written to the error stream and sets the exit status to 1.
 */
export async function runCommand<T>(
  readArgs: () => T,
  act: (deps: Deps, args: T) => Promise<void>,
  options: WorldOptions = {},
): Promise<void> {
  let ending = 'No se hizo nada.'
  try {
    const args = readArgs()
    const env = readEnv(process.env)
    // Messages of the command go to the standard output, the log to the error stream.
    const world = await openWorld(env, pino({ level: env.logLevel }, logLines(2)), options)
    // From here on, a part may be done when the database or the store stops answering.
    ending = 'No se terminó. Vuelve a intentarlo.'
    try {
      const deps: Deps = {
        ...world,
        budget: new WriteBudget(world.now),
        inTurn: (_actor, run) => run(),
        mail: null,
        paises: new Paises(world),
        committed: () => undefined,
        actorOf: async () => VISITANTE,
        recentActorOf: async () => VISITANTE,
      }
      await act(deps, args)
    } finally {
      await world.db.close()
    }
  } catch (error) {
    process.stderr.write(`${failureSentence(error, ending)}\n`)
    process.exitCode = 1
  }
}

/**
 * The path that is the only argument of a command. Throws `CommandError` with the usage for any other arguments. A relative
 * path starts at the folder in which the person called npm; npm itself runs in the project's folder.
 */
export function readPath(usage: string, { args = process.argv.slice(2), extension = '' } = {}): string {
  const [path, ...others] = args
  if (!path?.endsWith(extension) || path.startsWith('-') || others.length > 0) throw new CommandError(usage)
  const { npm_command: underNpm, INIT_CWD: from } = process.env
  return resolve(underNpm && from ? from : process.cwd(), path)
}

/** Writes a line for the operator at the terminal. The log is separate. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Errors whose message is the whole answer. */
const OUR_ERRORS = [CommandError, SettingsError, SourceError, Occupied, BackupError]

/** Returns what the operator is told about a failure. `ending`: what follows a fault outside of the program. */
export function failureSentence(error: unknown, ending: string): string {
  if (error instanceof DatabaseUnsure)
    return 'La base de datos dejó de responder y no sabemos si se guardó. Cuando responda, mira qué hay antes de repetirlo.'
  const found = error instanceof Problem ? error.message : faultOf(error)
  if (found !== null) return `${found} ${ending}`
  const isOurs = OUR_ERRORS.some((kind) => error instanceof kind)
  return isOurs && error instanceof Error ? error.message : inspect(error)
}

/** The sentence about a failure of the database, the store or the disk; null for every other error. */
function faultOf(error: unknown): string | null {
  if (error instanceof DatabaseAway) return 'La base de datos no responde.'
  if (error instanceof FilesAway) return 'El almacén de archivos no responde.'
  const cause = causeOf(error)
  if (cause !== null && error instanceof Error && 'path' in error) return `${String(error.path)}: ${cause}.`
  // An error of an open file has no path.
  const isFull = error instanceof DatabaseFull || (cause !== null && codeOf(error) === 'ENOSPC')
  return isFull ? 'Ya no hay espacio en el disco. Libera espacio.' : null
}
