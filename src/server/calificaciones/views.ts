import { judgeOf, type Juez } from '#domain/jurado.ts'
import { conocidoPor, hasMarcas, isOrganiser } from '#domain/embargo.ts'
import { estadoOf } from '#domain/cierre.ts'
import type { Actor } from '#domain/actor.ts'
import { isPublicado, publicadoOf } from '#domain/ajustes.ts'
import type { Anterior } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { CUENTA, juecesText, retiradosOf, type Efecto, type Puesto } from '#domain/resultados.ts'
import { empatadosOf, lugaresEmpatados } from '#domain/empate.ts'
import { penalizadosOf } from '#domain/penalizacion.ts'
import type { Change } from '#contract/change.ts'
import type { Kind } from '#domain/bitacora.ts'
import {
  detalle,
  resultados,
  type Detalle,
  type DetalleEncontrado,
  type DetalleParams,
  type IntentoAnulado,
  type ResultadosPart,
  type CategoriaResultadosPart,
  type MarcaDeDetalle,
  type PuestoMostrado,
} from '#contract/views/calificaciones.ts'
import { type Tx, inOneRead } from '../db/database.ts'
import { readAjustes } from '../horario/store.ts'
import { ALL, isOfDia, NONE, project, type Loaders, type Projection } from '../live/project.ts'
import { readJueces } from '../jueces/store.ts'
import { HOJA_KINDS, pasaAFieldOf, readAnteriores, readHojas, type Hoja, type CompetidorDeHoja } from './store.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { criteriosOfCategoria } from '#domain/puntuaciones.ts'
import { numeroFieldOf } from '#domain/numero.ts'
import { sortPlaced } from '#domain/orden.ts'
import { decidesByLugares, METODO_DEFAULT } from '#domain/metodo.ts'
import { maySeeLugares, maySeeMarcas } from '#domain/reserva.ts'
import type { Retiro } from '#domain/retiro.ts'

/**
 * The changes that concern every part: the publication of the day, the judges, their rules, the embargo (a round names the
 * category that it came from). These changes are rare.
 */
const ALL_KINDS: readonly Kind[] = ['publicacion', 'juez', 'escala', 'peso', 'desempate', 'embargo', 'anuncio']

/** A deleted category is retained no more: its rounds, of any day, may say that they came from it. */
function isDeletion({ kind, after }: Change): boolean {
  return kind === 'categoria' && !after
}

function isOfHojas(change: Change, dia: Dia): boolean {
  return HOJA_KINDS.includes(change.kind) && isOfDia(change, dia)
}

interface LoadedDia {
  readonly publicado: boolean
  readonly dia: Dia
  readonly jueces: readonly Juez[]
  readonly anteriores: readonly Anterior[]
  /** A category with its whole ranking, which most audiences see; null: the part of the day itself. */
  readonly de: ConRanking | null
}

interface ConRanking {
  readonly hoja: Hoja
  readonly ranking: Ranking
}

/** The results of a day, one part per category. `present` decides what each audience may see. */
export const resultadosView: Projection = project(resultados, {
  touched: (change, { dia }) => {
    if (ALL_KINDS.includes(change.kind) || isDeletion(change)) return ALL
    const own = isOfHojas(change, dia) && change.categoriaId !== undefined ? [`c:${change.categoriaId}`] : []
    // A category of any day may take or free a name that one of this day had.
    return change.kind === 'categoria' ? ['dia', ...own] : own
  },
  load: loadDia,
  present: (loaded, audience): ResultadosPart | undefined => {
    const { dia, publicado, de, jueces, anteriores } = loaded
    const conocido = conocidoPor(audience, jueces, { publicado, retenida: de?.hoja.retenida ?? false })
    if (de && conocido === 'resultados') return categoriaFor(audience, de)
    if (de) return conocido === 'anuncio' ? anuncioOf(de) : undefined
    const visible = conocido !== 'nada'
    return { tipo: 'dia', dia, visible, publicado, ...(visible && anteriores.length > 0 && { anteriores }) }
  },
})

