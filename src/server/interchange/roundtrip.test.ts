import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyEvent } from '../../../tests/support/any-event.ts'
import { origenOf } from '../calificaciones/store.ts'
import { tablesOf } from '../db/schema.ts'
import type { Rows } from './rows.ts'
import { readTree, textOf, writeTree } from './tree.ts'

function read(text: string): Rows {
  const reading = readTree(JSON.parse(text), null, 'America/Mexico_City')
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  return reading.rows
}

/** Milliseconds. The machine may be busy. */
const TIMEOUT = 30_000

const write = (rows: Rows): string => textOf(writeTree(rows))

test(
  'any event, exported, imported and exported again, gives the same bytes',
  () => {
    const made = new Set<string>()
    const kept = new Set<string>()
    const seen = {
      claves: 0,
      reopened: 0,
      late: 0,
      penalties: 0,
      annulled: 0,
      undone: 0,
      passed: 0,
    }
    fc.assert(
      fc.property(anyEvent, (rows) => {
        const text = write(rows)
        const again = read(text)
        for (const table of tablesOf('evento', 'ajuste')) {
          if (rows[table].length > 0) made.add(table)
          if (again[table].length > 0) kept.add(table)
        }
        expect(write(again)).toBe(text)
        expect(read(write(again))).toEqual(again)
        seen.claves += again.competidores.filter((row) => row.clave !== null).length
        seen.reopened += again.calificaciones.filter(({ estado }) => estado === 'reabierta').length
        seen.late += again.tardia.length
        seen.penalties += again.penalizacion.length
        seen.annulled += again.repeticion.filter(({ marcas }) => marcas !== '[]').length
        seen.undone += again.repeticion.filter(({ deshecha }) => deshecha === 1).length
        seen.passed += again.categorias.flatMap((row) => origenOf(row)?.pasan ?? []).length
      }),
      { numRuns: 150 },
    )
    // The test proves something only if the generator makes rows of each table, kept keys and late marks.
    expect([...made].toSorted()).toEqual(tablesOf('evento', 'ajuste').toSorted())
    expect(kept).toEqual(made)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  },
  TIMEOUT,
)

/** The content of an event without the ids that an import makes. */
function contentOf({ categorias, competidores, calificaciones, jueces, reglas, cupo, ...rest }: Rows): {
  juzgado: string[]
  reglas: Rows['reglas']
  cupos: string[]
  rondas: string[]
  entries: string[]
  marks: string[]
  jueces: string[]
} {
  const entries = new Map(
    competidores.map((row) => [row.id, JSON.stringify([row.categoriaId, row.nombre, row.compania || null, row.orden])]),
  )
  const nombres = new Map(jueces.map((row) => [row.id, row.nombre]))
  const nombresDe = (row: { readonly competidorId: string; readonly juezId?: string }) => ({
    ...row,
    competidorId: entries.get(row.competidorId),
    juezId: nombres.get(row.juezId ?? ''),
  })
  const marks = calificaciones.flatMap(({ competidorId, juezId, l_calificacion, criterios, estado, motivo }) => {
    const told = Object.entries(JSON.parse(criterios)).filter(([, texto]) => texto !== '')
    if (!l_calificacion && told.length === 0) return []
    return JSON.stringify([
      entries.get(competidorId),
      nombres.get(juezId),
      l_calificacion || null,
      told.map(String).toSorted(),
      estado,
      motivo,
    ])
  })
  return {
    reglas,
    cupos: cupo.map(({ categoriaId, cupo }) => `${categoriaId} ${cupo}`).toSorted(),
    rondas: categorias
      .flatMap((row) => {
        const origen = origenOf(row)
        return origen ? JSON.stringify([row.id, { ...origen, pasan: origen.pasan.map((id) => entries.get(id)) }]) : []
      })
      .toSorted(),
    entries: [...entries.values()].toSorted(),
    marks: marks.toSorted(),
    juzgado: [...rest.retiro, ...rest.penalizacion, ...rest.tardia, ...rest.repeticion]
      .map((row) => JSON.stringify(Object.entries(nombresDe(row)).map(String).toSorted()))
      .toSorted(),
    jueces: jueces.map(({ nombre, activo, principal, dias }) => `${nombre} ${activo} ${principal} ${dias}`).toSorted(),
  }
}

test(
  'an export contains every entry, mark and judge, also those that share a name',
  () => {
    fc.assert(
      fc.property(anyEvent, (rows) => {
        expect(contentOf(read(write(rows)))).toEqual(contentOf(rows))
      }),
      { numRuns: 150 },
    )
  },
  TIMEOUT,
)
