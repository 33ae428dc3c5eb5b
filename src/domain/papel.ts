import { foldAspecto } from './categoria.ts'
import type { CategoriaDeJornada } from './jornada.ts'
import { listAsignados, type AsignableCategoria, type Juez } from './jurado.ts'

/** An entry on paper, with its number, or its position in the day, from 1, while the order of the day is open. */
export interface Numerado<G extends CategoriaDeJornada> {
  readonly numero: string
  readonly competidor: G['competidores'][number]
  readonly categoria: G
}

/** The entries of a day by category, numbered through the day. Withdrawn ones keep their number. */
export function numeradosOf<G extends CategoriaDeJornada>(
  categorias: readonly G[],
): { readonly categoria: G; readonly numerados: readonly Numerado<G>[] }[] {
  let last = 0
  return categorias.map((categoria) => ({
    categoria,
    numerados: categoria.competidores.map((competidor) => {
      last += 1
      return { numero: competidor.numero ?? String(last), competidor, categoria }
    }),
  }))
}

/** The entries of a day by company, each in running order: the companies by name, and last those without one. */
export function porCompania<
  G extends CategoriaDeJornada<
    CategoriaDeJornada['competidores'][number] & { compania: string; tieneCompania: boolean }
  >,
>(categorias: readonly G[]): { readonly compania: string; readonly entradas: readonly Numerado<G>[] }[] {
  const entradas = numeradosOf(categorias).flatMap(({ numerados }) => numerados)
  const grupos = [...Map.groupBy(entradas, ({ competidor }) => foldAspecto(competidor.compania)).values()]
  return grupos
    .map((own) => ({
      compania: own[0]?.competidor.compania ?? '',
      isLast: !own[0]?.competidor.tieneCompania,
      entradas: own,
    }))
    .toSorted((a, b) => Number(a.isLast) - Number(b.isLast) || a.compania.localeCompare(b.compania, 'es'))
}

/** The names on the judge sheets of a category: its active assigned judges, or one blank. */
export function juecesDeHojas(jueces: readonly Juez[], categoria: AsignableCategoria): string[] {
  const asignados = listAsignados(jueces, categoria)
  return asignados.length === 0 ? [''] : asignados.map(({ nombre }) => nombre)
}
