import type { Schema } from '../db/schema.ts'

/** Every table. A table comes before the tables that refer to it. The compiler reports a missing one. */
const ORDER: Readonly<Record<keyof Schema, number>> = {
  revision: 0,
  change_log: 1,
  command_key: 2,
  cuenta: 3,
  admin: 4,
  users: 5,
  sesion: 6,
  enlace: 7,
  intento: 8,
  categorias: 9,
  competidores: 10,
  jueces: 11,
  calificaciones: 12,
  adminMinutoAMinuto: 13,
  turno: 14,
  movimiento: 15,
  adminCompetencia: 16,
  compartido: 17,
  evento: 18,
  galeria: 19,
  archivos_pendientes: 20,
  inscripciones: 21,
  cupo: 22,
  musica: 23,
  subida: 24,
  archivo_suelto: 25,
  tardia: 26,
  penalizacion: 27,
  retiro: 28,
  cierre: 29,
  escala: 30,
  sesion_terminada: 31,
  subida_parte: 32,
  almacen: 33,
}

export const TABLES: readonly (keyof Schema)[] = Object.keys(ORDER)
  .filter(isTable)
  .toSorted((a, b) => ORDER[a] - ORDER[b])

export function isTable(name: string): name is keyof Schema {
  return Object.hasOwn(ORDER, name)
}

/**
 * Rows that end with time: a restore would bring back a session or a link that has ended since the backup. Also rows that
 * belong to files outside the backup: the pieces of unfinished uploads, which start again, and the id of the stored files.
 */
const APART: readonly string[] = ['sesion', 'enlace', 'intento', 'subida_parte', 'almacen'] satisfies (keyof Schema)[]

/** Whether a table is backed up and restored. Older backups contain the others too; a restore ignores them. */
export function isRestored(table: string): boolean {
  return !APART.includes(table)
}
