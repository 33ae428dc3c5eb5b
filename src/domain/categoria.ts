import { matchesBusqueda } from './busqueda.ts'
import type { Dia } from './dia.ts'
import type { Ordered } from './orden.ts'

/** A category. An imported one may lack `dia` or `nombre`; it then appears in no schedule and no result. */
export interface Categoria extends Ordered {
  readonly nombre: string | null
  /** ISO timestamp. */
  readonly fechaCreacion: string | null
  readonly dia: Dia | null
}

/** The longest name of a category, in characters. */
export const CATEGORIA_MAX = 80

/** A category with name and day, which the public can see. */
interface Completa {
  readonly nombre: string
  readonly dia: Dia
}

/** Whether a category has a name and a day. */
export function isCompleta<T extends Pick<Categoria, 'nombre' | 'dia'>>(categoria: T): categoria is T & Completa {
  return Boolean(categoria.nombre) && categoria.dia !== null
}

/** The name as it appears in paths and file names: `Cha cha chá` is `cha_cha_ch`. Two names may have the same slug. */
export function slugOf(nombre: string): string {
  return nombre
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^a-z0-9_]/g, '')
}

/**
 * Whether a category may have a name. False for `__proto__`: programs that read the exported tree take it for the prototype
 * of an object.
 */
export function isNombreUsable(nombre: string): boolean {
  return slugOf(nombre) !== '__proto__'
}

/** The composed encoding of a text. An accent may be a character of its own: texts are compared in this encoding. */
export function nfc(text: string): string {
  return text.normalize('NFC')
}

/** Folds case, outer spaces and the encoding of accents. Names with the same folded form are equal for the product. */
export function foldNombre(nombre: string): string {
  return nfc(nombre.trim()).toLocaleLowerCase('es')
}

/**
 * Also folds inner spaces and characters without a glyph, which a reader cannot see. Imported names that differ only in these
 * are kept; a new category or judge with such a name is refused.
 */
export function foldAspecto(nombre: string): string {
  const visible = nombre.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return foldNombre(visible.replaceAll(/\s+/g, ' '))
}

export function sameNombre(a: string, b: string): boolean {
  return foldNombre(a) === foldNombre(b)
}

/** Whether one of some categories or judges has this name, or a name that looks the same. */
export function hasNombre(ones: readonly Pick<Categoria, 'nombre'>[], nombre: string): boolean {
  const wanted = foldAspecto(nombre)
  return ones.some((one) => one.nombre !== null && foldAspecto(one.nombre) === wanted)
}

/** A day and a name that a category had. */
export interface Anterior extends Completa {
  readonly categoriaId: string
}

/** The former days and names that no category has now. An address with one leads to the category that had it. */
export function sinUsoOf(
  anteriores: readonly Anterior[],
  categorias: readonly Pick<Categoria, 'nombre' | 'dia'>[],
): Anterior[] {
  return anteriores.filter(
    ({ dia, nombre }) => !categorias.some((one) => one.dia === dia && sameNombre(one.nombre ?? '', nombre)),
  )
}

/** The heading of a category: `3 - Casino`. */
export function tituloOf(categoria: { readonly orden: number | null; readonly nombre: string | null }): string {
  const nombre = categoria.nombre || 'Sin nombre'
  return categoria.orden === null ? nombre : `${categoria.orden} - ${nombre}`
}

/** The name of a category; with its day where several days have a category of that name: `Salsa (jueves)`. */
export function nombreConDia({ nombre, dia }: Completa, todas: readonly Completa[]): string {
  return todas.some((one) => one.dia !== dia && sameNombre(one.nombre, nombre)) ? `${nombre} (${dia})` : nombre
}

/** Gives each category without `orden` the greatest one, so that it sorts last. */
export function fillOrden<T extends Categoria>(categorias: readonly T[]): (T & { readonly orden: number })[] {
  return categorias.map((categoria) => ({ ...categoria, orden: categoria.orden ?? Number.MAX_SAFE_INTEGER }))
}

/** Whether the name of a category contains the text of a search. */
export function matchesNombre(categoria: { readonly nombre: string | null }, texto: string): boolean {
  return matchesBusqueda(categoria.nombre ?? '', texto)
}
