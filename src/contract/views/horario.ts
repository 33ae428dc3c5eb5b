import type { Reloj } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { Ficha } from '#domain/numero.ts'
import type { CategoriaDeJornada } from '#domain/jornada.ts'
import type { ProgramaPublico } from '#domain/programa.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import { ROLES } from '#domain/role.ts'
import { sortByOrden } from '#domain/orden.ts'
import type { EnTurno, Turno } from '#domain/turno.ts'
import { diaParams, view, type DocOf } from '../view.ts'

export interface RelojPart extends Reloj {
  readonly tipo: 'reloj'
  readonly dia: Dia
  readonly zonaHoraria: string
}

export interface TurnoPart extends Turno, EnTurno {
  readonly tipo: 'turno'
}

/** The published programme of the day, with the present lengths; only while it is published. */
export interface ProgramaPublicoPart extends ProgramaPublico {
  readonly tipo: 'programa'
}

export interface CompetidorPublico extends Ficha {
  readonly retiro: EstadoRetiro | null
}

export interface CategoriaHorarioPart extends CategoriaDeJornada<CompetidorPublico> {
  readonly tipo: 'categoria'
}

type HorarioPart = RelojPart | TurnoPart | ProgramaPublicoPart | CategoriaHorarioPart

/** The active day. */
export const horario = view('horario', {
  roles: ROLES,
  audience: 'todos',
  keeps: 'public',
  assemble: (parts: readonly HorarioPart[]) => {
    const reloj = parts.find((part) => part.tipo === 'reloj')
    const dia = diaOf(parts)
    return reloj && dia && { ...reloj, ...dia }
  },
})

export type Horario = DocOf<typeof horario>

/** A day that is not live. */
export const horarioDeDia = view('horarioDeDia', {
  roles: ROLES,
  audience: 'todos',
  params: diaParams,
  assemble: (parts: readonly Exclude<HorarioPart, RelojPart>[]) => diaOf(parts),
})

/** The running order of a day for the public, with the turn at which the day stands. */
function diaOf(parts: readonly HorarioPart[]) {
  const turno = parts.find((part) => part.tipo === 'turno')
  const categorias = sortByOrden(parts.filter((part) => part.tipo === 'categoria'))
  return turno && { ...enTurnoOf(turno), categorias, ...programaIn(parts) }
}

/** The published programme among the parts of a day. */
export function programaIn(parts: readonly { readonly tipo: string }[]): { readonly programa?: ProgramaPublico } {
  const programa = parts.find((part): part is ProgramaPublicoPart => part.tipo === 'programa')
  return programa ? { programa } : {}
}

export function enTurnoOf({ tipo: _tipo, competidorId: _competidorId, ...enTurno }: TurnoPart): EnTurno {
  return enTurno
}
