import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems assign by themselves: there a free port may be in use a moment later. And above those
 * that browsers refuse, of which 10080 is the last.
 */
const LOWEST = 11_000
const HIGHEST = 32_000

/** Free ports of this machine, for servers that start later or again on the same port. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    // Taken: another is tried.
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
