import { useState } from 'react'
import type { CategoriaDeJornada, FilaDePausa, Jornada, Renglon } from '#domain/horario.ts'

type Categorias<G extends CategoriaDeJornada> = Jornada<G>['categorias']

/** Keeps the objects of equal lines between renders, so that memoised rows do not render again. */
export function useRenglones<G extends CategoriaDeJornada>(categorias: Categorias<G>): Categorias<G> {
  const [before, setBefore] = useState(categorias)
  const next = reuseCategorias<G>(before, categorias)
  if (next !== before) setBefore(next)
  return next
}

/** The second list, with equal objects replaced by those of the first. A press changes two rows of two thousand. */
export function reuseCategorias<G extends CategoriaDeJornada>(
  before: Categorias<G>,
  after: Categorias<G>,
): Categorias<G> {
  const known = new Map(before.map((one) => [one.categoria.id, one]))
  const next = after.map((one) => {
    const old = known.get(one.categoria.id)
    const renglones = old ? reuse(old.renglones, one.renglones, sameRenglon) : one.renglones
    const pausas = old ? reuse(old.pausas, one.pausas, samePausa) : one.pausas
    const isSame = old?.categoria === one.categoria && old.renglones === renglones && old.pausas === pausas
    return isSame ? old : { ...one, renglones, pausas }
  })
  return reuse(before, next, Object.is)
}

/** The first list when both are equal, else the second one with equal items replaced by those of the first. */
function reuse<T>(before: readonly T[], after: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  const next = after.map((item, index) => {
    const old = before[index]
    return old !== undefined && isSame(old, item) ? old : item
  })
  return next.length === before.length && next.every((item, index) => item === before[index]) ? before : next
}

function sameRenglon(a: Renglon, b: Renglon): boolean {
  const isSame = a.competidor === b.competidor && a.turno === b.turno && a.estatus === b.estatus
  return isSame && a.hora === b.hora && a.previsto === b.previsto
}

function samePausa(a: FilaDePausa, b: FilaDePausa): boolean {
  const isSame = a.titulo === b.titulo && a.estado === b.estado && a.antes === b.antes
  return isSame && a.hora === b.hora && a.previsto === b.previsto
}
