import { DIAS, mapDias, type Dia } from '#domain/dia.ts'
import { logFault } from '../api/log.ts'

/** The keys of the two searches: for a category, and for an entry. */
const BUSQUEDAS = { categoria: 'resultados.busqueda', competidor: 'resultados.competidor' } as const
const DESPLEGADOS = 'resultados.dias'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** For each day, whether its results are expanded. */
export type DiasDesplegados = Readonly<Record<Dia, boolean>>

const TODOS: DiasDesplegados = mapDias(() => true)

const REFUSED = 'The tab storage is refused or full'

export function readBusqueda(of: keyof typeof BUSQUEDAS, storage: () => TextStorage = tabStorage): string {
  return attempt(REFUSED, () => storage().getItem(BUSQUEDAS[of])) ?? ''
}

export function saveBusqueda(
  of: keyof typeof BUSQUEDAS,
  busqueda: string,
  storage: () => TextStorage = tabStorage,
): void {
  attempt(REFUSED, () => storage().setItem(BUSQUEDAS[of], busqueda))
}

/** Reads which days are expanded. Logs an invalid stored value, and then returns every day as expanded. */
export function readDesplegados(storage: () => TextStorage = tabStorage): DiasDesplegados {
  const kept = attempt(REFUSED, () => storage().getItem(DESPLEGADOS))
  if (kept === null) return TODOS
  return attempt('The toggles of the results could not be restored', () => parseDesplegados(kept)) ?? TODOS
}

export function saveDesplegados(desplegados: DiasDesplegados, storage: () => TextStorage = tabStorage): void {
  attempt(REFUSED, () => storage().setItem(DESPLEGADOS, JSON.stringify(desplegados)))
}

function parseDesplegados(kept: string): DiasDesplegados {
  const value: unknown = JSON.parse(kept)
  if (isDiasDesplegados(value)) return value
  throw new TypeError(`Not a day's toggles: ${kept}`)
}

function isDiasDesplegados(value: unknown): value is DiasDesplegados {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map(Object.entries(value))
  return DIAS.every((dia) => typeof found.get(dia) === 'boolean')
}

const tabStorage = (): TextStorage => sessionStorage

/** A failure is logged and gives null: the page then has its defaults. */
function attempt<T>(failed: string, act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    logFault(failed, error)
    return null
  }
}
