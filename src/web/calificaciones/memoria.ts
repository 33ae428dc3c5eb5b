import { DIAS, type Dia } from '#domain/dia.ts'
import { logFault } from '../api/log.ts'

const BUSQUEDA = 'resultados.busqueda'
const DESPLEGADOS = 'resultados.dias'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** For each day, whether its results are expanded. */
export type DiasDesplegados = Readonly<Record<Dia, boolean>>

const TODOS: DiasDesplegados = { jueves: true, viernes: true, sábado: true }

export function readBusqueda(storage: () => TextStorage = tabStorage): string {
  return read(storage, BUSQUEDA) ?? ''
}

export function saveBusqueda(busqueda: string, storage: () => TextStorage = tabStorage): void {
  save(storage, BUSQUEDA, busqueda)
}

/** Reads which days are expanded. Logs an invalid stored value, and then returns every day as expanded. */
export function readDesplegados(storage: () => TextStorage = tabStorage): DiasDesplegados {
  const kept = read(storage, DESPLEGADOS)
  if (kept === null) return TODOS
  try {
    const value: unknown = JSON.parse(kept)
    if (isDiasDesplegados(value)) return value
    throw new TypeError(`Not a day's toggles: ${kept}`)
  } catch (error) {
    logFault('The toggles of the results could not be restored', error)
    return TODOS
  }
}

export function saveDesplegados(desplegados: DiasDesplegados, storage: () => TextStorage = tabStorage): void {
  save(storage, DESPLEGADOS, JSON.stringify(desplegados))
}

function isDiasDesplegados(value: unknown): value is DiasDesplegados {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map(Object.entries(value))
  return DIAS.every((dia) => typeof found.get(dia) === 'boolean')
}

const tabStorage = (): TextStorage => sessionStorage

function read(storage: () => TextStorage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch (error) {
    logFault('The tab storage is refused or full', error)
    return null
  }
}

/** A write that fails (storage refused or full) is logged: the page then returns to its defaults. */
function save(storage: () => TextStorage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch (error) {
    logFault('The tab storage is refused or full', error)
  }
}
