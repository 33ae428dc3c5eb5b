import { pino } from 'pino'
import { ensureAdmin, setupLink } from './acceso/enlaces.ts'
import { buildApp, type App } from './app.ts'
import { say } from './cli/run.ts'
import { siteAddress, readEnv, warningsOf, type Env } from './env.ts'
import { logLines } from './log-lines.ts'
import { listen, run, stopInOrder } from './serve.ts'
import { openWorld } from './world.ts'

async function main(): Promise<void> {
  const env = readEnv(process.env)
  const redact = ['req.headers.cookie', 'req.headers.authorization']
  const log = pino({ level: env.logLevel, redact }, logLines(1))
  const world = await openWorld(env, log, { locksDataDir: true })
  const app = await buildApp(world)
  stopInOrder(app, async () => world.db.close())
  app.startChores()
  await ensureAdmin(app.deps)
  await printAddress(app, env, await listen(app, env))
}

/** Prints warnings, then the address and the sign-in link in the last line. */
async function printAddress(app: App, env: Env, port: number): Promise<void> {
  const link = await setupLink(app.deps, port)
  for (const warning of warningsOf(env)) say(`Aviso: ${warning}`)
  if (env.storage) {
    const away = 'Aviso: el almacén de STORAGE_URL no responde. Mientras tanto no habrá fotos, música ni imágenes.'
    await app.deps.files.ping().catch(() => say(away))
  }
  for (const notice of await app.notices()) say(`Aviso: ${notice}`)
  const how = link
    ? `Crea al administrador (el enlace sirve una vez, durante 24 horas): ${link}`
    : `Administración: ${siteAddress(env, port)}/#/acceder`
  say(`Listo en ${siteAddress(env, port)}  ${how}`)
}

run(main)
