import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshPlace, settingsOf } from '../support/database.ts'
import { freePort } from '../support/port.ts'
import { START } from '../support/server.ts'

const START_MS = 60_000

// `/dev/full` answers every write as a disk does that has no room left.
test.runIf(process.platform === 'linux')(
  'a server whose log has no room left starts, serves and stops as any other',
  { timeout: 2 * START_MS },
  async () => {
    await using place = await freshPlace()
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const settings = { ...settingsOf(place), PORT: String(port), COUNTRIES_URL: 'http://127.0.0.1:1' }
    const server = spawn(process.execPath, START, {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', full, full],
    })
    const exited = once(server, 'exit')
    try {
      // The countries service that is away is logged at the start, and again with each of these questions.
      const until = performance.now() + START_MS
      while ((await statusOf(port)) !== 200 && performance.now() < until) await wait(50)
      expect([await statusOf(port), await statusOf(port)]).toEqual([200, 200])
      server.kill('SIGTERM')
      expect(await Promise.race([exited, wait(12_000)])).toEqual([0, null])
    } finally {
      server.kill('SIGKILL')
    }
  },
)

const WRITER = `
import { logLines } from './src/server/log-lines.ts'
process.stdout.on('error', () => undefined)
const log = logLines(1)
for (let line = 0; line < 300; line += 1) log.write(line + ' ' + 'x'.repeat(1000) + '\\n')
process.stderr.write('written')
setInterval(() => undefined, 1_000)
`

test('log lines are kept while their reader is busy', async () => {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER])
  try {
    await once(writer.stderr, 'data')
    // More than a pipe holds.
    let text = ''
    for await (const chunk of writer.stdout) {
      text += String(chunk)
      if (/^299 x{1000}$/m.test(text)) break
    }
    const lines = text.split('\n').filter((line) => line.length > 1_000)
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 300 }, (_, index) => index))
  } finally {
    writer.kill('SIGKILL')
  }
})

async function statusOf(port: number): Promise<number> {
  const asked = fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
  return asked.then(
    ({ status }) => status,
    () => 0,
  )
}
