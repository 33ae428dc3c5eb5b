import { publicUrl } from '#contract/publico.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { horario } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { aFeed } from './aFeed.ts'
import { settle } from './time.ts'
import { ServerClock } from '../../src/web/live/connection.ts'
import { Copies, type CopiesOptions } from '../../src/web/device/copies.ts'
import type { Copy } from '../../src/web/device/cache.ts'

const ignore = (): void => {}

export const JUEVES = viewKey(resultados, { dia: 'jueves' })
export const DETALLE = viewKey(detalle, { dia: 'jueves', categoriaId: 'salsa', competidorId: 'ana' })
const ABIERTO = { mostrarCalificaciones: true, mostrarJueves: true, mostrarViernes: true, mostrarSabado: true }

type Answers = Record<string, Record<string, unknown>>

/** The views of an event whose results of jueves are public or not. */
export function anEvent(isPublic = true): Answers {
  const dia = { tipo: 'dia', dia: 'jueves', visible: isPublic, publicado: isPublic }
  return {
    portada: {
      evento: { tipo: 'evento', zonaHoraria: 'UTC' },
      publicado: { tipo: 'publicado', dia: 'jueves', ...ABIERTO, mostrarJueves: isPublic },
      galeria: { tipo: 'galeria', imagenes: [] },
    },
    horario: { reloj: { tipo: 'reloj', dia: 'jueves' }, turno: { tipo: 'turno', selectedRow: 1 } },
    [JUEVES]: isPublic ? { dia, c1: { tipo: 'categoria', id: 'c1', nombre: 'Salsa' } } : { dia },
    [DETALLE]: { detalle: { tipo: 'detalle', encontrado: isPublic, visible: isPublic, nombre: 'Ana' } },
  }
}

/** The storage of a device, in memory. */
export class Memory {
  readonly all = new Map<string, Copy>()
  isBroken = false

  async #use<T>(act: () => T): Promise<T> {
    await Promise.resolve()
    if (this.isBroken) throw new DOMException('full', 'QuotaExceededError')
    return act()
  }
  readonly read = (key: string): Promise<Copy | undefined> => this.#use(() => this.all.get(key))
  readonly delete = (key: string): Promise<void> => this.#use(() => void this.all.delete(key))
  readonly keys = (): Promise<string[]> => this.#use(() => [...this.all.keys()])
  /** The bytes of a copy. */
  readonly text = (key: string): string => JSON.stringify(this.all.get(key)?.parts ?? null)
  readonly write = (copy: Copy): Promise<void> =>
    this.#use(() => {
      this.all.delete(copy.key)
      this.all.set(copy.key, copy)
    })
}

interface Given {
  readonly live?: Answers
  readonly open?: Answers
  readonly memory?: Memory
  readonly options?: Partial<CopiesOptions>
  readonly random?: number
}

type Leave = () => void

interface Tab extends ReturnType<typeof aFeed> {
  readonly copies: Copies
  readonly clock: ServerClock
  readonly memory: Memory
  /** The requests for copies, in order. */
  readonly requests: { key: string; init: RequestInit }[]
  /** Opens a view as a page does. */
  readonly see: Readonly<Record<'portada' | 'horario' | 'jueves' | 'detalle', () => Leave>>
  /** Opens views and then their stream. */
  readonly goLive: (...views: readonly (keyof Tab['see'])[]) => Promise<void>
  readonly shown: (key: string) => unknown
  /** The answers to the requests for copies: the views, or an answer of another kind. */
  readonly answers: { open: Answers; answer?: () => Response }
}

/** A tab on a server whose answers are `live` for the session and `open` for a visitor. */
export function aTab({
  live = anEvent(),
  open = live,
  memory = new Memory(),
  options = {},
  random = 0,
}: Given = {}): Tab {
  const made = aFeed(live, { random })
  const clock = new ServerClock()
  const requests: Tab['requests'] = []
  const answers: Tab['answers'] = { open }
  const copies = new Copies({
    feed: made.feed,
    clock,
    connection: made.connection,
    cache: memory,
    isUseful: async () => true,
    isJudge: () => false,
    fetch: async (url, init) => {
      const key = url.slice(publicUrl('').length)
      requests.push({ key, init })
      await Promise.resolve()
      if (answers.answer) return answers.answer()
      const { epoch, revision } = made.server
      return Response.json({ epoch, revision, views: { [key]: answers.open[key] ?? {} } })
    },
    ...options,
  })
  copies.start()
  void copies.show()
  made.feed.unanswered.subscribe(() => void copies.show())
  const see = {
    portada: () => made.feed.open('portada', portada, ignore),
    horario: () => made.feed.open('horario', horario, ignore),
    jueves: () => made.feed.open(JUEVES, resultados, ignore),
    detalle: () => made.feed.open(DETALLE, detalle, ignore),
  }
  const goLive: Tab['goLive'] = async (...views) => {
    for (const view of views) see[view]()
    await settle()
    made.last().hola(5)
  }
  const shown = (key: string): unknown => made.feed.peek(key)
  return { ...made, copies, clock, memory, requests, see, goLive, shown, answers }
}

/** The storage of a device that was live for a while. `settle` advances the fake clock. */
export async function aDeviceMemory(settle: (ms?: number) => Promise<unknown>, live?: Answers): Promise<Memory> {
  const tab = aTab(live && { live, open: live })
  await tab.goLive('portada', 'detalle')
  await settle(120_000)
  if (!tab.memory.all.has(DETALLE)) throw new Error('The device kept nothing.')
  tab.feed.pause()
  return tab.memory
}

/** Lets time pass on a stream with its heartbeats. */
export async function stayLive(
  { last }: Pick<Tab, 'last'>,
  settle: (ms: number) => Promise<unknown>,
  ms: number,
): Promise<void> {
  for (let left = ms; left > 0; left -= 15_000) {
    await settle(Math.min(left, 15_000))
    last().say('latido', { ahora: Date.now() })
  }
}

/** Moves the turn, as the stream says it. */
export function move({ last }: Pick<Tab, 'last'>, selectedRow: number): void {
  last().frame({ revision: selectedRow + 10, views: { horario: { parts: { turno: { tipo: 'turno', selectedRow } } } } })
}
