import { expect, test } from 'vitest'
import { mapDias } from './dia.ts'
import type { Juez } from './jurado.ts'
import {
  countDia,
  listFaltas,
  listOpciones,
  type CategoriaContada,
  type ConteoDeDia,
  type DiaContado,
  type Preparativos,
} from './preparativos.ts'

const AHORA = Date.parse('2026-03-20T18:00:00Z')
const HORA = 60 * 60_000
const hace = (ms: number): string => new Date(AHORA - ms).toISOString()

const VACIO: ConteoDeDia = {
  categorias: 0,
  categoriasVacias: 0,
  sinMusica: 0,
  sinOrden: 0,
  categoriasSinJuez: 0,
  sinCerrar: 0,
  esperaTurnos: false,
  programa: 'sin publicar',
  ordenCerrado: false,
}
const LISTO: ConteoDeDia = {
  ...VACIO,
  categorias: 2,
  esperaTurnos: true,
  programa: 'publicado',
  ordenCerrado: true,
}
const TODO_LISTO: Preparativos = {
  dias: mapDias(() => LISTO),
  textosDeEjemplo: [],
  hasImagenes: true,
  hasFecha: true,
  hasHora: true,
  hasJueces: true,
  hasPrincipal: true,
  hasHttps: true,
  hasCierreDeInscripciones: true,
  respaldo: hace(HORA),
}

const faltasDe = (cambios: Partial<Preparativos>): string[] =>
  listFaltas({ ...TODO_LISTO, ...cambios }, AHORA).map(({ titulo }) => titulo)
/** The second day and the third differ from one that lacks nothing. */
const losDias = (viernes: Partial<ConteoDeDia>, sábado: Partial<ConteoDeDia>): Preparativos['dias'] => ({
  jueves: LISTO,
  viernes: { ...LISTO, ...viernes },
  sábado: { ...LISTO, ...sábado },
})
const dias = (campo: keyof ConteoDeDia, viernes: number, sábado: number): Pick<Preparativos, 'dias'> => ({
  dias: losDias({ [campo]: viernes }, { [campo]: sábado }),
})

test('an event that has everything lacks nothing', () => {
  expect(faltasDe({})).toEqual([])
})

test.each<[Partial<Preparativos>, string]>([
  [{ textosDeEjemplo: ['Hotel', 'Dirección'] }, 'Textos de ejemplo: Hotel, Dirección'],
  [{ hasImagenes: false }, 'Imágenes de ejemplo'],
  [{ dias: mapDias(() => ({ ...LISTO, categorias: 0 })) }, 'Sin categorías'],
  [dias('categoriasVacias', 2, 1), 'Categorías sin competidores: 3'],
  [dias('sinMusica', 0, 12), 'Entradas sin música: 12'],
  [dias('sinOrden', 1, 1), 'Entradas sin orden: 2'],
  [
    { dias: losDias({ programa: 'con cambios' }, { programa: 'con cambios' }) },
    'Programa con cambios sin publicar: viernes y sábado',
  ],
  [dias('sinCerrar', 4, 0), 'Categorías sin cerrar: 4'],
  [{ hasHora: false }, 'Falta la hora'],
  [{ hasJueces: false }, 'Sin jueces'],
  [dias('categoriasSinJuez', 1, 0), 'Categorías sin juez: 1'],
  [{ hasPrincipal: false }, 'Sin juez principal'],
  [{ hasHttps: false }, 'Enlaces de juez sin https'],
  [{ hasCierreDeInscripciones: false }, 'Inscripciones sin fechas'],
  [{ respaldo: null }, 'Sin respaldo en 24 horas'],
])('what is missing alone stands alone: %j', (cambios, titulo) => {
  expect(faltasDe(cambios)).toEqual([titulo])
})

test('what is missing stands in the order in which an event is prepared, and says its days', () => {
  const nada: Preparativos = {
    dias: mapDias(() => VACIO),
    textosDeEjemplo: ['Hotel'],
    hasImagenes: false,
    hasFecha: false,
    hasHora: false,
    hasJueces: false,
    hasPrincipal: false,
    hasHttps: false,
    hasCierreDeInscripciones: false,
    respaldo: null,
  }
  expect(listFaltas(nada, AHORA).map(({ punto }) => punto)).toEqual([
    'textos',
    'imagenes',
    'categorias',
    'hora',
    'jueces',
    'https',
    'fechas',
    'respaldo',
  ])
  const faltantes = { categoriasVacias: 1, sinMusica: 2, sinOrden: 1, categoriasSinJuez: 3 }
  const viernes: ConteoDeDia = { ...LISTO, ...faltantes, programa: 'con cambios' }
  const sábado = { ...LISTO, esperaTurnos: false, sinCerrar: 1 }
  const aMedias = { ...nada, hasJueces: true, dias: { ...nada.dias, viernes, sábado } }
  expect(listFaltas(aMedias, AHORA).map(({ punto, dias }) => [punto, ...dias])).toEqual([
    ['textos'],
    ['imagenes'],
    ['competidores', 'viernes'],
    ['musica', 'viernes'],
    ['orden', 'viernes'],
    ['cambios'],
    ['cierre', 'sábado'],
    ['hora'],
    ['asignacion', 'viernes'],
    ['principal'],
    ['https'],
    ['fechas'],
    ['respaldo'],
  ])
})

