import { expect, test } from 'vitest'
import { resultadoOf } from './clasificacion.ts'
import { criteriosOfTipo } from './criterios.ts'
import { REGLA_DEFAULT, type Regla } from './metodo.ts'
import { desgloseOf, juecesText, type CompetidorCalificado } from './resultados.ts'

const GENERAL = criteriosOfTipo('general')

const competidor = (id: string, orden: number | null, ...totales: (string | null)[]): CompetidorCalificado => ({
  id,
  nombre: id.toUpperCase(),
  compania: null,
  orden,
  marcas: totales.map((l_calificacion, index) => ({
    juezId: `j${index}`,
    juez: `Juez ${index}`,
    l_calificacion,
    criterios: {},
  })),
  penalizaciones: [],
  retiro: null,
})

/** An entry whose judges gave the same total, with the points of two criteria by judge. */
const conCriterios = (id: string, orden: number, ...dadas: (readonly [tiempo: string, dificultad: string])[]) => ({
  ...competidor(id, orden),
  marcas: dadas.map(([b_Tiempo, g_Dificultad], index) => ({
    juezId: `j${index}`,
    juez: `Juez ${index}`,
    l_calificacion: '8',
    criterios: { b_Tiempo, g_Dificultad },
  })),
})

const penalizado = (entry: CompetidorCalificado, puntos: number): CompetidorCalificado => ({
  ...entry,
  penalizaciones: [{ id: 'p', puntos, motivo: '', autor: '', fecha: '' }],
})

const retirado = (entry: CompetidorCalificado): CompetidorCalificado => ({
  ...entry,
  retiro: { estado: 'descalificado', motivo: null },
})

const resultadoWith = (regla: Partial<Regla>, ...competidores: CompetidorCalificado[]) =>
  resultadoOf(competidores, GENERAL, { ...REGLA_DEFAULT, ...regla })

const linesOf = ({ puestos }: ReturnType<typeof resultadoOf>) =>
  puestos.map(({ id, lugar, empate, razones }) => [id, lugar, empate ? 'Empate' : '', ...razones])

// The oracle of the methods (`tests/oracles/metodos.test.ts`) shows every rule over random categories; here each has one example.
test('entries with equal points keep their running order and their own places, and are flagged as a tie', () => {
  const all = [competidor('z', 2, '0.1', '0.2'), competidor('a', 3, '0.3'), competidor('m', 1, '9')]
  const { puestos } = resultadoOf(all, GENERAL)
  expect(puestos.map(({ lugar, id, empate }) => [lugar, id, empate])).toEqual([
    [1, 'm', false],
    [2, 'z', true],
    [3, 'a', true],
  ])
})

test('an entry tells how many of its judges marked it: the panel and those who sent a mark of it', () => {
  const panel = ['j0', 'j1', 'j2']
  const { puestos } = resultadoWith({ panel }, competidor('a', 1, '9'), competidor('b', 2, '8', '8', '8', '8'))
  expect(puestos.map(({ id, calificaron }) => [id, juecesText(calificaron)])).toEqual([
    ['b', null],
    ['a', '1 de 3 jueces'],
  ])
})

test('the highest and the lowest total of five judges do not count', () => {
  const resultado = resultadoWith(
    { metodo: 'recortada' },
    penalizado(competidor('a', 1, '10', '8', '8', '8', '1'), 50),
    competidor('b', 2, '9', '7', '7', '7', '7'),
    competidor('c', 3, '6', '6', '6', '6'),
  )
  expect(resultado.puestos.map(({ id, puntos }) => [id, puntos])).toEqual([
    ['a', 2350],
    ['b', 2100],
    ['c', 1800],
  ])
  expect([0, 1, 4].map((juez) => resultado.efectoOf('a', `j${juez}`).cuenta)).toEqual([false, true, false])
  // Of the entry with a missing mark the highest total alone.
  expect([0, 1].map((juez) => resultado.efectoOf('c', `j${juez}`).cuenta)).toEqual([false, true])
  expect(resultado.efectoOf('unknown', 'j0').cuenta).toBe(true)
})

