import { expect, test } from 'vitest'
import {
  competingTurno,
  faultOfTurno,
  followTurno,
  listaOf,
  repeatTurno,
  sameTurno,
  SIN_TURNO,
  stepTurno,
  turnoAt,
} from './turno.ts'

const dia = listaOf(['a', 'b', 'c'])

test('a step forward goes from none to the first entry, and from the last to n+1', () => {
  const presses = [1, 2, 3, 4, 5].reduce(
    (turns) => [...turns, stepTurno(turns.at(-1) ?? SIN_TURNO, 'siguiente', dia)],
    [SIN_TURNO],
  )
  expect(presses.map((turno) => turno.selectedRow)).toEqual([0, 1, 2, 3, 4, 4])
  expect(presses.map((turno) => turno.competidorId)).toEqual([null, 'a', 'b', 'c', null, null])
})

test('a step back from the first entry goes to none and stays there', () => {
  expect(stepTurno(turnoAt(1, dia), 'anterior', dia)).toEqual(SIN_TURNO)
  expect(stepTurno(SIN_TURNO, 'anterior', dia)).toEqual(SIN_TURNO)
})

test('a step back from a number far past the end goes to the last entry', () => {
  expect(stepTurno(turnoAt(200, dia), 'anterior', dia)).toEqual(turnoAt(3, dia))
  expect(stepTurno(turnoAt(200, dia), 'siguiente', dia)).toEqual(turnoAt(200, dia))
})

test('a day without entries has no turn; a stored one goes back to none', () => {
  expect(turnoAt(1, listaOf([]))).toEqual(SIN_TURNO)
  for (const turno of [SIN_TURNO, turnoAt(4, dia)]) {
    expect(stepTurno(turno, 'siguiente', listaOf([]))).toEqual(SIN_TURNO)
    expect(stepTurno(turno, 'anterior', listaOf([]))).toEqual(SIN_TURNO)
    expect(followTurno(turno, listaOf([]))).toEqual(SIN_TURNO)
  }
})

test('the turn is a number from 0 to n+1, and only 0 on a day without entries', () => {
  const say = (row: number, ids: string[]) => faultOfTurno(row, 'sábado', listaOf(ids))
  expect([0, 1, 4].map((row) => say(row, ['a', 'b', 'c']))).toEqual([null, null, null])
  for (const row of [-1, 5]) {
    expect(say(row, ['a', 'b', 'c'])).toBe('Escribe un número de 0 a 4; 4 termina el día.')
  }
  expect(say(0, [])).toBeNull()
  expect(say(1, [])).toBe('Escribe 0: el sábado no tiene competidores.')
})

test('the turn follows its entry when other entries move before it', () => {
  expect(followTurno(turnoAt(2, dia), listaOf(['x', 'a', 'b', 'c']))).toEqual({ selectedRow: 3, competidorId: 'b' })
})

test('when its entry is deleted, the entry now at its position has the turn', () => {
  expect(followTurno(turnoAt(2, dia), listaOf(['a', 'c']))).toEqual({ selectedRow: 2, competidorId: 'c' })
  expect(followTurno(turnoAt(3, dia), listaOf(['a', 'b']))).toEqual({ selectedRow: 3, competidorId: null })
})

