import { oneOf, recordBy, titleBy } from './records.ts'

/** The criteria of each type of category in order, with the keys of the stored marks. */
const CRITERIOS = {
  showcase: {
    b_coreografia: 'Coreografía',
    c_proyEsc: 'Proyección escénica',
    d_tecnicaGenero: 'Técnica de género',
    e_dificultad: 'Dificultad',
    f_espectaculo: 'Espectáculo',
    g_efecto: 'Efecto',
  },
  casino: {
    b_tiempo: 'Tiempo',
    c_tecnica: 'Técnica',
    d_musicalidad: 'Musicalidad',
    e_dificultad: 'Dificultad',
    f_originalidad: 'Originalidad',
    g_coordinacion: 'Coordinación',
    h_presVisual: 'Presentación visual',
    i_Cubania: 'Cubanía',
  },
  general: {
    b_Tiempo: 'Tiempo',
    c_TecnicaGenero: 'Técnica de género',
    d_Coreografia: 'Coreografía',
    e_ProyEsc: 'Proyección escénica',
    f_PresVisual: 'Presentación visual',
    g_Dificultad: 'Dificultad',
  },
} as const

export const TIPOS_CRITERIOS = ['showcase', 'casino', 'general'] as const
export type TipoCriterios = (typeof TIPOS_CRITERIOS)[number]

export const tipoTitle = titleBy<TipoCriterios>({ showcase: 'Showcase', casino: 'Casino', general: 'General' })

export interface Criterio {
  readonly clave: string
  readonly nombre: string
}

/** The criteria of a type in order. The keys are those of the stored marks. */
export function criteriosOfTipo(tipo: TipoCriterios): Criterio[] {
  return Object.entries(CRITERIOS[tipo]).map(([clave, nombre]) => ({ clave, nombre }))
}

/** The name of a criterion of any type; `undefined` for an unknown key. */
export function nombreDeCriterio(clave: string): string | undefined {
  return TIPOS_CRITERIOS.flatMap((tipo) => criteriosOfTipo(tipo)).find((criterio) => criterio.clave === clave)?.nombre
}

export const isTipoCriterios = oneOf(TIPOS_CRITERIOS)

/** A value for each type. */
export const mapTipos = recordBy(TIPOS_CRITERIOS)

/**
 * The type of criteria of a category: the one that the administrator chose, else the one that its name contains, ignoring
 * case, spaces, hyphens, underscores and dots. `Show-case Grupos` is a showcase.
 */
export function tipoOf(nombre: string, elegido: string | null): TipoCriterios {
  if (isTipoCriterios(elegido)) return elegido
  const bare = nombre.toLowerCase().replaceAll(/[\s\-_.]/g, '')
  return TIPOS_CRITERIOS.find((tipo) => tipo !== 'general' && bare.includes(tipo)) ?? 'general'
}

/** The type to store for a category: null where its name gives that type. */
export function criteriosFor(nombre: string, tipo: TipoCriterios): TipoCriterios | null {
  return tipoOf(nombre, null) === tipo ? null : tipo
}
