import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayoriaOf } from './mayoria.ts'

interface Dada {
  readonly l_calificacion: string | null
  readonly criterios: Readonly<Record<string, string>>
}

/** An entry with a mark per judge; null: this judge gave none. */
const competidor = (id: string, totales: readonly (string | Dada | null)[], penalizado = 0) => ({
  id,
  nombre: id,
  compania: null,
  orden: 1,
  marcas: totales.flatMap((dada, index) => {
    if (dada === null) return []
    const marca = typeof dada === 'string' ? { l_calificacion: dada, criterios: {} } : dada
    return [{ juezId: `j${index}`, juez: `Juez ${index}`, ...marca }]
  }),
  penalizaciones: penalizado ? [{ id: '', puntos: penalizado, motivo: '', autor: '', fecha: '' }] : [],
  retiro: null,
})

/** Entries by the places that the judges give them, for places without ties. */
const porLugares = (lugares: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(lugares).map(([id, dados]) =>
    competidor(
      id,
      dados.map((lugar) => String(100 - lugar)),
    ),
  )

function rankingOf(competidores: Parameters<typeof mayoriaOf>[0], claves: readonly string[] = []) {
  const grupos = mayoriaOf(competidores, claves)?.grupos ?? []
  return grupos.map(({ iguales, razones }) => [iguales.map(({ id }) => id).join(' '), ...razones])
}

test('an entry is placed in the first column in which a majority of judges has it, the smaller sum first', () => {
  expect(rankingOf(porLugares({ a: [3, 1, 1], b: [1, 3, 2], c: [2, 2, 3] }))).toEqual([
    ['a', 'Mayoría: 2 de 3 jueces en lugar 1 o mejor'],
    ['b', 'Mayoría: 2 de 3 jueces en lugar 2 o mejor'],
    ['c', 'Mayoría: 2 de 3 jueces en lugar 2 o mejor'],
  ])
})

test('in one column, more places decide before a smaller sum', () => {
  const lugares = { x: [2, 2, 2, 2, 4], y: [1, 1, 4, 4, 2], z: [3, 4, 1, 1, 3], w: [4, 3, 3, 3, 1] }
  expect(rankingOf(porLugares(lugares))).toEqual([
    ['x', 'Mayoría: 4 de 5 jueces en lugar 2 o mejor'],
    ['y', 'Mayoría: 3 de 5 jueces en lugar 2 o mejor'],
    ['z', 'Mayoría: 4 de 5 jueces en lugar 3 o mejor'],
    ['w', 'Mayoría: 4 de 5 jueces en lugar 3 o mejor'],
  ])
})

test('with the same number of places and the same sum the next column decides', () => {
  const lugares = { p: [1, 2, 4], q: [2, 1, 3], r: [3, 3, 1], s: [4, 4, 2] }
  expect(rankingOf(porLugares(lugares)).map(([ids]) => ids)).toEqual(['q', 'p', 'r', 's'])
})

test('entries that are equal to the end stand together, also with an even panel', () => {
  expect(rankingOf(porLugares({ a: [1, 2, 3], b: [2, 1, 3], c: [3, 3, 1] }).slice(0, 2))).toHaveLength(1)
  expect(rankingOf(porLugares({ a: [1, 2], b: [2, 1] }))).toEqual([
    ['a b', 'Mayoría: 2 de 2 jueces en lugar 2 o mejor'],
  ])
})

test('with one judge entries with equal totals share the mean of their places', () => {
  const competidores = [competidor('a', ['9']), competidor('b', ['8']), competidor('c', ['8']), competidor('d', ['7'])]
  expect(rankingOf(competidores)).toEqual([
    ['a', 'Mayoría: 1 de 1 jueces en lugar 1 o mejor'],
    ['b c', 'Mayoría: 1 de 1 jueces en lugar 3 o mejor'],
    ['d', 'Mayoría: 1 de 1 jueces en lugar 4 o mejor'],
  ])
  const efectoOf = mayoriaOf(competidores, [])?.efectoOf
  expect(['a', 'b', 'c', 'd'].map((id) => efectoOf?.(id, 'j0'))).toEqual(
    [1, 2.5, 2.5, 4].map((lugar) => ({ cuenta: true, lugar })),
  )
})

test('with all totals equal every entry shares the middle place', () => {
  const competidores = ['a', 'b', 'c', 'd'].map((id) => competidor(id, ['8', '8', '8']))
  expect(rankingOf(competidores)).toEqual([['a b c d', 'Mayoría: 3 de 3 jueces en lugar 3 o mejor']])
  expect(mayoriaOf(competidores, [])?.efectoOf('d', 'j2').lugar).toBe(2.5)
})

test('equal totals of one judge are told apart by the criteria, in their order', () => {
  const dada = (t: string, d: string) => ({ l_calificacion: '8', criterios: { t, d } })
  const competidores = [
    competidor('a', [dada('5', '3')]),
    competidor('b', [dada('3', '5')]),
    competidor('c', [dada('5', '4')]),
  ]
  expect(rankingOf(competidores, ['t', 'd']).map(([ids]) => ids)).toEqual(['c', 'a', 'b'])
  expect(rankingOf(competidores, ['t']).map(([ids]) => ids)).toEqual(['a c', 'b'])
  expect(rankingOf(competidores).map(([ids]) => ids)).toEqual(['a b c'])
})

test('the penalties of an entry are taken from the total of each judge', () => {
  expect(rankingOf([competidor('a', ['9', '9'], 2_00), competidor('b', ['8', '8'])]).map(([ids]) => ids)).toEqual([
    'b',
    'a',
  ])
})

test('only judges who marked every entry count; the others are listed by name', () => {
  const competidores = [competidor('a', [null, '9', '1', '1']), competidor('b', ['7', '8', null, '2'])]
  const mayoria = mayoriaOf(competidores, [])
  expect(mayoria?.sinContar).toEqual([
    { id: 'j0', nombre: 'Juez 0' },
    { id: 'j2', nombre: 'Juez 2' },
  ])
  expect(mayoria?.efectoOf('a', 'j2')).toEqual({ cuenta: false, lugar: null })
  expect(mayoria?.efectoOf('b', 'j3')).toEqual({ cuenta: true, lugar: 1 })
  expect(rankingOf(competidores)).toEqual([['a b', 'Mayoría: 2 de 2 jueces en lugar 2 o mejor']])
})

test('without a judge who marked every entry there are no places', () => {
  expect(mayoriaOf([competidor('a', ['9', null]), competidor('b', [null, '8'])], [])).toBeNull()
  expect(mayoriaOf([], [])).toBeNull()
})

/** Rules 5 to 8 as they are written, column by column, for entries with their places by judge. */
function skating(entries: readonly (readonly [id: string, lugares: readonly number[]])[], from: number): string[][] {
  const columns = entries[0]?.[1].length ? 2 * 12 : 0
  const majority = Math.floor((entries[0]?.[1].length ?? 0) / 2) + 1
  let open = [...entries]
  const placed: string[][] = []
  for (let column = from; column <= columns && open.length > 0; column += 1) {
    const scoreOf = (lugares: readonly number[]) => lugares.filter((lugar) => lugar <= column)
    const ready = open.filter(([, lugares]) => scoreOf(lugares).length >= majority)
    open = open.filter((entry) => !ready.includes(entry))
    const keyOf = ([, lugares]: (typeof entries)[number]) => {
      const inside = scoreOf(lugares)
      return inside.length * 1000 - inside.reduce((sum, one) => sum + one, 0)
    }
    for (const key of new Set(ready.map(keyOf).toSorted((a, b) => b - a))) {
      const equal = ready.filter((entry) => keyOf(entry) === key)
      placed.push(...(equal.length > 1 && column < columns ? skating(equal, column + 1) : [equal.map(([id]) => id)]))
    }
  }
  return placed
}

test('the ranking is that of rules 5 to 8, for any panel of up to nine judges', () => {
  const panel = fc.integer({ min: 1, max: 9 }).chain((jueces) =>
    fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: jueces, maxLength: jueces }), {
      minLength: 1,
      maxLength: 8,
    }),
  )
  fc.assert(
    fc.property(panel, (filas) => {
      const competidores = filas.map((totales, index) => competidor(`e${index}`, totales.map(String)))
      const mayoria = mayoriaOf(competidores, [])
      const entries = filas.map((totales, index) => {
        const lugares = totales.map((total, juez) => {
          const of = filas.map((otra) => otra[juez] ?? 0)
          return of.filter((other) => other > total).length + (of.filter((other) => other === total).length + 1) / 2
        })
        return [`e${index}`, lugares] as const
      })
      expect(mayoria?.grupos.map(({ iguales }) => iguales.map(({ id }) => id))).toEqual(skating(entries, 1))
      for (const [id, lugares] of entries)
        expect(lugares.map((_, juez) => mayoria?.efectoOf(id, `j${juez}`).lugar)).toEqual(lugares)
    }),
  )
})
