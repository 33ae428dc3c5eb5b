import { describe, expect, test } from 'vitest'
import {
  ENTRY,
  EVENTO,
  eventWith,
  faultsOf,
  J,
  rowsOf,
  warningsOf,
  type Json,
} from '../../../tests/support/an-event.ts'
import type { Rows } from './rows.ts'
import { textOf, writeTree } from './tree.ts'

const TRACK = new Set(['musica/a.mp3'])

const SIN_ACCESO = { principal: 0, dias: null, categorias: null, enlace: null }
const SENT = { estado: 'enviada', version: 1, motivo: null, enviada: null }

describe('reading a tree', () => {
  test('an entry belongs to the category of its day with that name, in any case', () => {
    const { competidores } = rowsOf(EVENTO)
    expect(competidores.map(({ id, categoriaId, orden }) => [id, categoriaId, orden])).toEqual([
      ['e1', 'c1', 1],
      ['e2', 'c2', 4],
    ])
  })

  test('texts are compared in any encoding of their accents, and kept as they are', () => {
    const nfd = (text: string) => text.normalize('NFD')
    const json = {
      categorias: {
        c1: { nombre: 'Salsa Niños', dia: 'sábado' },
        c2: { nombre: nfd('Salsa Élite'), dia: nfd('sábado') },
      },
      competidores: {
        salsa: {
          e1: { nombre: 'Íñigo', categoria: nfd('Salsa Niños'), dia: nfd('sábado') },
          e2: { nombre: nfd('Zoë'), categoria: 'SALSA ÉLITE', dia: 'sábado' },
        },
      },
      calificaciones: {
        [nfd('sábado')]: {
          [nfd('Salsa Niños')]: { [nfd('Íñigo')]: { [nfd('Ramón')]: { l_calificacion: '1' } } },
          'Salsa Élite': { Zoë: { Ramón: { l_calificacion: '2' } } },
        },
      },
      extra: { jueces: { j1: { nombre: 'Ramón', dias: [nfd('sábado')] } }, desempate: [nfd('Técnica')] },
    }
    const rows = rowsOf(json)
    expect(rows.categorias.map(({ nombre, dia }) => [nombre, dia])).toEqual([
      ['Salsa Niños', 'sábado'],
      [nfd('Salsa Élite'), 'sábado'],
    ])
    expect(rows.competidores.map(({ nombre, categoriaId }) => [nombre, categoriaId])).toEqual([
      ['Íñigo', 'c1'],
      [nfd('Zoë'), 'c2'],
    ])
    expect(rows.calificaciones.map(({ competidorId, juezId }) => [competidorId, juezId])).toEqual([
      ['e1', 'j1'],
      ['e2', 'j1'],
    ])
    expect(rows.desempate).toEqual([{ orden: 1, elemento: 'Técnica' }])
    // The texts are given back as they came.
    expect(rowsOf(writeTree(rows))).toEqual(rows)
  })

  test('a judge whose name is written in two encodings is one judge', () => {
    const marks = { Ana: { Ramón: { l_calificacion: '1' } } }
    const otras = { Bea: { ['Ramón'.normalize('NFD')]: { l_calificacion: '2' } } }
    const rows = rowsOf(
      eventWith({ calificaciones: { jueves: { 'Salsa On1': marks }, viernes: { 'Salsa On1': otras } } }),
    )
    expect(rows.jueces.map(({ nombre }) => nombre.normalize('NFC'))).toEqual(['Ramón'])
    expect(rows.calificaciones).toHaveLength(2)
  })

  test('entries of one name in two encodings are told apart by their ids', () => {
    const entries = { e1: { ...ENTRY, nombre: 'Zoë' }, e2: { ...ENTRY, nombre: 'Zoë'.normalize('NFD') } }
    const marked = (marks: Json) =>
      eventWith({ 'competidores/salsa_on1': entries, 'calificaciones/jueves/Salsa On1': marks })
    const rows = rowsOf(marked({ e1: J, e2: J }))
    expect(rowsOf(writeTree(rows))).toEqual(rows)
    expect(faultsOf(marked({ Zoë: J }))).toEqual(['calificaciones/jueves/Salsa On1/Zoë'])
  })

  test('an empty tree is an empty event', () => {
    expect(rowsOf({})).toMatchObject({ users: [], categorias: [], ajustes: null, competencia: null, textos: null })
  })

  test('null, empty and absent fields are the same', () => {
    const empty = { nombre: '', compania: null, orden: null, usuarioId: '', musicaPath: '', fechaInscripcion: '' }
    const [entry] = rowsOf(eventWith({ 'competidores/salsa_on1': { e1: { ...ENTRY, ...empty } } })).competidores
    expect(entry).toMatchObject({ nombre: null, compania: null, orden: null, usuarioId: null, musicaPath: null })
    expect(rowsOf({ users: null, categorias: { c1: null }, calificaciones: { jueves: { X: {} } } }).users).toEqual([])
  })

  test('an entry without day belongs to the category with that name and without day', () => {
    const json = eventWith({ competidores: { sin_da: { e1: { categoria: 'sin día' } } } })
    expect(rowsOf(json).competidores[0]).toMatchObject({ categoriaId: 'c3' })
  })

  test('marks stay text, and an unknown judge becomes a judge that is not active', () => {
    const { jueces, calificaciones } = rowsOf(EVENTO)
    expect(jueces).toEqual([{ id: expect.stringMatching(/^juez-/), nombre: 'Juez Amparo', activo: 0, ...SIN_ACCESO }])
    expect(calificaciones).toEqual([
      { competidorId: 'e1', juezId: jueces[0]?.id, l_calificacion: 'N/P', criterios: '{"b_Tiempo":"9.10"}', ...SENT },
    ])
  })

  test('marks under the name of a judge in `extra` belong to that judge', () => {
    const json = { ...EVENTO, extra: { jueces: { j1: { nombre: 'Juez Amparo', activo: true } } } }
    expect(rowsOf(json).jueces).toEqual([{ id: 'j1', nombre: 'Juez Amparo', activo: 1, ...SIN_ACCESO }])
    expect(rowsOf(json).calificaciones[0]).toMatchObject({ juezId: 'j1' })
  })

  test('marks refer to entries with a shared name, or without one, by id', () => {
    const entries = { e1: ENTRY, e2: ENTRY, e3: { ...ENTRY, nombre: '' } }
    const marks = { J: { l_calificacion: '1' } }
    const json = eventWith({
      'competidores/salsa_on1': entries,
      'calificaciones/jueves/salsa on1': { e1: marks, e2: marks, e3: marks },
    })
    expect(rowsOf(json).calificaciones.map(({ competidorId }) => competidorId)).toEqual(['e1', 'e2', 'e3'])
  })

  test('a label that is the name of one entry and the id of another refers to the name', () => {
    const entries = { e1: { ...ENTRY, nombre: 'e2' }, e2: { ...ENTRY, nombre: 'Bea' } }
    const json = eventWith({
      'competidores/salsa_on1': entries,
      'calificaciones/jueves/Salsa On1': { e2: J, Bea: J },
    })
    expect(rowsOf(json).calificaciones.map(({ competidorId }) => competidorId)).toEqual(['e1', 'e2'])
  })

  test('a missing setting stays unset', () => {
    const { ajustes, turnos } = rowsOf({ adminMinutoAMinuto: { mostrarViernes: false } })
    expect(ajustes).toMatchObject({ dia: null, activarReloj: null, mostrarJueves: null, mostrarViernes: false })
    expect(turnos).toEqual([])
  })

  test('the turn of the active day is in the settings, the other turns are in `extra`', () => {
    const json = eventWith({
      adminMinutoAMinuto: { dia: 'viernes', selectedRow: 7 },
      extra: { turno: { jueves: { selectedRow: 3, regreso: 2 }, viernes: { selectedRow: 1 } } },
    })
    expect(rowsOf(json).turnos).toEqual([
      { dia: 'jueves', selectedRow: 3, regreso: 2 },
      { dia: 'viernes', selectedRow: 7, regreso: null },
    ])
    expect(warningsOf(json, TRACK)).toEqual(['extra/turno/viernes'])
  })

  test('a turn on a day without entries gives a warning', () => {
    const turns = (selectedRow: number) => ({
      adminMinutoAMinuto: { selectedRow },
      extra: { turno: { sábado: { selectedRow } } },
    })
    expect(warningsOf(turns(1))).toEqual(['adminMinutoAMinuto/selectedRow', 'extra/turno/sábado'])
    expect(warningsOf(turns(0))).toEqual([])
    expect(warningsOf(eventWith(turns(1)), TRACK)).toEqual(['extra/turno/sábado'])
  })

  test('an entry whose id is taken by an entry of another slug gets a new id and keeps its key for the export', () => {
    const json = eventWith({
      competidores: { salsa_on1: { e1: ENTRY, 'e1~2': ENTRY }, sin_da: { e1: { categoria: 'Sin día' } } },
    })
    expect(rowsOf(json).competidores.map(({ id, clave, categoriaId }) => [id, clave, categoriaId])).toEqual([
      ['e1', null, 'c1'],
      ['e1~2', null, 'c1'],
      ['e1~3', 'e1', 'c3'],
    ])
  })

  test('an administrator and a user may have the same e-mail', () => {
    const { users, admin } = rowsOf(EVENTO)
    expect([users[0]?.emailKey, admin[0]?.emailKey]).toEqual(['ana@example.com', 'ana@example.com'])
  })

  test('a text of the event that was left blank stays blank', () => {
    expect(rowsOf({ extra: { evento: { nombre: 'Salsa', edicion: '' } } }).textos).toEqual({
      nombre: 'Salsa',
      edicion: '',
    })
  })
})

