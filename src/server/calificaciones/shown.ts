import type {
  CategoriaResultadosPart,
  Detalle,
  MarcaDeDetalle,
  PuestoMostrado,
} from '#contract/views/calificaciones.ts'
import type { Actor } from '#domain/actor.ts'
import type { Centesimas } from '#domain/calificacion.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { criteriosOfTipo, tipoOf } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import type { Juez } from '#domain/juez.ts'
import { estadoOf } from '#domain/jurado.ts'
import { sortPlaced } from '#domain/orden.ts'
import { maySeeLugares, maySeeMarcas } from '#domain/reserva.ts'
import { isCalificada, nombreEnRuta, penalizadosOf, puestosOf, retiradosOf } from '#domain/resultados.ts'
import type { Retiro } from '#domain/retiro.ts'
import { headJudgeOf, judgeOf } from './principal.ts'
import type { CompetidorDeHoja, Hoja } from './store.ts'

/** Whether an audience reopens marks and reads why an entry is withdrawn: the administrator and the head judge. */
function isOrganiser(audience: Actor, jueces: readonly Juez[]): boolean {
  return audience.role === 'admin' || headJudgeOf(jueces, audience) !== undefined
}

/** The results of a category for an audience that may see its day. */
export function categoriaFor(audience: Actor, hoja: Hoja, jueces: readonly Juez[]): CategoriaResultadosPart {
  const { id, nombre, orden } = hoja.categoria
  const { competidores } = hoja
  const ruta = new Map(competidores.map((competidor) => [competidor.id, nombreEnRuta(competidor, competidores)]))
  const withRuta = <T extends { readonly id: string }>(entry: T) => ({ ...entry, ruta: ruta.get(entry.id) ?? entry.id })
  const juez = judgeOf(jueces, audience)
  const puestos = puestosFor(juez, hoja)
  const retirados = retiradosOf(competidores).map((entry) => ({
    ...entry,
    retiro: retiroFor(audience, entry.retiro, jueces),
  }))
  return {
    tipo: 'categoria',
    id,
    nombre,
    orden,
    calificada: isCalificada(puestos),
    puestos: puestos.map(withRuta),
    retirados: retirados.map(withRuta),
    penalizados: penalizadosOf(competidores.filter((entry) => !juez || maySeeMarcas(juez, hoja.categoria, entry))),
    estado: estadoOf(jueces, hoja.cierre),
  }
}

/** The ranking. A judge who owes marks sees the running order, and the totals of the entries that the judge has sent. */
function puestosFor(juez: Juez | undefined, { categoria, competidores }: Hoja): Omit<PuestoMostrado, 'ruta'>[] {
  const puestos = puestosOf(competidores)
  if (!juez || maySeeLugares(juez, categoria, competidores)) return puestos
  const byId = new Map(puestos.map((puesto) => [puesto.id, puesto]))
  return sortPlaced(competidores).flatMap((entry) => {
    const puesto = byId.get(entry.id)
    if (!puesto) return []
    const sees = maySeeMarcas(juez, categoria, entry)
    const { puntos, calificado } = sees ? puesto : { puntos: null, calificado: false }
    return [{ ...puesto, puntos, calificado, lugar: null, empate: false }]
  })
}

function retiroFor(audience: Actor, retiro: Retiro, jueces: readonly Juez[]): Retiro {
  return isOrganiser(audience, jueces) ? retiro : { estado: retiro.estado, motivo: null }
}

/** An entry with its day, its `hoja` (the category with all entries and marks) and the highest mark of a criterion. */
export interface EntradaDeHoja {
  readonly dia: Dia
  readonly hoja: Hoja
  readonly maximo: Centesimas
  readonly competidor: CompetidorDeHoja
}

/** The marks of an entry for an audience that may see its day. */
export function detalleFor(audience: Actor, entrada: EntradaDeHoja, jueces: readonly Juez[]): Detalle {
  const { dia, hoja, maximo, competidor } = entrada
  const juez = judgeOf(jueces, audience)
  const { nombre: categoria, criterios } = hoja.categoria
  const sees = !juez || maySeeMarcas(juez, hoja.categoria, competidor)
  const organises = isOrganiser(audience, jueces)
  return {
    tipo: 'detalle',
    encontrado: true,
    visible: true,
    nombre: nombreOf(competidor),
    compania: companiaOf(competidor),
    categoria,
    dia,
    criterios: criteriosOfTipo(tipoOf(categoria, criterios)),
    maximo,
    oculto: !sees,
    marcas: sees || organises ? competidor.marcas.map((marca) => marcaFor(marca, { sees, organises })) : [],
    penalizaciones: sees ? competidor.penalizaciones : [],
    retiro: competidor.retiro && retiroFor(audience, competidor.retiro, jueces),
    estado: estadoOf(jueces, hoja.cierre),
    competidorId: organises ? competidor.id : null,
  }
}

/** A head judge who owes the entry sees the names and states of its marks, no figures. */
function marcaFor(
  { juez, juezId, estado, l_calificacion, criterios }: CompetidorDeHoja['marcas'][number],
  { sees, organises }: { readonly sees: boolean; readonly organises: boolean },
): MarcaDeDetalle {
  const figures = sees ? { l_calificacion, criterios } : { l_calificacion: null, criterios: {} }
  return { juez, ...figures, ...(organises && { juezId, estado }) }
}
