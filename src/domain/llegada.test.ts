import { expect, test } from 'vitest'
import { jornadaOf } from './jornada.ts'
import { faltanOf, laterOf, porLlegarOf, sinLlegarOf, toqueAfter, toquesOf } from './llegada.ts'

const competidor = (id: string, retiro: 'no_se_presento' | null = null) => ({ id, retiro })
const at = (selectedRow: number) => ({ selectedRow })
const llegaron = (...ids: string[]) => ids.map((competidorId) => ({ competidorId, llego: true }))

test('of two taps the later one counts, in whatever order they come; at one time the one that arrived', () => {
  const toque = (llego: boolean, at: number) => ({ llego, at })
  expect(laterOf(toque(true, 1), toque(false, 2))).toEqual(toque(false, 2))
  expect(laterOf(toque(false, 2), toque(true, 1))).toEqual(toque(false, 2))
  expect(laterOf(undefined, toque(true, 1))).toEqual(toque(true, 1))
  expect(laterOf(toque(true, 2), toque(false, 2)).llego).toBe(true)
  expect(laterOf(toque(false, 2), toque(true, 2)).llego).toBe(true)
})

test('a tap counts after the one that its page shows, also where the clock of its device is behind', () => {
  const toque = { competidorId: 'a', llego: false, at: 10 }
  expect(toqueAfter(0, toque)).toEqual(toque)
  expect(toqueAfter(9, { ...toque, at: 9.6 })).toEqual(toque)
  for (const antes of [10, 500])
    expect(laterOf({ ...toque, llego: true, at: antes }, toqueAfter(antes, toque))).toEqual({ ...toque, at: antes + 1 })
})

test('of many taps the later one of each entry counts', () => {
  const toque = (competidorId: string, llego: boolean, at: number) => ({ competidorId, llego, at })
  const toques = [toque('a', true, 2), toque('b', true, 1), toque('a', false, 1), toque('b', false, 3)]
  expect([...toquesOf(toques).values()]).toEqual([toques[0], toques[3]])
})

test('what is missing at the door is the sum over its categories', () => {
  expect(faltanOf([])).toBe(0)
  expect(
    faltanOf([
      { llegaron: 1, de: 3 },
      { llegaron: 2, de: 2 },
    ]),
  ).toBe(2)
})

test('the door lists the entry in course, the waiting ones and those that were passed over, and counts without the withdrawn', () => {
  const categorias = [
    { id: 's', nombre: 'Salsa', orden: 1, competidores: [competidor('a'), competidor('b')] },
    {
      id: 'k',
      nombre: 'Son',
      orden: 2,
      competidores: [competidor('c'), competidor('d', 'no_se_presento'), competidor('e')],
    },
  ]
  const { categorias: dia } = jornadaOf(categorias, at(3))
  const ids = (sinTurno: string[]) =>
    porLlegarOf(dia, sinTurno, (id) => id === 'c').map(({ categoria, renglones, llegaron: n, de }) => [
      categoria.nombre,
      renglones.map(({ competidor: { id } }) => id).join(''),
      `${n} de ${de}`,
    ])
  expect(ids([])).toEqual([['Son', 'cde', '1 de 2']])
  expect(ids(['a'])).toEqual([
    ['Salsa', 'a', '0 de 1'],
    ['Son', 'cde', '1 de 2'],
  ])
})

test('the next ten that dance and have not arrived are marked, from the first tap of the day on', () => {
  const dia = Array.from({ length: 14 }, (_, index) =>
    competidor(`${index + 1}`, index === 3 ? 'no_se_presento' : null),
  )
  expect(sinLlegarOf(dia, at(2), [])).toEqual([])
  expect(sinLlegarOf(dia, at(2), [{ competidorId: '14', llego: false }])).toEqual([
    '3',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
  ])
  expect(sinLlegarOf(dia, at(2), llegaron('3', '6', '14'))).toEqual(['5', '7', '8', '9', '10', '11', '12', '13'])
})
