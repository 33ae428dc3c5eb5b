import { expect, test } from 'vitest'
import { escrituraOf, impresoOf, textosOf } from './impreso.ts'
import { resultadoOf } from '#domain/clasificacion.ts'
import { REGLA_DEFAULT } from '#domain/metodo.ts'
import { empatadosOf, lugaresEmpatados } from '#domain/empate.ts'
import { penalizadosOf } from '#domain/penalizacion.ts'
import { retiradosOf, type CompetidorCalificado } from '#domain/resultados.ts'

const competidor = (id: string, nombre: string | null, l_calificacion: string) => ({
  id,
  nombre,
  compania: null,
  orden: 1,
  marcas: [{ juezId: 'j', juez: 'Amparo', l_calificacion, criterios: {} }],
  penalizaciones: [],
  retiro: null,
})

/** The ranking of a category as the screens get it. */
function rankingOf(competidores: readonly CompetidorCalificado[]) {
  const resultado = resultadoOf(competidores, [])
  return { puestos: resultado.puestos, empates: lugaresEmpatados(resultado.puestos, empatadosOf(resultado)) }
}

const AQUI = { evento: 'Salsa Fest', zona: 'America/Mexico_City', ahora: Date.parse('2025-04-11T02:50:40Z') }
const SIN_JUECES = { retirados: [], penalizados: [], estado: null }

test('a sheet has a section per category with places, names and points with two decimals', () => {
  const ranking = rankingOf([competidor('a', null, '51.5'), competidor('b', 'A/B & Co', '60')])
  expect(impresoOf('sábado', [{ nombre: 'Salsa', orden: 2, ...ranking, ...SIN_JUECES }], AQUI)).toEqual({
    archivo: 'calificaciones_sábado.pdf',
    titulo: 'Resultados de Calificaciones - Día: sábado',
    columnas: ['Lugar', 'Competidor', 'Compañía', 'Pts'],
    secciones: [
      {
        titulo: '2 - Salsa',
        notas: [],
        filas: [
          ['1', 'A/B & Co', 'Sin compañía', '60.00'],
          ['2', 'Sin nombre', 'Sin compañía', '51.50'],
        ],
        vacio: null,
        pie: [],
      },
    ],
    vacio: null,
    pie: 'Salsa Fest, impreso: 2025-04-10 20:50',
  })
})

test('a day without categories and a category without competitors have a message', () => {
  expect(impresoOf('jueves', [], AQUI).vacio).toBe('No hay categorías registradas para este día.')
  const [seccion] = impresoOf('jueves', [{ nombre: 'Salsa', orden: 1, puestos: [], ...SIN_JUECES }], AQUI).secciones
  expect(seccion).toMatchObject({ notas: [], vacio: 'No hay competidores registrados.' })
})

test('the ties of a table are listed in one line under it', () => {
  const tied = (...totals: string[]) => {
    const ranking = rankingOf(totals.map((total, index) => competidor(`e${index}`, 'Ana', total)))
    return impresoOf('viernes', [{ nombre: 'Salsa', orden: 1, ...ranking, ...SIN_JUECES }], AQUI).secciones[0]?.pie
  }
  expect(tied('9', '8', '8', '7')).toEqual(['Empate: lugares 2 y 3'])
  expect(tied('9', '9', '8', '7', '7', '7')).toEqual(['Empate: lugares 1 y 2; lugares 4, 5 y 6'])
  expect(tied('9', '8')).toEqual([])
})

test('an entry without marks has a dash for its place, and the points say how many judges marked an entry', () => {
  const { puestos } = rankingOf([competidor('a', 'Ana', '9'), { ...competidor('b', 'Bea', ''), marcas: [] }])
  const shown = puestos.map(({ lugar, ...puesto }) => ({
    ...puesto,
    lugar,
    ...(lugar === null ? { sinCalificar: true as const } : { jueces: '1 de 3 jueces' }),
  }))
  const [seccion] = impresoOf('viernes', [{ nombre: 'Salsa', orden: 1, puestos: shown, ...SIN_JUECES }], AQUI).secciones
  expect(seccion?.filas.map(([lugar, , , pts]) => [lugar, pts])).toEqual([
    ['1', '9.00\n1 de 3 jueces'],
    ['–', 'Sin calificar'],
  ])
})

test('a category without marks has a note under its title, and neither places nor ties', () => {
  const ranking = rankingOf(['a', 'b'].map((id) => ({ ...competidor(id, id, ''), marcas: [] })))
  const [seccion] = impresoOf('viernes', [{ nombre: 'Salsa', orden: 1, ...ranking, ...SIN_JUECES }], AQUI).secciones
  expect(seccion).toMatchObject({ notas: ['Sin calificar'], vacio: null, pie: [] })
  expect(seccion?.filas.map(([lugar, nombre]) => [lugar, nombre])).toEqual([
    ['–', 'a'],
    ['–', 'b'],
  ])
})

