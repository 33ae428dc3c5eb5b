import * as z from 'zod/mini'
import type { Dia } from '#domain/dia.ts'
import type { CategoriaDeJornada } from '#domain/jornada.ts'
import type { EstadoResultado } from '#domain/cierre.ts'
import type { Miembro } from '#domain/jurado.ts'
import { sortByOrden } from '#domain/orden.ts'
import type { CambioDeRonda } from '#domain/ronda.ts'
import type { Penalizacion } from '#domain/penalizacion.ts'
import { type EnTurno, SIN_TURNO } from '#domain/turno.ts'
import { command, raw } from './define.ts'
import { acepta, dia, id, motivo, motivoOpcional } from './fields.ts'
import { diaParams, view, type DocOf } from './view.ts'
import {
  programaIn,
  type CompetidorPublico,
  type ProgramaPublicoPart,
  type RelojPart,
  type TurnoPart,
} from './views/horario.ts'
import type { CategoriaPorCerrar } from './views/jueces.ts'

/**
 * `lugar`: the place of the entry in its category after the move, of `de`. On a day whose order is closed, `motivo` is required:
 * `orden.motivo`.
 */
export const moveCompetidor = command('POST', '/api/competidores/:id/orden', {
  summary: 'Pone a un competidor antes de otro de su categoría (`antesDe`), o al final (`null`).',
  input: z.object({ id, antesDe: z.nullable(id), motivo: motivoOpcional, acepta }),
  output: z.object({ lugar: z.int(), de: z.int() }),
})

/** Gives an entry without `orden` the last place of its category. */
export const placeCompetidor = command('POST', '/api/competidores/:id/lugar', {
  summary: 'Pone al final de su categoría a un competidor sin orden.',
  input: z.object({ id, acepta }),
})

export const deleteCompetidor = command('DELETE', '/api/competidores/:id', {
  summary: 'Elimina a un competidor con sus calificaciones y su música.',
})

/** Freezes the position of each entry of a day as its number. Refused with `orden.closed`. */
export const closeOrden = command('POST', '/api/dias/:dia/cierre', {
  summary: 'Cierra el orden de un día: el turno de cada competidor queda como su número.',
  input: z.object({ dia }),
})

/** Drops the numbers of a day. Refused with `orden.open`. */
export const openOrden = command('DELETE', '/api/dias/:dia/cierre', {
  summary: 'Abre el orden de un día: los competidores quedan sin número.',
  input: z.object({ dia, motivo }),
})

export const readMusica = raw('GET', '/api/competidores/:id/musica', {
  summary: 'La música de una inscripción, entera o por rangos: para quien la inscribió, jueces y organización.',
  roles: ['usuario', 'juez', 'admin'],
})

export const exportCompetidores = raw('GET', '/api/dias/:dia/competidores.csv', {
  summary: 'Las inscripciones de un día en orden de turno, para una hoja de cálculo (CSV, UTF-8).',
})

/** Sends `content-length`. */
export const exportMusica = raw('GET', '/api/dias/:dia/musica.zip', {
  summary: 'La música de un día en un ZIP, numerada por turno.',
})

/** An entry for the administrator. `total` is the stored text. */
export interface CompetidorAdmin extends CompetidorPublico {
  /** False when `compania` is the placeholder `Sin compañía`. */
  readonly tieneCompania: boolean
  readonly tieneMusica: boolean
  /** The owner; null for an entry of the administrator. */
  readonly usuarioId: string | null
  /** Length of the track in seconds; `null` without a track or when it could not be measured. */
  readonly duracion: number | null
  readonly calificaciones: readonly { readonly juezId: string; readonly juez: string; readonly total: string }[]
  /** Oldest first. */
  readonly penalizaciones: readonly Penalizacion[]
  /** The present attempt of a repeated entry, from 2; absent for every other entry. */
  readonly intento?: number
  /** The names of the rounds that it passed to; absent without one. */
  readonly pasaA?: string
  /** Its owner entered the same name in its category once more. */
  readonly isDoble?: true
  /** The missing judges; empty for a withdrawn entry, and until there are judges. */
  readonly faltan: readonly Miembro[]
}

