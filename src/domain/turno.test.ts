import { expect, test } from 'vitest'
import {
  callOutOfOrder,
  competingTurno,
  cruceOf,
  cruceText,
  faultOfTurno,
  faseOf,
  followTurno,
  isPassed,
  pasadosOf,
  recalledBy,
  sameTurno,
  SIN_TURNO,
  sinTurnoOf,
  stepTurno,
  turnoAt,
  type Lista,
  type Turno,
} from './turno.ts'

interface Marked {
  readonly retirados?: readonly string[]
  readonly llamados?: readonly string[]
  readonly esperan?: readonly string[]
}

const listaOf = (ids: readonly string[], { retirados = [], llamados = [], esperan = [] }: Marked = {}): Lista =>
  ids.map((id) => ({
    id,
    retirado: retirados.includes(id),
    llamado: llamados.includes(id) || esperan.includes(id),
    espera: esperan.includes(id),
  }))

const dia = listaOf(['a', 'b', 'c'])

test('a step forward goes from none to the first entry, and from the last to n+1', () => {
  const presses = [1, 2, 3, 4, 5].reduce(
    (turns) => [...turns, stepTurno(turns.at(-1) ?? SIN_TURNO, 'siguiente', { lista: dia })],
    [SIN_TURNO],
  )
  expect(presses.map((turno) => turno.selectedRow)).toEqual([0, 1, 2, 3, 4, 4])
  expect(presses.map((turno) => turno.competidorId)).toEqual([null, 'a', 'b', 'c', null, null])
})

test('a step back from the first entry goes to none and stays there', () => {
  expect(stepTurno(turnoAt(1, dia), 'anterior', { lista: dia })).toEqual(SIN_TURNO)
  expect(stepTurno(SIN_TURNO, 'anterior', { lista: dia })).toEqual(SIN_TURNO)
})

test('a step back from a number far past the end goes to the last entry', () => {
  expect(stepTurno(turnoAt(200, dia), 'anterior', { lista: dia })).toEqual(turnoAt(3, dia))
  expect(stepTurno(turnoAt(200, dia), 'siguiente', { lista: dia })).toEqual(turnoAt(200, dia))
})

