import { expect, test } from 'vitest'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { ENTRY, EVENTO, eventWith, faultsOf, J, type Json } from '../../../tests/support/an-event.ts'
import { readTree } from './tree.ts'

const AT = '2025-04-11T16:00:00Z'
const ACTO = { motivo: 'Tarde', autor: 'Ana', fecha: AT }
const ANULADO = { motivo: 'Se fue la música', fecha: AT }
const CERRADA = { autor: 'Ana', fecha: AT }
const PESOS = Object.fromEntries(criteriosOfTipo('general').map(({ clave }) => [clave, 20]))
const TARDE = {
  juezId: 'j1',
  clave: 'clave-01',
  criterios: { b_Tiempo: '8' },
  l_calificacion: '8.00',
  causa: 'cerrada',
  recibida: AT,
  estado: 'pendiente',
}
const ORIGEN = { categoria: 'c1', nombre: 'Salsa On1' }
const JUECES = { j1: { nombre: 'Ana' } }
const LARGO = 'x'.repeat(501)
/** The entry of the small event. */
const E1 = 'competidores/salsa_on1/e1'

/** Title, path of the fault, and the value there; or the values at other paths, when the fault is not at the value. */
const REFUSED: readonly (readonly [string, string, unknown, Json?])[] = [
  ['a collection that is a list', 'users', []],
  ['a record that is a text', 'users/u1', 'Ana'],
  ['an entry that is a number', E1, 1],
  ['a name that is a number', `${E1}/nombre`, 5],
  ['a text that is too long', `${E1}/nombre`, LARGO],
  ['a text with a NUL', `${E1}/nombre`, 'A\0'],
  ['half a character', `${E1}/nombre`, '\ud83d'],
  ['an order in quotes', `${E1}/orden`, '1'],
  ['an order beyond whole numbers', `${E1}/orden`, 1e300],
  ['an order that is no integer', `${E1}/orden`, 1.5],
  ['an order below zero', 'categorias/c1/orden', -1],
  ['an unknown day', `${E1}/dia`, 'lunes'],
  ['a day in capitals', 'categorias/c3/dia', 'Jueves'],
  ['a day without its accent', 'adminMinutoAMinuto/dia', 'sabado'],
  ['a date with time', `${E1}/fechaInscripcion`, AT],
  ['a date that does not exist', 'categorias/c1/fechaCreacion', '2025-02-30T10:00:00Z'],
  ['a time without zone', 'adminMinutoAMinuto/hora', '2025-04-11T10:00:00'],
  ['a turn below zero', 'adminMinutoAMinuto/selectedRow', -1],
  ['a turn in quotes', 'adminMinutoAMinuto/selectedRow', '7'],
  ['zero minutes', 'adminMinutoAMinuto/minutosPorCompetidor', 0],
  ['more minutes than a day has', 'adminMinutoAMinuto/minutosPorCompetidor', 1_441],
  ['a switch in quotes', 'adminMinutoAMinuto/activarReloj', 'true'],
  ['rubrics that are not a list', 'adminCompetencia/rubricas', { 0: 'A' }],
  ['a rubric that is a number', 'adminCompetencia/rubricas/1', null, { 'adminCompetencia/rubricas': ['A', 2] }],
  ['an entry without its category', `${E1}/categoria`, 'Otra'],
  ['an entry of another day', `${E1}/categoria`, null, { [`${E1}/dia`]: 'sábado' }],
  ['an entry that names no category', `${E1}/categoria`, null],
  ['an empty entry', `${E1}/categoria`, null, { [E1]: {} }],
  [
    'two categories of one name on one day',
    'categorias/c4/nombre',
    null,
    { 'categorias/c4': { nombre: ' salsa on1 ', dia: 'jueves' } },
  ],
  ['two categories of one name without day', 'categorias/c4/nombre', null, { 'categorias/c4': { nombre: 'SIN DÍA' } }],
  [
    'two categories of one name in two encodings',
    'categorias/c4/nombre',
    null,
    { 'categorias/c4': { nombre: 'Sin di\u0301a' } },
  ],
  ['a category with a reserved name', 'categorias/c4/nombre', '__PROTO__'],
  ['an empty key', 'users/', {}],
  ['a reserved key', 'users/__proto__', {}],
  ['a key with a NUL', 'users/u�', null, { 'users/u\0': {} }],
  ['two users of one e-mail', 'users/u2/email', null, { 'users/u2': { email: ' ANA@example.com' } }],
  ['two administrators of one e-mail', 'admin/a2/email', null, { 'admin/a2': { email: 'ana@example.com' } }],
  ['a track outside of its folder', `${E1}/musicaPath`, 'fotos/a.mp3'],
  ['a track outside of the store', `${E1}/musicaPath`, 'musica/../../a'],
  ['a photo that is absolute', 'users/u1/fotoPath', '/fotos/a.jpg'],
  ['marks for an unknown day', 'calificaciones/lunes', {}],
  ['marks for a category of another day', 'calificaciones/sábado/Salsa On1', { Ana: J }],
  ['marks for an unknown entry', 'calificaciones/jueves/Salsa On1/Bea', J],
  ['marks for a category without name', 'calificaciones/jueves/', { Ana: J }],
  ['marks that are numbers', 'calificaciones/jueves/Salsa On1/Ana/J/l_calificacion', 9],
  ['marks without judge', 'calificaciones/jueves/Salsa On1/Ana/', { l_calificacion: '1' }],
  ['marks of a judge that are a text', 'calificaciones/jueves/Salsa On1/Ana/J', '9'],
  [
    'marks for a name that two entries have',
    'calificaciones/jueves/Salsa On1/Ana',
    null,
    { 'competidores/salsa_on1/e3': ENTRY, 'calificaciones/jueves/Salsa On1/Ana': J },
  ],
  [
    'marks by name and by id for one entry',
    'calificaciones/jueves/Salsa On1/e1/J',
    null,
    { 'calificaciones/jueves/Salsa On1': { Ana: J, e1: J } },
  ],
  [
    'marks under two spellings of a category',
    'calificaciones/jueves/salsa on1/Ana/J',
    null,
    { 'calificaciones/jueves': { 'Salsa On1': { Ana: J }, 'salsa on1': { Ana: J } } },
  ],
  ['a judge of `extra` without name', 'extra/jueces/j1/nombre', null],
  ['criteria of an unknown category', 'extra/criterios/c9', 'casino'],
  ['an announced category that does not exist', 'extra/anunciadas/0', null, { 'extra/anunciadas': ['c9'] }],
  ['criteria of an unknown type', 'extra/criterios/c1', 'tango'],
  ['an unknown method', 'extra/metodos/c1', 'promedio'],
  ['a limit of an unknown category', 'extra/cupos/c9', 3],
  ['a limit below zero', 'extra/cupos/c1', -1],
  ['rules with an invalid time', 'extra/inscripciones/hasta', 'mañana'],
  ['a turn of an unknown day', 'extra/turno/lunes', { selectedRow: 1 }],
  ['weights for some criteria', 'extra/pesos/general', { b_Tiempo: 20 }],
  ['a repeated tie-break criterion', 'extra/desempate', ['Tiempo', 'Tiempo']],
  ['a step that does not divide its maximum', 'extra/escalas/casino', { maximo: 10, paso: 0.3 }],
  [
    'a penalty of 0 points',
    'extra/penalizaciones/e1/0/puntos',
    null,
    { 'extra/penalizaciones/e1': [{ ...ACTO, puntos: 0 }] },
  ],
  [
    'a penalty of three decimals',
    'extra/penalizaciones/e1/0/puntos',
    null,
    { 'extra/penalizaciones/e1': [{ ...ACTO, puntos: 0.125 }] },
  ],
  ['a penalty of an unknown entry', 'extra/penalizaciones/e9', [{ ...ACTO, puntos: 1 }]],
  ['an unknown withdrawal', 'extra/retiros/e1/estado', 'enfermo'],
  ['a reopened mark that does not exist', 'extra/reabiertas/e1/j9', 'Dedo'],
  ['a late mark of an unknown judge', 'extra/tardias/e1', [TARDE]],
  [
    'two late marks of a judge with one key',
    'extra/tardias/e1',
    null,
    { 'extra/jueces': JUECES, 'extra/tardias': { borrada: [TARDE], e1: [TARDE] } },
  ],
  ['a closed category that does not exist', 'extra/cierres/c9', CERRADA],
  [
    'a closed category with weights for some criteria',
    'extra/cierres/c1/pesos',
    null,
    { 'extra/cierres/c1': { ...CERRADA, pesos: { b_Tiempo: 20 } } },
  ],
  [
    'a closed category with the weights of another type',
    'extra/cierres/c1/pesos',
    null,
    { 'extra/criterios/c1': 'casino', 'extra/cierres/c1': { ...CERRADA, pesos: PESOS } },
  ],
  [
    'a closed category with an unknown head judge',
    'extra/cierres/c1/principales/j9',
    null,
    { 'extra/jueces': JUECES, 'extra/cierres/c1': { ...CERRADA, principales: ['j1', 'j9'] } },
  ],
  ['an order by hand of one entry', 'extra/empates/c1/0/ids', null, { 'extra/empates/c1': [{ ...ACTO, ids: ['e1'] }] }],
  [
    'two orders by hand of one tie',
    'extra/empates/c1',
    null,
    {
      'extra/empates/c1': [
        { ...ACTO, ids: ['e1', 'e2'] },
        { ...ACTO, ids: ['e2', 'e1'] },
      ],
    },
  ],
  ['the origin of a category that does not exist', 'extra/origen/c9', ORIGEN],
  [
    'an unknown entry that passed to a round',
    'extra/origen/c2/pasan/e9',
    null,
    { 'extra/origen/c2': { ...ORIGEN, pasan: ['e1', 'e9'] } },
  ],
  [
    'an origin without the name of its category',
    'extra/origen/c2/nombre',
    null,
    { 'extra/origen/c2': { ...ORIGEN, nombre: '' } },
  ],
  ['annulled attempts of an unknown entry', 'extra/intentos/e9', [ANULADO]],
  ['an annulled mark of an unknown judge', 'extra/intentos/e1', [{ ...ANULADO, marcas: { j9: J.J } }]],
  ['more annulled attempts than the product allows', 'extra/intentos/e1', Array.from({ length: 9 }, () => ANULADO)],
  ['attempts out of order', 'extra/intentos/e1', [{ ...ANULADO, siguiente: 3 }, ANULADO]],
  ['an unknown time zone', 'extra/evento/zonaHoraria', 'Marte'],
  ['a map link that is not a web address', 'extra/evento/enlaceMapa', 'javascript:alert(1)'],
]

