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
  return (
    attempt('The toggles of the results could not be restored', () => parse(storage().getItem(DESPLEGADOS))) ?? TODOS
  )
}

export function saveDesplegados(desplegados: DiasDesplegados, storage: () => TextStorage = tabStorage): void {
  attempt(REFUSED, () => storage().setItem(DESPLEGADOS, JSON.stringify(desplegados)))
}

function parse(kept: string | null): DiasDesplegados {
  if (kept === null) return TODOS
  const found = new Map<string, unknown>(Object.entries(Object(JSON.parse(kept))))
  if (DIAS.some((dia) => typeof found.get(dia) !== 'boolean')) throw new TypeError(`Not a day's toggles: ${kept}`)
  return mapDias((dia) => found.get(dia) === true)
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