test('a day without entries has no turn; a stored one goes back to none', () => {
  expect(turnoAt(1, listaOf([]))).toEqual(SIN_TURNO)
  for (const turno of [SIN_TURNO, turnoAt(4, dia)]) {
    expect(stepTurno(turno, 'siguiente', { lista: listaOf([]) })).toEqual(SIN_TURNO)
    expect(stepTurno(turno, 'anterior', { lista: listaOf([]) })).toEqual(SIN_TURNO)
    expect(followTurno(turno, { lista: listaOf([]) })).toEqual(SIN_TURNO)
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

const BLOQUES = listaOf(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])

const SIN_C = listaOf(['a', 'c', 'd'], { retirados: ['c'] })

test.each<[string, Turno, { lista: Lista; antes?: Lista }, Turno]>([
  [
    'entries come before its entry',
    turnoAt(2, dia),
    { lista: listaOf(['x', 'a', 'b', 'c']) },
    { selectedRow: 3, competidorId: 'b' },
  ],
  ['its entry is deleted', turnoAt(2, dia), { lista: listaOf(['a', 'c']) }, { selectedRow: 2, competidorId: 'c' }],
  [
    'the last entry is deleted',
    turnoAt(3, dia),
    { lista: listaOf(['a', 'b']) },
    { selectedRow: 3, competidorId: null },
  ],
  [
    'earlier entries are deleted with its entry',
    turnoAt(4, BLOQUES),
    { lista: listaOf(['a1', 'a2', 'c1', 'c2']), antes: BLOQUES },
    { selectedRow: 3, competidorId: 'c1' },
  ],
  [
    'it and all others behind a2 are deleted',
    turnoAt(4, BLOQUES),
    { lista: listaOf(['a1', 'a2']), antes: BLOQUES },
    { selectedRow: 3, competidorId: null },
  ],
  [
    'entries come to a day that is over',
    turnoAt(4, dia),
    { lista: listaOf(['x', 'a', 'b', 'c']) },
    { selectedRow: 5, competidorId: null },
  ],
  [
    'a day that is over loses one',
    turnoAt(4, dia),
    { lista: listaOf(['a', 'b']) },
    { selectedRow: 3, competidorId: null },
  ],
  ['the day has not begun', SIN_TURNO, { lista: listaOf(['a']) }, SIN_TURNO],
  ['the only entry is deleted', turnoAt(1, listaOf(['a'])), { lista: listaOf([]) }, SIN_TURNO],
  [
    'the entry behind the deleted one is withdrawn',
    turnoAt(2, dia),
    { lista: SIN_C },
    { selectedRow: 3, competidorId: 'd' },
  ],
  ['its entry is withdrawn', turnoAt(3, dia), { lista: SIN_C }, { selectedRow: 2, competidorId: 'c' }],
])('the turn follows its list when %s', (_, turno, cambio, after) => {
  expect(followTurno(turno, cambio)).toEqual(after)
})

test('a step passes over withdrawn entries in both directions, also to either end', () => {
  const retirada = listaOf(['a', 'b', 'c', 'd', 'e'], { retirados: ['a', 'c', 'd'] })
  const next = (row: number) => stepTurno(turnoAt(row, retirada), 'siguiente', { lista: retirada }).selectedRow
  const before = (row: number) => stepTurno(turnoAt(row, retirada), 'anterior', { lista: retirada }).selectedRow
  expect([0, 2, 3, 5].map(next)).toEqual([2, 5, 5, 6])
  expect([6, 5, 4, 2].map(before)).toEqual([5, 2, 2, 0])
  const ninguna = listaOf(['a', 'b'], { retirados: ['a', 'b'] })
  expect(stepTurno(SIN_TURNO, 'siguiente', { lista: ninguna })).toEqual({ selectedRow: 3, competidorId: null })
})

test('an undo that leads to a withdrawn entry goes on to the next one that competes', () => {
  const retirada = listaOf(['a', 'b'], { retirados: ['a'] })
  expect(competingTurno(turnoAt(1, retirada), { lista: retirada })).toEqual({ selectedRow: 2, competidorId: 'b' })
  expect(competingTurno(turnoAt(2, retirada), { lista: retirada })).toEqual({ selectedRow: 2, competidorId: 'b' })
})

const cuatro = listaOf(['a', 'b', 'c', 'd'])

test.for([
  ['an earlier entry', 3, 1, 4, 3],
  ['a later entry', 2, 4, 3, 2],
  ['the current entry', 2, 2, 3, 1],
  ['an entry before the first turn', 0, 2, 1, 0],
  ['an entry after the last turn', 5, 2, 5, 5],
] as const)('the repetition of %s goes on where the turn was, and back to it', ([, from, at, next, back]) => {
  const repetida = callOutOfOrder(turnoAt(from, cuatro), at, cuatro)
  expect(repetida).toMatchObject(turnoAt(at, cuatro))
  expect(stepTurno(repetida, 'siguiente', { lista: cuatro })).toEqual(turnoAt(next, cuatro))
  expect(stepTurno(repetida, 'anterior', { lista: cuatro })).toEqual(turnoAt(back, cuatro))
})

/** The first entry again while the third has the turn. */
const REPETIDA = callOutOfOrder(turnoAt(3, cuatro), 1, cuatro)

test('a second repetition keeps the first return point', () => {
  const twice = callOutOfOrder(REPETIDA, 2, cuatro)
  expect(twice).toEqual({ ...turnoAt(2, cuatro), regreso: turnoAt(3, cuatro) })
  expect(callOutOfOrder(twice, 3, cuatro)).toEqual(turnoAt(3, cuatro))
})

test('a repeated entry is another turn than the same entry chosen by hand', () => {
  expect(sameTurno(REPETIDA, turnoAt(1, cuatro))).toBe(false)
  expect(sameTurno(turnoAt(1, cuatro), REPETIDA)).toBe(false)
  expect(sameTurno(REPETIDA, { ...REPETIDA, regreso: turnoAt(3, cuatro) })).toBe(true)
  expect(sameTurno(REPETIDA, { ...REPETIDA, regreso: turnoAt(2, cuatro) })).toBe(false)
})

test('when the return point is withdrawn, the turn goes on after it, and back to the entry before it', () => {
  const lista = listaOf(['a', 'b', 'c', 'd'], { retirados: ['c'] })
  expect(stepTurno(REPETIDA, 'siguiente', { lista })).toEqual(turnoAt(4, lista))
  expect(stepTurno(REPETIDA, 'anterior', { lista })).toEqual(turnoAt(2, lista))
})

test('when the return point is deleted, no entry after it is passed over', () => {
  const rest = listaOf(['a', 'b', 'd'])
  const after = followTurno(REPETIDA, { lista: rest, antes: cuatro })
  expect(after).toEqual({ selectedRow: 1, competidorId: 'a', regreso: { selectedRow: 2, competidorId: 'b' } })
  expect(stepTurno(after, 'siguiente', { lista: rest })).toEqual({ selectedRow: 3, competidorId: 'd' })
  const [first] = ['a', 'b', 'c', 'd'].map((id) =>
    followTurno(callOutOfOrder(turnoAt(1, cuatro), 4, cuatro), {
      lista: listaOf(['b', 'c', 'd']),
      antes: listaOf([id]),
    }),
  )
  expect(first).toEqual({ selectedRow: 3, competidorId: 'd', regreso: SIN_TURNO })
})

test('the return point follows its entry and the end of the day', () => {
  const more = listaOf(['x', 'a', 'b', 'c', 'd'])
  expect(followTurno(REPETIDA, { lista: more })).toEqual({
    ...turnoAt(2, more),
    regreso: turnoAt(4, more),
  })
  expect(followTurno(callOutOfOrder(turnoAt(5, cuatro), 1, cuatro), { lista: more }).regreso).toEqual(turnoAt(6, more))
})

test('when the repeated entry is deleted or withdrawn, the day goes on after the return point', () => {
  expect(followTurno(REPETIDA, { lista: listaOf(['b', 'c', 'd']), antes: cuatro })).toEqual({
    selectedRow: 3,
    competidorId: 'd',
  })
  expect(followTurno(REPETIDA, { lista: listaOf(['b', 'd']), antes: cuatro })).toEqual({
    selectedRow: 2,
    competidorId: 'd',
  })
  expect(followTurno(REPETIDA, { lista: listaOf([]), antes: cuatro })).toEqual(SIN_TURNO)
  const withdrawn = listaOf(['a', 'b', 'c', 'd'], { retirados: ['a'] })
  expect(competingTurno(REPETIDA, { lista: withdrawn })).toEqual(turnoAt(4, withdrawn))
  expect(competingTurno(REPETIDA, { lista: cuatro })).toEqual(REPETIDA)
})

const cinco = ['a', 'b', 'c', 'd', 'e']

test('a step forward skips an entry that had its turn, and calls one that waits again', () => {
  const lista = listaOf(cinco, { llamados: ['a', 'c'], esperan: ['d'] })
  expect(stepTurno(turnoAt(2, lista), 'siguiente', { lista })).toEqual(turnoAt(4, lista))
  const todos = listaOf(cinco, { llamados: cinco })
  expect(stepTurno(turnoAt(2, todos), 'siguiente', { lista: todos })).toEqual(turnoAt(6, todos))
})

test('the entries that the turn has passed and that never had it are listed, withdrawn ones left out', () => {
  const lista = listaOf(cinco, { llamados: ['a', 'd'], retirados: ['c'] })
  expect(sinTurnoOf(turnoAt(4, lista), lista)).toEqual(['b'])
  expect(sinTurnoOf(turnoAt(6, lista), lista)).toEqual(['b', 'e'])
  expect(sinTurnoOf(SIN_TURNO, lista)).toEqual([])
  // Another one has the turn out of order: the day is still at d.
  const late = callOutOfOrder(turnoAt(4, lista), 1, lista)
  expect(sinTurnoOf(late, lista)).toEqual(['b'])
})

test('while an entry has the turn out of order, all up to the return point are over', () => {
  const lista = listaOf(cinco, { llamados: ['b', 'd'] })
  const turno = callOutOfOrder(turnoAt(4, lista), 1, lista)
  expect(cinco.map((id, index) => isPassed({ id }, index + 1, turno))).toEqual([false, true, true, true, false])
})

test('an entry behind the turn that had it is over, until it waits again', () => {
  const lista = listaOf(cinco, { llamados: ['a', 'd'], esperan: ['e'] })
  const turno = turnoAt(1, lista)
  expect(pasadosOf(turno, lista)).toEqual(['d'])
  const enTurno = { ...turno, pasados: ['d'] }
  expect(cinco.map((id, index) => isPassed({ id }, index + 1, enTurno))).toEqual([false, false, false, true, false])
})

test('a turn that a person moves back makes the entries behind it wait again, no other', () => {
  const lista = listaOf(cinco, { llamados: ['a', 'b', 'd', 'e'] })
  expect(recalledBy(turnoAt(4, lista), turnoAt(2, lista), lista)).toEqual(['d'])
  expect(recalledBy(turnoAt(1, lista), turnoAt(3, lista), lista)).toEqual([])
  expect(recalledBy(callOutOfOrder(turnoAt(4, lista), 1, lista), turnoAt(2, lista), lista)).toEqual(['d'])
})

test('an entry that changes category keeps the turn, and the day goes on where it was', () => {
  const antes = listaOf(['a', 'b', 'c'], { llamados: ['a'] })
  const lista = listaOf(['b', 'c', 'a'], { llamados: ['a'] })
  const after = followTurno(turnoAt(1, antes), { lista, antes, traslada: 'a' })
  expect(after).toEqual({ selectedRow: 3, competidorId: 'a', regreso: SIN_TURNO })
  expect(stepTurno(after, 'siguiente', { lista })).toEqual(turnoAt(1, lista))
  const later = followTurno(turnoAt(2, antes), { lista: listaOf(['a', 'c', 'b']), antes, traslada: 'b' })
  expect(later).toEqual({ selectedRow: 3, competidorId: 'b', regreso: { selectedRow: 1, competidorId: 'a' } })
  expect(followTurno(later, { lista: listaOf(['a', 'c']), antes: listaOf(['a', 'c', 'b']) })).toEqual({
    selectedRow: 2,
    competidorId: 'c',
  })
})

test('the day goes on where it was when the entry of the return point changes category', () => {
  const antes = listaOf(cinco, { llamados: ['a', 'b', 'c'] })
  const repetida = callOutOfOrder(turnoAt(3, antes), 1, antes)
  const lista = listaOf(['a', 'b', 'd', 'e', 'c'], { llamados: ['a', 'b', 'c'] })
  const after = followTurno(repetida, { lista, antes, traslada: 'c' })
  expect(after).toEqual({ selectedRow: 1, competidorId: 'a', regreso: { selectedRow: 2, competidorId: 'b' } })
  expect(stepTurno(after, 'siguiente', { lista })).toEqual(turnoAt(3, lista))
})

test('a change of order tells which entries it takes across the turn, in both directions', () => {
  const antes = { turno: turnoAt(2, listaOf(cinco)), lista: listaOf(cinco, { llamados: ['a', 'b'] }) }
  const moved = (ids: readonly string[]) => {
    const lista = listaOf(ids, { llamados: ['a', 'b'], retirados: ['e'] })
    return cruceOf([antes], [{ turno: followTurno(antes.turno, { lista }), lista }])
  }
  expect(moved(['a', 'c', 'b', 'd', 'e'])).toEqual({ pasan: ['c'], vuelven: [] })
  expect(moved(['b', 'a', 'c', 'd', 'e'])).toEqual({ pasan: [], vuelven: ['a'] })
  expect(moved(['e', 'c', 'b', 'a', 'd'])).toEqual({ pasan: ['c'], vuelven: ['a'] })
  expect(moved(['a', 'b', 'd', 'c', 'e'])).toEqual({ pasan: [], vuelven: [] })
  expect(moved(['new', 'a', 'b', 'd', 'c', 'e'])).toEqual({ pasan: ['new'], vuelven: [] })
})

test('a change of order reports neither an entry that was passed over before, nor one that goes behind the turn without having had it', () => {
  const antes = { turno: turnoAt(3, listaOf(cinco)), lista: listaOf(cinco, { llamados: ['a', 'c'] }) }
  for (const ids of [
    ['b', 'a', 'c', 'd', 'e'],
    ['a', 'c', 'b', 'd', 'e'],
  ]) {
    const lista = listaOf(ids, { llamados: ['a', 'c'] })
    expect(cruceOf([antes], [{ turno: followTurno(antes.turno, { lista }), lista }])).toEqual({
      pasan: [],
      vuelven: [],
    })
  }
})

test('an entry that goes to another day waits there again', () => {
  const jueves = { turno: turnoAt(2, dia), lista: listaOf(['a', 'b'], { llamados: ['a', 'b'] }) }
  const viernes = { turno: SIN_TURNO, lista: listaOf(['x']) }
  const after = [
    { turno: turnoAt(1, listaOf(['b'])), lista: listaOf(['b'], { llamados: ['b'] }) },
    { turno: SIN_TURNO, lista: listaOf(['x', 'a']) },
  ]
  expect(cruceOf([jueves, viernes], after)).toEqual({ pasan: [], vuelven: ['a'] })
})

test('the question names the entries of each direction', () => {
  expect(cruceText({ pasan: ['Beto'], vuelven: [] })).toBe('Quedarían antes del turno sin haber competido: Beto.')
  expect(cruceText({ pasan: ['Beto', 'Elsa'], vuelven: ['Ana'] })).toBe(
    'Quedarían antes del turno sin haber competido: Beto, Elsa. Volverían a esperar: Ana.',
  )
  expect(cruceText({ pasan: [], vuelven: [] })).toBeNull()
})

/** A day of three entries, the second withdrawn, with two breaks before the third and one at the end. */
const conPausas = {
  lista: listaOf(['a', 'b', 'c']).map((entry) => ({ ...entry, retirado: entry.id === 'b' })),
  paradas: [
    { id: 'comida', titulo: 'Comida', largo: 30 * 60_000, turno: 2 },
    { id: 'pista', titulo: 'Prueba de pista', largo: 5 * 60_000, turno: 2 },
    { id: 'premios', titulo: 'Premios', largo: 60_000, turno: 3 },
  ],
}
/** The first break, behind the first entry. */
const COMIDA = stepTurno({ ...turnoAt(1, conPausas.lista), desde: 1 }, 'siguiente', { ...conPausas, now: 2 })
const itemOf = ({ selectedRow, pausa }: Turno) => (pausa ? (pausa.id ?? pausa.titulo) : selectedRow)

test('the turn goes through published breaks, and back the same way', () => {
  const way: Turno[] = [SIN_TURNO]
  for (let at = 1; at <= 7; at += 1) {
    way.push(stepTurno(way.at(-1) ?? SIN_TURNO, 'siguiente', { ...conPausas, now: at * 1_000 }))
  }
  expect(way.map(itemOf)).toEqual([0, 1, 'comida', 'pista', 3, 'premios', 4, 4])
  // During a break the turn stays behind the entry before it, and the break ends its length after its press.
  expect(way[2]).toEqual({
    selectedRow: 1,
    competidorId: 'a',
    desde: 2_000,
    pausa: { id: 'comida', titulo: 'Comida', hasta: 2_000 + 30 * 60_000 },
  })
  const back: Turno[] = [way[6] ?? SIN_TURNO]
  for (let at = 1; at <= 7; at += 1)
    back.push(stepTurno(back.at(-1) ?? SIN_TURNO, 'anterior', { ...conPausas, now: at }))
  expect(back.map(itemOf)).toEqual([4, 'premios', 3, 'pista', 'comida', 1, 0, 0])
  expect(back[5]).toEqual({ selectedRow: 1, competidorId: 'a', desde: 5 })
})

test('a chosen row ends a break and passes over others; a break of the desk is not entered again', () => {
  const pausado: Turno = {
    ...turnoAt(1, conPausas.lista),
    desde: 1,
    pausa: { id: null, titulo: 'Pausa técnica', hasta: 9 },
  }
  expect(itemOf(stepTurno(pausado, 'siguiente', { ...conPausas, now: 2 }))).toBe('comida')
  expect(stepTurno(pausado, 'anterior', { ...conPausas, now: 2 })).toEqual({
    selectedRow: 1,
    competidorId: 'a',
    desde: 2,
  })
  expect(itemOf(stepTurno(turnoAt(3, conPausas.lista), 'siguiente', { ...conPausas, now: 2 }))).toBe('premios')
  expect(sameTurno(pausado, turnoAt(1, conPausas.lista))).toBe(false)
})

test('a repetition ends a break, and the day goes on behind it', () => {
  const repetida = callOutOfOrder(COMIDA, 1, conPausas.lista)
  expect(itemOf(repetida)).toBe(1)
  expect(itemOf(stepTurno(repetida, 'siguiente', { ...conPausas, now: 3 }))).toBe('pista')
})

test('when the entry before a break is deleted, the break goes on behind the entry before that one', () => {
  const rest = conPausas.lista.filter(({ id }) => id !== 'a')
  expect(followTurno(COMIDA, { lista: rest, antes: conPausas.lista })).toEqual({
    ...COMIDA,
    selectedRow: 0,
    competidorId: null,
  })
  // An entry that keeps the turn keeps its stamp; another one that comes to it has none.
  const enPista = { ...turnoAt(3, conPausas.lista), desde: 7 }
  expect(followTurno(enPista, { lista: rest, antes: conPausas.lista })).toEqual({ ...enPista, selectedRow: 2 })
  expect(followTurno({ ...turnoAt(1, conPausas.lista), desde: 7 }, { lista: rest, antes: conPausas.lista })).toEqual(
    turnoAt(2, rest),
  )
})

test('during a break the entry before it is over, and the others wait', () => {
  expect(conPausas.lista.map((entry, index) => isPassed(entry, index + 1, COMIDA))).toEqual([true, false, false])
  expect(competingTurno(COMIDA, { lista: conPausas.lista.map((entry) => ({ ...entry, retirado: true })) })).toEqual(
    COMIDA,
  )
})

test('during a break of the desk after a repetition, the place where the day goes on follows the list', () => {
  const antes = listaOf(cinco, { llamados: ['a', 'b', 'c', 'd'] })
  const repetida = callOutOfOrder(turnoAt(4, antes), 2, antes)
  const enPausa = { ...repetida, desde: 1, pausa: { id: null, titulo: 'Pausa técnica', hasta: 9 } }
  const lista = antes.slice(1)
  const after = followTurno(enPausa, { lista, antes })
  expect(after).toEqual({
    ...enPausa,
    ...turnoAt(1, lista),
    regreso: { selectedRow: 3, competidorId: 'd' },
  })
  expect(stepTurno(after, 'siguiente', { lista })).toEqual(turnoAt(4, lista))
})

test('a press back walks the way of an undo also around a repetition', () => {
  const { lista } = conPausas
  const repetida = { ...callOutOfOrder(COMIDA, 1, lista), desde: 3 }
  const enPausa: Turno = { ...repetida, desde: 4, pausa: { id: null, titulo: 'Pausa técnica', hasta: 9 } }
  expect(stepTurno(enPausa, 'anterior', { ...conPausas, now: 5 })).toEqual({ ...repetida, desde: 5 })
  expect(stepTurno(repetida, 'anterior', { ...conPausas, now: 2 })).toEqual(COMIDA)
})

test('a day is live from its first press until its last turn has passed', () => {
  const pausa = { id: null, titulo: 'Apertura', hasta: 1 }
  expect(faseOf({ selectedRow: 0 }, 2)).toBe('por comenzar')
  expect(faseOf({ selectedRow: 0, pausa }, 2)).toBe('en vivo')
  expect([faseOf({ selectedRow: 1 }, 2), faseOf({ selectedRow: 2 }, 2)]).toEqual(['en vivo', 'en vivo'])
  expect(faseOf({ selectedRow: 3 }, 2)).toBe('terminado')
  expect(faseOf({ selectedRow: 0 }, 0)).toBe('por comenzar')
})
