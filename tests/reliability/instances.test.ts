import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { endSesiones } from '#contract/acceso.ts'
import { saveMinutos, saveTurno } from '#contract/horario.ts'
import type { Frame } from '#contract/live.ts'
import { startApp, type Client as Person } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { ENGINE, freshPlace, type Place } from '../support/database.ts'
import { findPostgres, listening, startPostgres } from '../support/postgres.ts'
import { LiveStream } from '../support/stream.ts'

const OUTSIDER = fileURLToPath(new URL('../support/outsider.ts', import.meta.url))
/** Less than an instance that was not woken up would take: it looks by itself every five seconds. */
const WOKEN_MS = 4_000

const minutesOf = ({ views }: Frame): unknown => {
  const reloj = views['horario']?.parts?.['reloj']
  return typeof reloj === 'object' && reloj !== null && 'minutosPorCompetidor' in reloj
    ? reloj.minutosPorCompetidor
    : null
}

/** How long a press takes to be seen, answer of the press included. */
async function pressToSight(admin: Person, stream: LiveStream, minutosPorCompetidor: number): Promise<number> {
  const pressed = performance.now()
  const seen = stream.next((frame) => minutesOf(frame) === minutosPorCompetidor)
  await admin.send(saveMinutos, { minutosPorCompetidor })
  await seen
  return performance.now() - pressed
}

const own = findPostgres({ own: true })
test.skipIf(ENGINE !== 'postgres' || own.kind !== 'binaries')(
  'what one instance writes is seen on another at once, after PostgreSQL was restarted too (needs a PostgreSQL of our own)',
  async () => {
    await using cluster = await startPostgres({ own: true })
    await using folder = await freshPlace()
    const url = await cluster.createDatabase()
    const place: Place = { ...folder, databaseUrl: url }
    await using here = await startApp({ place })
    await using there = await startApp({ place })
    await seedDia(here, 'jueves', { Salsa: 2 })
    const admin = await here.as('admin')
    await using stream = await LiveStream.open(await there.listen(), { views: 'horario' })
    await stream.next()
    await expect.poll(() => listening(url)).toBe(2)

    expect(await pressToSight(admin, stream, 7)).toBeLessThan(WOKEN_MS)
    for (const [mode, minutes] of [
      ['fast', 8],
      ['immediate', 9],
    ] as const) {
      await cluster.restart(mode)
      await expect.poll(() => listening(url)).toBe(2)
      const ready = async () => (await here.app.http.inject('/readyz')).statusCode
      await expect.poll(ready).toBe(200)
      expect(await pressToSight(admin, stream, minutes)).toBeLessThan(WOKEN_MS)
    }

    // Sessions that end here are over there as well.
    await using desk = await LiveStream.open(await here.listen(), { views: 'mesa', cookie: admin.cookie })
    await desk.next()
    await there.app.http.inject({ method: 'DELETE', url: endSesiones.path, headers: { cookie: admin.cookie ?? '' } })
    expect(await desk.fin()).toMatchObject({ motivo: 'sesion' })
  },
)

test('open pages follow a command line that writes beside the server', async () => {
  await using app = await startApp()
  await seedDia(app, 'jueves', { Salsa: 2 })
  const admin = await app.as('admin')
  await using stream = await LiveStream.open(await app.listen(), { views: 'horario' })
  await stream.next()

  const { dataDir, databaseUrl } = app.place
  for (const minutes of [11, 12]) {
    await promisify(execFile)(process.execPath, [OUTSIDER, dataDir, databaseUrl ?? '', String(minutes)])
    await stream.next((frame) => minutesOf(frame) === minutes)
    // And what is written here afterwards stands on what was written there.
    await admin.send(saveTurno, { selectedRow: minutes - 10 })
    await stream.next((frame) => frame.views['horario']?.parts?.['turno'] !== undefined)
  }
})
