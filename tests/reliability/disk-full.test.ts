import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBLEMS } from '#domain/problem.ts'
import { freshPlace } from '../support/database.ts'
import { runCommand, ServerProcess } from '../support/server.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@ejemplo.mx', ADMIN_PASSWORD: 'clave-segura-1' }

/** A small disk of its own at a folder; null where this user may not mount one. */
function mountDisk(folder: string): Disposable | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' })
    return { [Symbol.dispose]: () => execFileSync('umount', [folder]) }
  } catch {
    // No root, no such program, or a container that may not mount.
    return null
  }
}

/** Writes a file until there is no room for another byte. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch {
    closeSync(file)
  }
}

test('on a full disk a server starts again after a crash and serves what it has; otherwise it says what to do', async ({
  skip,
}) => {
  await using place = await freshPlace('sqlite')
  using disk = mountDisk(place.dataDir)
  if (!disk) return skip('Only root can mount a small disk.')
  const settings = { DATA_DIR: join(place.dataDir, 'datos'), LOG_LEVEL: 'silent', ...ADMIN }
  const filler = join(place.dataDir, 'relleno')
  await using first = await ServerProcess.listening(settings)
  await first.kill('SIGKILL')
  fill(filler)

  await using second = await ServerProcess.listening(settings)
  expect((await fetch(`${second.origin}/publico/horario`)).status).toBe(200)
  const refused = await fetch(`${second.origin}/api/sesion`, {
    method: 'POST',
    headers: { origin: second.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  })
  expect([refused.status, (await refused.json()).message]).toEqual([507, PROBLEMS['database.full']])

  // With room, a stop removes the files beside the database; without room SQLite cannot make them again.
  rmSync(filler)
  await second.kill('SIGTERM')
  fill(filler)
  const { code, output } = await ServerProcess.run(settings).exited
  expect([code, output]).toEqual([1, 'Ya no hay espacio en el disco. Libera espacio y vuelve a arrancar.\n'])
  for (const command of ['backup', 'export']) {
    const target = join(place.dataDir, `${command}.json`)
    expect(await runCommand(`src/server/cli/${command}.ts`, [target], settings)).toEqual({
      status: 1,
      output: 'Ya no hay espacio en el disco. Libera espacio. No se hizo nada.\n',
    })
  }

  rmSync(filler)
  await using third = await ServerProcess.listening(settings)
  expect(third.isRunning).toBe(true)
})