const E1 = 'competidores/salsa_on1/e1'

/** Title, path of the warning, and the values that give it. */
const WARNED: readonly (readonly [string, string, Json])[] = [
  ['an unknown collection', 'usuarios', { usuarios: {} }],
  ['an unknown field', `${E1}/edad`, { [`${E1}/edad`]: 9 }],
  [
    'an unknown criterion',
    'calificaciones/jueves/Salsa On1/Ana/J/z_nada',
    { 'calificaciones/jueves/Salsa On1/Ana/J': { z_nada: '1', ...J.J } },
  ],
  ['a rubric that is null', 'adminCompetencia/rubricas/1', { 'adminCompetencia/rubricas': ['A', null] }],
  ['an unknown owner', `${E1}/usuarioId`, { [`${E1}/usuarioId`]: 'u9' }],
  ['a uid that is not the key', 'users/u1/uid', { 'users/u1/uid': 'u2' }],
  ['an id that is not the key', 'categorias/c3/id', { 'categorias/c3/id': 'x' }],
  ['an entry under another slug', 'competidores/otra/e1', { competidores: { otra: { e1: ENTRY } } }],
]

test.each(WARNED)('%s is imported with a warning', (_, path, values) => {
  expect(warningsOf(eventWith(values)).filter((place) => place !== 'files')).toEqual([path])
})

