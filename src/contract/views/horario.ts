import type { Reloj } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { CategoriaProgramada } from '#domain/horario.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import { ROLES } from '#domain/role.ts'
import { sortByOrden } from '#domain/orden.ts'
import type { EnTurno, Turno } from '#domain/turno.ts'
import { diaParams, noParams, view } from '../view.ts'

export interface RelojPart extends Reloj {
  readonly tipo: 'reloj'
  readonly dia: Dia
  readonly zonaHoraria: string
}

export interface TurnoPart extends Turno, EnTurno {
  readonly tipo: 'turno'
}

export interface CompetidorPublico {
  readonly id: string
  readonly nombre: string
  readonly compania: string
  readonly retiro: EstadoRetiro | null
  /** Absent while the order of its day is open. */
  readonly numero?: string
}

export interface CategoriaHorarioPart extends CategoriaProgramada<CompetidorPublico> {
  readonly tipo: 'categoria'
}

type HorarioPart = RelojPart | TurnoPart | CategoriaHorarioPart

/** The active day for the public. */
export interface Horario extends Omit<RelojPart, 'tipo'>, EnTurno {
  readonly categorias: readonly CategoriaHorarioPart[]
}

export const horario = view({
  name: 'horario',
  roles: ROLES,
  audience: 'todos',
  params: noParams,
  assemble: (parts: ReadonlyMap<string, HorarioPart>): Horario | undefined => {
    const all = [...parts.values()]
    const reloj = all.find((part) => part.tipo === 'reloj')
    const turno = all.find((part) => part.tipo === 'turno')
    if (!reloj || !turno) return undefined
    const categorias = sortByOrden(all.filter((part) => part.tipo === 'categoria'))
    return { ...reloj, ...enTurnoOf(turno), categorias }
  },
})

/** The running order of a day that is not live, for the public, with the turn at which the day stands. */
export interface HorarioDeDia extends EnTurno {
  readonly categorias: readonly CategoriaHorarioPart[]
}

export const horarioDeDia = view({
  name: 'horarioDeDia',
  roles: ROLES,
  audience: 'todos',
  params: diaParams,
  assemble: (parts: ReadonlyMap<string, TurnoPart | CategoriaHorarioPart>): HorarioDeDia | undefined => {
    const all = [...parts.values()]
    const turno = all.find((part) => part.tipo === 'turno')
    if (!turno) return undefined
    return { ...enTurnoOf(turno), categorias: sortByOrden(all.filter((part) => part.tipo === 'categoria')) }
  },
})

function enTurnoOf({ selectedRow, regreso, pasados }: TurnoPart): EnTurno {
  return { selectedRow, ...(regreso && { regreso }), ...(pasados && { pasados }) }
}