test('when earlier entries are deleted together with its entry, the position follows', () => {
  const day = listaOf(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
  const rest = listaOf(['a1', 'a2', 'c1', 'c2'])
  expect(followTurno(turnoAt(4, day), rest, day)).toEqual({ selectedRow: 3, competidorId: 'c1' })
  expect(followTurno(turnoAt(4, day), listaOf(['a1', 'a2']), day)).toEqual({ selectedRow: 3, competidorId: null })
})

test('a day that has finished stays finished when entries are added or deleted', () => {
  const over = turnoAt(4, dia)
  expect(followTurno(over, listaOf(['late', 'a', 'b', 'c']))).toEqual({ selectedRow: 5, competidorId: null })
  expect(followTurno(over, listaOf(['a', 'b']))).toEqual({ selectedRow: 3, competidorId: null })
  expect(followTurno(SIN_TURNO, listaOf(['a']))).toEqual(SIN_TURNO)
  expect(followTurno(turnoAt(1, listaOf(['a'])), listaOf([]))).toEqual(SIN_TURNO)
})

test('near a turn, a range of the list gives the same answers as the whole list', () => {
  const ids = ['a', 'b', 'c', 'd']
  const whole = listaOf(ids)
  for (let row = 1; row <= ids.length; row += 1) {
    const from = Math.max(1, row - 1)
    const stretch = listaOf(ids.slice(from - 1, row + 1), from)
    const turno = turnoAt(row, whole)
    expect(turnoAt(row, stretch)).toEqual(turno)
    expect(stepTurno(turno, 'siguiente', stretch)).toEqual(stepTurno(turno, 'siguiente', whole))
    expect(stepTurno(turno, 'anterior', stretch)).toEqual(stepTurno(turno, 'anterior', whole))
  }
})

test('the turn follows its entry into a range that holds only that entry', () => {
  expect(followTurno(turnoAt(2, dia), listaOf(['b'], 7))).toEqual({ selectedRow: 7, competidorId: 'b' })
})

test('a step passes over withdrawn entries in both directions, also to either end', () => {
  const retirada = listaOf(['a', 'b', 'c', 'd', 'e'], 1, new Set(['a', 'c', 'd']))
  const next = (row: number) => stepTurno(turnoAt(row, retirada), 'siguiente', retirada).selectedRow
  const before = (row: number) => stepTurno(turnoAt(row, retirada), 'anterior', retirada).selectedRow
  expect([0, 2, 3, 5].map(next)).toEqual([2, 5, 5, 6])
  expect([6, 5, 4, 2].map(before)).toEqual([5, 2, 2, 0])
  const ninguna = listaOf(['a', 'b'], 1, new Set(['a', 'b']))
  expect(stepTurno(SIN_TURNO, 'siguiente', ninguna)).toEqual({ selectedRow: 3, competidorId: null })
})

test('when its entry is deleted, the turn goes to the next entry that competes; a withdrawn entry keeps it', () => {
  const retirada = listaOf(['a', 'c', 'd'], 1, new Set(['c']))
  expect(followTurno(turnoAt(2, dia), retirada)).toEqual({ selectedRow: 3, competidorId: 'd' })
  expect(followTurno({ selectedRow: 3, competidorId: 'c' }, retirada)).toEqual({ selectedRow: 2, competidorId: 'c' })
})

test('an undo that leads to a withdrawn entry goes on to the next one that competes', () => {
  const retirada = listaOf(['a', 'b'], 1, new Set(['a']))
  expect(competingTurno(turnoAt(1, retirada), retirada)).toEqual({ selectedRow: 2, competidorId: 'b' })
  expect(competingTurno(turnoAt(2, retirada), retirada)).toEqual({ selectedRow: 2, competidorId: 'b' })
})

const cuatro = listaOf(['a', 'b', 'c', 'd'])

test.each([
  ['an earlier entry', 3, 1, 4],
  ['a later entry', 2, 4, 3],
  ['the current entry', 2, 2, 3],
  ['an entry before the first turn', 0, 2, 1],
  ['an entry after the last turn', 5, 2, 5],
])('after the repetition of %s the next step goes on where the turn was', (_, from, at, next) => {
  const repetida = repeatTurno(turnoAt(from, cuatro), at, cuatro)
  expect(repetida).toMatchObject(turnoAt(at, cuatro))
  expect(stepTurno(repetida, 'siguiente', cuatro)).toEqual(turnoAt(next, cuatro))
})

test('a step back from a repeated entry goes to the turn before the repetition', () => {
  expect(stepTurno(repeatTurno(turnoAt(3, cuatro), 1, cuatro), 'anterior', cuatro)).toEqual(turnoAt(3, cuatro))
  expect(stepTurno(repeatTurno(SIN_TURNO, 1, cuatro), 'anterior', cuatro)).toEqual(SIN_TURNO)
})

test('the repetition of the current entry has the usual step back', () => {
  expect(stepTurno(repeatTurno(turnoAt(3, cuatro), 3, cuatro), 'anterior', cuatro)).toEqual(turnoAt(2, cuatro))
})

test('a second repetition keeps the first return point', () => {
  const twice = repeatTurno(repeatTurno(turnoAt(3, cuatro), 1, cuatro), 2, cuatro)
  expect(twice).toEqual({ ...turnoAt(2, cuatro), regreso: turnoAt(3, cuatro) })
  expect(repeatTurno(twice, 3, cuatro)).toEqual(turnoAt(3, cuatro))
})

test('a repeated entry is another turn than the same entry chosen by hand', () => {
  const repetida = repeatTurno(turnoAt(3, cuatro), 1, cuatro)
  expect(sameTurno(repetida, turnoAt(1, cuatro))).toBe(false)
  expect(sameTurno(turnoAt(1, cuatro), repetida)).toBe(false)
  expect(sameTurno(repetida, { ...repetida, regreso: turnoAt(3, cuatro) })).toBe(true)
  expect(sameTurno(repetida, { ...repetida, regreso: turnoAt(2, cuatro) })).toBe(false)
})

test('when the return point is withdrawn, the turn goes on after it, and back to the entry before it', () => {
  const lista = listaOf(['a', 'b', 'c', 'd'], 1, new Set(['c']))
  const repetida = repeatTurno(turnoAt(3, cuatro), 1, cuatro)
  expect(stepTurno(repetida, 'siguiente', lista)).toEqual(turnoAt(4, lista))
  expect(stepTurno(repetida, 'anterior', lista)).toEqual(turnoAt(2, lista))
})

test('when the return point is deleted, no entry after it is passed over', () => {
  const repetida = repeatTurno(turnoAt(3, cuatro), 1, cuatro)
  const rest = listaOf(['a', 'b', 'd'])
  const after = followTurno(repetida, rest, cuatro)
  expect(after).toEqual({ selectedRow: 1, competidorId: 'a', regreso: { selectedRow: 2, competidorId: 'b' } })
  expect(stepTurno(after, 'siguiente', rest)).toEqual({ selectedRow: 3, competidorId: 'd' })
  const [first] = ['a', 'b', 'c', 'd'].map((id) =>
    followTurno(repeatTurno(turnoAt(1, cuatro), 4, cuatro), listaOf(['b', 'c', 'd']), listaOf([id])),
  )
  expect(first).toEqual({ selectedRow: 3, competidorId: 'd', regreso: SIN_TURNO })
})

test('the return point follows its entry and the end of the day', () => {
  const more = listaOf(['x', 'a', 'b', 'c', 'd'])
  expect(followTurno(repeatTurno(turnoAt(3, cuatro), 1, cuatro), more)).toEqual({
    ...turnoAt(2, more),
    regreso: turnoAt(4, more),
  })
  expect(followTurno(repeatTurno(turnoAt(5, cuatro), 1, cuatro), more).regreso).toEqual(turnoAt(6, more))
})

test('when the repeated entry is deleted or withdrawn, the turn is back where it was', () => {
  const repetida = repeatTurno(turnoAt(3, cuatro), 1, cuatro)
  expect(followTurno(repetida, listaOf(['b', 'c', 'd']), cuatro)).toEqual({ selectedRow: 2, competidorId: 'c' })
  expect(followTurno(repetida, listaOf(['b', 'd']), cuatro)).toEqual({ selectedRow: 2, competidorId: 'd' })
  expect(followTurno(repetida, listaOf([]), cuatro)).toEqual(SIN_TURNO)
  const withdrawn = listaOf(['a', 'b', 'c', 'd'], 1, new Set(['a']))
  expect(competingTurno(repetida, withdrawn)).toEqual(turnoAt(3, withdrawn))
  expect(competingTurno(repetida, cuatro)).toEqual(repetida)
})
