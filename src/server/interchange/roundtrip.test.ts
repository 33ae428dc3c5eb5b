import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugOf } from '#domain/categoria.ts'
import { DIAS } from '#domain/dia.ts'
import type { CategoriasTable } from '../db/schema.ts'
import { juezIdOf } from './calificaciones.ts'
import { isReserved } from './records.ts'
import type { Rows } from './rows.ts'
import { readTree, textOf, writeTree } from './tree.ts'

function read(text: string): Rows {
  const reading = readTree(JSON.parse(text), null)
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  return reading.rows
}

/** Milliseconds. The machine may be busy. */
const TIMEOUT = 30_000

const write = (rows: Rows): string => textOf(writeTree(rows))

const IDS = ['a', 'b', 'a~2', 'a~3', '7', '10', '__proto_', 'toString', 'Ana']
/** Few names, so that entries share them: ids of others, names with one slug or without any, accents, reserved words. */
const nombre = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Ana', 'ANA', ' Ana ', 'a', 'b', 'a~2', '7', 'Show-case', 'Showcase', '日本'),
  },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '“Ñandú” 💃') },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }).filter((text) => !text.includes('\0')),
)
const id = fc.constantFrom(...IDS)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const orden = orNull(fc.nat({ max: 5 }))
const dia = fc.constantFrom(...DIAS)
const listOf = <T>(row: fc.Arbitrary<T>, keyOf: (row: T) => unknown, maxLength: number) =>
  fc.uniqueArray(row, { selector: keyOf, maxLength })

const categorias = listOf(
  fc.record({
    id,
    nombre: orNull(nombre),
    dia: orNull(dia),
    orden,
    fechaCreacion: orNull(fc.constant('2025-03-01T15:00:00.000Z')),
    criterios: orNull(fc.constantFrom('showcase', 'casino', 'general')),
  }),
  (row) => row.id,
  5,
).map((rows) => rows.filter((row, index) => isDistinct(row, rows.slice(0, index))))

/** Whether entries can refer to the category: its day has no other of that name, and it has a name or a day. */
function isDistinct(row: CategoriasTable, others: readonly CategoriasTable[]): boolean {
  const nameOf = ({ nombre, dia }: CategoriasTable) => `${dia} ${nombre?.trim().toLocaleLowerCase('es') ?? '-'}`
  if (row.nombre === null && row.dia === null) return false
  return !isReserved(slugOf(row.nombre ?? '')) && !others.some((other) => nameOf(other) === nameOf(row))
}

const jueces = listOf(
  fc
    .record({
      nombre,
      own: orNull(fc.constantFrom('j', 'Ana', 'a', 'b')),
      activo: fc.constantFrom(0 as const, 1 as const),
    })
    .map(({ nombre, own, activo }) => ({
      id: own ?? juezIdOf(nombre),
      nombre,
      activo,
      principal: 0 as const,
      dias: null,
      categorias: null,
      enlace: null,
    })),
  (row) => row.id,
  5,
)

const SIN_ENVIO = { estado: 'enviada', version: 1, motivo: null, enviada: null } as const

const marca = fc.record({
  l_calificacion: orNull(fc.constantFrom('51.05', 'N/P', '')),
  criterios: fc.dictionary(fc.constantFrom('b_Tiempo', 'g_efecto'), fc.constantFrom('1', 'x', ''), {
    maxKeys: 2,
  }),
})

const settings = fc.record({
  ajustes: orNull(
    fc.record({
      dia: orNull(dia),
      hora: orNull(fc.constant('2025-04-11T16:00:00-06:00')),
      activarReloj: orNull(fc.boolean()),
      minutosPorCompetidor: orNull(fc.integer({ min: 1, max: 9 })),
      mostrarCalificaciones: orNull(fc.boolean()),
      mostrarJueves: orNull(fc.boolean()),
      mostrarViernes: orNull(fc.boolean()),
      mostrarSabado: orNull(fc.boolean()),
    }),
  ),
  turnos: listOf(fc.record({ dia, selectedRow: fc.nat({ max: 30 }) }), (row) => row.dia, 3),
  competencia: orNull(fc.record({ rubricas: fc.array(nombre, { maxLength: 2 }), rubricaSel: orNull(nombre) })),
  compartido: orNull(fc.record({ nCategoria: orNull(nombre), nCompetidor: orNull(nombre) })),
  textos: orNull(fc.record({ nombre: fc.constant('Salsa'), edicion: fc.constantFrom('', 'Décima') })),
  carrusel: fc.constantFrom([], ['b.jpg', 'a.jpg']),
  reglas: fc.constantFrom(
    null,
    { desde: null, hasta: '2025-04-01T18:00:00-06:00', maximo: 0 },
    { desde: '2025-03-01T15:00:00.000Z', hasta: null, maximo: 12 },
  ),
  admin: listOf(fc.record({ id, email: orNull(fc.constant('a@b.c')), nombre: orNull(nombre) }), (row) => row.email, 2),
  users: listOf(
    fc.record({ uid: id, nombre: orNull(nombre), apellido: orNull(nombre), pais: orNull(nombre) }),
    (row) => row.uid,
    3,
  ),
})

