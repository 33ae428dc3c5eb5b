import type { Publicado } from '#domain/ajustes.ts'
import type { Plazo } from '#domain/apertura.ts'
import type { Dia } from '#domain/dia.ts'
import type { Evento } from '#domain/evento.ts'
import type { Fechas } from '#domain/fecha.ts'
import { ROLES } from '#domain/role.ts'
import type { Fase } from '#domain/turno.ts'
import { view, type DocOf } from '../view.ts'

export interface EventoPart extends Evento {
  readonly tipo: 'evento'
  /** Absent without the date of the Thursday. */
  readonly fechas?: Fechas
}

/** When entries open and close. Answers of an older version, which a device may have kept, have none. */
export interface PlazoPart extends Plazo {
  readonly tipo: 'plazo'
}

/** The images of the home page, in order. */
export interface GaleriaPart {
  readonly tipo: 'galeria'
  readonly imagenes: readonly { readonly archivo: string; readonly url: string }[]
}

/**
 * `publicado`: the published results and the active day; `dia` may be `null` in answers of an older version. `embargo`: the announced
 * categories (ids), while results are retained: devices delete their copies of the others.
 */
export type PortadaPart =
  | EventoPart
  | PlazoPart
  | GaleriaPart
  | (Publicado & { readonly tipo: 'publicado'; readonly dia: Dia | null; readonly fase: Fase })
  | { readonly tipo: 'embargo'; readonly anunciadas: readonly string[] }

/** The data of the home page and of the frame of every screen. */
export const portada = view('portada', {
  roles: ROLES,
  audience: 'todos',
  keeps: 'public',
  assemble: (parts: readonly PortadaPart[]) => {
    const evento = parts.find((part) => part.tipo === 'evento')
    const publicado = parts.find((part) => part.tipo === 'publicado')
    const galeria = parts.find((part) => part.tipo === 'galeria')
    const plazo = parts.find((part) => part.tipo === 'plazo')
    const { anunciadas } = parts.find((part) => part.tipo === 'embargo') ?? {}
    return evento && publicado && galeria
      ? { evento, publicado, anunciadas, dia: publicado.dia, fase: publicado.fase, plazo, imagenes: galeria.imagenes }
      : undefined
  },
})

export type Portada = DocOf<typeof portada>
