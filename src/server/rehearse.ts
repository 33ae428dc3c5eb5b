/** `npm run rehearse [-- --play]`: serves a copy of the event to practise on, beside the real one. */
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { buildApp } from './app.ts'
import { backup } from './backup/backup.ts'
import { CommandError, say } from './cli/run.ts'
import { openUnchanged } from './db/open.ts'
import { lockServer } from './db/server-lock.ts'
import { isLoopback, readEnv, SettingsError, siteAddress, type Env } from './env.ts'
import { fillCopy, linksOf } from './ensayo/copy.ts'
import { play } from './ensayo/play.ts'
import { logLines } from './log-lines.ts'
import { listen, run, SIGNALS, stopInOrder } from './serve.ts'
import { openFiles, openWorld, type World } from './world.ts'

/** Ports after that of the event that are tried. */
const MOST_PORTS = 50
const LAST_PORT = 65_535
const ADDRESS_FILE = 'direccion.txt'
const WITHOUT_ADMIN = 'El día no avanza solo: el evento no tiene administrador. Créalo y vuelve a ensayar.'

async function rehearse(): Promise<void> {
  const env = readEnv(process.env)
  const folder = `${env.dataDir.replace(/\/+$/, '')}-ensayo`
  for (const signal of SIGNALS) process.on(signal, leave)
  const copy = await openCopy(env, folder, pino({ level: env.logLevel }, logLines(2)))
  const app = await buildApp(copy)
  stopInOrder(app, async () => copy.db.close())
  for (const signal of SIGNALS) process.off(signal, leave)
  app.startChores()
  const site = siteOf(env, await listen(app, { ...copy.env, port: await freePortAfter(env) }))
  writeFileSync(join(folder, ADDRESS_FILE), site)
  for (const line of await linksOf(copy.db, site)) say(line)
  if (env.databaseUrl !== null || env.storage !== null)
    say('El ensayo está en SQLite y en una carpeta, aunque el evento use PostgreSQL o S3.')
  say(`Ensayo en ${site}  Nada de lo que hagas ahí cuenta. Termina con Ctrl C.`)
  if (!process.argv.includes('--play')) return
  const dia = await play(app.deps)
  say(dia === null ? WITHOUT_ADMIN : `Terminó el ${dia}: el ensayo sigue abierto.`)
}

/** Ends the process while the copy is made. */
const leave = (): never => process.exit(1)

/** Makes the copy anew in its folder. Writes nothing to the event. */
async function openCopy(env: Env, folder: string, log: Logger): Promise<World> {
  const db = await openUnchanged(env)
  try {
    const made = claimFolder(folder)
    await backup(db, await openFiles(env), made, new Date())
    renameSync(made, folder)
  } finally {
    await db.close()
  }
  const alone = { databaseUrl: null, storage: null, publicUrl: null, smtp: null, admin: null } as const
  const copy = await openWorld({ ...env, ...alone, dataDir: folder, ensayo: true }, log, { fillsFiles: true })
  await fillCopy(copy)
  return copy
}

/**
 * Takes the folder of the copy for this process, and removes what a killed rehearsal left there. Returns the path where the copy is made.
 * Both are removed when the process ends. Throws `SettingsError` or `CommandError` while another rehearsal uses the folder, and
 * `CommandError` when no rehearsal made it.
 */
function claimFolder(folder: string): string {
  const place = `${folder}.candado`
  mkdirSync(place, { recursive: true, mode: 0o700 })
  if (!isOwnFolder(place)) throw new CommandError(strangeText(place))
  const unlock = lockOrTell(place, folder)
  const beside = join(place, 'copia')
  const isOther = existsSync(folder) && !existsSync(beside)
  process.on('exit', () => {
    if (!isOther) remove(folder)
    unlock()
    remove(place)
  })
  if (isOther) throw new CommandError(strangeText(folder))
  remove(folder)
  remove(beside)
  return join(beside, 'datos')
}

/** Whether a path is a folder that other users of the machine can neither read nor change: no link, and of the user of this process. */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path)
  // Windows has neither: a folder inherits its permissions there.
  const isOpen = process.getuid !== undefined && (found.uid !== process.getuid() || (found.mode & 0o077) !== 0)
  return found.isDirectory() && !isOpen
}

const strangeText = (path: string): string => `${path} no es de un ensayo. Muévela a otro lugar y vuelve a intentarlo.`

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function lockOrTell(place: string, folder: string): () => void {
  try {
    return lockServer(place)
  } catch (error) {
    const file = join(folder, ADDRESS_FILE)
    // Without the file, the other one is still starting, or the lock has another reason.
    if (!(error instanceof SettingsError) || !existsSync(file)) throw error
    throw new CommandError(`Ya hay un ensayo en ${readFileSync(file, 'utf8')}.`, { cause: error })
  }
}

/** The port after that of the event, or the next free one; 0, any port, where the event has any, and where none is left. */
async function freePortAfter({ port, host }: Env): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + MOST_PORTS, LAST_PORT)
  for (let next = port + 1; next <= last; next += 1) {
    const probe = createServer().listen(next, host)
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return next
  }
  return 0
}

/** The address of the rehearsal for other devices of the room, where it listens beyond this machine. */
function siteOf(env: Env, port: number): string {
  const found = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const address = found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const host = ['0.0.0.0', '::'].includes(env.host) ? address : env.host
  return siteAddress({ ...env, publicUrl: null }, port, isLoopback(env.host) ? undefined : host)
}

run(rehearse)
