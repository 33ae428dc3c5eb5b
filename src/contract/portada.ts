import type { Publicado } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { Evento } from '#domain/evento.ts'
import { ROLES } from '#domain/role.ts'
import { noParams, view } from './view.ts'

export interface EventoPart extends Evento {
  readonly tipo: 'evento'
}

/** What is open to the public now, and which day is live. */
export interface PublicadoPart extends Publicado {
  readonly tipo: 'publicado'
  readonly dia: Dia
}

export interface Portada {
  readonly evento: Evento
  readonly publicado: Publicado
  readonly dia: Dia
}

/** What the frame and the home page say on every screen. */
export const portada = view({
  name: 'portada',
  roles: ROLES,
  audience: 'todos',
  params: noParams,
  assemble: (parts: ReadonlyMap<string, EventoPart | PublicadoPart>): Portada | undefined => {
    const evento = [...parts.values()].find((part) => part.tipo === 'evento')
    const publicado = [...parts.values()].find((part) => part.tipo === 'publicado')
    return evento && publicado ? { evento, publicado, dia: publicado.dia } : undefined
  },
})
