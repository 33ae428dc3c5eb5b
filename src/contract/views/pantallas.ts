import type { Dia } from '#domain/dia.ts'
import type { Ficha } from '#domain/numero.ts'
import type { Toque } from '#domain/llegada.ts'
import type { Escena, TipoPantalla } from '#domain/pantalla.ts'
import { ROLES } from '#domain/role.ts'
import { sortByNombre } from '#domain/jurado.ts'
import { isId, paramsReader, view } from '../view.ts'

/** A screen for the administrator. */
export interface PantallaPart {
  readonly tipo: 'pantalla'
  readonly id: string
  readonly nombre: string
  readonly clase: TipoPantalla
  /** The token of its link. */
  readonly enlace: string
  /** The scene of a `Sala`; the others have the first one. */
  readonly escena: Escena
  /** The category of the scene `Resultados`; null: that of the turn. */
  readonly categoriaId: string | null
  readonly mensaje: string
  /** A `Locutor` also gets the next step of a ceremony. */
  readonly adelantar: boolean
}

/** The screens with their links, for the administrator. */
export const pantallas = view('pantallas', {
  assemble: (parts: readonly PantallaPart[]) => ({ pantallas: sortByNombre(parts) }),
})

/** What a screen shows. The fields of another scene are absent. */
export interface MuestraPart {
  readonly tipo: 'muestra'
  readonly nombre: string
  readonly clase: TipoPantalla
  readonly escena: Escena
  /** In the scene `Resultados`: its category and the day of it; absent: that of the turn. */
  readonly categoria?: { readonly id: string; readonly dia: Dia }
  /** In the scene `Mensaje`; may be empty. */
  readonly mensaje?: string
  /** The screen shows its name until then, ms since 1970; absent: nobody asked. */
  readonly identificarHasta?: number
}

/** A step of a ceremony with the entries that it reveals: several are tied. */
export interface PasoRevelado {
  readonly lugares: readonly number[]
  readonly competidores: readonly Omit<Ficha, 'id'>[]
}

/**
 * The ceremony in course, or the last one, in the scene `Premiación` and for a `Locutor`: its category and the revealed steps, from the
 * last prize to the first. Absent: there is none.
 */
export interface PremiacionPart {
  readonly tipo: 'premiacion'
  readonly categoria: string
  readonly dia: Dia
  readonly premios: number
  readonly enCurso: boolean
  readonly pasos: readonly PasoRevelado[]
  /** For a `Locutor` that may read ahead: the step that comes next. */
  readonly siguiente?: PasoRevelado
}

/**
 * For a `Locutor`: the notes of the entry in course and of the next two, by id, and which of the next entries have not arrived at the
 * stage door.
 */
export interface NotasPart {
  readonly tipo: 'notas'
  readonly notas: Readonly<Record<string, string>>
  readonly sinLlegar: readonly string[]
}

/** The track of an entry. */
export interface PistaDeEntrada {
  /** Another one for each file. */
  readonly version: string
  /** In seconds; null: not measured. */
  readonly duracion: number | null
}

/** For `Música`: the tracks of the active day, by entry. Entries without a track are absent. */
export interface PistasPart {
  readonly tipo: 'pistas'
  readonly pistas: Readonly<Record<string, PistaDeEntrada>>
}

/** For `Recepción`: the taps that count of the active day, and the entries that its turn has passed over. */
export interface LlegadasPart {
  readonly tipo: 'llegadas'
  readonly dia: Dia
  readonly toques: readonly Toque[]
  readonly sinTurno: readonly string[]
}

type ParteDePantalla = MuestraPart | PremiacionPart | NotasPart | PistasPart | LlegadasPart

export interface Pantalla {
  readonly muestra: MuestraPart
  readonly premiacion?: PremiacionPart
  readonly notas?: NotasPart
  readonly pistas?: PistasPart
  readonly llegadas?: LlegadasPart
}

/** Where the page of a link reports that it is open. Here, because the pages of screens do not load zod. */
export const REPORTE_PATH = '/api/pantalla/reporte'
/** The track of an entry of the active day; `:id` is the entry. */
export const MUSICA_PATH = '/api/pantalla/musica/:id'
export const LLEGADAS_PATH = '/api/pantalla/llegadas'

/** What the holder of a link sees. Null: the link was renewed, or the screen deleted. */
export const pantalla = view('pantalla', {
  roles: ROLES,
  audience: 'todos',
  keeps: 'link',
  params: paramsReader({ enlace: isId }),
  assemble: (parts: readonly ParteDePantalla[]): Pantalla | null => {
    // There is one part of each `tipo`.
    const { muestra, ...others } = Object.fromEntries(parts.map((part) => [part.tipo, part])) as Partial<Pantalla>
    return muestra ? { muestra, ...others } : null
  },
})
