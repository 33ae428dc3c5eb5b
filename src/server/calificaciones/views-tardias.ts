import type { Kind } from '#contract/change.ts'
import { tardias, type TardiaPart } from '#contract/views/jueces.ts'
import { nombreOf } from '#domain/competidor.ts'
import type { Juez } from '#domain/juez.ts'
import { owes } from '#domain/reserva.ts'
import type { Tx } from '../db/database.ts'
import { ALL, NONE, project, type Projection } from '../live/project.ts'
import { headJudgeOf } from './audience.ts'
import { readJueces } from './cached.ts'
import { listPendientes, readHojasOfEvento, type CompetidorDeHoja, type Hoja, type Pendiente } from './store.ts'

interface Loaded {
  readonly tardia: Pendiente
  readonly jueces: readonly Juez[]
  /** Null: the entry was deleted. */
  readonly en: { readonly hoja: Hoja; readonly entry: CompetidorDeHoja } | null
}

/** A mark of the head judge shows the figures; a withdrawal, a name or a closing is told with the late mark. */
const KINDS: readonly Kind[] = ['tardia', 'categoria', 'competidor', 'calificacion', 'retiro', 'cierre', 'juez']

/** The late marks that wait for the administrator or the head judge. They are few: a change loads all of them. */
export const tardiasView: Projection = project(tardias, {
  touched: ({ kind }) => (KINDS.includes(kind) ? ALL : NONE),
  load: (tx) => load(tx),
  present: ({ tardia, jueces, en }, audience): TardiaPart | undefined => {
    const own = headJudgeOf(jueces, audience)
    if (!own && audience.role !== 'admin') return undefined
    const { id, juez, causa, recibida, l_calificacion } = tardia
    const isOwed = own && en && owes(own, en.hoja.categoria, en.entry)
    return {
      id,
      juez,
      competidor: nombreOf(en?.entry ?? { nombre: null }),
      categoria: en && categoriaOf(en.hoja),
      causa,
      total: isOwed ? null : l_calificacion,
      recibida,
    }
  },
})

async function load(tx: Tx): Promise<Map<string, Loaded>> {
  const pendientes = await listPendientes(tx)
  if (pendientes.length === 0) return new Map()
  const jueces = await readJueces(tx)
  const hojas = await readHojasOfEvento(tx, [...new Set(pendientes.flatMap(({ categoriaId }) => categoriaId ?? []))])
  return new Map(
    pendientes.map((tardia): [string, Loaded] => {
      const hoja = hojas.find(({ categoria }) => categoria.id === tardia.categoriaId)
      const entry = hoja?.competidores.find(({ id }) => id === tardia.competidorId)
      return [`t:${tardia.id}`, { tardia, jueces, en: hoja && entry ? { hoja, entry } : null }]
    }),
  )
}

function categoriaOf({ categoria: { id, nombre, dia }, cierre }: Hoja): TardiaPart['categoria'] {
  return dia && { id, nombre, dia, cerrada: cierre !== null }
}