test('without judges nothing is said of their categories and of their head', () => {
  const { dias: sinJuez } = dias('categoriasSinJuez', 5, 5)
  expect(faltasDe({ hasJueces: false, hasPrincipal: false, ...(sinJuez && { dias: sinJuez }) })).toEqual(['Sin jueces'])
})

test('a backup counts for 24 hours', () => {
  expect(faltasDe({ respaldo: hace(24 * HORA) })).toEqual([])
  expect(faltasDe({ respaldo: hace(24 * HORA + 1) })).toEqual(['Sin respaldo en 24 horas'])
})

test('what the organiser may do besides is said of the days that still have turns, and holds up nothing', () => {
  const pendiente = { ...LISTO, programa: 'sin publicar', ordenCerrado: false } as const
  const opciones = (jueves: Partial<ConteoDeDia>, viernes: ConteoDeDia, sábado: ConteoDeDia) =>
    listOpciones({ ...TODO_LISTO, dias: { jueves: { ...LISTO, ...jueves }, viernes, sábado } }).map((one) => one.titulo)
  expect(opciones({}, LISTO, LISTO)).toEqual([])
  expect(opciones({ ordenCerrado: false }, pendiente, pendiente)).toEqual([
    'Publicar el programa: viernes y sábado',
    'Cerrar el orden: jueves, viernes y sábado',
  ])
  expect(opciones({}, { ...pendiente, esperaTurnos: false }, VACIO)).toEqual([])
  const sinFecha = { ...TODO_LISTO, hasFecha: false }
  expect(listOpciones(sinFecha).map((one) => one.titulo)).toEqual(['Poner la fecha del evento'])
  expect(listOpciones({ ...sinFecha, dias: mapDias(() => VACIO) })).toEqual([])
  expect(faltasDe({ dias: mapDias(() => pendiente) })).toEqual([])
  const pasado = { ...LISTO, esperaTurnos: false, programa: 'con cambios' } as const
  expect(faltasDe({ dias: mapDias(() => pasado) })).toEqual([])
})

const ana = { id: 'ana', orden: 1, musicaPath: null, retiro: null }
const entrada = (id: string) => ({ ...ana, id, musicaPath: 'musica/x.mp3' })
const SALSA: CategoriaContada = {
  id: 'salsa',
  dia: 'jueves',
  cerrada: false,
  competidores: [
    ana,
    entrada('bea'),
    { ...entrada('luz'), orden: null },
    { ...ana, id: 'mar', retiro: 'descalificado' },
  ],
}
const VACIA: CategoriaContada = { id: 'vacia', dia: 'jueves', cerrada: false, competidores: [] }
const JUEZ: Juez = { id: 'j', nombre: 'Amparo', activo: true, principal: false, dias: null, categorias: null }
const JUEVES: DiaContado = {
  categorias: [SALSA, VACIA],
  fase: 'en vivo',
  alcanzados: [],
  programa: 'publicado',
  ordenCerrado: true,
}

test('a day counts its categories, those without entries, and those that no active judge has', () => {
  const jurado = [
    { ...JUEZ, categorias: ['salsa'] },
    { ...JUEZ, activo: false },
  ]
  expect(countDia(JUEVES, jurado)).toEqual({
    categorias: 2,
    categoriasVacias: 1,
    sinMusica: 1,
    sinOrden: 1,
    categoriasSinJuez: 1,
    sinCerrar: 0,
    esperaTurnos: true,
    programa: 'publicado',
    ordenCerrado: true,
  })
  expect(countDia(JUEVES, [JUEZ]).categoriasSinJuez).toBe(0)
  expect(countDia(JUEVES, [{ ...JUEZ, dias: ['viernes'] }]).categoriasSinJuez).toBe(2)
})

test('an entry that had the turn is not without music any more, and a day without entries waits for no turn', () => {
  expect(countDia({ ...JUEVES, alcanzados: ['ana'] }, []).sinMusica).toBe(0)
  expect(countDia({ ...JUEVES, categorias: [VACIA] }, []).esperaTurnos).toBe(false)
})

test('after the last turn, categories with entries wait for their close once there are judges', () => {
  const fin = { ...JUEVES, fase: 'terminado' } as const
  expect(countDia(fin, [JUEZ])).toMatchObject({ sinCerrar: 1, esperaTurnos: false })
  expect(countDia(fin, []).sinCerrar).toBe(0)
  expect(countDia({ ...fin, categorias: [{ ...SALSA, cerrada: true }] }, [JUEZ]).sinCerrar).toBe(0)
})
