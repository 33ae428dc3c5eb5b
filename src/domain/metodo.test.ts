import { expect, test } from 'vitest'
import { ELEMENTOS } from './elementos.ts'
import { METODOS, metodoTitle } from './metodo.ts'

test('each method has a title', () => {
  expect(METODOS.map((metodo) => metodoTitle(metodo))).toEqual(['Suma', 'Suma recortada', 'Lugares por mayoría'])
})

test('a tie-break list offers the name of each criterion once, then the total of the head judge', () => {
  expect(ELEMENTOS).toEqual([
    'Coreografía',
    'Proyección escénica',
    'Técnica de género',
    'Dificultad',
    'Espectáculo',
    'Efecto',
    'Tiempo',
    'Técnica',
    'Musicalidad',
    'Originalidad',
    'Coordinación',
    'Presentación visual',
    'Cubanía',
    'Total del juez principal',
  ])
})
