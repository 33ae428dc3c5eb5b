import { expect, test } from 'vitest'
import { isListed, isUnchanged, matchesTitulo, tituloOfActo, valoresOf, type Acto } from './bitacora.ts'

const ZONA = 'America/Mexico_City'
const NOMBRES = new Map([
  ['c1', 'Salsa'],
  ['e1', 'Ana'],
  ['e2', 'Bea'],
  ['j2', 'Benny'],
])
const MARCA = {
  juezId: 'j1',
  juez: 'Amparo',
  estado: 'enviada',
  version: 1,
  l_calificacion: '17.50',
  criterios: { b_tiempo: '8.5', c_tecnica: '9.0' },
  motivo: null,
}
const TARDIA = { juez: 'Amparo', estado: 'pendiente', causa: 'sesion', l_calificacion: '8.50', motivo: null }
const anActo = (acto: Partial<Acto>): Acto => ({
  kind: 'categoria',
  dia: 'jueves',
  actorRole: 'admin',
  actorId: 'a1',
  actorNombre: 'Amalia',
  sujetoId: null,
  nombres: NOMBRES,
  before: null,
  after: null,
  ...acto,
})
const said = (acto: Partial<Acto>) => {
  const { antes, despues } = valoresOf(anActo(acto), ZONA)
  return [tituloOfActo(anActo(acto)).que, antes, despues]
}

