import { expect, test } from 'vitest'
import { resultadoOf } from './clasificacion.ts'
import { criteriosOfTipo } from './criterios.ts'
import { panelDeCategoria } from './panel.ts'
import type { CompetidorCalificado } from './resultados.ts'

/** An entry with the total of each judge, by id. */
function entry(nombre: string, orden: number, totales: Readonly<Record<string, string>>, retirado = false) {
  return {
    id: nombre,
    nombre,
    compania: null,
    orden,
    penalizaciones: [],
    retiro: retirado ? ({ estado: 'descalificado', motivo: null } as const) : null,
    marcas: Object.entries(totales).map(([juezId, l_calificacion]) => {
      return { juezId, juez: juezId.slice(0, -1), l_calificacion, criterios: {} }
    }),
  }
}

const panelOf = (competidores: readonly CompetidorCalificado[]) =>
  panelDeCategoria(competidores, resultadoOf(competidores, criteriosOfTipo('general')))

test('the panel gives mean, spread and places of each judge, in the order of the final places', () => {
  const [bruno, zoe] = panelOf([
    entry('Ana', 1, { Zoe1: '8.00', Bruno1: '9.00' }),
    entry('Beto', 2, { Zoe1: '10.00', Bruno1: '9.00' }),
    entry('Caro', 3, { Zoe1: '1.00', Bruno1: '1.00' }, true),
  ])
  expect(bruno).toEqual({
    juezId: 'Bruno1',
    juez: 'Bruno',
    media: 9_00,
    dispersion: 0,
    lugares: [
      { competidor: 'Beto', final: 1, lugar: 1, puntos: 9_00 },
      { competidor: 'Ana', final: 2, lugar: 1, puntos: 9_00 },
    ],
  })
  expect(zoe).toMatchObject({ juez: 'Zoe', media: 9_00, dispersion: 1_00, lugares: [{ lugar: 1 }, { lugar: 2 }] })
})

test('two judges of one name have a row each', () => {
  const filas = panelOf([entry('Ana', 1, { Paz1: '8.00', Paz2: '6.00' })])
  expect(filas.map(({ juez, media }) => [juez, media])).toEqual([
    ['Paz', 8_00],
    ['Paz', 6_00],
  ])
})
