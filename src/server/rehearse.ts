/** `npm run rehearse [-- --play]`: serves a copy of the event to practise on, beside the real one. */
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { buildApp } from './app.ts'
import { lockServer } from './db/server-lock.ts'
import { isLoopback, readEnv, SettingsError, siteAddress, type Env } from './env.ts'
import { copyEvent, fillCopy, linksOf } from './ensayo/copy.ts'
import { play } from './ensayo/play.ts'
import { logLines } from './log-lines.ts'
import { listen, run, say, StartError, stopInOrder } from './serve.ts'
import { openWorld, type World } from './world.ts'

/** Ports after that of the event that are tried. */
const MOST_PORTS = 50
const ADDRESS_FILE = 'direccion.txt'

async function rehearse(): Promise<void> {
  const env = readEnv(process.env)
  const folder = `${env.dataDir.replace(/\/+$/, '')}-ensayo`
  const log = pino({ level: env.logLevel }, logLines(2))
  const { copy, forget } = await openCopy(env, folder, log)
  const app = await buildApp(copy)
  stopInOrder(app, async () => {
    await copy.db.close()
    forget()
  })
  app.startChores()
  const site = siteOf(env, await listen(app, { ...copy.env, port: await freePortAfter(env) }))
  writeFileSync(join(folder, ADDRESS_FILE), site)
  for (const line of await linksOf(copy.db, site)) say(line)
  if (env.databaseUrl !== null || env.storage !== null)
    say('El ensayo está en SQLite y en una carpeta, aunque el evento use PostgreSQL o S3.')
  say(`Ensayo en ${site}  Nada de lo que hagas ahí cuenta. Termina con Ctrl C.`)
  if (process.argv.includes('--play')) say(`Terminó el ${await play(app.deps)}: el ensayo sigue abierto.`)
}

interface Copy {
  readonly copy: World
  /** Removes the folder of the copy. */
  readonly forget: () => void
}

/** Makes the copy anew in its folder. Throws `SettingsError` while another rehearsal uses the folder. */
async function openCopy(env: Env, folder: string, log: Logger): Promise<Copy> {
  const place = `${folder}.candado`
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const unlock = lockOrTell(place, folder)
  rmSync(folder, { recursive: true, force: true })
  const event = await openWorld(env, log)
  try {
    await copyEvent(event, folder)
  } finally {
    await event.db.close()
  }
  const alone = { databaseUrl: null, storage: null, publicUrl: null, smtp: null, admin: null } as const
  const copy = await openWorld({ ...env, ...alone, dataDir: folder, ensayo: true }, log, { fillsFiles: true })
  await fillCopy(copy)
  return {
    copy,
    forget: () => {
      for (const one of [folder, place]) rmSync(one, { recursive: true, force: true })
      unlock()
    },
  }
}

function lockOrTell(place: string, folder: string): () => void {
  try {
    return lockServer(place)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const address = readAddress(folder)
    throw address === null ? error : new StartError(`Ya hay un ensayo en ${address}.`, { cause: error })
  }
}

function readAddress(folder: string): string | null {
  try {
    return readFileSync(join(folder, ADDRESS_FILE), 'utf8')
  } catch {
    // It is still starting, or the lock has another reason.
    return null
  }
}

/** The port after that of the event, or the next free one; 0, any port, where the event has any. */
async function freePortAfter({ port, host }: Env): Promise<number> {
  if (port === 0) return 0
  for (const after of Array(MOST_PORTS).keys()) {
    const next = port + 1 + after
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
  const local = siteAddress({ ...env, publicUrl: null }, port)
  if (isLoopback(env.host)) return local
  const found = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const address = found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const host = ['0.0.0.0', '::'].includes(env.host) ? address : env.host
  return host === undefined ? local : local.replace('localhost', host)
}

run(rehearse)
