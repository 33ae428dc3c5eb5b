import { headJudgeOf, type Juez, listEsperados, listMissingJueces, type MarcaDeJuez } from '#domain/jurado.ts'
import type { Kind } from '#domain/bitacora.ts'
import {
  jurado,
  panel,
  type CategoriaDeJuradoPart,
  type CompetidorDeJurado,
  type PanelDeCategoria,
  tardias,
  type TardiaPart,
} from '#contract/views/jueces.ts'
import { nombreOf } from '#domain/competidor.ts'
import { numeroFieldOf } from '#domain/numero.ts'
import { sortPlaced } from '#domain/orden.ts'
import { panelDeCategoria } from '#domain/panel.ts'
import { maySeeLugares, owes } from '#domain/reserva.ts'
import { keysTouched, project, type Loaders, type Projection } from '../live/project.ts'
import { readJueces } from '../jueces/store.ts'
import { intentoOf } from './entrada.ts'
import { porCerrarOf } from './cierre.ts'
import { HOJA_KINDS, readHojasOfEvento, pasaAFieldOf, type CompetidorDeHoja, type Hoja } from './store.ts'
import type { Tx } from '../db/database.ts'

/** The assignments and the tie-break list concern every category. These changes are rare. */
const TODAS_KINDS: readonly Kind[] = ['juez', 'desempate']

/**
 * For the head judge: the states of the marks of every entry, and the judges without a sent one. The totals of an entry
 * are null while the head judge still has to mark it.
 */
export const juradoView: Projection = project(jurado, {
  touched: { todas: TODAS_KINDS, 'c:': HOJA_KINDS },
  load: (tx): Loaders<Hoja> => ({
    'c:': async (ids) => new Map((await readHojasOfEvento(tx, ids)).map((hoja) => [hoja.categoria.id, hoja])),
  }),
  present: (hoja, audience): CategoriaDeJuradoPart | undefined => {
    const own = headJudgeOf(hoja.jueces, audience)
    const { id, dia, nombre, orden } = hoja.categoria
    if (!own || dia === null) return undefined
    const seesLugares = maySeeLugares(own, hoja.categoria, hoja.competidores)
    return {
      tipo: 'categoria',
      id,
      dia,
      nombre,
      orden,
      ...porCerrarOf(hoja),
      ...(!seesLugares && { empates: [] }),
      competidores: sortPlaced(hoja.competidores).map((entry) => ({
        ...competidorFor(own, entry, hoja),
        ...(seesLugares && pasaAFieldOf(hoja, entry.id)),
      })),
    }
  },
})

function competidorFor(own: Juez, entry: CompetidorDeHoja, hoja: Hoja): CompetidorDeJurado {
  const isOwed = owes(own, hoja.categoria, entry)
  return {
    id: entry.id,
    nombre: nombreOf(entry),
    retiro: entry.retiro?.estado ?? null,
    ...numeroFieldOf(entry),
    marcas: entry.marcas.map(({ juezId, juez, estado, l_calificacion }) => {
      return { juezId, juez, estado, total: isOwed ? null : (l_calificacion ?? '') }
    }),
    faltan: listMissingJueces(listEsperados(hoja.jueces, hoja.regla), hoja.categoria, entry),
  }
}

/** The figures of each judge of a category, for the administrator and the head judge. */
export const panelView: Projection = project(panel, {
  touched: (change, { categoriaId }) => {
    const own = change.categoriaId === categoriaId ? HOJA_KINDS : []
    return keysTouched({ panel: [...TODAS_KINDS, ...own] }, change)
  },
  load: async (tx, { categoriaId }): Promise<Loaders<Hoja> | null> => {
    const [hoja] = await readHojasOfEvento(tx, [categoriaId])
    return hoja ? { panel: async () => hoja } : null
  },
  present: ({ categoria, competidores, resultado, jueces }, audience): PanelDeCategoria | undefined => {
    const own = headJudgeOf(jueces, audience)
    if (!own && audience.role !== 'admin') return undefined
    const sees = !own || maySeeLugares(own, categoria, competidores)
    return { nombre: categoria.nombre, filas: sees ? panelDeCategoria(competidores, resultado) : null }
  },
})

