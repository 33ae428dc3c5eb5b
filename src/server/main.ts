import { inspect } from 'node:util'
import { pino } from 'pino'
import { ensureAdmin, setupLink } from './acceso/enlaces.ts'
import { buildApp, type App } from './app.ts'
import { DatabaseFull } from './db/database.ts'
import { codeOf } from './disk-error.ts'
import { siteAddress, readEnv, SettingsError, warningsOf, type Env } from './env.ts'
import { logLines } from './log-lines.ts'
import { openWorld } from './world.ts'

/** Writes a line for the operator at the terminal. The log is separate. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const FULL = 'Ya no hay espacio en el disco. Libera espacio y vuelve a arrancar.'
const STOP_MS = 10_000
const BACKLOG = 4_096

async function main(): Promise<void> {
  // Without a listener, a full disk or a closed terminal would end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const env = readEnv(process.env)
  const redact = ['req.headers.cookie', 'req.headers.authorization']
  const log = pino({ level: env.logLevel, redact }, logLines(1))
  const world = await openWorld(env, log, { locksDataDir: true })
  const app = await buildApp(world)
  stopInOrder(app, async () => world.db.close())
  app.startChores()
  await ensureAdmin(app.deps)
  await listen(app, env)
  await printAddress(app, env)
}

async function listen(app: App, { port, host }: Env): Promise<void> {
  try {
    await app.http.listen({ port, host, backlog: BACKLOG })
  } catch (error) {
    const code = codeOf(error)
    const faults: Readonly<Record<string, string>> = {
      EADDRINUSE: `PORT: el puerto ${port} ya está en uso. Usa otro.`,
      EACCES: `PORT: no hay permiso para el puerto ${port}. Usa otro, de 1024 en adelante.`,
      EADDRNOTAVAIL: `HOST: ${host} no es una dirección de esta máquina. Usa una que lo sea, o 0.0.0.0 para todas.`,
      ENOTFOUND: `HOST: no se encuentra ${host}. Usa una dirección de esta máquina, o 0.0.0.0 para todas.`,
    }
    const fault = faults[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code]
    throw fault === undefined ? error : new SettingsError([fault], error)
  }
}

/** Prints warnings, then the address and the sign-in link in the last line. */
async function printAddress(app: App, env: Env): Promise<void> {
  const bound = app.http.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : env.port
  const link = await setupLink(app.deps, port)
  for (const warning of warningsOf(env)) say(`Aviso: ${warning}`)
  const isAway = async () =>
    app.deps.files.ping().then(
      () => false,
      () => true,
    )
  if (env.storage && (await isAway())) {
    say('Aviso: el almacén de STORAGE_URL no responde. Mientras tanto no habrá fotos, música ni imágenes.')
  }
  for (const notice of await app.notices()) say(`Aviso: ${notice}`)
  const how = link
    ? `Crea al administrador (el enlace sirve una vez, durante 24 horas): ${link}`
    : `Administración: ${siteAddress(env, port)}/#/acceder`
  say(`Listo en ${siteAddress(env, port)}  ${how}`)
}

/** On a signal: stops listening, finishes the requests in progress, ends the streams, then exits. */
function stopInOrder(app: App, then: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), STOP_MS - 500).unref()
    await app.close()
    await then()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}

main().catch((error: unknown) => {
  // A fault that the operator can correct is one sentence; any other error is printed in full.
  const sentence =
    error instanceof DatabaseFull ? FULL : error instanceof SettingsError ? error.message : inspect(error)
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
})
