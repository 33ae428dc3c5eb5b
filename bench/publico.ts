import { setTimeout as wait } from 'node:timers/promises'
import { CLIENT_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { counted, skipped, told, type Goal } from './goal.ts'
import { findNginx, startNginx } from './nginx.ts'
import { freshFolder } from './place.ts'
import { childrenOf, statOf } from './proc.ts'
import type { PhonesOrders } from './processes/phones.ts'
import { EVENT, importEvent } from './server.ts'
import { freePorts } from '../tests/support/port.ts'
import { ServerProcess } from '../tests/support/server.ts'

const OVER_MS = effort(60_000, 1_000)
const SERVED_MS = 120_000

/** First visits of an audience within a minute, through nginx without and with the cache of `deploy/nginx`: what they cost the server. */
export async function publico(visits: number): Promise<Goal[]> {
  const binary = findNginx()
  if (binary === undefined) return [skipped('publico', 'nginx')]
  return [...(await arrive(binary, visits, false)), ...(await arrive(binary, visits, true))]
}

async function arrive(binary: string, count: number, caches: boolean): Promise<Goal[]> {
  const env = { DATA_DIR: freshFolder(), LOG_LEVEL: 'error' }
  await importEvent(EVENT, env)
  const [port = 0] = await freePorts(1)
  const others = new Set(childrenOf(process.pid))
  await using _server = await ServerProcess.listening({ ...env, PORT: String(port) })
  const pids = childrenOf(process.pid).filter((pid) => !others.has(pid))
  const cpu = (): number => pids.reduce((sum, pid) => sum + Number(statOf(pid)[11]) + Number(statOf(pid)[12]), 0) * 10
  await using nginx = await startNginx(binary, [port], caches)
  await using phones = startChild<PhonesOrders>(new URL('processes/phones.ts', import.meta.url), CLIENT_CORE)
  const before = cpu()
  await phones.ask('arrive', { port: nginx.port, ca: nginx.ca, count, over: OVER_MS, loads: true, follows: false })
  const end = Date.now() + SERVED_MS
  while ((await phones.ask('shown')).count < count && Date.now() < end) await wait(100)
  const shown = await phones.ask('shown')
  const name = `${caches ? 'with' : 'without'} the cache of nginx`
  const perVisit = (ms: number): number => (ms * 1_000) / count
  return [
    counted(`publico: of ${count} first visits in a minute ${name}, served`, count, shown.count),
    told(
      '… CPU of the server for each',
      'µs',
      perVisit(cpu() - before),
      `nginx ${Math.round(perVisit(nginx.usage().cpu))} µs`,
    ),
    told(
      '… from arrival to the first state',
      'ms',
      shown.p50,
      `95 % ${Math.round(shown.p95)}, last ${Math.round(shown.max)} ms`,
    ),
  ]
}
