import { DIAS, mapDias, type Dia } from '#domain/dia.ts'
import { logFault } from '../api/log.ts'

/** The keys of the two searches: for a category, and for an entry. */
const BUSQUEDAS = { categoria: 'resultados.busqueda', competidor: 'resultados.competidor' } as const
const DESPLEGADOS = 'resultados.dias'

/** For each day, whether its results are expanded. */
export type DiasDesplegados = Readonly<Record<Dia, boolean>>

const TODOS: DiasDesplegados = mapDias(() => true)

const REFUSED = 'The tab storage is refused or full'

export function readBusqueda(of: keyof typeof BUSQUEDAS): string {
  return attempt(REFUSED, () => sessionStorage.getItem(BUSQUEDAS[of])) ?? ''
}

export function saveBusqueda(of: keyof typeof BUSQUEDAS, busqueda: string): void {
  attempt(REFUSED, () => sessionStorage.setItem(BUSQUEDAS[of], busqueda))
}

/** Reads which days are expanded. Logs an invalid stored value, and then returns every day as expanded. */
export function readDesplegados(): DiasDesplegados {
  return attempt('The toggles of the results could not be restored', restore) ?? TODOS
}

export function saveDesplegados(desplegados: DiasDesplegados): void {
  attempt(REFUSED, () => sessionStorage.setItem(DESPLEGADOS, JSON.stringify(desplegados)))
}

function restore(): DiasDesplegados {
  const kept = sessionStorage.getItem(DESPLEGADOS)
  if (kept === null) return TODOS
  const found = new Map<string, unknown>(Object.entries(Object(JSON.parse(kept))))
  if (DIAS.some((dia) => typeof found.get(dia) !== 'boolean')) throw new TypeError(`Not a day's toggles: ${kept}`)
  return mapDias((dia) => found.get(dia) === true)
}

/** A failure is logged and gives null: the page then has its defaults. */
function attempt<T>(failed: string, act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    logFault(failed, error)
    return null
  }
}
