import * as z from 'zod/mini'
import { CATEGORIA_MAX, type Categoria } from '#domain/categoria.ts'
import { TIPOS_CRITERIOS, type TipoCriterios } from '#domain/criterios.ts'
import { METODOS, type Metodo } from '#domain/metodo.ts'
import type { Dia } from '#domain/dia.ts'
import { sortByOrden } from '#domain/orden.ts'
import { ORDENES_DE_RONDA } from '#domain/ronda.ts'
import { command } from './define.ts'
import { acepta, dia, direccion, id, motivoOpcional, texto, usable } from './fields.ts'
import { view, type DocOf } from './view.ts'

const nombre = texto(CATEGORIA_MAX, 'Escribe un nombre.').check(usable)

export const createCategoria = command('POST', '/api/categorias', {
  summary: 'Agrega una categoría al final de su día.',
  input: z.object({ nombre, dia }),
  output: z.object({ id: z.string() }),
})

/** `vecinoId`: the visible neighbour to pass, when a search hides rows. As with entries, `motivo` may be required. */
export const moveCategoria = command('POST', '/api/categorias/:id/orden', {
  summary: 'Sube o baja una categoría en su día: una posición, o hasta pasar a `vecinoId`.',
  input: z.object({ id, direccion, vecinoId: z.optional(id), motivo: motivoOpcional, acepta }),
})

/** `motivo` is required from the second draw on, and while the order of its day is closed: `orden.motivo`. Once an entry had the turn or has a mark: `sorteo.started`. */
export const drawCategoria = command('POST', '/api/categorias/:id/sorteo', {
  summary: 'Sortea el orden de una categoría: sus competidores por el SHA-256 de `{semilla}:{id}`, de menor a mayor.',
  input: z.object({ id, motivo: motivoOpcional, acepta }),
})

export const deleteCategoria = command('DELETE', '/api/categorias/:id', {
  summary: 'Elimina una categoría con sus competidores, sus calificaciones y su música.',
})

export const setCriterios = command('PUT', '/api/categorias/:id/criterios', {
  summary: 'Dice con qué criterios se califica una categoría; `automatico` los saca de su nombre.',
  input: z.object({ id, criterios: z.enum(['automatico', ...TIPOS_CRITERIOS]) }),
})

/** Once the category has marks, `motivo` is required: `motivo.required`. */
export const setMetodo = command('PUT', '/api/categorias/:id/metodo', {
  summary: 'Dice cómo salen los lugares de una categoría: suma, suma recortada o lugares por mayoría.',
  input: z.object({ id, metodo: z.enum(METODOS), motivo: motivoOpcional }),
})

const PASAN = 'Escribe cuántos pasan.'

/** `competidores`: the entries of the round, which are more than `pasan` when several are tied with the last one that passes. */
export const createRonda = command('POST', '/api/categorias/:id/ronda', {
  summary: 'Crea una categoría con copias de los mejores de una categoría cerrada; comparten la música.',
  input: z.object({
    id,
    nombre,
    dia,
    pasan: z.int(PASAN).check(z.gte(1, PASAN)),
    orden: z.enum(ORDENES_DE_RONDA),
  }),
  output: z.object({ id: z.string(), competidores: z.int() }),
})

/**
 * `siguientes`: the entries of the source that the screen would add; where another person has added them, nothing happens.
 * `nombres`: the entries that it adds, several when they are tied.
 */
export const addSiguiente = command('POST', '/api/categorias/:id/siguiente', {
  summary: 'Agrega al final de una ronda copias de los mejores de su categoría de origen que no pasaron.',
  input: z.object({ id, siguientes: z.optional(z.array(id)) }),
  output: z.object({ nombres: z.array(z.string()) }),
})

/** `nombre`, `dia`: absent, they stay as they are. A category that gets another day goes to its end with its entries. */
export const updateCategoria = command('PUT', '/api/categorias/:id', {
  summary: 'Cambia el nombre o el día de una categoría, con sus competidores; en otro día queda al final.',
  input: z.object({ id, nombre: z.optional(nombre), dia: z.optional(dia), acepta }),
})

export interface CategoriaPart extends Categoria {
  readonly tipo: 'categoria'
  /** The chosen type; `null`: the name decides. */
  readonly criterios: TipoCriterios | null
  /** The chosen type, or the one from the name. */
  readonly tipoCriterios: TipoCriterios
  readonly metodo: Metodo
  /** The category is closed: its result is final. */
  readonly cerrada: boolean
  /** Its results wait for their announcement. */
  readonly retenida?: true
  readonly inscritos: number
  /** Its own limit of entries: 0 is no limit, `null` is `maximo`. */
  readonly cupo: number | null
}

export interface VivoPart {
  readonly tipo: 'vivo'
  /** The active day, which the page shows first. */
  readonly dia: Dia
  readonly zonaHoraria: string
  /** The limit of a category without its own; 0 is no limit. */
  readonly maximo: number
}

/** Every category, also those without day or name, sorted by `orden`. */
export const categorias = view('categorias', {
  assemble: (parts: readonly (CategoriaPart | VivoPart)[]) => {
    const vivo = parts.find((part) => part.tipo === 'vivo')
    const list = parts.filter((part) => part.tipo === 'categoria')
    return vivo && { dia: vivo.dia, zonaHoraria: vivo.zonaHoraria, maximo: vivo.maximo, categorias: sortByOrden(list) }
  },
})

export type Categorias = DocOf<typeof categorias>
