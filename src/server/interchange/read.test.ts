import { describe, expect, test } from 'vitest'
import { ENTRY, EVENTO, faultsOf, J, marksFor, rowsOf, warningsOf, withEntry, withJson, type Json } from './an-event.ts'

const TRACK = new Set(['musica/a.mp3'])

describe('what is let in', () => {
  test('an entry belongs to the category of its day that has its name, whatever its case', () => {
    const { competidores } = rowsOf(EVENTO)
    expect(competidores.map(({ id, categoriaId, orden }) => [id, categoriaId, orden])).toEqual([
      ['e1', 'c1', 1],
      ['e2', 'c2', 4],
    ])
  })

  test('an empty tree is an empty event', () => {
    expect(rowsOf({})).toMatchObject({ users: [], categorias: [], ajustes: null, competencia: null, textos: null })
  })

  test('null, empty and absent are the same', () => {
    const empty = { nombre: '', compania: null, orden: null, usuarioId: '', musicaPath: '', fechaInscripcion: '' }
    const [entry] = rowsOf(withEntry({ categoria: 'Salsa On1', dia: 'jueves', ...empty })).competidores
    expect(entry).toMatchObject({ nombre: null, compania: null, orden: null, usuarioId: null, musicaPath: null })
    expect(rowsOf({ users: null, categorias: { c1: null }, calificaciones: { jueves: { X: {} } } }).users).toEqual([])
  })

  test('an entry without day belongs to the category without day of its name', () => {
    const json = withJson({ competidores: { sin_da: { e1: { categoria: 'sin día' } } }, calificaciones: {} })
    expect(rowsOf(json).competidores[0]).toMatchObject({ categoriaId: 'c3' })
  })

  test('marks stay the text they are, and their judge comes in as a name, switched off', () => {
    const { jueces, calificaciones } = rowsOf(EVENTO)
    expect(jueces).toEqual([{ id: expect.stringMatching(/^juez-/), nombre: 'Juez Amparo', activo: 0 }])
    expect(calificaciones).toEqual([
      { competidorId: 'e1', juezId: jueces[0]?.id, l_calificacion: 'N/P', criterios: '{"b_Tiempo":"9.10"}' },
    ])
  })

  test('marks above a judge of `extra` are that judge’s', () => {
    const json = withJson({ extra: { jueces: { j1: { nombre: 'Juez Amparo', activo: true } } } })
    expect(rowsOf(json).jueces).toEqual([{ id: 'j1', nombre: 'Juez Amparo', activo: 1 }])
    expect(rowsOf(json).calificaciones[0]).toMatchObject({ juezId: 'j1' })
  })

  test('entries that share a name, or have none, are marked by their ids', () => {
    const entries = { e1: ENTRY, e2: ENTRY, e3: { ...ENTRY, nombre: '' } }
    const marks = { J: { l_calificacion: '1' } }
    const json = withJson({
      competidores: { salsa_on1: entries },
      calificaciones: { jueves: { 'salsa on1': { e1: marks, e2: marks, e3: marks } } },
    })
    expect(rowsOf(json).calificaciones.map(({ competidorId }) => competidorId)).toEqual(['e1', 'e2', 'e3'])
  })

  test('an entry that is called what another has for an id is meant by its name', () => {
    const entries = { e1: { ...ENTRY, nombre: 'e2' }, e2: { ...ENTRY, nombre: 'Bea' } }
    const json = withJson({
      competidores: { salsa_on1: entries },
      calificaciones: { jueves: { 'Salsa On1': { e2: J, Bea: J } } },
    })
    expect(rowsOf(json).calificaciones.map(({ competidorId }) => competidorId)).toEqual(['e1', 'e2'])
  })

  test('settings that are missing stay missing', () => {
    const { ajustes, turnos } = rowsOf({ adminMinutoAMinuto: { mostrarViernes: false } })
    expect(ajustes).toMatchObject({ dia: null, activarReloj: null, mostrarJueves: null, mostrarViernes: false })
    expect(turnos).toEqual([])
  })

  test('the live day’s turn is in the settings, the others’ in `extra`', () => {
    const json = withJson({
      adminMinutoAMinuto: { dia: 'viernes', selectedRow: 7 },
      extra: { turno: { jueves: { selectedRow: 3 }, viernes: { selectedRow: 1 } } },
    })
    expect(rowsOf(json).turnos).toEqual([
      { dia: 'jueves', selectedRow: 3 },
      { dia: 'viernes', selectedRow: 7 },
    ])
    expect(warningsOf(json, TRACK)).toEqual(['extra/turno/viernes'])
  })

  test('a turn on a day without entries is warned of', () => {
    const turns = (selectedRow: number) => ({
      adminMinutoAMinuto: { selectedRow },
      extra: { turno: { sábado: { selectedRow } } },
    })
    expect(warningsOf(turns(1))).toEqual(['adminMinutoAMinuto/selectedRow', 'extra/turno/sábado'])
    expect(warningsOf(turns(0))).toEqual([])
    expect(warningsOf(withJson(turns(1)), TRACK)).toEqual(['extra/turno/sábado'])
  })

  test('an id that comes under two slugs is kept for the second as what it is given back under', () => {
    const json = withJson({
      calificaciones: {},
      competidores: { salsa_on1: { e1: ENTRY, 'e1~2': ENTRY }, sin_da: { e1: { categoria: 'Sin día' } } },
    })
    expect(rowsOf(json).competidores.map(({ id, clave, categoriaId }) => [id, clave, categoriaId])).toEqual([
      ['e1', null, 'c1'],
      ['e1~2', null, 'c1'],
      ['e1~3', 'e1', 'c3'],
    ])
  })

  test('an e-mail may be an administrator’s and a user’s', () => {
    const { users, admin } = rowsOf(EVENTO)
    expect([users[0]?.emailKey, admin[0]?.emailKey]).toEqual(['ana@example.com', 'ana@example.com'])
  })

  test('texts that were left blank stay blank', () => {
    expect(rowsOf({ extra: { evento: { nombre: 'Salsa', edicion: '' } } }).textos).toEqual({
      nombre: 'Salsa',
      edicion: '',
    })
  })
})

