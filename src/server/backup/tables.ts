import type { Schema } from '../db/schema.ts'

/**
 * Every table, and whether it is backed up and restored. A table comes before the tables that refer to it. The compiler
 * reports a missing one.
 *
 * Left out are rows that end with time: a restore would bring back a session or a link that has ended since the backup. Also
 * rows about files outside the backup: orphans, and the id of the stored files. Older backups contain some of these rows; a
 * restore ignores them.
 */
const RESTORED: Readonly<Record<keyof Schema, boolean>> = {
  revision: true,
  change_log: true,
  command_key: true,
  cuenta: true,
  admin: true,
  users: true,
  sesion: false,
  enlace: false,
  intento: false,
  categorias: true,
  competidores: true,
  jueces: true,
  calificaciones: true,
  adminMinutoAMinuto: true,
  turno: true,
  movimiento: true,
  adminCompetencia: true,
  compartido: true,
  evento: true,
  galeria: true,
  inscripciones: true,
  cupo: true,
  musica: true,
  subida: true,
  subida_parte: true,
  archivo_suelto: false,
  tardia: true,
  penalizacion: true,
  retiro: true,
  cierre: true,
  escala: true,
  almacen: false,
}

export const TABLES: readonly (keyof Schema)[] = Object.keys(RESTORED).filter(isTable)

export function isTable(name: string): name is keyof Schema {
  return Object.hasOwn(RESTORED, name)
}

export function isRestored(table: keyof Schema): boolean {
  return RESTORED[table]
}
