import { expect, test } from 'vitest'
import { finGuardadoText, hasChanged, planDe, planDeDia, preguntaDe, retrasoText, terminaText } from './plan.ts'
import { formatDuracion } from './musica.ts'
import { SEGUNDO, type Pausa } from './programa.ts'
import { jornadaEnVivo, jornadaFueraDeVivo, type CategoriaDeJornada, type DiaEnVivo } from './jornada.ts'

const MIN = 60_000
const entrada = (id: string, retirada = false) => ({ id, retirada, largo: 5 * MIN })
const categorias = [
  { id: 'salsa', entradas: [entrada('ana', true), entrada('bea')] },
  { id: 'vacia', entradas: [] },
]
const pausa = (titulo: string, antesDe: string | null): Pausa => ({
  id: titulo,
  titulo,
  antesDe,
  minutos: 75,
  noAntes: null,
})
const pausas = [pausa('Prueba', 'salsa'), pausa('Premios', null), pausa('Perdida', 'otra')]
const programa = { categorias, pausas, publicado: null, turno: { selectedRow: 0 }, zonaHoraria: 'UTC' }
const ajustes = { inicio: 0, montaje: 0, jueceo: 0 }

test('the plan has a row for each category, at its first entry that takes time, and for each break', () => {
  const plan = planDe({ ...programa, ajustes }, 0)
  expect(
    planDeDia(categorias, pausas, plan).map(({ inicio, largo, ...fila }) => [
      fila.tipo === 'pausa' ? fila.pausa.titulo : `${fila.turno} ${fila.categoria.id}`,
      inicio === null ? null : inicio / MIN,
      formatDuracion(largo / SEGUNDO),
    ]),
  ).toEqual([
    ['Prueba', 0, '1:15:00'],
    ['1 salsa', 75, '5:00'],
    ['3 vacia', null, '0:00'],
    ['Premios', 80, '1:15:00'],
    ['Perdida', 155, '1:15:00'],
  ])
  expect(planDe({ ...programa, ajustes: { ...ajustes, inicio: null } }, 0)).toBeNull()
})

test('what follows a break waits for the first such time of the clock from the start of the day on', () => {
  const noche = { ...ajustes, inicio: Date.parse('2026-12-05T04:30:00Z') }
  const inicioWith = (noAntes: string) => {
    const premios = [{ ...pausa('Premios', 'son'), minutos: 10, noAntes }]
    const dia = [
      { id: 'salsa', entradas: [entrada('ana')] },
      { id: 'son', entradas: [entrada('bea')] },
    ]
    const borrador = { ...programa, categorias: dia, pausas: premios, ajustes: noche }
    return new Date(planDe({ ...borrador, zonaHoraria: 'America/Mexico_City' }, 0)?.inicios['bea'] ?? 0).toISOString()
  }
  expect(inicioWith('22:30')).toBe('2026-12-05T04:45:00.000Z')
  expect(inicioWith('23:00')).toBe('2026-12-05T05:00:00.000Z')
  expect(inicioWith('00:15')).toBe('2026-12-05T06:15:00.000Z')
  expect(inicioWith('22:29')).toBe('2026-12-06T04:29:00.000Z')
})

const MEXICO = 'America/Mexico_City'
/** A published plan from a local time in Mexico, for some hours. */
const planFrom = (local: string, horas: number) => {
  const inicio = Date.parse(`${local}:00-06:00`)
  return { ajustes: { ...ajustes, inicio }, fin: inicio + horas * 60 * MIN, inicios: {}, largos: {}, pausas: [] }
}

test('the end of a plan on another date than its start has its weekday', () => {
  expect(terminaText(planFrom('2026-12-04T18:00', 4), MEXICO)).toBe('Termina hacia las 22:00')
  expect(terminaText(planFrom('2026-12-04T18:00', 7), MEXICO)).toBe('Termina el sábado hacia las 01:00')
})

