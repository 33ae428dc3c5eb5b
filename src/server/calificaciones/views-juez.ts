import { judgeOf, isAsignado, type Juez } from '#domain/jurado.ts'
import {
  juez,
  type CategoriaDeJuezPart,
  type CompetidorDeJuez,
  type IdentidadPart,
  type MarcaPropia,
  type TardiaPropia,
} from '#contract/views/jueces.ts'
import type { TurnoPart } from '#contract/views/horario.ts'
import { criteriosOfTipo, tipoOf } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { fichaOf } from '#domain/numero.ts'
import { sortPlaced } from '#domain/orden.ts'
import { PRIMER_INTENTO } from '#domain/repeticion.ts'
import type { Tx } from '../db/database.ts'
import { readCurrent } from '../horario/turno.ts'
import { readJueces } from '../jueces/store.ts'
import { project, type Ids, type Loaders, type Projection } from '../live/project.ts'
import { readHojasOfEvento, readTardias, type CompetidorDeHoja, type Hoja, type TardiaGuardada } from './store.ts'

/** A category with the marks and late marks of all judges; `present` selects those of the audience. */
interface LoadedCategoria {
  readonly tipo: 'categoria'
  readonly hoja: Hoja
  readonly tardias: readonly TardiaGuardada[]
}

type Loaded =
  | { readonly tipo: 'identidad'; readonly dia: Dia; readonly jueces: readonly Juez[] }
  | TurnoPart
  | LoadedCategoria

/** The running order, the turn, and the marks of one judge, for that judge. */
export const juezView: Projection = project(juez, {
  touched: {
    // The assignments, the scales and the weights concern every category. These changes are rare.
    todas: ['juez', 'escala', 'peso'],
    turno: ['turno', 'dia'],
    identidad: ['dia'],
    'c:': ['categoria', 'competidor', 'calificacion', 'tardia', 'retiro', 'repeticion', 'cierre'],
  },
  load: (tx): Loaders<Loaded> => ({
    turno: async () => ({ tipo: 'turno', ...(await readCurrent(tx)).turno }),
    identidad: async () => ({ tipo: 'identidad', dia: (await readCurrent(tx)).dia, jueces: await readJueces(tx) }),
    'c:': (ids) => loadCategorias(tx, ids),
  }),
  present: (part, audience): IdentidadPart | TurnoPart | CategoriaDeJuezPart | undefined => {
    if (part.tipo === 'turno') return part
    const own = judgeOf(part.tipo === 'categoria' ? part.hoja.jueces : part.jueces, audience)
    if (!own) return undefined
    if (part.tipo === 'categoria') return categoriaOf(part, own)
    return { tipo: 'identidad', juezId: own.id, nombre: own.nombre, principal: own.principal, dia: part.dia }
  },
})

async function loadCategorias(tx: Tx, asked: Ids): Promise<Map<string, Loaded>> {
  const hojas = await readHojasOfEvento(tx, asked)
  if (hojas.length === 0) return new Map()
  const ids = hojas.map(({ categoria }) => categoria.id)
  const tardias = Map.groupBy(await readTardias(tx, ids), ({ categoriaId }) => categoriaId)
  const partOf = (hoja: Hoja): Loaded => ({ tipo: 'categoria', hoja, tardias: tardias.get(hoja.categoria.id) ?? [] })
  return new Map(hojas.map((hoja) => [hoja.categoria.id, partOf(hoja)]))
}

function categoriaOf({ hoja, tardias }: LoadedCategoria, own: Juez): CategoriaDeJuezPart | undefined {
  const { id, dia, nombre, orden, criterios } = hoja.categoria
  const { pesos, escala } = hoja
  if (dia === null) return undefined
  const ownTardias = tardias.filter(({ juezId }) => juezId === own.id)
  return {
    tipo: 'categoria',
    id,
    dia,
    nombre,
    orden,
    asignada: isAsignado(own, { id, dia }),
    cerrada: hoja.cierre !== null,
    criterios: criteriosOfTipo(tipoOf(nombre, criterios)),
    escala,
    ...(Object.keys(pesos).length > 0 && { pesos }),
    competidores: sortPlaced(hoja.competidores).map((entry) => competidorOf(entry, own.id, ownTardias)),
  }
}

/** An entry with the mark of a judge, and the newest of the judge's late marks for it: of its present attempt, if any. */
function competidorOf(entry: CompetidorDeHoja, juezId: string, own: readonly TardiaGuardada[]): CompetidorDeJuez {
  const tardias = own.filter(({ competidorId }) => competidorId === entry.id)
  const marca = entry.marcas.find((one) => one.juezId === juezId)
  const anulado = entry.anulados.at(-1)
  const intento = anulado?.siguiente ?? PRIMER_INTENTO
  const tardia = tardias.findLast((one) => one.intento === intento) ?? tardias.at(-1)
  return {
    ...fichaOf(entry),
    retiro: entry.retiro?.estado ?? null,
    tieneMusica: Boolean(entry.musicaPath),
    marca: marca ? marcaOf(marca) : null,
    tardia: tardia ? tardiaOf(tardia, intento) : null,
    ...(anulado && { intento, repite: anulado.motivo }),
  }
}

function marcaOf(marca: CompetidorDeHoja['marcas'][number]): MarcaPropia {
  const { estado, version, criterios, l_calificacion, motivo, enviada } = marca
  return { estado, version, criterios, l_calificacion: l_calificacion ?? '', motivo, enviada }
}

function tardiaOf({ intento, ...tardia }: TardiaGuardada, presente: number): TardiaPropia {
  const { id, clave, estado, l_calificacion, criterios, motivo } = tardia
  return { id, clave, estado, l_calificacion, criterios, motivo, ...(intento !== presente && { intento }) }
}
