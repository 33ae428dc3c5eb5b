import { runCommand } from '../tests/support/server.ts'

/** The event of the tests, in the interchange format. */
export const EVENT = 'tests/fixtures/evento/evento.json'
/** The administrator of a server that the bench starts as a process. */
export const ADMIN = { email: 'bench@example.com', password: 'un banco de pruebas' } as const
/** The settings with which a server makes this administrator at its start. */
export const ADMIN_ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } as const

/** Imports an event before the server starts. Throws what the command wrote when it fails. */
export async function importEvent(file: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { status, output } = await runCommand('src/server/cli/import.ts', [file], env)
  if (status !== 0) throw new Error(output)
}

/** The `Cookie` header of a browser that got these `Set-Cookie` headers. */
export function cookieOf(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

export interface Usage {
  /** Resident, in MB. */
  readonly memory: number
  /** Open file descriptors. */
  readonly descriptors: number
}

/** What the process of a server uses now, as its `/metrics` says. */
export async function usageOf(origin: string): Promise<Usage> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return { memory: figure('process_resident_memory_bytes') / 2 ** 20, descriptors: figure('process_open_fds') }
}