const SIN_INICIOS = { jueves: null, viernes: null, sábado: null }
const startOf = (local: string) => planFrom(local, 0).ajustes.inicio

test.each([
  ['its day, and an ordinary length', planFrom('2026-12-04T18:00', 18), SIN_INICIOS, null],
  ['another day of the week', planFrom('2026-12-03T18:00', 5), SIN_INICIOS, 'Esa fecha no es viernes.'],
  [
    'the zone decides the day',
    planFrom('2026-12-04T23:30', 1),
    { jueves: startOf('2026-12-03T18:00'), viernes: startOf('2026-12-03T18:00'), sábado: startOf('2026-12-05T09:00') },
    null,
  ],
  [
    'a week too late',
    planFrom('2026-12-11T18:00', 5),
    { ...SIN_INICIOS, sábado: startOf('2026-12-05T09:00') },
    'Los programas de los tres días no quedarían en el orden de los días.',
  ],
  [
    'a week too early',
    planFrom('2026-11-27T18:00', 5),
    { ...SIN_INICIOS, jueves: startOf('2026-12-03T18:00') },
    'Los programas de los tres días no quedarían en el orden de los días.',
  ],
  [
    'more than 18 hours, from another day of the week',
    planFrom('2026-12-03T18:00', 18.1),
    SIN_INICIOS,
    'Esa fecha no es viernes. Dura más de 18 horas. Termina el viernes hacia las 12:06.',
  ],
])('before a programme is published, it asks where the date may be wrong: %s', (_what, plan, inicios, text) => {
  const pregunta = preguntaDe(plan, { dia: 'viernes', zonaHoraria: MEXICO, inicios })
  expect(pregunta?.text ?? null).toBe(text)
})

test('once the event has a date, a programme of another one is asked about, whatever its day of the week', () => {
  const textOf = (jueves: string) =>
    preguntaDe(planFrom('2026-12-04T18:00', 5), { dia: 'viernes', zonaHoraria: MEXICO, jueves, inicios: SIN_INICIOS })
  expect(textOf('2026-12-03')).toBeNull()
  expect(textOf('2026-12-10')?.text).toBe('El viernes es el viernes 11 de diciembre de 2026.')
  expect(textOf('2026-12-04')?.text).toBe('El viernes es el sábado 5 de diciembre de 2026.')
})

test('the question names the date in words', () => {
  const pregunta = preguntaDe(planFrom('2026-12-04T18:00', 5), {
    dia: 'jueves',
    zonaHoraria: MEXICO,
    inicios: SIN_INICIOS,
  })
  expect(pregunta?.question).toBe('El programa del jueves empieza el viernes 4 de diciembre de 2026. ¿Publicarlo?')
})

test('lateness is told in words', () => {
  expect([0, 4, -2].map(retrasoText)).toEqual(['A tiempo', '4 min de retraso', '2 min de adelanto'])
})

const persona = (id: string) => ({ id, retiro: null })
const salsa = { id: 'salsa', nombre: 'Salsa', orden: 1, competidores: ['a', 'b', 'c'].map(persona) }
const son = { id: 'son', nombre: 'Son', orden: 2, competidores: [persona('d')] }
const reloj = { activarReloj: true, hora: null, minutosPorCompetidor: 5 }
const sinPrograma: DiaEnVivo<typeof salsa> = { ...reloj, categorias: [salsa, son], selectedRow: 2, desde: 0 }

function horasOf(dia: DiaEnVivo<typeof salsa>, now: number) {
  const { categorias: filas, pausa: enCurso, retraso, fin } = jornadaEnVivo(dia, now)
  const enMinutos = (hora: number | null) => (hora === null ? null : hora / MIN)
  return {
    lineas: filas.flatMap(({ renglones }) => renglones.map(({ hora, estatus }) => [estatus, enMinutos(hora)])),
    pausas: filas.flatMap(({ categoria, pausas: de }) =>
      de.map(({ titulo, hora, antes }) => [categoria.id, titulo, enMinutos(hora), antes]),
    ),
    enCurso: enCurso && enMinutos(enCurso.sigue),
    retraso,
    fin: enMinutos(fin),
  }
}

