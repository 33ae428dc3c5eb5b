import type { Reloj } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { CategoriaProgramada } from '#domain/horario.ts'
import { ROLES } from '#domain/role.ts'
import { sortByOrden } from '#domain/orden.ts'
import { noParams, view } from '../view.ts'

export interface RelojPart extends Reloj {
  readonly tipo: 'reloj'
  readonly dia: Dia
  readonly zonaHoraria: string
}

export interface TurnoPart {
  readonly tipo: 'turno'
  readonly selectedRow: number
  readonly competidorId: string | null
}

export interface CompetidorPublico {
  readonly id: string
  readonly nombre: string
  readonly compania: string
}

export interface CategoriaHorarioPart extends CategoriaProgramada<CompetidorPublico> {
  readonly tipo: 'categoria'
}

type HorarioPart = RelojPart | TurnoPart | CategoriaHorarioPart

/** The live day as everybody may see it. */
export interface Horario extends Omit<RelojPart, 'tipo'> {
  readonly selectedRow: number
  readonly categorias: readonly CategoriaHorarioPart[]
}

export const horario = view({
  name: 'horario',
  roles: ROLES,
  audience: 'todos',
  params: noParams,
  assemble: (parts: ReadonlyMap<string, HorarioPart>): Horario | undefined => {
    const reloj = readReloj(parts)
    const turnoPart = readTurno(parts)
    if (!reloj || !turnoPart) return undefined
    const categorias = sortByOrden([...parts.values()].filter((part) => part.tipo === 'categoria'))
    return { ...reloj, selectedRow: turnoPart.selectedRow, categorias }
  },
})

type Tagged = { readonly tipo: string }

export function readReloj<P extends Tagged>(
  parts: ReadonlyMap<string, P | RelojPart>,
): Omit<RelojPart, 'tipo'> | undefined {
  const part = parts.get('reloj')
  return part && isReloj(part) ? part : undefined
}

export function readTurno<P extends Tagged>(parts: ReadonlyMap<string, P | TurnoPart>): TurnoPart | undefined {
  const part = parts.get('turno')
  return part && isTurno(part) ? part : undefined
}

const isReloj = (part: Tagged): part is RelojPart => part.tipo === 'reloj'
const isTurno = (part: Tagged): part is TurnoPart => part.tipo === 'turno'
