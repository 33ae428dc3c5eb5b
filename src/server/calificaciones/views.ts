import type { Change, Kind } from '#contract/change.ts'
import type { Params } from '#contract/view.ts'
import { detalle, resultados, type Detalle, type ResultadosPart } from '#contract/views/calificaciones.ts'
import { isPublicado, publicadoOf } from '#domain/ajustes.ts'
import { foldNombre } from '#domain/categoria.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { criteriosOf, tipoOf } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { isCalificada, nombreEnRuta, puestosOf, retiradosOf } from '#domain/resultados.ts'
import type { Actor } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import { inOneRead } from '../db/in-one-read.ts'
import { readAjustes } from '../horario/store.ts'
import { ALL, asks, idsOf, isOfDia, NONE, project, type Keys, type Projection } from '../live/project.ts'
import { readHojaOf, readHojas, type Hoja } from './store.ts'

const HOJA_KINDS: readonly Kind[] = ['categoria', 'competidor', 'calificacion']
/** The changes after which an address may lead to another entry, or to none. */
const NOMBRE_KINDS: readonly Kind[] = ['categoria', 'competidor']

function isOfHojas(change: Change, dia: Dia): boolean {
  return HOJA_KINDS.includes(change.kind) && isOfDia(change, dia)
}

type Loaded = { readonly publicado: boolean; readonly dia: Dia; readonly hoja: Hoja | null }

/** The results of a day, one part per category. `present` decides what each audience may see. */
export const resultadosView: Projection = project(resultados, {
  touched: (change, { dia }) => {
    if (change.kind === 'publicacion') return ALL
    return isOfHojas(change, dia) && change.categoriaId !== undefined ? [`c:${change.categoriaId}`] : NONE
  },
  load: (tx, { dia }, keys) => loadDia(tx, dia, keys),
  present: presentDia,
})

async function loadDia(tx: Tx, dia: Dia, keys: Keys): Promise<Map<string, Loaded>> {
  const publicado = isPublicado(publicadoOf(await readAjustes(tx)), dia)
  const parts = new Map<string, Loaded>()
  if (asks(keys, 'dia')) parts.set('dia', { publicado, dia, hoja: null })
  for (const hoja of await readHojas(tx, dia, idsOf(keys, 'c:')))
    parts.set(`c:${hoja.categoria.id}`, { publicado, dia, hoja })
  return parts
}

/** The administrator sees every day; other audiences see published days. */
function maySee(audience: Actor, publicado: boolean): boolean {
  return publicado || audience.role === 'admin'
}

function presentDia({ publicado, dia, hoja }: Loaded, audience: Actor): ResultadosPart | undefined {
  const visible = maySee(audience, publicado)
  if (!hoja) return { tipo: 'dia', dia, visible, publicado }
  if (!visible) return undefined
  const { id, nombre, orden } = hoja.categoria
  const ruta = new Map(
    hoja.competidores.map((competidor) => [competidor.id, nombreEnRuta(competidor, hoja.competidores)]),
  )
  const withRuta = <T extends { readonly id: string }>(entry: T) => ({ ...entry, ruta: ruta.get(entry.id) ?? entry.id })
  const puestos = puestosOf(hoja.competidores).map(withRuta)
  const retirados = retiradosOf(hoja.competidores).map(withRuta)
  return { tipo: 'categoria', id, nombre, orden, calificada: isCalificada(puestos), puestos, retirados, estado: null }
}

/** The marks of one entry, for audiences that may see its day. */
export const detalleView: Projection = project(detalle, {
  touched: (change, { dia }) => (change.kind === 'publicacion' || isOfHojas(change, dia) ? ['detalle'] : NONE),
  load: async (tx, params) => new Map([['detalle', await loadDetalle(tx, params)]]),
  present: (found, audience): Detalle => {
    const visible = maySee(audience, found.publicado)
    return visible && found.detalle ? found.detalle : { tipo: 'detalle', encontrado: false, visible }
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

/** Addresses that differ in the case of the category, or name the entry by its id, are one detail. So are those of no entry. */
async function resolveDetalle(tx: Tx, { dia, categoria, nombre }: Ruta): Promise<Ruta> {
  const hoja = await readHojaOf(tx, dia, categoria)
  const competidor = hoja && rutasOf(hoja).get(nombre)
  if (!hoja || !competidor) return { dia, ...NO_ENTRY }
  return { dia, categoria: foldNombre(hoja.categoria.nombre), nombre: nombreEnRuta(competidor, hoja.competidores) }
}

interface Found {
  readonly publicado: boolean
  readonly detalle: Detalle | null
}

async function loadDetalle(tx: Tx, params: Ruta): Promise<Found> {
  const { dia } = params
  const publicado = await readPublicado(tx, dia)
  const hoja = await readHojaOf(tx, dia, params.categoria)
  const competidor = hoja && rutasOf(hoja).get(params.nombre)
  if (!hoja || !competidor) return { publicado, detalle: null }
  const { nombre: categoria, criterios } = hoja.categoria
  return {
    publicado,
    detalle: {
      tipo: 'detalle',
      encontrado: true,
      visible: true,
      nombre: nombreOf(competidor),
      compania: companiaOf(competidor),
      categoria,
      dia,
      criterios: criteriosOf(tipoOf(categoria, criterios)),
      marcas: competidor.marcas,
      penalizaciones: competidor.penalizaciones,
      retiro: competidor.retiro,
      estado: null,
      competidorId: null,
    },
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
