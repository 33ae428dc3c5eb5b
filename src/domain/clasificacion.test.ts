import { expect, test } from 'vitest'
import { resultadoOf } from './clasificacion.ts'
import { criteriosOfTipo } from './criterios.ts'
import { TOTAL_PRINCIPAL } from './elementos.ts'
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

const puestosFor = (competidores: CompetidorCalificado[]) => resultadoOf(competidores, GENERAL).puestos

const linesOf = ({ puestos }: ReturnType<typeof resultadoOf>) =>
  puestos.map(({ id, lugar, empate, razones }) => [id, lugar, empate ? 'Empate' : '', ...razones])

test('the highest points are first; places are 1, 2, 3', () => {
  const puestos = puestosFor([competidor('a', 1, '10'), competidor('b', 2, '30'), competidor('c', 3, '20')])
  expect(puestos.map(({ lugar, id, puntos }) => [lugar, id, puntos])).toEqual([
    [1, 'b', 3000],
    [2, 'c', 2000],
    [3, 'a', 1000],
  ])
})

test('entries with equal points keep their running order and their own places, and are flagged as a tie', () => {
  const puestos = puestosFor([competidor('z', 2, '0.1', '0.2'), competidor('a', 3, '0.3'), competidor('m', 1, '9')])
  expect(puestos.map(({ lugar, id, empate }) => [lugar, id, empate])).toEqual([
    [1, 'm', false],
    [2, 'z', true],
    [3, 'a', true],
  ])
})

test('only entries with an order are listed; entries without marks have neither place nor points', () => {
  const puestos = puestosFor([competidor('a', null, '90'), competidor('b', 1)])
  expect(puestos).toMatchObject([{ id: 'b', lugar: null, puntos: null, empate: false, compania: 'Sin compañía' }])
})