const selectPendientes = (tx: Tx) =>
  tx
    .selectFrom('tardia as t')
    .innerJoin('jueces as j', 'j.id', 't.juezId')
    .leftJoin('competidores as e', 'e.id', 't.competidorId')
    .leftJoin('categorias as c', 'c.id', 'e.categoriaId')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .leftJoin('cierre as k', 'k.categoriaId', 'c.id')
    .leftJoin('calificaciones as m', (join) =>
      join.onRef('m.competidorId', '=', 't.competidorId').onRef('m.juezId', '=', 't.juezId'),
    )
    .select(['t.id', 't.causa', 't.recibida', 't.l_calificacion', 'j.nombre as juez', 't.competidorId'])
    .select(['e.nombre', 'c.id as categoriaId', 'c.nombre as categoria', 'c.dia'])
    .select(['r.estado', 'r.motivo', 'k.categoriaId as cerrada', 'm.l_calificacion as vigente', 't.intento'])
    .select((eb) => intentoOf(eb.ref('e.id')).as('presente'))
    .where('t.estado', '=', 'pendiente')
    .execute()

interface LoadedTardia {
  readonly tardia: Awaited<ReturnType<typeof selectPendientes>>[number]
  /** The marks that the head judges have sent for its entry. */
  readonly marcas: readonly MarcaDeJuez[]
  readonly jueces: readonly Juez[]
}

/** The late marks that wait. Reads nothing of other entries: each mark that is sent reads all of these again. */
async function loadTardias(tx: Tx): Promise<Map<string, LoadedTardia>> {
  const pendientes = await selectPendientes(tx)
  if (pendientes.length === 0) return new Map()
  const jueces = await readJueces(tx)
  const dePrincipales = await tx
    .selectFrom('calificaciones as m')
    .innerJoin('jueces as j', 'j.id', 'm.juezId')
    .select(['m.competidorId', 'm.juezId', 'm.estado', 'j.nombre as juez'])
    .where('j.principal', '=', 1)
    .where('m.competidorId', 'in', (eb) =>
      eb.selectFrom('tardia as t').select('t.competidorId').where('t.estado', '=', 'pendiente'),
    )
    .execute()
  const marcas = Map.groupBy(dePrincipales, ({ competidorId }) => competidorId)
  return new Map(
    pendientes.map((tardia) => [tardia.id, { tardia, marcas: marcas.get(tardia.competidorId) ?? [], jueces }]),
  )
}

/**
 * The changes that may alter the list: of a late mark, of the names that it shows, and of the marks that the head judge
 * owes, which hide its total.
 */
const TARDIA_KINDS: readonly Kind[] = ['tardia', ...HOJA_KINDS, 'juez']

/** The late marks that wait for the administrator or the head judge. They are few: a change loads all of them. */
export const tardiasView: Projection = project(tardias, {
  touched: { todas: TARDIA_KINDS },
  load: (tx) => ({ 't:': () => loadTardias(tx) }),
  present: ({ tardia, marcas, jueces }, audience): TardiaPart | undefined => {
    const own = headJudgeOf(jueces, audience)
    if (!own && audience.role !== 'admin') return undefined
    const { id, juez, nombre, causa, recibida, l_calificacion, vigente } = tardia
    const shown = own && isOwed(own, tardia, marcas) ? () => null : (total: string) => total
    const isAnnulled = tardia.categoriaId !== null && tardia.intento !== tardia.presente
    return {
      id,
      juez,
      competidor: nombreOf({ nombre }),
      categoria: categoriaOf(tardia),
      causa,
      ...(isAnnulled && { intento: tardia.intento }),
      total: shown(l_calificacion),
      vigente: vigente === null || isAnnulled ? null : { total: shown(vigente) },
      recibida,
    }
  },
})

/** Whether a head judge still has to mark the entry of a late mark. */
function isOwed(own: Juez, tardia: LoadedTardia['tardia'], marcas: readonly MarcaDeJuez[]): boolean {
  const { categoriaId: id, dia, estado, motivo } = tardia
  return id !== null && owes(own, { id, dia }, { marcas, retiro: estado && { estado, motivo } })
}

/** The category of a late mark; null when its entry was deleted. */
function categoriaOf({ categoriaId: id, categoria, dia, cerrada }: LoadedTardia['tardia']): TardiaPart['categoria'] {
  return id !== null && categoria && dia ? { id, nombre: categoria, dia, cerrada: cerrada !== null } : null
}
