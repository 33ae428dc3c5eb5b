import type { Input } from '#contract/define.ts'
import type { createCarga } from '#contract/inscripciones.ts'

/** A list for an empty event: its categories and entries are new. */
export const FILAS_DE_CARGA: Input<typeof createCarga>['filas'] = Array.from({ length: 2_000 }, (_, index) => ({
  dia: index % 2 === 0 ? 'jueves' : 'sábado',
  categoria: `Categoría ${index % 20}`,
  nombre: `Competidor ${index}`,
  compania: '',
  que: 'nuevo',
  categoriaId: null,
}))
