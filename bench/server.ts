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
