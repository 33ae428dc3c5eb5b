import { companiaOf, nombreOf, type Competidor } from './competidor.ts'

/**
 * The number of an entry on a day whose order is closed: its position when it was closed, or, for one that came later, a whole
 * number with letters: `12A`.
 */
const NUMERO = /^([1-9]\d{0,8})([A-Z]{0,3})$/

export function isNumero(texto: string): boolean {
  return NUMERO.test(texto)
}

function partsOf(numero: string): { readonly entero: number; readonly letras: string } {
  const [, entero = '', letras = ''] = NUMERO.exec(numero) ?? []
  return { entero: Number(entero), letras }
}

/** Compares two numbers: `12A` is after `12` and before `13`, `12AA` after `12Z`. */
export function compareNumeros(a: string, b: string): number {
  const [x, y] = [partsOf(a), partsOf(b)]
  if (x.entero !== y.entero || x.letras === y.letras) return x.entero - y.entero
  return x.letras.length - y.letras.length || (x.letras < y.letras ? -1 : 1)
}

/** The number of an entry in a view; absent while the order of its day is open. */
export function numeroFieldOf(entry: { readonly numero: string | null } | undefined): { readonly numero?: string } {
  return entry?.numero ? { numero: entry.numero } : {}
}

/** What names an entry in a view. `numero`: absent while the order of its day is open. */
export interface Ficha {
  readonly id: string
  readonly nombre: string
  readonly compania: string
  readonly numero?: string
}

export function fichaOf(
  entry: Pick<Competidor, 'id' | 'nombre' | 'compania'> & { readonly numero: string | null },
): Ficha {
  return { id: entry.id, nombre: nombreOf(entry), compania: companiaOf(entry), ...numeroFieldOf(entry) }
}

/** The name of an entry after its number, which it has while the order of its day is closed: `12A Ana`. */
export function conNumero({ numero, nombre }: { readonly numero?: string; readonly nombre: string }): string {
  return numero === undefined ? nombre : `${numero} ${nombre}`
}

/** A number in a sentence: `N.º 12A`. */
export function numeroText(numero: string): string {
  return `N.º ${numero}`
}

/** What names an entry in the running order: its number while the order of its day is closed, else `turno 12`. */
export function turnoText({ numero }: { readonly numero?: string }, turno: number): string {
  return numero === undefined ? `turno ${turno}` : numeroText(numero)
}

/** The same at the beginning of a sentence: `Turno 12`. */
export function turnoTitle(entry: { readonly numero?: string }, turno: number): string {
  return turnoText(entry, turno).replace('turno', 'Turno')
}

/** The letters after a whole number: A … Z, AA … */
function letrasAt(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : `${letrasAt(Math.floor(index / 26) - 1)}${last}`
}

/** A category of a closed day with its placed entries, in their order. */
interface CategoriaNumerada {
  /** It was not on the day when the order was closed. */
  readonly isNueva: boolean
  readonly competidores: readonly { readonly id: string; readonly numero: string | null }[]
}

/**
 * The numbers, by id, of the placed entries of a closed day that have none: the highest whole number of their category with the
 * first letters that the day has not given. In a new category, and in one without numbers, the next whole number of the day.
 * `dados`: every number that the day has given, also those of entries that are gone.
 */
export function numerosTarde(
  categorias: readonly CategoriaNumerada[],
  dados: readonly string[],
): ReadonlyMap<string, string> {
  const given = new Set(dados)
  const numeros = new Map<string, string>()
  for (const { isNueva, competidores } of categorias) {
    const propios = competidores.flatMap(({ numero }) => numero ?? [])
    const base = isNueva ? 0 : highestOf(propios)
    for (const { id, numero } of competidores) {
      if (numero !== null) continue
      const tarde = base === 0 ? String(highestOf(given) + 1) : firstFree(base, given)
      given.add(tarde)
      numeros.set(id, tarde)
    }
  }
  return numeros
}

/** The highest whole number; 0 without one. */
function highestOf(numeros: Iterable<string>): number {
  return [...numeros].reduce((highest, numero) => Math.max(highest, partsOf(numero).entero), 0)
}

function firstFree(base: number, given: ReadonlySet<string>): string {
  let index = 0
  while (given.has(`${base}${letrasAt(index)}`)) index += 1
  return `${base}${letrasAt(index)}`
}