/** Turns count only `competidores`, the entries with an `orden`. */
export interface CategoriaMesaPart extends CategoriaDeJornada<CompetidorAdmin>, CategoriaPorCerrar {
  readonly tipo: 'categoria'
  readonly sinOrden: readonly CompetidorAdmin[]
  /** Null until there are judges. */
  readonly estado: EstadoResultado | null
  /** The category that a round came from. */
  readonly vieneDe?: string
}

/**
 * The ids of the entries that the turn has passed over (`sinTurno`), and of the next ones that have not arrived at the stage door,
 * in running order.
 */
export interface TurnoMesaPart extends TurnoPart {
  readonly sinTurno: readonly string[]
  readonly sinLlegar: readonly string[]
}

/**
 * The rounds of the day that differ from the best of their sources. The changes hold names. `siguientes`, by round: the ids of the
 * best of its source that have not passed.
 */
export interface RondasPart {
  readonly tipo: 'rondas'
  readonly cambios: readonly (CambioDeRonda & { readonly id: string; readonly ronda: string })[]
  readonly siguientes: Readonly<Record<string, readonly string[]>>
}

/** `orden`: whether the order of the day is closed, and its entries have numbers. */
export type DiaDeMesaPart = CategoriaMesaPart | RondasPart | { readonly tipo: 'orden'; readonly cerrado: boolean }

/**
 * `dias`: the days that have entries. `movimiento`: the revision of the last move of the turn or of the active day, which `Deshacer`
 * reverts; null: there is none. `cambios`: the published programme is not what would be published now.
 */
export type MesaPart =
  | DiaDeMesaPart
  | RelojPart
  | TurnoMesaPart
  | ProgramaPublicoPart
  | { readonly tipo: 'dias'; readonly conCompetidores: readonly Dia[] }
  | { readonly tipo: 'movimiento'; readonly ultimo: number | null }
  | { readonly tipo: 'cambios' }

const SIN_RONDAS: Omit<RondasPart, 'tipo'> = { cambios: [], siguientes: {} }

/**
 * The entries of a day for the administrator. `total`: their number, also of those without `orden`. `hayJueces`: withdrawals,
 * penalties and closing are offered once there are judges; false on a day without categories.
 */
function diaOf(parts: readonly (MesaPart | TurnoPart)[]) {
  const categorias = parts.filter((part) => part.tipo === 'categoria')
  const { cambios, siguientes } = parts.find((part) => part.tipo === 'rondas') ?? SIN_RONDAS
  const ordenCerrado = parts.find((part) => part.tipo === 'orden')?.cerrado ?? false
  const total = categorias.reduce((sum, { competidores, sinOrden }) => sum + competidores.length + sinOrden.length, 0)
  const hayJueces = categorias.some(({ estado }) => estado !== null)
  return { categorias: sortByOrden(categorias), total, hayJueces, cambios, siguientes, ordenCerrado }
}

/** Any day, so that the administrator can arrange it while another day is active. */
export const mesaDeDia = view('mesaDeDia', {
  params: diaParams,
  assemble: (parts: readonly (DiaDeMesaPart | TurnoPart)[]) => {
    const enTurno: EnTurno = parts.find((part) => part.tipo === 'turno') ?? SIN_TURNO
    return { ...diaOf(parts), enTurno }
  },
})

/** The desk of the administrator: the active day with clock, turn and last move. */
export const mesa = view('mesa', {
  assemble: (parts: readonly MesaPart[]) => {
    const reloj = parts.find((part) => part.tipo === 'reloj')
    const turno = parts.find((part) => part.tipo === 'turno')
    if (!reloj || !turno) return undefined
    return {
      ...turno,
      ...reloj,
      ...diaOf(parts),
      ...programaIn(parts),
      haCambiado: parts.some(({ tipo }) => tipo === 'cambios'),
      ultimo: parts.find((part) => part.tipo === 'movimiento')?.ultimo ?? null,
      conCompetidores: parts.find((part) => part.tipo === 'dias')?.conCompetidores ?? [],
    }
  },
})

export type DiaDeMesa = ReturnType<typeof diaOf>
export type DiaVisto = DocOf<typeof mesaDeDia>
export type Mesa = DocOf<typeof mesa>
