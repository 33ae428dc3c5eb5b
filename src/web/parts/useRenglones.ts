import { useState } from 'react'
import type { CategoriaProgramada, Programa, Renglon } from '#domain/horario.ts'

/** The lines of a day. What a change leaves equal stays the same object, so that memoised rows are not drawn again. */
export function useRenglones<G extends CategoriaProgramada<unknown>>(
  categorias: Programa<G>['categorias'],
): Programa<G>['categorias'] {
  const [kept, keep] = useState(categorias)
  const next = reuseCategorias<G>(kept, categorias)
  if (next !== kept) keep(next)
  return next
}

/**
 * The second list with the objects of the first wherever they are equal, so that a screen draws again only what changed:
 * a press changes two rows of two thousand, or the times of those that wait.
 */
export function reuseCategorias<G extends CategoriaProgramada<unknown>>(
  before: Programa<G>['categorias'],
  after: Programa<G>['categorias'],
): Programa<G>['categorias'] {
  const known = new Map(before.map((one) => [one.categoria.id, one]))
  const next = after.map((one) => {
    const old = known.get(one.categoria.id)
    const renglones = old ? reuse(old.renglones, one.renglones, sameRenglon) : one.renglones
    return old?.categoria === one.categoria && old.renglones === renglones ? old : { ...one, renglones }
  })
  return reuse(before, next, Object.is)
}

/** The first list itself where the second is equal, else the second with the items of the first that are equal. */
function reuse<T>(before: readonly T[], after: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  const next = after.map((item, index) => {
    const old = before[index]
    return old !== undefined && isSame(old, item) ? old : item
  })
  return next.length === before.length && next.every((item, index) => item === before[index]) ? before : next
}

function sameRenglon(a: Renglon<unknown>, b: Renglon<unknown>): boolean {
  return a.competidor === b.competidor && a.turno === b.turno && a.estatus === b.estatus && a.hora === b.hora
}
