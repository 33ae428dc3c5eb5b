import { readTree } from '../../src/server/interchange/tree.ts'
import type { Rows } from '../../src/server/interchange/rows.ts'

export type Json = Readonly<Record<string, unknown>>

/** A small event: a category on two days, a category without day, two entries, marks by name. */
export const EVENTO = {
  users: { u1: { uid: 'u1', nombre: 'Ana', apellido: 'Paz', email: 'ana@example.com', pais: 'México' } },
  admin: { a1: { email: 'Ana@Example.com', nombre: 'Organización' } },
  categorias: {
    c1: { id: 'c1', nombre: 'Salsa On1', fechaCreacion: '2025-03-01T15:00:00.000Z', orden: 1, dia: 'jueves' },
    c2: { id: 'c2', nombre: 'Salsa On1', orden: 1, dia: 'viernes' },
    c3: { id: 'c3', nombre: 'Sin día' },
  },
  competidores: {
    salsa_on1: {
      e1: { nombre: 'Ana', categoria: 'Salsa On1', dia: 'jueves', orden: 1, usuarioId: 'u1' },
      e2: { nombre: 'Bea', categoria: ' SALSA ON1', dia: 'viernes', orden: 4, musicaPath: 'musica/a.mp3' },
    },
  },
  calificaciones: {
    jueves: { 'Salsa On1': { Ana: { 'Juez Amparo': { l_calificacion: 'N/P', b_Tiempo: '9.10' } } } },
  },
} as const

export function rowsOf(json: unknown, names: ReadonlySet<string> | null = null): Rows {
  const reading = readTree(json, names, 'America/Mexico_City')
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
  return reading.rows
}

export function faultsOf(json: unknown, names: ReadonlySet<string> | null = null): string[] {
  const reading = readTree(json, names, 'America/Mexico_City')
  return 'faults' in reading ? reading.faults.map(({ path }) => path) : []
}

export function warningsOf(json: unknown, names: ReadonlySet<string> | null = null): string[] {
  const reading = readTree(json, names, 'America/Mexico_City')
  return 'rows' in reading ? reading.warnings.map(({ path }) => path) : ['refused']
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** A copy of a tree with a value at a path. */
function withValue(tree: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const fields = isJson(tree) ? tree : {}
  return { ...fields, [step]: withValue(Object.hasOwn(fields, step) ? fields[step] : {}, rest, value) }
}

/** The small event without its marks, with values at some paths, as `users/u1/nombre`. */
export function eventWith(values: Json): unknown {
  const event: unknown = { ...EVENTO, calificaciones: {} }
  return Object.entries(values).reduce((tree, [path, value]) => withValue(tree, path.split('/'), value), event)
}

export const ENTRY = { nombre: 'Ana', categoria: 'Salsa On1', dia: 'jueves' }
export const J = { J: { l_calificacion: '1' } }