test('entries without marks stand below those that have some, in running order, also where a mark is no number', () => {
  const puestos = puestosFor([
    competidor('a', 1),
    competidor('b', 2, 'N/P'),
    competidor('c', 3, '90'),
    competidor('d', 4),
  ])
  expect(puestos.map(({ lugar, id, puntos, empate }) => [lugar, id, puntos, empate])).toEqual([
    [1, 'c', 9000, false],
    [2, 'b', 0, false],
    [null, 'a', null, false],
    [null, 'd', null, false],
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

test('by default every mark counts, gives no place, and a place has no reason', () => {
  const resultado = resultadoWith({}, competidor('a', 1, '9'), competidor('b', 2, '8'))
  expect(resultado.efectoOf('a', 'j0')).toEqual({ cuenta: true, lugar: null })
  expect(resultado).toMatchObject({ empates: [], sinContar: [], puestos: [{ razones: [] }, { razones: [] }] })
})

test('entries with equal points are one tie, also with other entries between them', () => {
  const all = ['9', '8', '9', '7', '8', '8'].map((total, index) => competidor(`e${index}`, index + 1, total))
  expect(resultadoWith({}, ...all).empates).toEqual([
    { ids: ['e0', 'e2'], autor: null },
    { ids: ['e1', 'e4', 'e5'], autor: null },
  ])
})

test('withdrawn entries are not ranked and tie with none', () => {
  const resultado = resultadoWith({}, competidor('a', 1, '9'), retirado(competidor('b', 2, '9')))
  expect(linesOf(resultado)).toEqual([['a', 1, '']])
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

test('elements of other criteria types are skipped: the tie stays', () => {
  const all = [conCriterios('b', 2, ['7', '6']), conCriterios('a', 1, ['7', '5'])]
  const resultado = resultadoWith({ desempate: ['Espectáculo', 'Tiempo'] }, ...all)
  expect(linesOf(resultado)).toEqual([
    ['a', 1, 'Empate'],
    ['b', 2, 'Empate'],
  ])
})

test('a tie of three may be resolved for one entry; the reason stands beside the next place', () => {
  const all = [conCriterios('a', 1, ['8', '5']), conCriterios('b', 2, ['7', '5']), conCriterios('c', 3, ['8', '5'])]
  const resultado = resultadoWith({ desempate: ['Tiempo'] }, ...all)
  expect(linesOf(resultado)).toEqual([
    ['a', 1, 'Empate'],
    ['c', 2, 'Empate', 'Desempate: Tiempo 8.00 > 7.00'],
    ['b', 3, ''],
  ])
  expect(resultado.empates).toEqual([{ ids: ['a', 'c'], autor: null }])
})

test('the totals of the head judges are summed to break a tie', () => {
  const all = [competidor('a', 1, '5', '2', '3'), competidor('b', 2, '3', '3', '4'), competidor('c', 3, '2', '1', '1')]
  const desempate = [TOTAL_PRINCIPAL]
  expect(linesOf(resultadoWith({ desempate, principales: ['j1', 'j2'] }, ...all))).toEqual([
    ['b', 1, '', 'Desempate: Total del juez principal 7.00 > 5.00'],
    ['a', 2, ''],
    ['c', 3, ''],
  ])
  expect(linesOf(resultadoWith({ desempate }, ...all))[0]).toEqual(['a', 1, 'Empate'])
})

test('a criterion is summed over the judges that count, the total of a head judge also where it does not count', () => {
  const marcas = (tiempos: readonly string[]) =>
    tiempos.map((b_Tiempo, index) => ({
      juezId: `j${index}`,
      juez: `Juez ${index}`,
      l_calificacion: String(9 - index),
      criterios: { b_Tiempo },
    }))
  const a = { ...competidor('a', 1), marcas: marcas(['9', '1', '1', '1', '1']) }
  const b = { ...competidor('b', 2), marcas: marcas(['1', '1', '2', '1', '1']) }
  const regla = { metodo: 'recortada', desempate: ['Tiempo'] } as const
  expect(linesOf(resultadoWith(regla, a, b))[0]).toEqual(['b', 1, '', 'Desempate: Tiempo 4.00 > 3.00'])
  const c = {
    ...b,
    marcas: b.marcas.map((marca) => (marca.juezId === 'j0' ? { ...marca, l_calificacion: '9.5' } : marca)),
  }
  const principal = { metodo: 'recortada', desempate: [TOTAL_PRINCIPAL], principales: ['j0'] } as const
  expect(linesOf(resultadoWith(principal, a, c))[0]?.at(-1)).toBe('Desempate: Total del juez principal 9.50 > 9.00')
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

test.each([[['b', 'a']], [['c', 'b', 'a', 'd']], [['b', 'a', 'x']]])(
  'an order by hand that no longer fits the tie has no effect: %j',
  (ids) => {
    const all = [competidor('a', 1, '8'), competidor('b', 2, '8'), competidor('c', 3, '8'), competidor('d', 4, '9')]
    const resultado = resultadoWith({ empates: [{ ids, autor: 'Olga' }] }, ...all)
    expect(resultado.empates).toEqual([{ ids: ['a', 'b', 'c'], autor: null }])
    expect(linesOf(resultado)[1]).toEqual(['a', 2, 'Empate'])
  },
)

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

test('entries that the majority leaves equal go to the tie-break list, then to an order by hand', () => {
  const a = competidor('a', 1, '9', '8')
  const b = competidor('b', 2, '7', '9')
  const mayoria = 'Mayoría: 2 de 2 jueces en lugar 2 o mejor'
  const principal = { metodo: 'mayoria', desempate: [TOTAL_PRINCIPAL], principales: ['j1'] } as const
  expect(linesOf(resultadoWith(principal, a, b))).toEqual([
    ['b', 1, '', mayoria, 'Desempate: Total del juez principal 9.00 > 8.00'],
    ['a', 2, '', mayoria],
  ])
  const mano = { metodo: 'mayoria', empates: [{ ids: ['b', 'a'], autor: 'Olga' }] } as const
  expect(linesOf(resultadoWith(mano, a, b))[0]).toEqual(['b', 1, '', mayoria, 'Empate resuelto por Olga'])
  expect(linesOf(resultadoWith({ metodo: 'mayoria' }, a, b))[0]).toEqual(['a', 1, 'Empate', mayoria])
})

test('while no judge has marked every entry, places by majority are those of the sum', () => {
  const all = [competidor('a', 1, '7'), { ...competidor('b', 2), marcas: competidor('b', 2, '1', '9').marcas.slice(1) }]
  const resultado = resultadoWith({ metodo: 'mayoria' }, competidor('z', 3), ...all)
  expect(linesOf(resultado)).toEqual([
    ['b', 1, ''],
    ['a', 2, ''],
    ['z', null, ''],
  ])
  expect(resultado.sinContar).toEqual([])
  expect(resultado.efectoOf('a', 'j0')).toEqual({ cuenta: true, lugar: null })
})