/** what is warned of, the tree, the path */
const WARNED: readonly (readonly [string, Json, string])[] = [
  ['an unknown collection', { usuarios: {} }, 'usuarios'],
  ['an unknown field', withEntry({ ...ENTRY, edad: 9 }), 'competidores/salsa_on1/e1/edad'],
  [
    'an unknown criterion',
    marksFor({ jueves: { 'Salsa On1': { Ana: { J: { z_nada: '1', ...J.J } } } } }),
    'calificaciones/jueves/Salsa On1/Ana/J/z_nada',
  ],
  ['a rubric that is null', { adminCompetencia: { rubricas: ['A', null] } }, 'adminCompetencia/rubricas/1'],
  ['an unknown owner', withEntry({ ...ENTRY, usuarioId: 'u9' }), 'competidores/salsa_on1/e1/usuarioId'],
  ['a uid that is not the key', { users: { u1: { uid: 'u2' } } }, 'users/u1/uid'],
  ['an id that is not the key', { categorias: { c3: { id: 'x' } } }, 'categorias/c3/id'],
  ['an entry under another slug', withJson({ competidores: { otra: { e1: ENTRY } } }), 'competidores/otra/e1'],
]

test.each(WARNED)('%s is let in with a warning', (_, json, path) => {
  expect(warningsOf(json).filter((place) => place !== 'files')).toEqual([path])
})

test('what is warned of is not kept, or kept as it was', () => {
  expect(rowsOf(withEntry({ ...ENTRY, usuarioId: 'u9' })).competidores[0]?.usuarioId).toBe('u9')
  expect(rowsOf({ adminCompetencia: { rubricas: ['A', null, 'B'] } }).competencia?.rubricas).toEqual(['A', 'B'])
  expect(rowsOf({ users: { u1: { uid: 'u2' } } }).users[0]?.uid).toBe('u1')
})

describe('files', () => {
  test('one that is named and missing is refused, when there is a folder', () => {
    expect(faultsOf(EVENTO, new Set())).toEqual(['competidores/salsa_on1/e2/musicaPath'])
    expect(faultsOf(EVENTO, new Set(['musica/a.mp3']))).toEqual([])
    expect(faultsOf({ ...EVENTO, extra: { faltan: ['musica/a.mp3'] } }, new Set())).toEqual([])
  })

  test('without a folder they are expected later, with one warning', () => {
    expect(warningsOf(EVENTO, null)).toEqual(['files'])
  })

  test('those that nobody names are warned of once; images of the home page need no naming', () => {
    expect(warningsOf(EVENTO, new Set(['musica/a.mp3', 'otra.mp3', 'fotos/x.jpg']))).toEqual(['files'])
    expect(warningsOf(EVENTO, new Set(['musica/a.mp3', 'carrusel/1.jpg']))).toEqual([])
  })
})

test('a category whose id every object knows has no criteria but those it was given', () => {
  const categorias = { toString: { nombre: 'Salsa', dia: 'jueves' }, c1: { nombre: 'Casino', dia: 'jueves' } }
  const rows = rowsOf({ categorias, extra: { criterios: { c1: 'casino' } } })
  expect(rows.categorias.map(({ id, criterios }) => [id, criterios])).toEqual([
    ['c1', 'casino'],
    ['toString', null],
  ])
})
