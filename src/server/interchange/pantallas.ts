import type { Arbol, Extra } from '#contract/interchange.ts'
import { ESCENA_DEFAULT } from '#domain/pantalla.ts'
import type { Entradas } from './entries.ts'
import { by } from './records.ts'
import type { Rows } from './rows.ts'

/** The screens of a tree. */
export function readPantallas({ extra }: Arbol, { categorias, notices }: Entradas): Rows['pantalla'] {
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

/** Each with the scene that it had before a ceremony in course. First values are left out. */
export function writePantallas({ pantalla }: Rows): Extra['pantallas'] {
  return pantalla.toSorted(by('nombre')).map(({ nombre, tipo, antes, categoriaId, mensaje, adelantar, ...own }) => {
    const escena = antes ?? own.escena
    return {
      nombre,
      tipo,
      ...(escena !== ESCENA_DEFAULT && { escena }),
      ...(categoriaId !== null && { categoria: categoriaId }),
      ...(mensaje !== '' && { mensaje }),
      ...(adelantar === 1 && { adelantar: true }),
    }
  })
}
