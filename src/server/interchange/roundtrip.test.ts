import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyEvent } from '../../../tests/support/any-event.ts'
import { rowsOf } from '../../../tests/support/an-event.ts'
import { origenOf } from '../calificaciones/store.ts'
import { tablesOf } from '../db/schema.ts'
import { by } from './records.ts'
import type { Rows } from './rows.ts'
import { textOf, writeTree } from './tree.ts'

/** Milliseconds. The machine may be busy. */
const TIMEOUT = 30_000

const write = (rows: Rows): string => textOf(writeTree(rows))

/** The content of an event without the ids that an import makes: entries and judges by what they are. */
function contentOf({ categorias, competidores, jueces, calificaciones, reglas, cupo, ...rest }: Rows) {
  const entries = new Map(
    competidores.map((row) => [row.id, JSON.stringify([row.categoriaId, row.nombre, row.compania || null, row.orden])]),
  )
  const nombres = new Map(jueces.map((row) => [row.id, row.nombre]))
  const linesOf = (rows: readonly { readonly competidorId: string; readonly juezId?: string }[]) =>
    rows
      .map(({ competidorId, juezId = '', ...row }) => ({
        ...row,
        competidor: entries.get(competidorId),
        juez: nombres.get(juezId),
      }))
      .map((row) => JSON.stringify(Object.entries(row).map(String).toSorted()))
      .toSorted()
  const marks = calificaciones.flatMap(({ criterios, l_calificacion, ...row }) => {
    const told = Object.entries(JSON.parse(criterios)).filter(([, texto]) => texto !== '')
    const marca = { ...row, l_calificacion: l_calificacion || null, criterios: told.map(String).toSorted().join() }
    return l_calificacion || told.length > 0 ? [marca] : []
  })
  const rondas = categorias.flatMap((row) => {
    const origen = origenOf(row)
    return origen ? [JSON.stringify([row.id, { ...origen, pasan: origen.pasan.map((id) => entries.get(id)) }])] : []
  })
  const { retiro, penalizacion, tardia, repeticion, textos, turnos, cierre, programa } = rest
  const publicados = programa.map(({ dia, publicado }): [string, { readonly inicios: object } | null] => [
    dia,
    publicado && JSON.parse(publicado),
  ])
  return {
    textos,
    turnos: turnos.toSorted(by('dia')),
    cierres: cierre.map((row) => ({ ...row, panel: row.panel ?? [] })).toSorted(by('categoriaId')),
    inicios: Object.fromEntries(
      publicados.map(([dia, one]) => [
        dia,
        Object.values(one?.inicios ?? {})
          .map(String)
          .toSorted(),
      ]),
    ),
    reglas,
    cupos: cupo.map(({ categoriaId, cupo }) => `${categoriaId} ${cupo}`).toSorted(),
    rondas: rondas.toSorted(),
    entries: [...entries.values()].toSorted(),
    juzgado: [marks, retiro, penalizacion, tardia, repeticion].map(linesOf),
    jueces: jueces.map(({ nombre, activo, principal, dias }) => `${nombre} ${activo} ${principal} ${dias}`).toSorted(),
  }
}

test(
  'any event, exported and imported, has its entries, marks and judges, and is exported again with the same bytes',
  () => {
    const made = new Set<string>()
    const kept = new Set<string>()
    const seen = { claves: 0, reopened: 0, annulled: 0, undone: 0, passed: 0 }
    fc.assert(
      fc.property(anyEvent, (rows) => {
        const text = write(rows)
        const again = rowsOf(JSON.parse(text))
        expect(write(again)).toBe(text)
        expect(contentOf(again)).toEqual(contentOf(rows))
        for (const table of tablesOf('evento', 'ajuste')) {
          if (rows[table].length > 0) made.add(table)
          if (again[table].length > 0) kept.add(table)
        }
        seen.claves += again.competidores.filter((row) => row.clave !== null).length
        seen.reopened += again.calificaciones.filter(({ estado }) => estado === 'reabierta').length
        seen.annulled += again.repeticion.filter(({ marcas }) => marcas !== '[]').length
        seen.undone += again.repeticion.filter(({ deshecha }) => deshecha === 1).length
        seen.passed += again.categorias.flatMap((row) => origenOf(row)?.pasan ?? []).length
      }),
      { numRuns: 200 },
    )
    // The test proves something only if the generator makes rows of each table, kept keys and annulled marks.
    expect([...made].toSorted()).toEqual(tablesOf('evento', 'ajuste').toSorted())
    expect(kept).toEqual(made)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  },
  TIMEOUT,
)