/** Any event that a database can hold. */
const evento: fc.Arbitrary<Rows> = fc
  .record({ categorias, jueces, settings })
  .chain(({ categorias, jueces, settings }) => {
    const competidor = fc.record({
      id,
      clave: orNull(fc.constantFrom('a', 'b', 'Ana')),
      categoriaId: fc.constantFrom(...categorias.map((row) => row.id), ''),
      nombre: orNull(nombre),
      compania: orNull(fc.oneof(nombre, fc.constant(''))),
      usuarioId: orNull(id),
      fechaInscripcion: orNull(fc.constant('2025-03-20')),
      musicaPath: orNull(fc.constant('musica/a.mp3')),
      orden,
      marcas: fc.array(marca, { minLength: jueces.length, maxLength: jueces.length }),
      calificada: fc.boolean(),
    })
    return listOf(competidor, (row) => row.id, 8).map((all) => {
      const inside = all.filter(({ categoriaId }) => categoriaId !== '')
      return {
        ...settings,
        admin: settings.admin.map((row) => ({ ...row, emailKey: row.email })),
        users: settings.users.map((row) => ({ ...row, email: null, emailKey: null, fotoPath: null })),
        categorias,
        cupos: categorias.flatMap(({ id, orden }) => (orden === null ? [] : [{ categoriaId: id, cupo: orden }])),
        jueces,
        competidores: inside.map(({ marcas: _marcas, calificada: _calificada, ...row }) => row),
        calificaciones: inside.flatMap(({ id: competidorId, categoriaId, marcas, calificada }) => {
          const categoria = categorias.find((row) => row.id === categoriaId)
          if (!calificada || !categoria?.nombre || categoria.dia === null) return []
          return jueces.flatMap(({ id: juezId }, index) => {
            const { l_calificacion = null, criterios = {} } = marcas[index] ?? {}
            return [{ competidorId, juezId, l_calificacion, criterios: JSON.stringify(criterios), ...SIN_ENVIO }]
          })
        }),
      }
    })
  })

test(
  'any event, exported, imported and exported again, gives the same bytes',
  () => {
    const seen = { marks: 0, claves: 0, judges: 0 }
    fc.assert(
      fc.property(evento, (rows) => {
        const text = write(rows)
        const again = read(text)
        expect(write(again)).toBe(text)
        expect(read(write(again))).toEqual(again)
        seen.marks += again.calificaciones.length
        seen.claves += again.competidores.filter((row) => row.clave !== null).length
        seen.judges += again.jueces.length
      }),
      { numRuns: 150 },
    )
    // The test proves something only if the generator makes marks, kept keys and judges.
    expect(Math.min(seen.marks, seen.claves, seen.judges)).toBeGreaterThan(0)
  },
  TIMEOUT,
)

/** The content of an event without the ids that an import makes. */
function contentOf({ competidores, calificaciones, jueces, reglas, cupos }: Rows): {
  reglas: Rows['reglas']
  cupos: string[]
  entries: string[]
  marks: string[]
  jueces: string[]
} {
  const entries = new Map(
    competidores.map((row) => [row.id, JSON.stringify([row.categoriaId, row.nombre, row.compania || null, row.orden])]),
  )
  const nombres = new Map(jueces.map((row) => [row.id, row.nombre]))
  const marks = calificaciones.flatMap(({ competidorId, juezId, l_calificacion, criterios }) => {
    const told = Object.entries(JSON.parse(criterios)).filter(([, texto]) => texto !== '')
    if (!l_calificacion && told.length === 0) return []
    return JSON.stringify([
      entries.get(competidorId),
      nombres.get(juezId),
      l_calificacion || null,
      told.map(String).toSorted(),
    ])
  })
  return {
    reglas,
    cupos: cupos.map(({ categoriaId, cupo }) => `${categoriaId} ${cupo}`).toSorted(),
    entries: [...entries.values()].toSorted(),
    marks: marks.toSorted(),
    jueces: [...nombres.values()].toSorted(),
  }
}

test(
  'an export contains every entry, mark and judge, also those that share a name',
  () => {
    fc.assert(
      fc.property(evento, (rows) => {
        expect(contentOf(read(write(rows)))).toEqual(contentOf(rows))
      }),
      { numRuns: 150 },
    )
  },
  TIMEOUT,
)
