import { expect, test } from 'vitest'
import { COLUMNAS, escrituraOf, impresoOf, textosOf } from './impreso.ts'
import type { CategoriaResultadosPart } from '#contract/views/calificaciones.ts'
import { resultadoOf } from '#domain/clasificacion.ts'
import type { Dia } from '#domain/dia.ts'
import { REGLA_DEFAULT } from '#domain/metodo.ts'
import { empatadosOf, lugaresEmpatados } from '#domain/empate.ts'
import { penalizadosOf } from '#domain/penalizacion.ts'
import { isCalificada, retiradosOf, type CompetidorCalificado } from '#domain/resultados.ts'

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
function rankingOf(competidores: readonly CompetidorCalificado[], regla = REGLA_DEFAULT) {
  const resultado = resultadoOf(competidores, [], regla)
  const { puestos } = resultado
  return {
    puestos: puestos.map((puesto) => ({ ...puesto, ruta: '' })),
    empates: lugaresEmpatados(puestos, empatadosOf(resultado)),
    calificada: isCalificada(puestos),
  }
}

const AQUI = { evento: 'Salsa Fest', zona: 'America/Mexico_City', ahora: Date.parse('2025-04-11T02:50:40Z') }

/** The sheet of a day with one category. */
function sheetOf(categoria: Partial<CategoriaResultadosPart>, dia: Dia = 'jueves') {
  const base = { tipo: 'categoria', id: 'c', nombre: 'Salsa', orden: 1, calificada: true, estado: null } as const
  return impresoOf(dia, [{ ...base, puestos: [], retirados: [], penalizados: [], ...categoria }], AQUI)
}

const sectionOf = (categoria: Partial<CategoriaResultadosPart>) => sheetOf(categoria).secciones[0]

test('a sheet has a section per category with places, names and points with two decimals', () => {
  const ranking = rankingOf([competidor('a', null, '51.5'), competidor('b', 'A/B & Co', '60')])
  expect(sheetOf({ orden: 2, ...ranking }, 'sábado')).toEqual({
    archivo: 'calificaciones_sábado.pdf',
    titulo: 'Resultados de Calificaciones - Día: sábado',
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
  expect(COLUMNAS).toEqual(['Lugar', 'Competidor', 'Compañía', 'Pts'])
})

test('a day without categories and a category without competitors have a message', () => {
  expect(impresoOf('jueves', [], AQUI).vacio).toBe('No hay categorías registradas para este día.')
  expect(sectionOf({})).toMatchObject({ notas: [], vacio: 'No hay competidores registrados.' })
})

test('the ties of a table are listed in one line under it', () => {
  const tied = (...totals: string[]) =>
    sectionOf(rankingOf(totals.map((total, index) => competidor(`e${index}`, 'Ana', total))))?.pie
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
  expect(sectionOf({ puestos: shown })?.filas.map(([lugar, , , pts]) => [lugar, pts])).toEqual([
    ['1', '9.00\n1 de 3 jueces'],
    ['–', 'Sin calificar'],
  ])
})

test('a category without marks has a note under its title, and neither places nor ties', () => {
  const ranking = rankingOf(['a', 'b'].map((id) => ({ ...competidor(id, id, ''), marcas: [] })))
  const seccion = sectionOf(ranking)
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
  const seccion = sectionOf({
    ...rankingOf(entries),
    retirados: retiradosOf(entries).map((retirado) => ({ ...retirado, ruta: '' })),
    penalizados: penalizadosOf(entries),
    estado: 'final',
  })
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
  const competidores = [marcasOf('Ana', '8', '9'), marcasOf('Bea', '7', '8', '9'), marcasOf('Caro')]
  const seccion = sectionOf({
    metodo,
    ...rankingOf(competidores, { ...REGLA_DEFAULT, metodo }),
    sinContar: ['Celia'],
    estado: 'final',
  })
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
  expect(sectionOf({ puestos: puestos.map((puesto) => ({ ...puesto, razones })) })?.pie).toEqual([
    'Lugar 1, Ana. Desempate: Tiempo 8.00 > 7.50. Empate resuelto por Paz',
  ])
})

test('an accent that is separate from its letter is composed', () => {
  expect(textosOf(sheetOf(rankingOf([competidor('a', 'I\u0301ñigo', '1')])))).toContain('Íñigo')
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