test.each(['suma', 'recortada', 'mayoria'] as const)('the detail adds up to the points of the place: %s', (metodo) => {
  const all = [
    penalizado(competidor('a', 1, '9', '8', '7.5', '8', 'N/P'), 1_00),
    competidor('b', 2, '9', '7', '7', '7', '7', '6'),
  ]
  const { puestos, efectoOf } = resultadoWith({ metodo }, ...all)
  const totals = all.map((entry) => {
    const { total } = desgloseOf(entry, { metodo, efectoOf: ({ juezId }) => efectoOf(entry.id, juezId) })
    return [entry.id, total] as const
  })
  expect(new Map(totals)).toEqual(new Map(puestos.map(({ id, puntos }) => [id, puntos])))
})

test('the first element on which tied entries differ decides, and the better entry names it as its reason', () => {
  const all = [
    conCriterios('a', 1, ['7', '5'], ['7', '5']),
    conCriterios('b', 2, ['7', '6'], ['7', '6.5']),
    conCriterios('c', 3, ['8', '1'], ['7', '1']),
  ]
  expect(linesOf(resultadoWith({ desempate: ['Espectáculo', 'Tiempo', 'Dificultad'] }, ...all))).toEqual([
    ['c', 1, '', 'Desempate: Tiempo 15.00 > 14.00'],
    ['b', 2, '', 'Desempate: Dificultad 12.50 > 10.00'],
    ['a', 3, ''],
  ])
})

test('an order by hand resolves the tie of exactly its entries', () => {
  const all = [competidor('a', 1, '8'), competidor('b', 2, '8'), competidor('c', 3, '8'), competidor('d', 4, '9')]
  const resultado = resultadoWith({ empates: [{ ids: ['c', 'a', 'b'], autor: 'Olga' }] }, ...all)
  expect(linesOf(resultado)).toEqual([
    ['d', 1, ''],
    ['c', 2, '', 'Empate resuelto por Olga'],
    ['a', 3, '', 'Empate resuelto por Olga'],
    ['b', 4, '', 'Empate resuelto por Olga'],
  ])
  expect(resultado.empates).toEqual([{ ids: ['c', 'a', 'b'], autor: 'Olga' }])
})

test('an order by hand does not decide what the tie-break list decides', () => {
  const all = [conCriterios('a', 1, ['8', '5']), conCriterios('b', 2, ['7', '5'])]
  const regla = { desempate: ['Tiempo'], empates: [{ ids: ['b', 'a'], autor: 'Olga' }] }
  expect(linesOf(resultadoWith(regla, ...all)).map(([id]) => id)).toEqual(['a', 'b'])
})

test('places by majority: reasons, points of all judges, and entries without a mark below without a place', () => {
  const resultado = resultadoWith(
    { metodo: 'mayoria' },
    competidor('z', 1),
    competidor('a', 2, '9', '9', '1'),
    competidor('b', 3, '8', '8', '9', '9'),
    retirado(competidor('c', 4, '10')),
  )
  expect(linesOf(resultado)).toEqual([
    ['a', 1, '', 'Mayoría: 2 de 3 jueces en lugar 1 o mejor'],
    ['b', 2, '', 'Mayoría: 3 de 3 jueces en lugar 2 o mejor'],
    ['z', null, ''],
  ])
  expect(resultado.puestos.map(({ puntos }) => puntos)).toEqual([1900, 3400, null])
  expect(resultado.sinContar).toEqual([{ id: 'j3', nombre: 'Juez 3' }])
  expect(resultado.efectoOf('b', 'j3')).toEqual({ cuenta: false, lugar: null })
  expect(resultado.efectoOf('c', 'j0')).toEqual({ cuenta: true, lugar: null })
})
