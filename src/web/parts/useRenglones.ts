import { useState } from 'react'
import { reuseCategorias, type CategoriaProgramada, type Programa } from '#domain/horario.ts'

/** The lines of a day. What a change leaves equal stays the same object, so that memoised rows are not drawn again. */
export function useRenglones<G extends CategoriaProgramada<unknown>>(
  categorias: Programa<G>['categorias'],
): Programa<G>['categorias'] {
  const [kept, keep] = useState(categorias)
  const next = reuseCategorias<G>(kept, categorias)
  if (next !== kept) keep(next)
  return next
}
