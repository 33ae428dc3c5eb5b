import { expect, test } from 'vitest'
import { busyTextOf } from './busyText.ts'

test('a button says that its act is under way, for verbs of each kind', () => {
  const acts = ['Eliminar', 'Mover', 'Abrir orden', 'Reabrir', 'Repetir', 'Guardar orden del empate']
  expect(acts.map(busyTextOf)).toEqual([
    'Eliminando...',
    'Moviendo...',
    'Abriendo...',
    'Reabriendo...',
    'Repitiendo...',
    'Guardando...',
  ])
})
