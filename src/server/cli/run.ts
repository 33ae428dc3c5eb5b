import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { Problem } from '#domain/problem.ts'
import { VISITANTE } from '#domain/role.ts'
import { BackupError } from '../backup/format.ts'
import { DatabaseAway, DatabaseFull } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readEnv, SettingsError } from '../env.ts'
import { Refusals } from '../acceso/refusals.ts'
import { WriteBudget } from '../files/budget.ts'
import { causeOf } from '../files/folder.ts'
import { FilesAway } from '../files/store.ts'
import { Occupied } from '../interchange/import.ts'
import { SourceError } from '../interchange/source.ts'
import { Paises } from '../paises/paises.ts'
import { openWorld } from '../world.ts'

const FULL = 'Ya no hay espacio en el disco.'

/** Said without a stack: the person can act on it. */
export class Stop extends Error {}

/** Runs one command beside whatever server there is: opens, acts, closes, and says by the exit status how it went. */
export async function runCommand(act: (deps: Deps) => Promise<void>, before: () => void): Promise<void> {
  let ending = 'No se hizo nada.'
  try {
    before()
    const env = readEnv(process.env)
    // What is said goes to the person; the log has the other channel.
    const world = await openWorld(env, pino({ level: env.logLevel }, pino.destination({ dest: 2, sync: true })))
    // From here on, what was done is known to the command alone, and a store that went away may keep a part of it.
    ending = 'No se terminó. Vuelve a intentarlo.'
    try {
      await act({
        ...world,
        budget: new WriteBudget(world.now),
        refusals: new Refusals(world.now),
        inTurn: (_actor, run) => run(),
        mail: null,
        paises: new Paises(world),
        committed: () => undefined,
        actorOf: async () => VISITANTE,
        recentActorOf: async () => VISITANTE,
      })
    } finally {
      await world.db.close()
    }
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, ending)}\n`)
    process.exitCode = 1
  }
}

/** The file that a command was given, from where the person stands: npm itself runs in the project's folder. */
export function pathOf(argument: string): string {
  const { npm_command: underNpm, INIT_CWD: from } = process.env
  return resolve(underNpm && from ? from : process.cwd(), argument)
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function sentenceOf(error: unknown, ending: string): string {
  if (error instanceof DatabaseAway) return `La base de datos no responde. ${ending}`
  if (error instanceof FilesAway) return `El almacén de archivos no responde. ${ending}`
  if (error instanceof Problem) return `${error.message} ${ending}`
  if (error instanceof DatabaseFull) return `${FULL} ${ending}`
  const cause = causeOf(error)
  if (cause !== null && error instanceof Error && 'path' in error) return `${String(error.path)}: ${cause}. ${ending}`
  // What is written to a file that is open already is refused without its name.
  if (cause !== null && error instanceof Error && 'code' in error && error.code === 'ENOSPC') return `${FULL} ${ending}`
  const known = [Stop, SettingsError, SourceError, Occupied, BackupError].some((kind) => error instanceof kind)
  return known && error instanceof Error ? error.message : inspect(error)
}
