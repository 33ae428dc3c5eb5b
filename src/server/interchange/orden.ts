import type { Arbol, ArbolInput } from '#contract/interchange.ts'
import { DIAS } from '#domain/dia.ts'
import { compareNumeros, numerosTarde } from '#domain/numero.ts'
import { sortByOrden, sortPlaced } from '#domain/orden.ts'
import { refsOf } from './entries.ts'
import { collectionOf, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices } from './shape.ts'

type Entradas = Pick<Rows, 'categorias' | 'competidores'>

/**
 * The entries with their numbers, and the days whose order is closed. There, an entry with an order and without a number gets one
 * as an entry that came late.
 */
export function readNumeros(
  { extra }: Arbol,
  { categorias, competidores }: Entradas,
  notices: Notices,
): Pick<Rows, 'competidores' | 'orden_cerrado'> {
  const cerrados = DIAS.filter((dia) => extra?.ordenCerrado?.includes(dia))
  const ids = new Map([...refsOf({ categorias, competidores })].map(([id, ref]) => [ref, id]))
  const given = new Map<string, string>()
  for (const [ref, numero] of recordsOf(extra?.numeros)) {
    const id = ids.get(ref)
    if (id === undefined) notices.fault(['extra', 'numeros', ref], 'No existe ese competidor.')
    else given.set(id, numero)
  }
  const listed = new Map<string, string | null>()
  const orden_cerrado = cerrados.map((dia) => {
    const ofDia = sortByOrden(categorias.filter((categoria) => categoria.dia === dia))
    const listas = ofDia.map(({ id: categoriaId, nombre }) => ({
      isNueva: false,
      competidores: nombre
        ? sortPlaced(competidores.filter((entry) => entry.categoriaId === categoriaId)).map(({ id }) => ({
            id,
            numero: given.get(id) ?? null,
          }))
        : [],
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
  for (const [ref] of recordsOf(extra?.numeros)) {
    if (listed.has(ids.get(ref) ?? ref) || !ids.has(ref)) continue
    notices.fault(['extra', 'numeros', ref], 'Solo lleva número quien tiene orden en un día con el orden cerrado.')
  }
  return { competidores: competidores.map((row) => ({ ...row, numero: listed.get(row.id) ?? null })), orden_cerrado }
}

type Extra = Required<NonNullable<ArbolInput['extra']>>

/** The entries with their notes for the announcer. */
export function readNotas({ extra }: Arbol, entradas: Entradas, notices: Notices): Rows['competidores'] {
  const refs = refsOf(entradas)
  const notas = new Map(recordsOf(extra?.notas))
  const known = new Set(refs.values())
  for (const ref of notas.keys()) {
    if (!known.has(ref)) notices.fault(['extra', 'notas', ref], 'No existe ese competidor.')
  }
  return entradas.competidores.map((row) => ({ ...row, nota: notas.get(refs.get(row.id) ?? row.id) ?? null }))
}

export function writeNotas(rows: Rows): Extra['notas'] {
  const refs = refsOf(rows)
  return collectionOf(rows.competidores, ({ id, nota }) => [refs.get(id) ?? id, nota])
}

export function writeNumeros(rows: Rows): Pick<Extra, 'numeros' | 'ordenCerrado'> {
  const refs = refsOf(rows)
  return {
    numeros: collectionOf(rows.competidores, ({ id, numero }) => [refs.get(id) ?? id, numero]),
    ordenCerrado: DIAS.filter((dia) => rows.orden_cerrado.some((row) => row.dia === dia)),
  }
}
