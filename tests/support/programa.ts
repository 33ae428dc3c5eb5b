import { publishPrograma, savePausa, savePrograma } from '#contract/programa.ts'
import type { Client } from './app.ts'
import { aDay, type Escena } from './repetir.ts'

export const MINUTO = 60_000
/** 10 April 2025, 10:00 in Mexico City, where the event is. */
export const INICIO = '2025-04-10T10:00'
export const LAS_10 = Date.parse('2025-04-10T16:00:00.000Z')

export interface Pausada extends Escena {
  /** The server's clock. */
  readonly clock: { now: number }
}

/** A day of six entries of five minutes each, and a clock that the test moves. */
export async function aDayAt10(): Promise<Pausada> {
  const clock = { now: LAS_10 }
  const scene = await aDay({ now: () => clock.now })
  return { ...scene, clock, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() }
}

export const pausa = (
  titulo: string,
  antesDe: string | null,
  minutos = 30,
): { titulo: string; antesDe: string | null; minutos: number; noAntes: string; dia: 'jueves' } => ({
  dia: 'jueves',
  titulo,
  antesDe,
  minutos,
  noAntes: '',
})

/** Saves and publishes the programme of jueves with these breaks. */
export async function publish(admin: Client, pausas: readonly ReturnType<typeof pausa>[] = []): Promise<void> {
  await admin.send(savePrograma, { dia: 'jueves', inicio: INICIO, montaje: 0, jueceo: 0 })
  for (const one of pausas) await admin.send(savePausa, one)
  await admin.send(publishPrograma, { dia: 'jueves' })
}