async function loadDia(tx: Tx, { dia }: { readonly dia: Dia }): Promise<Loaders<LoadedDia>> {
  const common = { publicado: await readPublicado(tx, dia), dia, jueces: await readJueces(tx), anteriores: [] }
  return {
    dia: async () => {
      const anteriores = (await readAnteriores(tx)).filter(({ hoy }) => hoy === dia)
      return { ...common, anteriores: anteriores.map(({ hoy: _hoy, ...anterior }) => anterior), de: null }
    },
    'c:': async (ids) => {
      const hojas = await readHojas(tx, dia, ids)
      return new Map(hojas.map((hoja) => [hoja.categoria.id, { ...common, de: { hoja, ranking: rankingOf(hoja) } }]))
    },
  }
}

/** An entry with its `hoja`: the category with all entries and marks. */
interface LoadedDetalle extends Pick<LoadedDia, 'publicado' | 'dia'> {
  readonly hoja: Hoja
  readonly competidor: CompetidorDeHoja
}

/** The marks of one entry, for audiences that may see its day. Other audiences get `encontrado: false`, `visible: false`. */
export const detalleView: Projection = project(detalle, {
  touched: (change, { dia, categoriaId }) => {
    const isOfEntry = isOfHojas(change, dia) && change.categoriaId === categoriaId
    return ALL_KINDS.includes(change.kind) || isDeletion(change) || isOfEntry ? ['detalle'] : NONE
  },
  load: loadDetalle,
  present: (loaded, audience): Detalle => {
    const { hoja, publicado } = loaded
    const conocido = conocidoPor(audience, hoja.jueces, { publicado, retenida: hoja.retenida })
    if (conocido === 'resultados') return detalleFor(audience, loaded)
    // Without a mark there is nothing to announce: the detail says `Sin calificar`, and no penalty.
    if (conocido === 'nada' || hasMarcas(hoja.competidores))
      return { tipo: 'detalle', encontrado: false, visible: false }
    const { pasaA: _pasaA, ...found } = detalleFor(audience, loaded)
    return { ...found, penalizaciones: [] }
  },
})

async function loadDetalle(
  tx: Tx,
  { dia, categoriaId, competidorId }: DetalleParams,
): Promise<Loaders<LoadedDetalle> | null> {
  const [hoja] = await readHojas(tx, dia, [categoriaId])
  // Only entries with an order have results.
  const competidor = hoja?.competidores.find(({ id, orden }) => id === competidorId && orden !== null)
  if (!hoja || !competidor) return null
  return { detalle: async () => ({ publicado: await readPublicado(tx, dia), dia, hoja, competidor }) }
}

const readPublicado = inOneRead(async (tx, dia: Dia) => isPublicado(publicadoOf(await readAjustes(tx)), dia))

/** A retained category for an audience that waits for its announcement: until it has a mark, its entries in their order. */
function anuncioOf({ hoja, ranking }: ConRanking): CategoriaResultadosPart {
  const calificada = hasMarcas(hoja.competidores)
  return {
    ...categoriaFieldsOf(hoja),
    calificada,
    // Where all are withdrawn, no line is left to show.
    ...(calificada || ranking.puestos.length === 0 ? { retenida: true } : tituloFieldsOf(hoja, false)),
    puestos: calificada ? [] : ranking.puestos.map(({ pasaA: _pasaA, ...puesto }) => puesto),
    empates: [],
    retirados: [],
    penalizados: [],
  }
}

/** What every audience that knows a category sees of it. */
function categoriaFieldsOf({ categoria: { id, nombre, orden }, jueces, cierre }: Hoja) {
  return { tipo: 'categoria', id, nombre, orden, estado: estadoOf(jueces, cierre) } as const
}

/** The results of a category for an audience that may see its day. */
function categoriaFor(audience: Actor, { hoja, ranking: whole }: ConRanking): CategoriaResultadosPart {
  const { competidores, rutas, jueces } = hoja
  const juez = judgeOf(jueces, audience)
  const seesAll = maySeeAll(juez, hoja)
  const { puestos, ...ranking } = !juez || seesAll ? whole : rankingFor(juez, hoja, whole)
  const organises = isOrganiser(audience, jueces)
  return {
    ...categoriaFieldsOf(hoja),
    calificada: puestos.some(({ puntos }) => puntos !== null),
    puestos,
    ...ranking,
    ...tituloFieldsOf(hoja, organises),
    retirados: retiradosOf(competidores).map((one) => ({
      ...one,
      ruta: rutas.get(one.id) ?? one.id,
      ...numeroFieldOf(entryOf(hoja, one.id)),
      retiro: retiroFor(organises, one.retiro),
    })),
    penalizados: penalizadosOf(competidores.filter((entry) => !juez || maySeeMarcas(juez, hoja.categoria, entry))),
    ...(seesAll && decisionFieldOf(hoja)),
  }
}