test('a break of the desk without a programme: the first that waits stands at its end, and its row after the last entry', () => {
  const enPausa = { ...sinPrograma, pausa: { id: null, titulo: 'Técnica', hasta: 10 * MIN } }
  const lineas = (fin: number) => [
    ['Finalizado', null],
    ['Finalizado', null],
    ['Espera', fin],
    ['Espera', fin + 5],
  ]
  const fila = (hora: number) => [['salsa', 'Técnica', hora, 2]]
  expect(horasOf(enPausa, 3 * MIN)).toMatchObject({ lineas: lineas(10), pausas: fila(0), enCurso: 10, retraso: null })
  // Past its end, the overrun counts in begun minutes.
  expect(horasOf(enPausa, 11 * MIN + 1)).toMatchObject({ lineas: lineas(12), enCurso: 12 })
  const parado = { ...enPausa, activarReloj: false, hora: new Date(60 * MIN).toISOString() }
  expect(horasOf(parado, 3 * MIN)).toMatchObject({ lineas: lineas(70), pausas: fila(60) })
})

const publicado = {
  fin: 60 * MIN,
  pausas: [
    { ...pausa('Comida', 'son'), minutos: 30, inicio: 25 * MIN },
    { ...pausa('Premios', null), minutos: 10, inicio: 50 * MIN },
  ],
  tiempos: { a: [300, 10 * MIN], b: [300, 15 * MIN], c: [300, 20 * MIN], d: [300, 55 * MIN] },
} as const

test('with a published programme the day shows expected times, lateness and its end', () => {
  const dia = { ...sinPrograma, programa: publicado, desde: 18 * MIN }
  expect(horasOf(dia, 19 * MIN)).toEqual({
    lineas: [
      ['Finalizado', null],
      ['Compitiendo', 18],
      ['Espera', 23],
      ['Espera', 58],
    ],
    pausas: [
      ['son', 'Comida', 28, 0],
      ['son', 'Premios', 63, 1],
    ],
    enCurso: undefined,
    retraso: 3,
    fin: 73,
  })
})

test('12 hours or more between a published start and its press tell of another date, with the clock on and off', () => {
  const HORA = 60 * MIN
  const at = (desde: number, rest: Partial<DiaEnVivo<typeof salsa>> = {}) =>
    jornadaEnVivo({ ...sinPrograma, programa: publicado, desde, ...rest }, desde + MIN).otraFecha
  // The published start of the second entry.
  expect(
    [15 * MIN + 12 * HORA, 15 * MIN + 12 * HORA - 1, 15 * MIN - 12 * HORA + 1, 15 * MIN - 12 * HORA].map((one) =>
      at(one),
    ),
  ).toEqual([true, false, false, true])
  expect(at(24 * HORA, { activarReloj: false })).toBe(true)
  // A break of the desk counts by what is next; after the last entry there is no press.
  expect(at(24 * HORA, { pausa: { id: null, titulo: 'Técnica', hasta: 25 * HORA } })).toBe(true)
  expect(at(24 * HORA, { selectedRow: 5 })).toBe(false)
  expect(at(24 * HORA, { programa: undefined })).toBe(false)
})

test('a break that an undo brings back is a row also when the programme was withdrawn meanwhile', () => {
  const enPausa = { ...sinPrograma, pausa: { id: 'Comida', titulo: 'Comida', hasta: 10 * MIN } }
  expect(horasOf(enPausa, 3 * MIN)).toMatchObject({ pausas: [['salsa', 'Comida', 0, 2]], enCurso: 10 })
})

