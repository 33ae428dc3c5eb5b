import { expect, test } from 'vitest'
import type { CategoriaResultadosPart, Resultados } from './calificaciones.ts'
import { detalleEnRuta, filaDe } from './ruta.ts'

const puesto = (id: string, lugar: number | null) => ({
  id,
  ruta: `r-${id}`,
  lugar,
  nombre: id,
  compania: '',
  puntos: null,
  empate: false,
})

const salsa: CategoriaResultadosPart = {
  tipo: 'categoria',
  id: 'salsa',
  nombre: 'Salsa',
  orden: 1,
  calificada: true,
  puestos: [puesto('bea', 1), puesto('ana', 2), puesto('sin-marcas', null)],
  retirados: [{ ...puesto('eva', null), retiro: { estado: 'descalificado', motivo: null } }],
  penalizados: [],
  estado: 'provisional',
}
const jueves: Resultados = { dia: 'jueves', visible: true, publicado: true, categorias: [salsa] }
const at = (competidorId: string) => ({ dia: 'jueves', categoriaId: 'salsa', competidorId }) as const
const to = (id: string) => ({ dia: 'jueves', categoria: 'Salsa', nombre: `r-${id}` })

test.each([
  ['bea', 1, undefined, 'ana'],
  ['ana', 2, 'bea', 'sin-marcas'],
  ['sin-marcas', null, 'ana', 'eva'],
  ['eva', null, 'sin-marcas', undefined],
] as const)('%s has the place and the neighbours of its table', (id, lugar, anterior, siguiente) => {
  expect(filaDe(jueves, at(id))).toEqual({
    ruta: to(id),
    lugar,
    estado: 'provisional',
    anterior: anterior && to(anterior),
    siguiente: siguiente && to(siguiente),
  })
})

test('an entry that the audience does not see has no line', () => {
  expect(filaDe(jueves, at('nadie'))).toBeUndefined()
  expect(filaDe({ ...jueves, visible: false, categorias: [] }, at('ana'))).toBeUndefined()
})

test('an address names the entry by its segment or its id, and its category in any case', () => {
  expect(detalleEnRuta([jueves], { dia: 'jueves', categoria: 'sALSA', nombre: 'r-eva' })).toEqual(at('eva'))
  expect(detalleEnRuta([jueves], { dia: 'jueves', categoria: 'Salsa', nombre: 'ana' })).toEqual(at('ana'))
  expect(detalleEnRuta([jueves], { dia: 'jueves', categoria: 'Casino', nombre: 'ana' })).toBeUndefined()
})

const viernes: Resultados = {
  dia: 'viernes',
  visible: true,
  publicado: true,
  categorias: [{ ...salsa, id: 'son', nombre: 'Son', puestos: [puesto('ana', 1)], retirados: [] }],
  anteriores: [
    { categoriaId: 'son', dia: 'jueves', nombre: 'Casino' },
    { categoriaId: 'son', dia: 'viernes', nombre: 'Rumba' },
  ],
}

test('an address with a former day or name leads to the entry of the category that had it', () => {
  const ana = { dia: 'viernes', categoriaId: 'son', competidorId: 'ana' }
  const find = (dia: 'jueves' | 'viernes', categoria: string, nombre = 'r-ana') =>
    detalleEnRuta([jueves, viernes], { dia, categoria, nombre })
  expect(find('jueves', 'casino')).toEqual(ana)
  expect(find('viernes', 'Rumba')).toEqual(ana)
  expect(find('viernes', 'Casino')).toBeUndefined()
  expect(find('jueves', 'Casino', 'r-bea')).toBeUndefined()
  expect(find('jueves', 'Salsa')).toEqual(at('ana'))
})
