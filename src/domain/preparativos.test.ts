import { expect, test } from 'vitest'
import { mapDias } from './dia.ts'
import type { Juez } from './jurado.ts'
import { countDia, listFaltas, type CategoriaContada, type ConteoDeDia, type Preparativos } from './preparativos.ts'

const AHORA = Date.parse('2026-03-20T18:00:00Z')
const HORA = 60 * 60_000
const hace = (ms: number): string => new Date(AHORA - ms).toISOString()

const LISTO: ConteoDeDia = { categorias: 2, categoriasVacias: 0, sinMusica: 0, sinOrden: 0, categoriasSinJuez: 0 }
const TODO_LISTO: Preparativos = {
  dias: mapDias(() => LISTO),
  textosDeEjemplo: 0,
  hasHora: true,
  hasJueces: true,
  hasPrincipal: true,
  hasHttps: true,
  hasCierreDeInscripciones: true,
  respaldo: hace(HORA),
}

const faltasDe = (cambios: Partial<Preparativos>): string[] =>
  listFaltas({ ...TODO_LISTO, ...cambios }, AHORA).map(({ titulo }) => titulo)
/** The second day and the third lack this many. */
const dias = (campo: keyof ConteoDeDia, viernes: number, sábado: number): Partial<Preparativos> => ({
  dias: {
    jueves: LISTO,
    viernes: { ...LISTO, [campo]: viernes },
    sábado: { ...LISTO, [campo]: sábado },
  },
})

test('an event that has everything lacks nothing', () => {
  expect(faltasDe({})).toEqual([])
})

test.each<[Partial<Preparativos>, string]>([
  [{ textosDeEjemplo: 4 }, 'Textos de ejemplo: 4'],
  [{ dias: mapDias(() => ({ ...LISTO, categorias: 0 })) }, 'Sin categorías'],
  [dias('categoriasVacias', 2, 1), 'Categorías sin competidores: 3'],
  [dias('sinMusica', 0, 12), 'Entradas sin música: 12'],
  [dias('sinOrden', 1, 1), 'Entradas sin orden: 2'],
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
  const vacio = { categorias: 0, categoriasVacias: 0, sinMusica: 0, sinOrden: 0, categoriasSinJuez: 0 }
  const nada: Preparativos = {
    dias: mapDias(() => vacio),
    textosDeEjemplo: 9,
    hasHora: false,
    hasJueces: false,
    hasPrincipal: false,
    hasHttps: false,
    hasCierreDeInscripciones: false,
    respaldo: null,
  }
  expect(listFaltas(nada, AHORA).map(({ punto }) => punto)).toEqual([
    'textos',
    'categorias',
    'hora',
    'jueces',
    'https',
    'fechas',
    'respaldo',
  ])
  const viernes = { categorias: 3, categoriasVacias: 1, sinMusica: 2, sinOrden: 1, categoriasSinJuez: 3 }
  const aMedias = { ...nada, hasJueces: true, dias: { ...nada.dias, viernes } }
  expect(listFaltas(aMedias, AHORA).map(({ punto, dias }) => [punto, ...dias])).toEqual([
    ['textos'],
    ['competidores', 'viernes'],
    ['musica', 'viernes'],
    ['orden', 'viernes'],
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

const SALSA: CategoriaContada = { id: 'salsa', dia: 'jueves', inscritos: 4, sinMusica: 1, sinOrden: 0 }
const VACIA: CategoriaContada = { id: 'vacia', dia: 'jueves', inscritos: 0, sinMusica: 0, sinOrden: 0 }
const JUEZ: Juez = { id: 'j', nombre: 'Amparo', activo: true, principal: false, dias: null, categorias: null }

test('a day counts its categories, those without entries, and those that no active judge has', () => {
  const jurado = [
    { ...JUEZ, categorias: ['salsa'] },
    { ...JUEZ, activo: false },
  ]
  expect(countDia([SALSA, VACIA], jurado)).toEqual({
    categorias: 2,
    categoriasVacias: 1,
    sinMusica: 1,
    sinOrden: 0,
    categoriasSinJuez: 1,
  })
  expect(countDia([SALSA, VACIA], [JUEZ]).categoriasSinJuez).toBe(0)
  expect(countDia([SALSA], [{ ...JUEZ, dias: ['viernes'] }]).categoriasSinJuez).toBe(1)
})