test.each<[string, Partial<Acto>, string[]]>([
  [
    'a turn',
    { kind: 'turno', before: { selectedRow: 1, competidorId: 'e1' }, after: { selectedRow: 2, competidorId: 'e2' } },
    ['Turno del jueves', 'Turno: 1 (Ana)', 'Turno: 2 (Bea)'],
  ],
  [
    'a loaded list',
    { kind: 'carga', dia: null, after: { categoriasNuevas: 0, competidoresNuevos: 12, yaEstaban: 3 } },
    ['Lista cargada', '', 'Categorías nuevas: 0; Competidores nuevos: 12; Ya estaban: 3'],
  ],
  ['another active day', { kind: 'dia', before: 'jueves', after: 'sábado' }, ['Día activo', 'Jueves', 'Sábado']],
  [
    'a clock',
    {
      kind: 'reloj',
      before: { activarReloj: false, hora: null, minutosPorCompetidor: 5 },
      after: { hora: '2025-04-11T02:50:00.000Z' },
    },
    ['Reloj', 'Hora: sin valor', 'Hora: 2025-04-10 20:50:00'],
  ],
  [
    'published results',
    { kind: 'publicacion', before: { mostrarJueves: false }, after: { mostrarJueves: true } },
    ['Publicación', 'Habilitar Jueves: no', 'Habilitar Jueves: sí'],
  ],
  [
    'a new category',
    { sujetoId: 'c1', after: { id: 'c1', nombre: 'Salsa', dia: 'jueves', orden: 3 } },
    ['Categoría Salsa: alta', '', 'Nombre: Salsa; Día: Jueves; Orden: 3'],
  ],
  [
    'an entry that has the name of a day',
    { kind: 'competidor', sujetoId: 'gone', after: { nombre: 'jueves' } },
    ['Competidor jueves: alta', '', 'Nombre: jueves'],
  ],
  [
    'a deleted entry',
    { kind: 'competidor', sujetoId: 'gone', before: { nombre: 'Caro', orden: 1, musicaPath: 'musica/x.mp3' } },
    ['Competidor Caro: eliminado', 'Nombre: Caro; Orden: 1; Música: sí', ''],
  ],
  [
    'an instant that no calendar has',
    { kind: 'reloj', before: { hora: null }, after: { hora: '9999-12-31T23:59:59-12:00' } },
    ['Reloj', 'Hora: sin valor', 'Hora: 9999-12-31T23:59:59-12:00'],
  ],
  [
    'a new mark',
    { kind: 'calificacion', sujetoId: 'e1', after: MARCA },
    ['Calificación de Ana por Amparo', '', 'Criterios: Tiempo 8.5, Técnica 9.0; Estado: Enviada; Puntos: 17.50'],
  ],
  [
    'a reopened mark',
    {
      kind: 'calificacion',
      sujetoId: 'e1',
      before: MARCA,
      after: { ...MARCA, estado: 'reabierta', motivo: 'Otra fila' },
    },
    ['Calificación de Ana por Amparo', 'Motivo: sin valor; Estado: Enviada', 'Motivo: Otra fila; Estado: Reabierta'],
  ],
  [
    'a late mark of a deleted entry',
    { kind: 'tardia', sujetoId: 'gone', after: { ...TARDIA, criterios: { b_tiempo: '8.5' } } },
    [
      'Calificación tardía de (eliminado) por Amparo',
      '',
      'Criterios: Tiempo 8.5; Estado: Pendiente; Causa: La sesión del juez había terminado.; Puntos: 8.50',
    ],
  ],
  [
    'a discarded late mark',
    { kind: 'tardia', sujetoId: 'e1', before: TARDIA, after: { ...TARDIA, estado: 'descartada', motivo: 'Repetida' } },
    [
      'Calificación tardía de Ana por Amparo: descartada',
      'Motivo: sin valor; Estado: Pendiente',
      'Motivo: Repetida; Estado: Descartada',
    ],
  ],
  [
    'a penalty',
    {
      kind: 'penalizacion',
      sujetoId: 'e1',
      after: { id: 'p1', puntos: 250, motivo: 'Tiempo', autor: 'A', fecha: '2025' },
    },
    ['Penalización de Ana', '', 'Motivo: Tiempo; Puntos: 2.50'],
  ],
  [
    'a penalty taken away',
    { kind: 'penalizacion', sujetoId: 'e1', before: { puntos: 250, motivo: 'Tiempo' } },
    ['Penalización de Ana: quitada', 'Motivo: Tiempo; Puntos: 2.50', ''],
  ],
  [
    'a disqualification',
    { kind: 'retiro', sujetoId: 'e1', after: { estado: 'descalificado', motivo: 'Música' } },
    ['Competidor Ana: descalificado', '', 'Motivo: Música; Estado: Descalificado'],
  ],
  [
    'a restored entry',
    { kind: 'retiro', sujetoId: 'e1', before: { estado: 'no_se_presento', motivo: null } },
    ['Competidor Ana: restaurado', 'Estado: No se presentó', ''],
  ],
  [
    'a closed category',
    {
      kind: 'cierre',
      sujetoId: 'c1',
      before: { cerrada: false },
      after: { cerrada: true, autor: 'Paz', fecha: '2025', decision: 'Sin Amparo' },
    },
    ['Categoría Salsa: cerrada', 'Cerrada: no', 'Cerrada: sí; Decisión: Sin Amparo'],
  ],
  [
    'a closing that needed no decision',
    { kind: 'cierre', sujetoId: 'c1', before: { cerrada: false }, after: { cerrada: true, decision: null } },
    ['Categoría Salsa: cerrada', 'Cerrada: no', 'Cerrada: sí'],
  ],
  [
    'a category opened again',
    { kind: 'cierre', sujetoId: 'c1', before: { cerrada: true, decision: null }, after: { cerrada: false } },
    ['Categoría Salsa: reabierta', 'Cerrada: sí', 'Cerrada: no'],
  ],
  [
    'a new judge',
    { kind: 'juez', sujetoId: 'j1', after: { nombre: 'Amparo', activo: true, principal: false, dias: null } },
    ['Juez Amparo: alta', '', 'Nombre: Amparo; Activo: sí; Juez principal: no'],
  ],
  [
    'a judge assigned to days and categories',
    {
      kind: 'juez',
      sujetoId: 'j1',
      before: { nombre: 'Amparo', dias: null, categorias: null },
      after: { dias: ['jueves', 'sábado'], categorias: ['c1', 'gone'] },
    },
    [
      'Juez Amparo',
      'Días asignados: sin valor; Categorías asignadas: sin valor',
      'Días asignados: Jueves, Sábado; Categorías asignadas: Salsa, (eliminada)',
    ],
  ],
  ['a new link', { kind: 'juez', sujetoId: 'j2', after: { enlace: 'nuevo' } }, ['Juez Benny', '', 'Enlace: nuevo']],
  [
    'a link or a token that stands in a row by mistake',
    { kind: 'juez', sujetoId: 'j2', after: { enlace: 'Zm9vYmFy', token: 'c2VjcmV0' } },
    ['Juez Benny', '', 'Enlace: sí; Token: sí'],
  ],
  [
    'a scale',
    {
      kind: 'escala',
      before: { tipo: 'casino', maximo: 10, paso: 0.1 },
      after: { tipo: 'casino', maximo: 20, paso: 0.1 },
    },
    ['Escala Casino', 'Máximo: 10', 'Máximo: 20'],
  ],
  ['an order', { sujetoId: 'c1', after: { orden: 2 } }, ['Categoría Salsa', '', 'Orden: 2']],
  [
    'a changed entry: only what differs',
    {
      kind: 'competidor',
      sujetoId: 'e1',
      before: { nombre: 'Ane', compania: 'Son', orden: 1 },
      after: { nombre: 'Ana', compania: 'Son' },
    },
    ['Competidor Ana', 'Nombre: Ane', 'Nombre: Ana'],
  ],
  ['people without one that is named', { kind: 'usuario', after: null }, ['Usuario', '', '']],
  [
    'a person who is gone',
    { kind: 'usuario', sujetoId: 'x', after: { activo: false } },
    ['Usuario (eliminado)', '', 'Activo: no'],
  ],
])('%s is told with its name and values', (_what, acto, row) => {
  expect(said(acto)).toEqual(row)
})

