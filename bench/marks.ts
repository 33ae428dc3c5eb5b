import { setPublicacion } from '#contract/horario.ts'
import { CLIENT_CORE, SERVER_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import { measureRound, warm, type Round } from './fanout.ts'
import type { Goal } from './goal.ts'
import type { ListenersOrders } from './processes/listeners.ts'
import type { ResultadosOrders, Taken } from './processes/resultados.ts'
import { netSide, productSide, type Side } from './sides.ts'

/** Categories of 30 entries: each mark sends the whole ranking of its category. */
const SIZE = { categorias: 27, porCategoria: 30 }
const JUECES = 6
const CHANGES = effort(40)
const TIMES = effort(12)
/** The last version whose only method was the sum had 1.4 to 1.5, 2.3 and 0.21; loading and presenting may take a tenth more. */
const LIMITS = { cpu: 1.6, load: 2.5, present: 0.25 } as const

/** A mark that a judge sends and the audience of the results hears, and the results of a day that has many marks. */
export async function marks([streams = 1_000]: readonly number[], rounds: number): Promise<Goal[]> {
  return [...(await heard(streams, rounds)), ...(await results(rounds))]
}

/** A mark over HTTP against a loop over bare sockets that writes as many bytes. */
async function heard(streams: number, rounds: number): Promise<Goal[]> {
  let bytes = 4_400
  await using product = await productSide({ size: SIZE, views: 'portada,resultados?dia=jueves' })
  await using net = await netSide(() => bytes)
  await using listeners = startChild<ListenersOrders>(new URL('processes/listeners.ts', import.meta.url), CLIENT_CORE)
  await product.act(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const judged = { ...product, send: await product.judging(JUECES) }
  const measure = (side: Side) => measureRound(side, listeners, { streams, changes: CHANGES })
  await warm(judged)
  await warm(net)
  bytes = (await measure(judged)).bytesEach
  await measure(net)
  const [subject, baseline]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await measure(net))
    subject.push(await measure(judged))
  }
  const name = `a mark to ${streams.toLocaleString('en')} with the results open`
  const missing = subject.reduce((sum, { expected, deliveries }) => sum + expected - deliveries, 0)
  return [
    {
      name: `${name}: CPU per delivery`,
      unit: 'µs',
      limit: LIMITS.cpu,
      baseline: baseline.map(({ cpu }) => cpu),
      subject: subject.map(({ cpu }) => cpu),
      fault: missing === 0 ? undefined : `${missing} missing`,
      notes: `${SIZE.porCategoria} entries and ${JUECES} judges in each category; ${bytes} B each`,
    },
  ]
}

/** What a flush reads and makes of a day of 10,000 marks, against reading the same rows in a bare `node:sqlite`. */
async function results(rounds: number): Promise<Goal[]> {
  await using process = startChild<ResultadosOrders>(new URL('processes/resultados.ts', import.meta.url), SERVER_CORE)
  const marcas = await process.ask('start', { jueces: JUECES, porCategoria: 40, categorias: effort(126, 3) })
  await process.ask('measure', { times: TIMES })
  const taken: Taken[] = []
  for (let round = 0; round < rounds; round += 1) taken.push(await process.ask('measure', { times: TIMES }))
  return (['load', 'present'] as const).map((step) => ({
    name: `results of a day of ${marcas.toLocaleString('en')} marks: ${step}`,
    unit: 'ms',
    limit: LIMITS[step],
    baseline: taken.map(({ rows }) => rows),
    subject: taken.map((each) => each[step]),
    notes: 'CPU, p50; baseline: its rows in a bare node:sqlite',
  }))
}
