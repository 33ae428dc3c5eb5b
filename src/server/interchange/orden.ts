import type { Arbol, Extra } from '#contract/interchange.ts'
import { type Dia, DIAS } from '#domain/dia.ts'
import { compareNumeros, numerosTarde } from '#domain/numero.ts'
import { sortByOrden, sortPlaced } from '#domain/orden.ts'
import type { Entradas, Refs } from './entries.ts'
import { collectionOf } from './records.ts'
import type { Rows } from './rows.ts'

/**
 * The entries with their notes for the announcer and their numbers, and the days whose order is closed. There, an entry with an
 * order and without a number gets one as an entry that came late.
 */
export function readOrden(
  { extra }: Arbol,
  entradas: Entradas,
): Pick<Rows, 'competidores' | 'orden_cerrado' | 'llegada'> {
  const { categorias, competidores, refs, notices } = entradas
  const notas = new Map(entradas.recordsOf('notas', extra.notas))
  const given = new Map(entradas.recordsOf('numeros', extra.numeros))
  const listed = new Map<string, string | null>()
  const orden_cerrado = DIAS.filter((dia) => extra.ordenCerrado.includes(dia)).map((dia) => {
    const ofDia = sortByOrden(categorias.filter((categoria) => categoria.dia === dia))
    const listas = ofDia.map(({ id: categoriaId, nombre }) => ({
      isNueva: false,
      competidores: sortPlaced(competidores.filter((entry) => nombre && entry.categoriaId === categoriaId)).map(
        ({ id }) => ({ id, numero: given.get(id) ?? null }),
      ),
    }))
    const entries = listas.flatMap((lista) => lista.competidores)
    const dados = entries.flatMap(({ numero }) => numero ?? [])
    const tarde = numerosTarde(listas, dados)
    for (const { id, numero } of entries) listed.set(id, numero ?? tarde.get(id) ?? null)
    for (const numero of dados) {
      if (dados.indexOf(numero) === dados.lastIndexOf(numero)) continue
      notices.fault(['extra', 'numeros'], `El ${dia} hay dos competidores con el número ${numero}.`)
    }
    const all = [...dados, ...tarde.values()].toSorted(compareNumeros)
    return { dia, dados: JSON.stringify(all), categorias: JSON.stringify(ofDia.map(({ id }) => id)) }
  })
  for (const id of given.keys()) {
    if (listed.has(id)) continue
    const path = ['extra', 'numeros', refs.get(id) ?? id]
    notices.fault(path, 'Solo lleva número quien tiene orden en un día con el orden cerrado.')
  }
  return {
    competidores: competidores.map((row) => ({
      ...row,
      nota: notas.get(row.id) ?? null,
      numero: listed.get(row.id) ?? null,
    })),
    orden_cerrado,
    llegada: [...new Set(extra.llegaron.flatMap((ref) => entradas.find('llegaron', ref)))].flatMap((competidorId) => {
      const categoriaId = competidores.find(({ id }) => id === competidorId)?.categoriaId
      const dia = categorias.find(({ id }) => id === categoriaId)?.dia
      return dia ? [{ competidorId, dia, llego: 1, at: 0 }] : []
    }),
  }
}

export function writeOrden(rows: Rows, refs: Refs): Pick<Extra, 'notas' | 'numeros' | 'ordenCerrado' | 'llegaron'> {
  // By their names in the tree: two of one order stand there as they do after an import.
  const llegaronEn = (categoriaId: string, dia: Dia): string[] =>
    sortByOrden(
      rows.competidores
        .filter((entry) => entry.categoriaId === categoriaId)
        .filter(({ id }) => rows.llegada.some((row) => row.competidorId === id && row.dia === dia && row.llego === 1))
        .map(({ id, orden }) => ({ id: refs.get(id) ?? id, orden })),
    ).map(({ id }) => id)
  return {
    llegaron: DIAS.flatMap((dia) =>
      sortByOrden(rows.categorias.filter((categoria) => categoria.dia === dia)).flatMap(({ id }) =>
        llegaronEn(id, dia),
      ),
    ),
    notas: collectionOf(rows.competidores, ({ id, nota }) => [refs.get(id) ?? id, nota]),
    numeros: collectionOf(rows.competidores, ({ id, numero }) => [refs.get(id) ?? id, numero]),
    ordenCerrado: DIAS.filter((dia) => rows.orden_cerrado.some((row) => row.dia === dia)),
  }
}
