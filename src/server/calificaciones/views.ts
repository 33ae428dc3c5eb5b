import type { Actor } from '#domain/actor.ts'
import { isPublicado, publicadoOf } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import type { Juez } from '#domain/juez.ts'
import { nombreEnRuta } from '#domain/resultados.ts'
import type { Change, Kind } from '#contract/change.ts'
import type { Params } from '#contract/view.ts'
import { detalle, resultados, type Detalle, type ResultadosPart } from '#contract/views/calificaciones.ts'
import type { Tx } from '../db/database.ts'
import { inOneRead } from '../db/in-one-read.ts'
import { readAjustes } from '../horario/store.ts'
import { ALL, includesKey, idsOf, isOfDia, NONE, project, type Keys, type Projection } from '../live/project.ts'
import { headJudgeOf } from './principal.ts'
import { readJueces } from '../jueces/store.ts'
import { categoriaFor, detalleFor, type EntradaDeHoja } from './shown.ts'
import { readEscala, readHoja, readHojaOf, readHojas, type Hoja } from './store.ts'

const HOJA_KINDS: readonly Kind[] = ['categoria', 'competidor', 'calificacion', 'penalizacion', 'retiro', 'cierre']
/** The changes after which an address may lead to another entry, or to none. */
const NOMBRE_KINDS: readonly Kind[] = ['categoria', 'competidor']
/** The changes that concern every part: the publication of the day, the judges, the scales. These changes are rare. */
const ALL_KINDS: readonly Kind[] = ['publicacion', 'juez', 'escala']

function isOfHojas(change: Change, dia: Dia): boolean {
  return HOJA_KINDS.includes(change.kind) && isOfDia(change, dia)
}

interface LoadedDia {
  readonly publicado: boolean
  readonly dia: Dia
  readonly jueces: readonly Juez[]
  readonly hoja: Hoja | null
}

/** The results of a day, one part per category. `present` decides what each audience may see. */
export const resultadosView: Projection = project(resultados, {
  touched: (change, { dia }) => {
    if (ALL_KINDS.includes(change.kind)) return ALL
    return isOfHojas(change, dia) && change.categoriaId !== undefined ? [`c:${change.categoriaId}`] : NONE
  },
  load: (tx, { dia }, keys) => loadDia(tx, dia, keys),
  present: (loaded, audience): ResultadosPart | undefined => {
    const visible = maySee(loaded, audience)
    const { dia, publicado, hoja, jueces } = loaded
    if (!hoja) return { tipo: 'dia', dia, visible, publicado }
    return visible ? categoriaFor(audience, hoja, jueces) : undefined
  },
})

async function loadDia(tx: Tx, dia: Dia, keys: Keys): Promise<Map<string, LoadedDia>> {
  const publicado = await readPublicado(tx, dia)
  const jueces = await readJueces(tx)
  const parts = new Map<string, LoadedDia>()
  if (includesKey(keys, 'dia')) parts.set('dia', { publicado, dia, jueces, hoja: null })
  for (const hoja of await readHojas(tx, dia, idsOf(keys, 'c:')))
    parts.set(`c:${hoja.categoria.id}`, { publicado, dia, jueces, hoja })
  return parts
}

/** The administrator and the head judge see every day; other audiences see published days. */
function maySee({ publicado, jueces }: Pick<LoadedDia, 'publicado' | 'jueces'>, audience: Actor): boolean {
  return publicado || audience.role === 'admin' || headJudgeOf(jueces, audience) !== undefined
}

interface LoadedDetalle {
  readonly publicado: boolean
  readonly jueces: readonly Juez[]
  readonly entrada: EntradaDeHoja | null
}

/** The marks of one entry, for audiences that may see its day. Other audiences get `encontrado: false`, `visible: false`. */
export const detalleView: Projection = project(detalle, {
  touched: (change, { dia, categoria }) => {
    const isOfEntry = isOfHojas(change, dia) && change.categoriaId === categoria
    return ALL_KINDS.includes(change.kind) || isOfEntry ? ['detalle'] : NONE
  },
  load: async (tx, params) => new Map([['detalle', await loadDetalle(tx, params)]]),
  present: (loaded, audience): Detalle => {
    const visible = maySee(loaded, audience)
    const { entrada, jueces } = loaded
    return visible && entrada ? detalleFor(audience, entrada, jueces) : { tipo: 'detalle', encontrado: false, visible }
  },
  resolve: resolveDetalle,
  // A change of marks changes no name: thousands of open details need not be resolved again.
  moves: ({ kind, dia }, params) => NOMBRE_KINDS.includes(kind) && (dia ?? params.dia) === params.dia,
})

interface Ruta extends Params {
  readonly dia: Dia
  readonly categoria: string
  readonly nombre: string
}

/** The address of no entry: every listed category has a name. */
const NO_ENTRY = { categoria: '', nombre: '' }

/**
 * Maps an address to the ids of its category and entry: addresses of one entry may differ in the case of the category, or name
 * the entry by its id. All addresses without an entry share one.
 */
async function resolveDetalle(tx: Tx, { dia, categoria, nombre }: Ruta): Promise<Ruta> {
  const hoja = await readHojaOf(tx, dia, categoria)
  const competidor = hoja && rutasOf(hoja).get(nombre)
  return { dia, ...(hoja && competidor ? { categoria: hoja.categoria.id, nombre: competidor.id } : NO_ENTRY) }
}

/** Loads the entry of an address after `resolveDetalle`. */
async function loadDetalle(tx: Tx, { dia, categoria, nombre }: Ruta): Promise<LoadedDetalle> {
  const hoja = categoria === NO_ENTRY.categoria ? undefined : await readHoja(tx, dia, categoria)
  const competidor = hoja?.competidores.find(({ id, orden }) => id === nombre && orden !== null)
  return {
    publicado: await readPublicado(tx, dia),
    jueces: await readJueces(tx),
    entrada:
      hoja && competidor ? { dia, hoja, maximo: (await readEscala(tx, hoja.categoria)).maximo, competidor } : null,
  }
}

const readPublicado = inOneRead(async (tx, dia: Dia) => isPublicado(publicadoOf(await readAjustes(tx)), dia))

type Rutas = ReadonlyMap<string, Hoja['competidores'][number]>
const rutas = new WeakMap<Hoja, Rutas>()

/** The entries of a category by their name in an address, and by id. Only entries with an order have results. */
function rutasOf(hoja: Hoja): Rutas {
  const known = rutas.get(hoja)
  if (known) return known
  const { competidores } = hoja
  const ranked = competidores.filter((competidor) => competidor.orden !== null)
  const made = new Map([
    ...ranked.map((competidor) => [competidor.id, competidor] as const),
    ...ranked.map((competidor) => [nombreEnRuta(competidor, competidores), competidor] as const),
  ])
  rutas.set(hoja, made)
  return made
}
