import type { Kind } from '#contract/change.ts'
import { tardias, type TardiaPart } from '#contract/views/jueces.ts'
import { nombreOf } from '#domain/competidor.ts'
import type { Juez } from '#domain/juez.ts'
import { owes } from '#domain/reserva.ts'
import { readJueces } from '../jueces/store.ts'
import { ALL, NONE, project, type Projection } from '../live/project.ts'
import { headJudgeOf } from './principal.ts'
import { listPendientes, type Pendiente } from './pendientes.ts'

interface Loaded {
  readonly tardia: Pendiente
  readonly jueces: readonly Juez[]
}

/**
 * The changes that may alter the list: of a late mark, of the names that it shows, and of the marks that the head judge
 * owes, which hide its total.
 */
const KINDS: readonly Kind[] = ['tardia', 'categoria', 'competidor', 'calificacion', 'retiro', 'cierre', 'juez']

/** The late marks that wait for the administrator or the head judge. They are few: a change loads all of them. */
export const tardiasView: Projection = project(tardias, {
  touched: ({ kind }) => (KINDS.includes(kind) ? ALL : NONE),
  load: async (tx) => {
    const jueces = await readJueces(tx)
    return new Map((await listPendientes(tx)).map((tardia): [string, Loaded] => [`t:${tardia.id}`, { tardia, jueces }]))
  },
  present: ({ tardia, jueces }, audience): TardiaPart | undefined => {
    const own = headJudgeOf(jueces, audience)
    if (!own && audience.role !== 'admin') return undefined
    const { id, juez, causa, recibida, l_calificacion, vigente, en } = tardia
    const isOwed = own && en && owes(own, en.categoria, en)
    return {
      id,
      juez,
      competidor: nombreOf(en ?? { nombre: null }),
      categoria: en && categoriaOf(en),
      causa,
      total: isOwed ? null : l_calificacion,
      vigente: vigente === null ? null : { total: isOwed ? null : vigente },
      recibida,
    }
  },
})

function categoriaOf({
  categoria: { id, nombre, dia },
  cerrada,
}: NonNullable<Pendiente['en']>): TardiaPart['categoria'] {
  return nombre && dia ? { id, nombre, dia, cerrada } : null
}
