import { get } from 'node:http'
import { setReloj } from '#contract/horario.ts'
import { COMO_VISITANTE, encodeViews, STREAM_PATH } from '#contract/live.ts'
import { createPantalla } from '#contract/pantallas.ts'
import { publishPrograma, savePrograma } from '#contract/programa.ts'
import { viewKey } from '#contract/view.ts'
import { horario, horarioDeDia } from '#contract/views/horario.ts'
import { pantalla, pantallas, type PantallaPart } from '#contract/views/pantallas.ts'
import { portada } from '#contract/views/portada.ts'
import { DIAS } from '#domain/dia.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import { effort } from './effort.ts'
import { measureRound, startListeners, warm } from './fanout.ts'
import type { Goal } from './goal.ts'
import { productSide, VIEWS, type Side } from './sides.ts'

const PRESSES = effort(16)
/** What a press may take of a core. */
const PROMISED_MS = 4

/** People whose pages show entries that they follow. */
const FOLLOWERS = effort(300, 4)
/** A page that follows entries has the running orders of the other days open too. What is followed never leaves the device. */
const FOLLOWING = [VIEWS, ...DIAS.slice(1).map((dia) => viewKey(horarioDeDia, { dia }))].join()

/** CPU of a press at the desk: what one stream hears, and what people who follow entries, a published programme and screens add. */
export async function desk(streams: readonly number[], rounds: number): Promise<Goal[]> {
  const most = Math.max(...streams)
  return [await alone(rounds), await followed(rounds), await programado(most, rounds), await mostrado(most, rounds)]
}

async function alone(rounds: number): Promise<Goal> {
  await using product = await productSide()
  await using listeners = startListeners()
  await warm(product)
  const subject: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    subject.push((await measureRound(product, listeners, { streams: 1, changes: PRESSES })).cpu / 1_000)
  }
  return {
    name: 'a press that one stream hears: CPU',
    unit: 'ms',
    limit: 1,
    baseline: subject.map(() => PROMISED_MS),
    subject,
    notes: 'the baseline is what was promised',
  }
}

async function followed(rounds: number): Promise<Goal> {
  await using plain = await productSide()
  await using following = await productSide({ views: FOLLOWING })
  return {
    name: `a press with ${FOLLOWERS} people who follow entries: CPU`,
    ...(await compare(plain, following, { streams: FOLLOWERS, rounds })),
    notes: 'baseline: the same people, without followed entries',
  }
}

async function programado(streams: number, rounds: number): Promise<Goal> {
  await using plain = await productSide()
  await using published = await productSide()
  const en = (command: { readonly method: string; readonly path: string }) => ({
    ...command,
    path: command.path.replace(':dia', 'jueves'),
  })
  await published.act(setReloj, { activarReloj: true })
  await published.act(en(savePrograma), { inicio: '2026-01-01T10:00', montaje: 30, jueceo: 30 })
  await published.act(en(publishPrograma), {})
  return {
    name: `a press with a published programme, to ${streams.toLocaleString('en')}: CPU`,
    ...(await compare(plain, published, { streams, rounds })),
    notes: 'baseline: a day without one',
  }
}

/** Four screens of the hall, an announcer and an overlay, with the views that their pages open. */
async function mostrado(streams: number, rounds: number): Promise<Goal> {
  await using plain = await productSide()
  await using shown = await productSide()
  const tipos: readonly TipoPantalla[] = ['Sala', 'Sala', 'Sala', 'Sala', 'Locutor', 'Transmisión']
  for (const [at, tipo] of tipos.entries()) await shown.act(createPantalla, { nombre: `Pantalla ${at}`, tipo })
  const open = Object.values(await shown.see(viewKey(pantallas))).map((part) => {
    const { enlace } = part as PantallaPart
    const views = encodeViews([viewKey(horario), viewKey(pantalla, { enlace }), viewKey(portada)])
    return get({ port: shown.port, path: `${STREAM_PATH}?views=${views}&${COMO_VISITANTE}=1` }, (answer) =>
      answer.resume(),
    )
  })
  try {
    return {
      name: `a press with ${tipos.length} screens, to ${streams.toLocaleString('en')}: CPU`,
      ...(await compare(plain, shown, { streams, rounds })),
      limit: 1.03,
      notes: 'baseline: an event without screens',
    }
  } finally {
    for (const request of open) request.destroy()
  }
}

/** The CPU of a press on two sides with the same audience, in turns, ms. */
async function compare(
  plain: Side,
  other: Side,
  { streams, rounds }: { readonly streams: number; readonly rounds: number },
): Promise<Pick<Goal, 'unit' | 'limit' | 'baseline' | 'subject'>> {
  await using listeners = startListeners()
  await warm(plain)
  await warm(other)
  const [baseline, subject]: [number[], number[]] = [[], []]
  const measure = async (side: Side) =>
    ((await measureRound(side, listeners, { streams, changes: PRESSES })).cpu * streams) / 1_000
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await measure(plain))
    subject.push(await measure(other))
  }
  return { unit: 'ms', limit: 1.05, baseline, subject }
}
