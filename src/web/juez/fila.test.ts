import { expect, test } from 'vitest'
import type { CategoriaDeJuezPart, CompetidorDeJuez, MarcaPropia } from '#contract/views/jueces.ts'
import { ESCALA_DEFAULT } from '#domain/escala.ts'
import { listFilas } from '#domain/porCalificar.ts'
import { anterioresDe, type FilaDeJuez } from './fila.ts'

const anEntrada = (id: string, tiempo: string): CompetidorDeJuez => ({
  id,
  nombre: id,
  compania: 'Casa',
  retiro: null,
  tieneMusica: true,
  marca: aMarca(tiempo),
  tardia: null,
})

const aMarca = (tiempo: string): MarcaPropia => ({
  estado: 'enviada',
  version: 1,
  criterios: { tiempo },
  l_calificacion: tiempo,
  motivo: null,
  enviada: null,
})

const aCategoria = (id: string, competidores: readonly CompetidorDeJuez[]): CategoriaDeJuezPart => ({
  tipo: 'categoria',
  id,
  dia: 'jueves',
  nombre: id,
  orden: 1,
  asignada: true,
  cerrada: false,
  criterios: [{ clave: 'tiempo', nombre: 'Tiempo' }],
  escala: ESCALA_DEFAULT,
  competidores,
})

const FILAS: readonly FilaDeJuez[] = listFilas(
  [
    aCategoria('casino', [anEntrada('antes', '1.0')]),
    aCategoria('salsa', [
      anEntrada('a', '5.0'),
      anEntrada('b', '6.0'),
      anEntrada('c', '7.0'),
      anEntrada('d', '8.0'),
      anEntrada('e', '9.0'),
      anEntrada('f', '9.5'),
    ]),
  ],
  () => 'enviada',
)

const anteriores = (id: string): string[] => {
  const fila = FILAS.find(({ entrada }) => entrada.id === id)
  return fila ? anterioresDe(FILAS, fila, 'tiempo', new Map()) : []
}

test.each([
  ['the three entries before it in the category, the nearest first', 'e', ['8.0', '7.0', '6.0']],
  ['no later entries', 'b', ['5.0']],
  ['no entry of the category before', 'a', []],
])('an entry shows the marks of %s', (_, id, marcas) => {
  expect(anteriores(id)).toEqual(marcas)
})