test.each<[string, unknown, unknown, boolean]>([
  ['a switch that was already so', { mostrarJueves: true }, { mostrarJueves: true }, true],
  [
    'the texts of the event, one blank as before',
    { nombre: 'Salsa', hotel: null },
    { nombre: 'Salsa', hotel: '' },
    true,
  ],
  ['a switch', { mostrarJueves: false }, { mostrarJueves: true }, false],
  ['a field that the log does not show', { version: 1 }, { version: 2 }, false],
  ['an act without values', null, null, false],
])('%s changed nothing: %o, %o, %s', (_what, before, after, unchanged) => {
  expect(isUnchanged({ before, after })).toBe(unchanged)
})

test.each<[string, Partial<Acto>, string]>([
  ['a registration without a session', { kind: 'usuario', actorRole: 'visitante' }, 'Visitante'],
  ['any other act without a session', { kind: 'competidor', actorRole: 'visitante' }, 'Sistema'],
  [
    'a late mark of an ended session',
    { kind: 'tardia', actorRole: 'visitante', actorId: null, actorNombre: 'Amalia', after: TARDIA },
    'Amparo',
  ],
  ['a session without a name', { actorRole: 'usuario', actorId: 'u1', actorNombre: '' }, 'u1@example.com (competidor)'],
  [
    'a session of a person who is gone',
    { actorRole: 'usuario', actorId: 'u2', actorNombre: '' },
    'Sin nombre (competidor)',
  ],
])('who did the act of %s', (_, acto, quien) => {
  expect(tituloOfActo(anActo({ actorNombre: null, ...acto, nombres: new Map([['u1', 'u1@example.com']]) })).quien).toBe(
    quien,
  )
})

test('a search looks at person and act, ignoring case and accents, and not at values', () => {
  const row = tituloOfActo(anActo({ sujetoId: 'c1', after: { nombre: 'Salsa', orden: 3 } }))
  expect(['AMALIA', 'categoria salsa', 'alta', ''].map((text) => matchesTitulo(row, text))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(matchesTitulo(row, 'orden')).toBe(false)
})

test.each([
  ['sesion', null, false],
  ['competidor', null, false],
  ['competidor', 'e1', true],
  ['turno', null, true],
])('a row of kind %s about entry %s is listed: %s', (kind, competidorId, expected) => {
  expect(isListed({ kind, competidorId })).toBe(expected)
})
