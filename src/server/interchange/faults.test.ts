import { expect, test } from 'vitest'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { ENTRY, EVENTO, faultsOf, J, marksFor, withEntry, withJson } from '../../../tests/support/an-event.ts'
import { readTree } from './tree.ts'

const PENALIZACION = (puntos: number) => ({ puntos, motivo: 'Tarde', autor: 'Ana', fecha: '2025-04-11T16:00:00Z' })
const TARDIA = {
  juezId: 'j1',
  clave: 'clave-01',
  criterios: { b_Tiempo: '8' },
  l_calificacion: '8.00',
  causa: 'cerrada',
}
const TARDE = { ...TARDIA, recibida: '2025-04-11T16:00:00Z', estado: 'pendiente' }
const CON_JUEZ = { jueces: { j1: { nombre: 'Ana' } } }
const USER = { email: 'otra@example.com' }

const CERRADA = { autor: 'Ana', fecha: '2025-04-11T16:00:00Z' }
const PESOS_GENERAL = Object.fromEntries(criteriosOfTipo('general').map(({ clave }) => [clave, 20]))

const ANULADO = { motivo: 'Se fue la música', fecha: '2025-04-11T16:00:00.000Z' }

/** title, tree, path of the fault */
const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['a tree that is not an object', [], ''],
  ['a collection that is a list', withJson({ users: [] }), 'users'],
  ['a record that is a text', withJson({ users: { u1: 'Ana' } }), 'users/u1'],
  ['an entry that is a number', { competidores: { salsa_on1: { e1: 1 } } }, 'competidores/salsa_on1/e1'],
  [
    'a penalty of 0 points',
    withJson({ extra: { penalizaciones: { e1: [PENALIZACION(0)] } } }),
    'extra/penalizaciones/e1/0/puntos',
  ],
  [
    'a penalty of three decimals',
    withJson({ extra: { penalizaciones: { e1: [PENALIZACION(0.125)] } } }),
    'extra/penalizaciones/e1/0/puntos',
  ],
  [
    'a penalty of an unknown entry',
    withJson({ extra: { penalizaciones: { e9: [PENALIZACION(1)] } } }),
    'extra/penalizaciones/e9',
  ],
  ['an unknown withdrawal', withJson({ extra: { retiros: { e1: { estado: 'enfermo' } } } }), 'extra/retiros/e1/estado'],
  [
    'a reopened mark that does not exist',
    withJson({ extra: { reabiertas: { e1: { j9: 'Dedo' } } } }),
    'extra/reabiertas/e1/j9',
  ],
  ['a late mark of an unknown judge', withJson({ extra: { tardias: { e1: [TARDE] } } }), 'extra/tardias/e1'],
  [
    'two late marks of a judge with one key',
    withJson({ extra: { ...CON_JUEZ, tardias: { borrada: [TARDE], e1: [TARDE] } } }),
    'extra/tardias/e1',
  ],
  [
    'a closed category that does not exist',
    withJson({ extra: { cierres: { c9: { autor: 'Ana', fecha: '2025-04-11T16:00:00Z' } } } }),
    'extra/cierres/c9',
  ],
  [
    'a closed category with weights for some criteria',
    withJson({ extra: { cierres: { c1: { ...CERRADA, pesos: { b_Tiempo: 20 } } } } }),
    'extra/cierres/c1/pesos',
  ],
  [
    'a closed category with the weights of another type',
    withJson({ extra: { criterios: { c1: 'casino' }, cierres: { c1: { ...CERRADA, pesos: PESOS_GENERAL } } } }),
    'extra/cierres/c1/pesos',
  ],
  [
    'a closed category with an unknown head judge',
    withJson({ extra: { ...CON_JUEZ, cierres: { c1: { ...CERRADA, principales: ['j1', 'j9'] } } } }),
    'extra/cierres/c1/principales/j9',
  ],
  [
    'two categories of one name on one day, in two encodings',
    { categorias: { c1: { nombre: 'Niños', dia: 'jueves' }, c2: { nombre: 'Nin\u0303os', dia: 'jueves' } } },
    'categorias/c2/nombre',
  ],
  ['an unknown method', withJson({ extra: { metodos: { c1: 'promedio' } } }), 'extra/metodos/c1'],
  ['weights for some criteria', withJson({ extra: { pesos: { general: { b_Tiempo: 20 } } } }), 'extra/pesos/general'],
  ['a repeated tie-break criterion', withJson({ extra: { desempate: ['Tiempo', 'Tiempo'] } }), 'extra/desempate'],
  [
    'an order by hand of one entry',
    withJson({ extra: { empates: { c1: [{ ids: ['e1'], autor: 'A', motivo: 'M', fecha: '2025-04-11T16:00:00Z' }] } } }),
    'extra/empates/c1/0/ids',
  ],
  [
    'two orders by hand of one tie',
    withJson({
      extra: {
        empates: {
          c1: [
            ['e1', 'e2'],
            ['e2', 'e1'],
          ].map((ids) => ({ ids, autor: 'A', motivo: 'M', fecha: '2025-04-11T16:00:00Z' })),
        },
      },
    }),
    'extra/empates/c1',
  ],
  [
    'a step that does not divide its maximum',
    withJson({ extra: { escalas: { casino: { maximo: 10, paso: 0.3 } } } }),
    'extra/escalas/casino',
  ],
  ['an order in quotes', withEntry({ ...ENTRY, orden: '1' }), 'competidores/salsa_on1/e1/orden'],
  ['an order beyond whole numbers', withEntry({ ...ENTRY, orden: 1e300 }), 'competidores/salsa_on1/e1/orden'],
  ['an order that is no integer', withEntry({ ...ENTRY, orden: 1.5 }), 'competidores/salsa_on1/e1/orden'],
  ['an order below zero', { categorias: { c1: { orden: -1 } } }, 'categorias/c1/orden'],
  ['a name that is a number', withEntry({ ...ENTRY, nombre: 5 }), 'competidores/salsa_on1/e1/nombre'],
  ['an unknown day', withEntry({ ...ENTRY, dia: 'lunes' }), 'competidores/salsa_on1/e1/dia'],
  ['a day in capitals', { categorias: { c1: { dia: 'Jueves' } } }, 'categorias/c1/dia'],
  ['a day without its accent', withJson({ adminMinutoAMinuto: { dia: 'sabado' } }), 'adminMinutoAMinuto/dia'],
  ['a turn below zero', withJson({ adminMinutoAMinuto: { selectedRow: -1 } }), 'adminMinutoAMinuto/selectedRow'],
  ['a turn in quotes', withJson({ adminMinutoAMinuto: { selectedRow: '7' } }), 'adminMinutoAMinuto/selectedRow'],
  [
    'zero minutes',
    withJson({ adminMinutoAMinuto: { minutosPorCompetidor: 0 } }),
    'adminMinutoAMinuto/minutosPorCompetidor',
  ],
  [
    'more minutes than a day has',
    withJson({ adminMinutoAMinuto: { minutosPorCompetidor: 1_441 } }),
    'adminMinutoAMinuto/minutosPorCompetidor',
  ],
  ['a switch in quotes', withJson({ adminMinutoAMinuto: { activarReloj: 'true' } }), 'adminMinutoAMinuto/activarReloj'],
  ['a time without zone', withJson({ adminMinutoAMinuto: { hora: '2025-04-11T10:00:00' } }), 'adminMinutoAMinuto/hora'],
  [
    'a date that does not exist',
    { categorias: { c1: { fechaCreacion: '2025-02-30T10:00:00Z' } } },
    'categorias/c1/fechaCreacion',
  ],
  [
    'a date with time',
    withEntry({ ...ENTRY, fechaInscripcion: '2025-03-01T00:00:00Z' }),
    'competidores/salsa_on1/e1/fechaInscripcion',
  ],
  [
    'rubrics that are not a list',
    withJson({ adminCompetencia: { rubricas: { 0: 'A' } } }),
    'adminCompetencia/rubricas',
  ],
  ['a rubric that is a number', withJson({ adminCompetencia: { rubricas: ['A', 2] } }), 'adminCompetencia/rubricas/1'],
  ['an entry without its category', withEntry({ ...ENTRY, categoria: 'Otra' }), 'competidores/salsa_on1/e1/categoria'],
  ['an entry of another day', withEntry({ ...ENTRY, dia: 'sábado' }), 'competidores/salsa_on1/e1/categoria'],
  [
    'an entry that names no category',
    withEntry({ nombre: 'Ana', dia: 'jueves' }),
    'competidores/salsa_on1/e1/categoria',
  ],
  ['an empty entry', withEntry({}), 'competidores/salsa_on1/e1/categoria'],
  [
    'two categories of one name on one day',
    withJson({ categorias: { ...EVENTO.categorias, c4: { nombre: ' salsa on1 ', dia: 'jueves' } } }),
    'categorias/c4/nombre',
  ],
  [
    'two categories of one name without day',
    withJson({ categorias: { ...EVENTO.categorias, c4: { nombre: 'SIN DÍA' } } }),
    'categorias/c4/nombre',
  ],
  ['marks for an unknown day', marksFor({ lunes: {} }), 'calificaciones/lunes'],
  [
    'marks for a category of another day',
    marksFor({ sábado: { 'Salsa On1': { Ana: J } } }),
    'calificaciones/sábado/Salsa On1',
  ],
  [
    'marks for an unknown entry',
    marksFor({ jueves: { 'Salsa On1': { Bea: J } } }),
    'calificaciones/jueves/Salsa On1/Bea',
  ],
  ['marks for a category without name', marksFor({ jueves: { '': { Ana: J } } }), 'calificaciones/jueves/'],
  [
    'marks that are numbers',
    marksFor({ jueves: { 'Salsa On1': { Ana: { J: { l_calificacion: 9 } } } } }),
    'calificaciones/jueves/Salsa On1/Ana/J/l_calificacion',
  ],
  [
    'marks without judge',
    marksFor({ jueves: { 'Salsa On1': { Ana: { '': J.J } } } }),
    'calificaciones/jueves/Salsa On1/Ana/',
  ],
  [
    'a judge’s marks that are a text',
    marksFor({ jueves: { 'Salsa On1': { Ana: { J: '9' } } } }),
    'calificaciones/jueves/Salsa On1/Ana/J',
  ],
  [
    'marks for a name that two entries have',
    { ...withJson({ competidores: { salsa_on1: { e1: ENTRY, e2: ENTRY } } }) },
    'calificaciones/jueves/Salsa On1/Ana',
  ],
  [
    'marks by name and by id for one entry',
    marksFor({ jueves: { 'Salsa On1': { Ana: J, e1: J } } }),
    'calificaciones/jueves/Salsa On1/e1/J',
  ],
  [
    'marks under two spellings of a category',
    marksFor({ jueves: { 'Salsa On1': { Ana: J }, 'salsa on1': { Ana: J } } }),
    'calificaciones/jueves/salsa on1/Ana/J',
  ],
  ['two users of one e-mail', withJson({ users: { u1: USER, u2: { email: ' OTRA@example.com' } } }), 'users/u2/email'],
  [
    'two administrators of one e-mail',
    withJson({ admin: { a1: USER, a2: { email: 'Otra@example.com' } } }),
    'admin/a2/email',
  ],
  [
    'a track outside of its folder',
    withEntry({ ...ENTRY, musicaPath: 'fotos/a.mp3' }),
    'competidores/salsa_on1/e1/musicaPath',
  ],
  [
    'a track outside of the store',
    withEntry({ ...ENTRY, musicaPath: 'musica/../../a' }),
    'competidores/salsa_on1/e1/musicaPath',
  ],
  ['a photo that is absolute', withJson({ users: { u1: { fotoPath: '/fotos/a.jpg' } } }), 'users/u1/fotoPath'],
  ['an empty key', withJson({ users: { '': {} } }), 'users/'],
  ['a reserved key', JSON.parse('{"users":{"__proto__":{"nombre":"X"}}}'), 'users/__proto__'],
  [
    'a category with a reserved name',
    withJson({ categorias: { ...EVENTO.categorias, c4: { nombre: '__PROTO__' } } }),
    'categorias/c4/nombre',
  ],
  ['a key with a NUL', withJson({ users: { 'u\0': {} } }), 'users/u�'],
  ['a text with a NUL', withEntry({ ...ENTRY, nombre: 'A\0' }), 'competidores/salsa_on1/e1/nombre'],
  ['half a character', withEntry({ ...ENTRY, nombre: '\ud83d' }), 'competidores/salsa_on1/e1/nombre'],
  ['a text that is too long', withEntry({ ...ENTRY, nombre: 'a'.repeat(501) }), 'competidores/salsa_on1/e1/nombre'],
  ['a judge of `extra` without name', withJson({ extra: { jueces: { j1: {} } } }), 'extra/jueces/j1/nombre'],
  ['criteria of an unknown category', withJson({ extra: { criterios: { c9: 'casino' } } }), 'extra/criterios/c9'],
  ['criteria of an unknown type', withJson({ extra: { criterios: { c1: 'tango' } } }), 'extra/criterios/c1'],
  ['a limit of an unknown category', withJson({ extra: { cupos: { c9: 3 } } }), 'extra/cupos/c9'],
  ['a limit below zero', withJson({ extra: { cupos: { c1: -1 } } }), 'extra/cupos/c1'],
  [
    'rules with an invalid time',
    withJson({ extra: { inscripciones: { hasta: 'mañana' } } }),
    'extra/inscripciones/hasta',
  ],
  ['a turn of an unknown day', withJson({ extra: { turno: { lunes: { selectedRow: 1 } } } }), 'extra/turno/lunes'],
  [
    'the origin of a category that does not exist',
    withJson({ extra: { origen: { c9: { categoria: 'c1', nombre: 'Salsa On1' } } } }),
    'extra/origen/c9',
  ],
  [
    'an unknown entry that passed to a round',
    withJson({ extra: { origen: { c2: { categoria: 'c1', nombre: 'Salsa On1', pasan: ['e1', 'e9'] } } } }),
    'extra/origen/c2/pasan/e9',
  ],
  [
    'an origin without the name of its category',
    withJson({ extra: { origen: { c2: { categoria: 'c1', nombre: '' } } } }),
    'extra/origen/c2/nombre',
  ],
  ['annulled attempts of an unknown entry', withJson({ extra: { intentos: { e9: [ANULADO] } } }), 'extra/intentos/e9'],
  [
    'an annulled mark of an unknown judge',
    withJson({ extra: { intentos: { e1: [{ ...ANULADO, marcas: { j9: J.J } }] } } }),
    'extra/intentos/e1',
  ],
  [
    'more annulled attempts than the product allows',
    withJson({ extra: { intentos: { e1: Array.from({ length: 9 }, () => ANULADO) } } }),
    'extra/intentos/e1',
  ],
  [
    'attempts out of order',
    withJson({ extra: { intentos: { e1: [{ ...ANULADO, siguiente: 3 }, ANULADO] } } }),
    'extra/intentos/e1',
  ],
  ['an unknown time zone', withJson({ extra: { evento: { zonaHoraria: 'Marte' } } }), 'extra/evento/zonaHoraria'],
  [
    'a map link that is not a web address',
    withJson({ extra: { evento: { enlaceMapa: 'javascript:alert(1)' } } }),
    'extra/evento/enlaceMapa',
  ],
]

