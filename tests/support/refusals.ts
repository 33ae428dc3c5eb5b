import { expect } from 'vitest'
import { runCommand, ServerProcess } from './server.ts'

/** The output of the server, and of a command beside it, for settings with which neither can go on. */
export async function refusals(settings: Readonly<Record<string, string>>): Promise<string[]> {
  const start = await ServerProcess.run(settings).exited
  const command = await runCommand('src/server/cli/export.ts', ['nunca.json'], settings)
  expect([start.code, command.status]).toEqual([1, 1])
  for (const said of [start.output, command.output]) expect(said).not.toMatch(/^\s+at /m)
  expect(command.output).toBe(start.output)
  return start.output.trim().split('\n').slice(1)
}