test.for(REFUSED)('%s is refused with its path', ([, path, value, values = { [path]: value }]) => {
  expect(faultsOf(eventWith(values))).toEqual([path])
})

test('a fault whose field has no sentence of its own is told in Spanish too', () => {
  const extra = { evento: { nombre: 5, hotel: 5 }, inscripciones: [], turno: 5, cupos: { c1: 'x' } }
  const reading = readTree({ ...EVENTO, extra }, null, 'America/Mexico_City')
  const messages = 'faults' in reading ? reading.faults.map(({ message }) => message) : []
  expect(messages.length).toBeGreaterThan(3)
  expect(messages.filter((message) => /invalid|input|expected/i.test(message))).toEqual([])
})

test('a tree that is no object, or has too many levels, is refused with one fault', () => {
  let deep: unknown = {}
  for (let level = 0; level < 5_000; level += 1) deep = { users: deep }
  expect([faultsOf([]), faultsOf(deep).length]).toEqual([[''], 1])
})

test('all faults are reported at once, each in one line without control characters', () => {
  const values = {
    'users/u1/nombre': 5,
    'users/u2': { email: 'otra@example.com' },
    'users/u3': { email: 'otra@example.com' },
    'categorias/c\u001B[31m\nNo se importó': { nombre: 5 },
    [`${E1}/orden`]: 'uno',
    'competidores/salsa_on1/e2/categoria': 'Otra',
  }
  expect(faultsOf(eventWith(values))).toEqual([
    'users/u1/nombre',
    'categorias/c�[31m�No se importó/nombre',
    `${E1}/orden`,
    'competidores/salsa_on1/e2/categoria',
    'users/u3/email',
  ])
})

test('a closed category may have a weight for each criterion of its type, and head judges of the tree', () => {
  const cierre = { ...CERRADA, pesos: PESOS, principales: ['j1'] }
  expect(faultsOf(eventWith({ 'extra/jueces': JUECES, 'extra/cierres/c1': cierre }))).toEqual([])
})