test('with the clock off, a published break ends its length after its published start', () => {
  const pausaEnCurso = { id: 'Comida', titulo: 'Comida', hasta: 93 * MIN }
  const dia = { ...sinPrograma, programa: publicado, selectedRow: 3, desde: 63 * MIN, pausa: pausaEnCurso }
  const parado = { ...dia, activarReloj: false, hora: new Date(0).toISOString() }
  expect(horasOf(parado, 70 * MIN)).toMatchObject({
    pausas: [['son', 'Comida', 25, 0], expect.anything()],
    enCurso: 55,
  })
})

test('a day that is not live shows its published times, and what it has passed none', () => {
  const lineas = jornadaFueraDeVivo([salsa, son], { selectedRow: 2 }, publicado).flatMap(({ renglones }) => renglones)
  expect(lineas.map(({ hora }) => (hora === null ? null : hora / MIN))).toEqual([null, null, 20, 55])
  expect(lineas.map(({ estatus }) => estatus)).toEqual(['Finalizado', 'Finalizado', 'Espera', 'Espera'])
})

test.each([
  [0, 'a', true],
  [0, 'c', true],
  [2, 'a', false],
  [2, 'c', true],
  [2, 'd', true],
  [3, 'd', true],
  [5, 'd', false],
])('at turn %i, that %s is gone is a change of what is still to come: %s', (selectedRow, gone, isChange) => {
  const dia = [
    { id: 'salsa', entradas: [entrada('a'), entrada('b')] },
    { id: 'son', entradas: [entrada('c'), entrada('d')] },
  ]
  const published = planDe({ ...programa, categorias: dia, ajustes }, 0)
  if (!published) throw new Error('not planned')
  const rest = dia.map(({ id, entradas }) => ({ id, entradas: entradas.filter((one) => one.id !== gone) }))
  const isBehind = selectedRow > 0 && gone === 'a'
  const turno = { selectedRow: isBehind || selectedRow > 4 ? selectedRow - 1 : selectedRow }
  expect(hasChanged({ categorias: dia, pausas, ajustes }, published, { selectedRow })).toBe(false)
  expect(hasChanged({ categorias: rest, pausas, ajustes }, published, turno)).toBe(isChange)
})

test('while the item in course ends before the next published start, the next three that dance may dance before', () => {
  const antes = (dia: DiaEnVivo<CategoriaDeJornada>, now: number) =>
    jornadaEnVivo(dia, now)
      .categorias.flatMap(({ renglones }) => renglones)
      .filter(({ puedeSerAntes }) => puedeSerAntes)
      .map(({ competidor }) => competidor.id)
  const largo = { ...salsa, competidores: ['a', 'b', 'c', 'x', 'y', 'z'].map(persona) }
  const tiempos = Object.fromEntries(largo.competidores.map(({ id }, at) => [id, [300, (10 + at * 5) * MIN]] as const))
  const dia = {
    ...reloj,
    categorias: [largo],
    selectedRow: 1,
    desde: 6 * MIN,
    programa: { ...publicado, pausas: [], tiempos },
  }
  expect(antes(dia, 7 * MIN)).toEqual(['b', 'c', 'x'])
  // Late, exactly in time, and without the clock.
  expect(antes({ ...dia, desde: 10 * MIN }, 11 * MIN)).toEqual([])
  expect(antes(dia, 15 * MIN)).toEqual([])
  expect(antes({ ...dia, activarReloj: false }, 7 * MIN)).toEqual([])
  const retirada = {
    ...largo,
    competidores: largo.competidores.map((one, at) => (at === 1 ? { ...one, retiro: 'descalificado' as const } : one)),
  }
  expect(antes({ ...dia, categorias: [retirada] }, 7 * MIN)).toEqual(['c', 'x', 'y'])
})

test('the end of a break before the next published start is said', () => {
  expect(finGuardadoText(10 * MIN, 25 * MIN, 'UTC')).toBe('El programa no empieza antes de 00:25.')
  expect(finGuardadoText(25 * MIN, 25 * MIN, 'UTC')).toBe('Fin de la pausa guardado.')
  expect(finGuardadoText(10 * MIN, null, 'UTC')).toBe('Fin de la pausa guardado.')
})
