import { mapDias, type Dia } from '#domain/dia.ts'
import { logFault } from '../api/log.ts'

/** The keys of the two searches: for a category, and for an entry. */
const BUSQUEDAS = { categoria: 'resultados.busqueda', competidor: 'resultados.competidor' } as const
const DESPLEGADOS = 'resultados.dias'

/** For each day, whether its results are expanded. */
export type DiasDesplegados = Readonly<Record<Dia, boolean>>

const TODOS: DiasDesplegados = mapDias(() => true)

const REFUSED = 'The tab storage is refused, full or damaged'

export function readBusqueda(of: keyof typeof BUSQUEDAS): string {
  return attempt(REFUSED, () => sessionStorage.getItem(BUSQUEDAS[of])) ?? ''
}

export function saveBusqueda(of: keyof typeof BUSQUEDAS, busqueda: string): void {
  attempt(REFUSED, () => sessionStorage.setItem(BUSQUEDAS[of], busqueda))
}

/** Reads which days are expanded: at first every one, and also when the kept toggles cannot be read. */
export function readDesplegados(): DiasDesplegados {
  const kept = attempt(
    REFUSED,
    () => JSON.parse(sessionStorage.getItem(DESPLEGADOS) ?? '{}') as Partial<DiasDesplegados>,
  )
  return { ...TODOS, ...kept }
}

export function saveDesplegados(desplegados: DiasDesplegados): void {
  attempt(REFUSED, () => sessionStorage.setItem(DESPLEGADOS, JSON.stringify(desplegados)))
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
