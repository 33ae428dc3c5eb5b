import { matchesBusqueda } from './busqueda.ts'
import type { Dia } from './dia.ts'
import type { Ordered } from './orden.ts'

/** A category. Imported data may lack `dia` or `nombre`: such a category is in no schedule and no result. */
export interface Categoria extends Ordered {
  readonly nombre: string | null
  /** ISO timestamp. */
  readonly fechaCreacion: string | null
  readonly dia: Dia | null
}

/** A category that has what it takes to be shown to the public. */
export type CategoriaCompleta = Categoria & { readonly nombre: string; readonly dia: Dia }

export function isCompleta(categoria: Categoria): categoria is CategoriaCompleta {
  return Boolean(categoria.nombre) && categoria.dia !== null
}

/** The category's part of paths and file names: `Cha cha chá` is `cha_cha_ch`. Several names may share one. */
export function slugOf(nombre: string): string {
  return nombre
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^a-z0-9_]/g, '')
}

/** Whether paths and trees can hold it: to programs that read them, this one word is no name. */
export function isUsable(nombre: string): boolean {
  return slugOf(nombre) !== '__proto__'
}

/** What names have in common that differ only in case or in the space around them: to the product they are one. */
export function foldNombre(nombre: string): string {
  return nombre.trim().toLocaleLowerCase('es')
}

/**
 * What names have in common that look alike: spaces inside and ways to write an accent do not count. Real data has such
 * twins, and keeps them; no new one comes in.
 */
function aspectoOf(nombre: string): string {
  return foldNombre(nombre.normalize('NFC').replaceAll(/\s+/g, ' '))
}

export function sameNombre(a: string, b: string): boolean {
  return foldNombre(a) === foldNombre(b)
}

/** Whether a name is taken among these, or looks as one that is. */
export function hasNombre(categorias: readonly Pick<Categoria, 'nombre'>[], nombre: string): boolean {
  return categorias.some((categoria) => categoria.nombre !== null && aspectoOf(categoria.nombre) === aspectoOf(nombre))
}

/** `order - name`, as every heading shows it. */
export function tituloOf(categoria: { readonly orden: number | null; readonly nombre: string | null }): string {
  const nombre = categoria.nombre || 'Sin nombre'
  return categoria.orden === null ? nombre : `${categoria.orden} - ${nombre}`
}

/** A list of categories with a place for each: those that came in without one stand last. */
export function fillOrden<T extends Categoria>(categorias: readonly T[]): (T & { readonly orden: number })[] {
  return categorias.map((categoria) => ({ ...categoria, orden: categoria.orden ?? Number.MAX_SAFE_INTEGER }))
}

/** Whether a category is what somebody searches for: part of its name. */
export function matchesNombre(categoria: { readonly nombre: string | null }, texto: string): boolean {
  return matchesBusqueda(categoria.nombre ?? '', texto)
}