test('a field with a warning is left out or kept unchanged', () => {
  expect(rowsOf(eventWith({ [`${E1}/usuarioId`]: 'u9' })).competidores[0]?.usuarioId).toBe('u9')
  expect(rowsOf({ adminCompetencia: { rubricas: ['A', null, 'B'] } }).competencia?.rubricas).toEqual(['A', 'B'])
  expect(rowsOf({ users: { u1: { uid: 'u2' } } }).users[0]?.uid).toBe('u1')
})

describe('files', () => {
  test('a file that is named and not in the folder is refused', () => {
    expect(faultsOf(EVENTO, new Set())).toEqual(['competidores/salsa_on1/e2/musicaPath'])
    expect(faultsOf(EVENTO, new Set(['musica/a.mp3']))).toEqual([])
    expect(faultsOf({ ...EVENTO, extra: { faltan: ['musica/a.mp3'] } }, new Set())).toEqual([])
  })

  test('without a folder, the named files give one warning', () => {
    expect(warningsOf(EVENTO, null)).toEqual(['files'])
  })

  test('files that no row names give one warning; images of the home page are not named by rows', () => {
    expect(warningsOf(EVENTO, new Set(['musica/a.mp3', 'otra.mp3', 'fotos/x.jpg']))).toEqual(['files'])
    expect(warningsOf(EVENTO, new Set(['musica/a.mp3', 'carrusel/1.jpg']))).toEqual([])
  })
})

test('a category whose id is a property of every object has only the criteria that the tree gives it', () => {
  const categorias = { toString: { nombre: 'Salsa', dia: 'jueves' }, c1: { nombre: 'Casino', dia: 'jueves' } }
  const rows = rowsOf({ categorias, extra: { criterios: { c1: 'casino' } } })
  expect(rows.categorias.map(({ id, criterios }) => [id, criterios])).toEqual([
    ['c1', 'casino'],
    ['toString', null],
  ])
})

test('a round keeps where it came from without the entries that are gone, also when the whole category is gone', () => {
  const origen = { c2: { categoria: 'borrada', nombre: 'Semifinal', pasan: ['e1'] } }
  const rows = rowsOf(eventWith({ 'extra/origen': origen }))
  const later = { ...rows, competidores: rows.competidores.filter(({ id }) => id !== 'e1') }
  const origenIn = (event: Rows): unknown => JSON.parse(textOf(writeTree(event))).extra?.origen
  expect([rows, later, rowsOf(EVENTO)].map(origenIn)).toEqual([
    origen,
    { c2: { categoria: 'borrada', nombre: 'Semifinal' } },
    undefined,
  ])
})