/** The decision of the closing, when it left judges out. */
function decisionFieldOf({ regla, cierre }: Hoja): Pick<CategoriaResultadosPart, 'decision'> {
  return regla.excluidos.length > 0 && cierre?.decision ? { decision: cierre.decision } : {}
}

/** Whether an audience sees the places of a category: all but a judge that owes marks of it. */
function maySeeAll(juez: Juez | undefined, { categoria, competidores }: Hoja): boolean {
  return !juez || maySeeLugares(juez, categoria, competidores)
}

/** The texts under the title of a category: the method, unless it is the sum, and the source of a round, unless it is retained. */
function tituloFieldsOf(
  { regla: { metodo }, vieneDe, origenRetenido }: Hoja,
  organises: boolean,
): Pick<CategoriaResultadosPart, 'metodo' | 'vieneDe'> {
  const knowsOrigen = organises || !origenRetenido
  return { ...(metodo !== METODO_DEFAULT && { metodo }), ...(vieneDe !== null && knowsOrigen && { vieneDe }) }
}

type Ranking = Pick<CategoriaResultadosPart, 'puestos' | 'empates' | 'sinContar'>

/** The ranking for a judge that owes marks: the running order, and the totals of the entries that the judge has sent. */
function rankingFor(juez: Juez, { categoria, competidores }: Hoja, whole: Ranking): Ranking {
  const byId = new Map(whole.puestos.map((puesto) => [puesto.id, puesto]))
  const shown = sortPlaced(competidores).flatMap((entry) => {
    const puesto = byId.get(entry.id)
    if (!puesto) return []
    const { id, nombre, compania, ruta, puntos, sinCalificar, jueces } = puesto
    const plain = { id, nombre, compania, puntos: null, lugar: null, empate: false, ruta, ...numeroFieldOf(entry) }
    return [
      maySeeMarcas(juez, categoria, entry)
        ? { ...plain, puntos, ...(sinCalificar && { sinCalificar }), ...(jueces && { jueces }) }
        : plain,
    ]
  })
  return { puestos: shown, empates: [] }
}

/** The whole ranking. */
function rankingOf(hoja: Hoja): Ranking {
  const { puestos, sinContar } = hoja.resultado
  return {
    puestos: puestos.map((puesto) => puestoMostradoOf(puesto, hoja)),
    empates: lugaresEmpatados(puestos, empatadosOf(hoja.resultado)),
    ...(sinContar.length > 0 && { sinContar: sinContar.map(({ nombre }) => nombre) }),
  }
}

const entryOf = ({ competidores }: Hoja, id: string) => competidores.find((entry) => entry.id === id)

function puestoMostradoOf(puesto: Puesto, hoja: Hoja): PuestoMostrado {
  const { id, lugar, nombre, compania, puntos, empate, razones } = puesto
  return {
    id,
    lugar,
    nombre,
    compania,
    puntos,
    empate,
    ruta: hoja.rutas.get(id) ?? id,
    ...numeroFieldOf(entryOf(hoja, id)),
    ...(lugar === null && { sinCalificar: true }),
    ...juecesFieldOf(puesto),
    ...(razones.length > 0 && { razones }),
    ...pasaAFieldOf(hoja, id),
  }
}

function juecesFieldOf(puesto: Pick<Puesto, 'calificaron'> | undefined): Pick<PuestoMostrado, 'jueces'> {
  const jueces = puesto && juecesText(puesto.calificaron)
  return jueces ? { jueces } : {}
}

function retiroFor(organises: boolean, retiro: Retiro): Retiro {
  return organises ? retiro : { estado: retiro.estado, motivo: null }
}

/** What an audience may see of an entry. */
interface Permiso {
  /** The marks of all judges, and the total. */
  readonly sees: boolean
  readonly seesLugares: boolean
  /** The audience reopens marks. */
  readonly organises: boolean
}