test.each(REFUSED)('%s is refused with its path', (_, json, path) => {
  expect(faultsOf(json)).toEqual([path])
})

test('a fault whose field has no sentence of its own is told in Spanish too', () => {
  const json = { extra: { evento: { nombre: 5, hotel: 5 }, inscripciones: [], turno: 5, cupos: { c1: 'x' } } }
  const reading = readTree(withJson(json), null, 'America/Mexico_City')
  const messages = 'faults' in reading ? reading.faults.map(({ message }) => message) : []
  expect(messages.length).toBeGreaterThan(3)
  expect(messages.filter((message) => /invalid|input|expected/i.test(message))).toEqual([])
})

test('a tree with too many levels is refused with one fault', () => {
  let deep: unknown = {}
  for (let level = 0; level < 5_000; level += 1) deep = { users: deep }
  expect(faultsOf(deep)).toHaveLength(1)
})

test('all faults are reported at once: those of the shape and those of references', () => {
  const json = withJson({
    users: { u1: { nombre: 5 }, u2: USER, u3: USER },
    competidores: { salsa_on1: { e1: { ...ENTRY, orden: 'uno' }, e2: { ...ENTRY, categoria: 'Otra' } } },
  })
  expect(faultsOf(json)).toEqual([
    'users/u1/nombre',
    'competidores/salsa_on1/e1/orden',
    'competidores/salsa_on1/e2/categoria',
    'users/u3/email',
  ])
})

test('each fault is one line without control characters', () => {
  const reading = readTree({ categorias: { 'c\u001B[31m\nNo se importó': { nombre: 5 } } }, null, 'America/Mexico_City')
  const faults = 'faults' in reading ? reading.faults : []
  expect(faults.map(({ path }) => path)).toEqual(['categorias/c�[31m�No se importó/nombre'])
})

test('a closed category may have a weight for each criterion of its type, and head judges of the tree', () => {
  const principales = ['j1']
  const extra = { ...CON_JUEZ, cierres: { c1: { ...CERRADA, pesos: PESOS_GENERAL, principales } } }
  expect(faultsOf(withJson({ extra }))).toEqual([])
})
