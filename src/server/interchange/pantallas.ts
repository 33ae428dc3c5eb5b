import type { Arbol, Extra } from '#contract/interchange.ts'
import { ESCENA_DEFAULT } from '#domain/pantalla.ts'
import type { CategoriasTable } from '../db/schema.ts'
import { by } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices } from './shape.ts'

/** The screens of a tree. */
export function readPantallas(
  { extra }: Arbol,
  categorias: readonly Pick<CategoriasTable, 'id'>[],
  notices: Notices,
): Rows['pantalla'] {
  return extra.pantallas.map(({ escena, categoria, mensaje, adelantar, ...pantalla }, index) => {
    if (categoria !== null && !categorias.some(({ id }) => id === categoria))
      notices.fault(['extra', 'pantallas', index, 'categoria'], 'No existe esa categoría.')
    return {
      ...pantalla,
      escena: escena ?? ESCENA_DEFAULT,
      antes: null,
      categoriaId: categoria,
      mensaje: mensaje ?? '',
      adelantar: adelantar ? 1 : 0,
    }
  })
}

/** Each with the scene that it had before a ceremony in course. */
export function writePantallas({ pantalla }: Rows): Extra['pantallas'] {
  return pantalla.toSorted(by('nombre')).map(({ nombre, tipo, escena, antes, categoriaId, mensaje, adelantar }) => {
    const own = antes ?? escena
    return {
      nombre,
      tipo,
      escena: own === ESCENA_DEFAULT ? null : own,
      categoria: categoriaId,
      mensaje,
      adelantar: adelantar === 1 || null,
    }
  })
}