test('withdrawn entries and penalties are listed below the ranking, and the category says whether it is final', () => {
  const entries = [
    { ...competidor('a', 'Ana', '1'), retiro: { estado: 'descalificado' as const, motivo: 'Vestuario' } },
    {
      ...competidor('b', 'Bea', '2'),
      penalizaciones: [{ id: 'p', puntos: 50, motivo: 'Tarde', autor: 'Organización', fecha: '' }],
    },
  ]
  const [seccion] = impresoOf(
    'jueves',
    [
      {
        nombre: 'Salsa',
        orden: 1,
        ...rankingOf(entries),
        retirados: retiradosOf(entries),
        penalizados: penalizadosOf(entries),
        estado: 'final',
      },
    ],
    AQUI,
  ).secciones
  expect(seccion?.notas).toEqual(['Final'])
  expect(seccion?.filas).toEqual([
    ['1', 'Bea', 'Sin compañía', '1.50'],
    ['', 'Ana (Descalificado)', 'Sin compañía', ''],
  ])
  expect(seccion?.pie).toEqual(['Penalización de Bea: −0.50, Tarde (Organización)'])
})

test('the method stands under the title; the reasons of places and the judges who do not count stand under the table', () => {
  const metodo = 'mayoria'
  const marcasOf = (id: string, ...totals: string[]) => ({
    ...competidor(id, id, ''),
    marcas: totals.map((l_calificacion, index) => ({
      juezId: `j${index}`,
      juez: ['Amparo', 'Bruno', 'Celia'][index] ?? '',
      l_calificacion,
      criterios: {},
    })),
  })
  const resultado = resultadoOf([marcasOf('Ana', '8', '9'), marcasOf('Bea', '7', '8', '9'), marcasOf('Caro')], [], {
    ...REGLA_DEFAULT,
    metodo,
  })
  const [seccion] = impresoOf(
    'jueves',
    [
      {
        nombre: 'Salsa',
        orden: 1,
        metodo,
        puestos: resultado.puestos,
        empates: lugaresEmpatados(resultado.puestos, empatadosOf(resultado)),
        sinContar: resultado.sinContar.map(({ nombre }) => nombre),
        ...SIN_JUECES,
        estado: 'final',
      },
    ],
    AQUI,
  ).secciones
  expect(seccion?.notas.filter(Boolean)).toEqual(['Lugares por mayoría', 'Final'])
  expect(seccion?.filas.map(([lugar, nombre]) => [lugar, nombre])).toEqual([
    ['1', 'Ana'],
    ['2', 'Bea'],
    ['–', 'Caro'],
  ])
  expect(seccion?.pie).toEqual([
    'Lugar 1, Ana. Mayoría: 2 de 2 jueces en lugar 1 o mejor',
    'Lugar 2, Bea. Mayoría: 2 de 2 jueces en lugar 2 o mejor',
    'Sin contar: Celia',
  ])
})

test('several reasons of one place stand in one line', () => {
  const { puestos } = rankingOf([competidor('a', 'Ana', '9')])
  const razones = ['Desempate: Tiempo 8.00 > 7.50', 'Empate resuelto por Paz']
  const [seccion] = impresoOf(
    'jueves',
    [{ nombre: 'Salsa', orden: 1, puestos: puestos.map((puesto) => ({ ...puesto, razones })), ...SIN_JUECES }],
    AQUI,
  ).secciones
  expect(seccion?.pie).toEqual(['Lugar 1, Ana. Desempate: Tiempo 8.00 > 7.50. Empate resuelto por Paz'])
})

test('an accent that is separate from its letter is composed', () => {
  const impreso = impresoOf(
    'jueves',
    [{ nombre: 'Salsa', orden: 1, ...rankingOf([competidor('a', 'I\u0301ñigo', '1')]), ...SIN_JUECES }],
    AQUI,
  )
  expect(textosOf(impreso)).toContain('Íñigo')
})

test.each([
  ['Ñandú & Ümit 100% – «D’Angelo»', 'latina'],
  ['Łukasz Dvořák', 'extendida'],
  ['Nguyễn Thị Hồng', 'extendida'],
  ['Ελένη Παπαδοπούλου', 'extendida'],
  ['Їжак Сергій', 'extendida'],
  ['李小龍', 'dibujo'],
  ['فاطمة', 'dibujo'],
  ['Duo 💃', 'dibujo'],
  ['x\u030c', 'dibujo'],
] as const)('%j is printed as %s', (texto, escritura) => {
  expect(escrituraOf(texto)).toBe(escritura)
})
