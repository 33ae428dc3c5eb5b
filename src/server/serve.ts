import type { App } from './app.ts'
import { failureSentence } from './cli/run.ts'
import { DatabaseFull } from './db/database.ts'
import { codeOf } from './disk-error.ts'
import { SettingsError, type Env } from './env.ts'

const FULL = 'Ya no hay espacio en el disco. Libera espacio y vuelve a arrancar.'
const STOP_MS = 10_000
const BACKLOG = 4_096
/** The signals that end a server. */
export const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Listens at the address of the settings; returns the port. Throws `SettingsError` when that address is not to be had. */
export async function listen(app: App, { port, host }: Env): Promise<number> {
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
  const bound = app.http.server.address()
  return typeof bound === 'object' && bound ? bound.port : port
}

/** On a signal: stops listening, finishes the requests in progress, ends the streams, then exits. */
export function stopInOrder(app: App, then: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), STOP_MS - 500).unref()
    await app.close()
    await then()
    process.exit(0)
  }
  for (const signal of SIGNALS) process.on(signal, () => void stop())
}

/** Runs the start of a server. A fault that the operator can correct is one sentence; any other error is printed in full. */
export function run(main: () => Promise<void>): void {
  // Without a listener, a full disk or a closed terminal would end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  main().catch((error: unknown) => {
    const sentence = error instanceof DatabaseFull ? FULL : failureSentence(error, 'No arrancó. Vuelve a intentarlo.')
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  })
}
