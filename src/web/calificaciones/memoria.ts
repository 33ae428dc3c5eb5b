import { DIAS, type Dia } from '#domain/dia.ts'
import { logFault } from '../api/log.ts'

const BUSQUEDA = 'resultados.busqueda'
const VISTOS = 'resultados.dias'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** For each day, whether its results are unfolded. */
export type Vistos = Readonly<Record<Dia, boolean>>

const TODOS: Vistos = { jueves: true, viernes: true, sábado: true }

export function readBusqueda(storage: () => TextStorage = tabStorage): string {
  return read(storage, BUSQUEDA) ?? ''
}

export function saveBusqueda(busqueda: string, storage: () => TextStorage = tabStorage): void {
  save(storage, BUSQUEDA, busqueda)
}

/** Reads which days are unfolded. An invalid stored value is logged, and every day is unfolded. */
export function readVistos(storage: () => TextStorage = tabStorage): Vistos {
  const kept = read(storage, VISTOS)
  if (kept === null) return TODOS
  try {
    const value: unknown = JSON.parse(kept)
    if (isVistos(value)) return value
    throw new TypeError(`Not a day's toggles: ${kept}`)
  } catch (error) {
    logFault('The toggles of the results could not be restored', error)
    return TODOS
  }
}

export function saveVistos(vistos: Vistos, storage: () => TextStorage = tabStorage): void {
  save(storage, VISTOS, JSON.stringify(vistos))
}

function isVistos(value: unknown): value is Vistos {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map(Object.entries(value))
  return DIAS.every((dia) => typeof found.get(dia) === 'boolean')
}

const tabStorage = (): TextStorage => sessionStorage

function read(storage: () => TextStorage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch (error) {
    logFault('The browser keeps nothing for this page', error)
    return null
  }
}

/** A write that fails (storage refused or full) is logged: the page then returns to its defaults. */
function save(storage: () => TextStorage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch (error) {
    logFault('The browser keeps nothing for this page', error)
  }
}
