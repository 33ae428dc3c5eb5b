import 'fake-indexeddb/auto'
import { expect } from 'vitest'
import type { Sesion } from '#contract/sesion.ts'
import type { DeJuez, MarcaPropia } from '#contract/views/jueces.ts'
import { ApiProblem } from '../../src/web/api/request.ts'
import type { Outcome } from '../../src/web/outbox/sender.ts'
import { scoreCriterio, sendDraft, type Next, type Pendiente } from '../../src/web/outbox/mark.ts'
import { Outbox, type OutboxOptions } from '../../src/web/outbox/outbox.ts'
import { indexedDbShelf, type Shelf } from '../../src/web/device/database.ts'

const NADA = { criterios: {}, version: 0 }
export const ANA: Sesion = { role: 'juez', id: 'ana', nombre: 'Ana', email: '' }
export const BRUNO: Sesion = { ...ANA, id: 'bruno' }
export const VISITANTE: Sesion = { role: 'visitante' }
/** The answer to a mark whose session does not permit it. */
export const REFUSED: Outcome = {
  tipo: 'sinSesion',
  error: new ApiProblem({ status: 401, code: 'session.required', message: 'Debes iniciar sesión.' }),
}

export const tap = (texto: string, criterio = 'a'): Next => scoreCriterio({ criterio, texto, base: NADA })
export const send = (key: string, desde = 1): Next => sendDraft({ criterios: { a: '8.0' }, version: 0, key, desde })

let devices = 0

/** A simulated device of a judge, for tests: its storage, its tabs and the requests that they sent. */
interface TestDevice {
  /** The name of its database. */
  readonly name: string
  /** Opens a tab with a session, once it has read the device. */
  readonly open: (sesion?: Sesion | null) => Promise<Outbox>
  readonly shelf: Shelf
  readonly delivered: readonly Pendiente[]
  readonly memory: () => string | null
  /** The keys of the requests so far. */
  readonly keys: () => string
}

type Answer = Outcome | Promise<Outcome>

/** A device with a server that answers `answers` in turn, then as the last one, or by a function of the sent mark. */
export function aDevice(
  answers: Answer[] | ((mark: Pendiente) => Answer) = [{ tipo: 'enviada', version: 1 }],
  shelfOf: (shelf: Shelf) => Shelf = (one) => one,
): TestDevice {
  devices += 1
  const name = `dispositivo-${devices}`
  const shelf = shelfOf(indexedDbShelf(name))
  const delivered: Pendiente[] = []
  let judge: string | null = null
  const tabs: Outbox[] = []
  const options: OutboxOptions = {
    shelf,
    deliver: async (mark) => {
      delivered.push(mark)
      await Promise.resolve()
      if (typeof answers === 'function') return answers(mark)
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? { tipo: 'sinRespuesta' }
    },
    memory: { read: () => judge, write: (id) => (judge = id) },
    announce: () => {},
    checkSession: () => {},
    clock: () => ({ ahora: 1_000, zona: 'America/Mexico_City' }),
  }
  const open = async (sesion: Sesion | null = ANA) => {
    const tab = new Outbox(options)
    tabs.push(tab)
    tab.meet(sesion ?? undefined)
    await expect.poll(() => tab.read().isRead).toBe(true)
    return tab
  }
  return {
    name,
    open,
    shelf,
    delivered,
    memory: () => judge,
    keys: () => delivered.map(({ key }) => key).join(' '),
  }
}

/** A device from whose open tab a mark for c1 was sent, under the key k-1. `given`: as of `aDevice`. */
export async function aSender(...given: Parameters<typeof aDevice>): Promise<{ device: TestDevice; tab: Outbox }> {
  const device = aDevice(...given)
  const tab = await device.open()
  await tab.apply({ id: 'c1' }, send('k-1'))
  await tab.settled()
  return { device, tab }
}

export const statesOf = (tab: Outbox): string[] =>
  [...tab.read().marcas.values()].map(
    ({ competidorId, intento, estado }) => `${competidorId}${intento > 1 ? `/${intento}` : ''} ${estado}`,
  )

export function aDocumento(marca: MarcaPropia | null = null): DeJuez {
  const competidor = { id: 'c1', nombre: 'Lía', compania: '', retiro: null, tieneMusica: false, marca, tardia: null }
  return {
    juezId: 'ana',
    nombre: 'Ana',
    principal: false,
    dia: 'jueves',
    selectedRow: 1,
    competidorId: 'c1',
    categorias: [
      {
        tipo: 'categoria',
        id: 'k',
        dia: 'jueves',
        nombre: 'Solo',
        orden: 1,
        asignada: true,
        cerrada: false,
        criterios: [{ clave: 'a', nombre: 'Tiempo' }],
        escala: { maximo: 10_00, paso: 10 },
        competidores: [competidor],
      },
    ],
  }
}
