import { expect, test } from 'vitest'
import { escrituraOf, impresoOf, textosOf } from './impreso.ts'
import { puestosOf } from './resultados.ts'

const entrada = (id: string, nombre: string | null, l_calificacion: string) => ({
  id,
  nombre,
  compania: null,
  orden: 1,
  marcas: [{ juez: 'Amparo', l_calificacion, criterios: {} }],
})

test('a day is printed category by category, with place, names and points of two decimals', () => {
  const puestos = puestosOf([entrada('a', null, '51.5'), entrada('b', 'A/B & Co', '60')])
  expect(impresoOf('sábado', [{ nombre: 'Salsa', orden: 2, puestos }])).toEqual({
    archivo: 'calificaciones_sábado.pdf',
    titulo: 'Resultados de Calificaciones - Día: sábado',
    columnas: ['Lugar', 'Competidor', 'Compañía', 'Pts'],
    secciones: [
      {
        titulo: '2 - Salsa',
        filas: [
          ['1', 'A/B & Co', 'Sin compañía', '60.00'],
          ['2', 'Sin nombre', 'Sin compañía', '51.50'],
        ],
        vacio: null,
      },
    ],
    vacio: null,
  })
})

test('a day without categories, and a category without competitors, say so', () => {
  expect(impresoOf('jueves', []).vacio).toBe('No hay categorías registradas para este día.')
  const [seccion] = impresoOf('jueves', [{ nombre: 'Salsa', orden: 1, puestos: [] }]).secciones
  expect(seccion?.vacio).toBe('No hay competidores registrados.')
})

test('an accent that came apart from its letter is printed in one piece', () => {
  const impreso = impresoOf('jueves', [
    { nombre: 'Salsa', orden: 1, puestos: puestosOf([entrada('a', 'I\u0301ñigo', '1')]) },
  ])
  expect(textosOf(impreso)).toContain('Íñigo')
})

test.each([
  ['Ñandú & Ümit 100% – «D’Angelo»', 'latina'],
  ['Łukasz Dvořák', 'extendida'],
  ['Nguyễn Thị Hồng', 'extendida'],
  ['Ελένη Παπαδοπούλου', 'extendida'],
  ['Їжак Сергій', 'extendida'],
  ['李小龍', 'dibujo'],
  ['فاطمة', 'dibujo'],
  ['Duo 💃', 'dibujo'],
  ['x\u030c', 'dibujo'],
] as const)('%j is printed as %s', (texto, escritura) => {
  expect(escrituraOf(texto)).toBe(escritura)
})
