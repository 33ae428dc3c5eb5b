import type { Publicado } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { Evento } from '#domain/evento.ts'
import { ROLES } from '#domain/role.ts'
import { noParams, view } from '../view.ts'

export interface EventoPart extends Evento {
  readonly tipo: 'evento'
}

/** What is open to the public now, and which day is on, if the event has begun. */
export interface PublicadoPart extends Publicado {
  readonly tipo: 'publicado'
  readonly dia: Dia | null
}

/** The home page's images, in order. */
export interface GaleriaPart {
  readonly tipo: 'galeria'
  readonly imagenes: readonly { readonly archivo: string; readonly url: string }[]
}

export interface Portada {
  readonly imagenes: GaleriaPart['imagenes']
  readonly evento: Evento
  readonly publicado: Publicado
  readonly dia: Dia | null
}

/** What the frame and the home page say on every screen. */
export const portada = view({
  name: 'portada',
  roles: ROLES,
  audience: 'todos',
  params: noParams,
  assemble: (parts: ReadonlyMap<string, EventoPart | PublicadoPart | GaleriaPart>): Portada | undefined => {
    const evento = [...parts.values()].find((part) => part.tipo === 'evento')
    const publicado = [...parts.values()].find((part) => part.tipo === 'publicado')
    const galeria = [...parts.values()].find((part) => part.tipo === 'galeria')
    return evento && publicado && galeria
      ? { evento, publicado, dia: publicado.dia, imagenes: galeria.imagenes }
      : undefined
  },
})