/** The marks of an entry for an audience that may see its day. */
function detalleFor(audience: Actor, loaded: LoadedDetalle): DetalleEncontrado {
  const { dia, hoja, competidor } = loaded
  const { jueces } = hoja
  const juez = judgeOf(jueces, audience)
  const sees = !juez || maySeeMarcas(juez, hoja.categoria, competidor)
  const organises = isOrganiser(audience, jueces)
  const seesLugares = maySeeAll(juez, hoja)
  return {
    tipo: 'detalle',
    encontrado: true,
    visible: true,
    nombre: nombreOf(competidor),
    ...numeroFieldOf(competidor),
    compania: companiaOf(competidor),
    categoria: hoja.categoria.nombre,
    dia,
    criterios: criteriosOfCategoria(hoja.categoria),
    maximo: hoja.escala.maximo,
    oculto: !sees,
    ...(Object.keys(hoja.pesos).length > 0 && { pesos: hoja.pesos }),
    ...tituloFieldsOf(hoja, organises),
    marcas: marcasFor(loaded, { sees, organises, seesLugares }),
    penalizaciones: sees ? competidor.penalizaciones : [],
    retiro: competidor.retiro && retiroFor(organises, competidor.retiro),
    estado: estadoOf(jueces, hoja.cierre),
    ...(sees && juecesFieldOf(hoja.resultado.puestos.find(({ id }) => id === competidor.id))),
    ...(seesLugares && lugarFieldsOf(loaded)),
    ...(organises && competidor.anulados.length > 0 && { intentos: intentosFor(competidor, sees) }),
    competidorId: organises ? competidor.id : null,
  }
}

/** What tells about the places of the category. */
function lugarFieldsOf({ hoja, competidor }: LoadedDetalle): Partial<DetalleEncontrado> {
  const { puestos, sinContar } = hoja.resultado
  const { razones = [] } = puestos.find(({ id }) => id === competidor.id) ?? {}
  const ausentes = sinContar.filter(({ id }) => !competidor.marcas.some(({ juezId }) => juezId === id))
  return {
    ...(razones.length > 0 && { razones }),
    ...pasaAFieldOf(hoja, competidor.id),
    ...(ausentes.length > 0 && { sinContar: ausentes.map(({ nombre }) => nombre) }),
    ...decisionFieldOf(hoja),
  }
}

function marcasFor({ hoja, competidor }: LoadedDetalle, permiso: Permiso): readonly MarcaDeDetalle[] {
  const { sees, seesLugares, organises } = permiso
  if (!sees && !organises) return []
  const { metodo, excluidos } = hoja.regla
  // In a ranking by places, and with excluded judges, the effect of a mark tells about the other entries too.
  const seesEfecto = seesLugares || (sees && !decidesByLugares(metodo) && excluidos.length === 0)
  const efectoOf = (juezId: string): Efecto => (seesEfecto ? hoja.resultado.efectoOf(competidor.id, juezId) : CUENTA)
  return competidor.marcas.map((marca) => ({ ...marcaFor(marca, permiso), ...efectoFieldsOf(efectoOf(marca.juezId)) }))
}

function efectoFieldsOf({ cuenta, lugar, excluido }: Efecto): Pick<MarcaDeDetalle, 'noCuenta' | 'excluido' | 'lugar'> {
  return { ...(!cuenta && { noCuenta: true }), ...(excluido && { excluido }), ...(lugar !== null && { lugar }) }
}

/** The annulled attempts for an organiser. Their marks are not reopened. */
function intentosFor({ anulados }: CompetidorDeHoja, sees: boolean): readonly IntentoAnulado[] {
  return anulados.map(({ intento, motivo, marcas }) => ({
    intento,
    motivo,
    marcas: marcas.map((marca) => marcaFor(marca, { sees, organises: false })),
  }))
}

/** A head judge that owes the entry sees the names and states of its marks, no figures. */
function marcaFor(
  { juez, juezId, estado, l_calificacion, criterios }: CompetidorDeHoja['marcas'][number],
  { sees, organises }: Pick<Permiso, 'sees' | 'organises'>,
): MarcaDeDetalle {
  const figures = sees ? { l_calificacion, criterios } : { l_calificacion: null, criterios: {} }
  return { juez, ...figures, ...(organises && { juezId, estado }) }
}
