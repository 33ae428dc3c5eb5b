import { inspect } from 'node:util'
import { pino } from 'pino'
import { ensureAdmin, setupLink } from './acceso/setup.ts'
import { buildApp, type App } from './app.ts'
import { addressOf, readEnv, SettingsError, type Env } from './env.ts'
import { finishPendingFiles } from './interchange/finish.ts'
import { openWorld } from './world.ts'

/** For the person at the terminal; the log goes its own way. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const STOP_MS = 10_000
const BACKLOG = 4_096

async function main(): Promise<void> {
  const env = readEnv(process.env)
  const log = pino({ level: env.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] })
  const world = await openWorld(env, log)
  const app = await buildApp(world)
  stopInOrder(app, async () => world.db.close())
  await finishImports(app)
  app.tend()
  await ensureAdmin(app.deps)
  await listen(app, env)
  await sayWhere(app, env)
}

async function listen(app: App, { port, host }: Env): Promise<void> {
  try {
    await app.http.listen({ port, host, backlog: BACKLOG })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const faults: Readonly<Record<string, string>> = {
      EADDRINUSE: `PORT: el puerto ${port} ya está en uso. Di otro.`,
      EACCES: `PORT: no hay permiso para el puerto ${port}. Di otro, de 1024 en adelante.`,
      EADDRNOTAVAIL: `HOST: ${host} no es una dirección de esta máquina. Di una que lo sea, o 0.0.0.0 para todas.`,
      ENOTFOUND: `HOST: no se encuentra ${host}. Di una dirección de esta máquina, o 0.0.0.0 para todas.`,
    }
    const fault = faults[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code]
    throw fault === undefined ? error : new SettingsError([fault], error)
  }
}

/** What an import that was cut off has left to do. The event is served without it; the next start tries again. */
async function finishImports({ deps }: App): Promise<void> {
  await finishPendingFiles(deps).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the files of an import are not all in their place yet'),
  )
}

/** The last line is what a person needs: where it is, and how to get in. */
async function sayWhere(app: App, env: Env): Promise<void> {
  const bound = app.http.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : env.port
  const link = await setupLink(app.deps, port)
  const { hostname } = env.publicUrl ?? new URL(addressOf(env, port))
  const local = ['127.0.0.1', '::1', 'localhost'].includes(env.host) || hostname === 'localhost'
  if (!local && !env.tls && env.publicUrl?.protocol !== 'https:') {
    say('Aviso: fuera de esta máquina y sin https no funcionan el uso sin conexión ni la pantalla siempre encendida.')
  }
  if (env.host !== '127.0.0.1' && env.publicUrl === null) {
    say('Aviso: para entrar desde otros equipos, di con PUBLIC_URL la dirección que usarán.')
  }
  if (env.storage && !(await answers(app))) {
    say('Aviso: el almacén de STORAGE_URL no contesta. Sin fotos, música ni imágenes hasta que lo haga.')
  }
  const how = link
    ? `Crea al administrador (una vez, en 24 horas): ${link}`
    : `Administración: ${addressOf(env, port)}/#/acceder`
  say(`Listo en ${addressOf(env, port)}  ${how}`)
}

async function answers({ deps }: App): Promise<boolean> {
  return deps.files.ping().then(
    () => true,
    () => false,
  )
}

/** Stop accepting, finish what began, tell live clients to come back, leave. */
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
  // What the operator can mend is said in a sentence; anything else in full.
  process.stderr.write(`${error instanceof SettingsError ? error.message : inspect(error)}\n`)
  process.exit(1)
})
