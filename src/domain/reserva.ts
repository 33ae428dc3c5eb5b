import { isAsignado, isRanked, type AsignableCategoria, type Juez, type Juzgado } from './jurado.ts'

/** The fields of a judge that decide which entries the judge scores. */
type AssignableJuez = Pick<Juez, 'id' | 'principal' | 'dias' | 'categorias'>

/**
 * Whether a judge still has to mark an entry: not withdrawn, no mark sent, and either assigned or with a reopened mark. The
 * figures of the others stay hidden from a judge that can still send another mark.
 */
export function owes(
  juez: AssignableJuez,
  categoria: AsignableCategoria,
  entrada: Pick<Juzgado, 'marcas' | 'retiro'>,
): boolean {
  const own = entrada.marcas.find(({ juezId }) => juezId === juez.id)
  return entrada.retiro === null && own?.estado !== 'enviada' && (own !== undefined || isAsignado(juez, categoria))
}

/**
 * Whether a judge may see the marks of others and the total of an entry: after sending a mark for it. A head judge also sees
 * the entries that need no mark of that head judge.
 */
export function maySeeMarcas(
  juez: AssignableJuez,
  categoria: AsignableCategoria,
  entrada: Pick<Juzgado, 'marcas' | 'retiro'>,
): boolean {
  if (juez.principal) return !owes(juez, categoria, entrada)
  // A reopened mark is not sent.
  return entrada.marcas.some((marca) => marca.juezId === juez.id && marca.estado === 'enviada')
}

/**
 * Whether a judge may see the places of a category: only when the marks of all its ranked entries may be seen, because a gap
 * in the places would reveal a hidden total.
 */
export function maySeeLugares(
  juez: AssignableJuez,
  categoria: AsignableCategoria,
  entradas: readonly Juzgado[],
): boolean {
  return entradas.filter(isRanked).every((entrada) => maySeeMarcas(juez, categoria, entrada))
}
