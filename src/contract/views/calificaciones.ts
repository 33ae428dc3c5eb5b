import type { Centesimas, EstadoMarca } from '#domain/calificacion.ts'
import type { Anterior } from '#domain/categoria.ts'
import type { Criterio } from '#domain/criterios.ts'
import { isDia, type Dia } from '#domain/dia.ts'
import type { EstadoResultado } from '#domain/cierre.ts'
import type { Metodo } from '#domain/metodo.ts'
import type { Pesos } from '#domain/pesos.ts'
import type { Marca, Puesto, Retirado } from '#domain/resultados.ts'
import type { Penalizacion, Penalizado } from '#domain/penalizacion.ts'
import type { Retiro } from '#domain/retiro.ts'
import { ROLES } from '#domain/role.ts'
import { sortByOrden } from '#domain/orden.ts'
import { diaParams, isId, paramsReader, view, type DocOf } from '../view.ts'

/** `visible`: the audience may see the results of the day. `publicado`: the public may. */
interface DiaPart {
  readonly tipo: 'dia'
  readonly dia: Dia
  readonly visible: boolean
  readonly publicado: boolean
  /** The former days and names of categories of this day, newest first; absent without any. */
  readonly anteriores?: readonly Anterior[]
}

/**
 * `ruta` is the segment of the entry in the address of its detail. `lugar` is also null for a judge without a sent mark of every
 * entry of the category, and `puntos` for a judge without a sent mark of this entry.
 */
export interface PuestoMostrado extends Omit<Puesto, 'calificaron' | 'razones'> {
  readonly ruta: string
  /** Absent while the order of its day is open. */
  readonly numero?: string
  /** The entry has no marks; absent where the audience may not know. */
  readonly sinCalificar?: true
  /** `2 de 3 jueces`, while some have not marked the entry; absent where the audience may not know. */
  readonly jueces?: string
  /** Why the entry has its place; absent where nothing but the points decides, and for an audience that may not see the places. */
  readonly razones?: readonly string[]
  /** The round to which the entry passes, for an audience that may see the places. */
  readonly pasaA?: string
}

export interface CategoriaResultadosPart {
  readonly tipo: 'categoria'
  readonly id: string
  readonly nombre: string
  readonly orden: number | null
  /** The category that a round came from. */
  readonly vieneDe?: string
  /** Absent for the sum. */
  readonly metodo?: Metodo
  /** The names of the judges that do not count; absent when all count. */
  readonly sinContar?: readonly string[]
  /** At least one ranked entry has marks. */
  readonly calificada: boolean
  /** The results wait for their announcement: the audience knows the title and the state. */
  readonly retenida?: true
  readonly puestos: readonly PuestoMostrado[]
  /**
   * The places of each group of entries that are still tied: `[[1, 2], [4, 5, 6]]`. Empty for an audience that may not see the
   * places. Answers of an older version, which a device may have kept, have none.
   */
  readonly empates?: readonly (readonly number[])[]
  readonly retirados: readonly (Retirado & Pick<PuestoMostrado, 'ruta' | 'numero'>)[]
  readonly penalizados: readonly Penalizado[]
  /** Null until there are judges. */
  readonly estado: EstadoResultado | null
  /** The decision of a closing that left judges out; absent when all count, and for an audience that may not see places. */
  readonly decision?: string
}

export type ResultadosPart = DiaPart | CategoriaResultadosPart

/** The results of a day. Without permission to see them, `categorias` is empty. */
export const resultados = view('resultados', {
  roles: ROLES,
  audience: 'rolOJuez',
  keeps: 'public',
  params: diaParams,
  assemble: (parts: readonly ResultadosPart[]) => {
    const dia = parts.find((part) => part.tipo === 'dia')
    const categorias = sortByOrden(parts.filter((part) => part.tipo === 'categoria'))
    if (!dia) return undefined
    const { tipo: _tipo, ...rest } = dia
    return { ...rest, categorias }
  },
})

export type Resultados = DocOf<typeof resultados>

/**
 * `juezId` and `estado` only for the administrator and the head judge. `noCuenta`: the total does not count. `excluido`: the
 * closing left the judge out. `lugar`: the place that it gives, with `mayoria`.
 */
export interface MarcaDeDetalle extends Omit<Marca, 'juezId'> {
  readonly juezId?: string
  readonly estado?: EstadoMarca
  readonly noCuenta?: true
  readonly excluido?: true
  readonly lugar?: number
}

/** An annulled attempt, which counts nowhere. */
export interface IntentoAnulado {
  readonly intento: number
  readonly motivo: string
  readonly marcas: readonly MarcaDeDetalle[]
}

/** The marks of one entry. What it shares with the results is there under the same conditions. */
export interface DetalleEncontrado
  extends
    Pick<CategoriaResultadosPart, 'vieneDe' | 'metodo' | 'estado' | 'decision'>,
    Pick<PuestoMostrado, 'nombre' | 'numero' | 'compania' | 'razones' | 'jueces' | 'pasaA'> {
  readonly tipo: 'detalle'
  readonly encontrado: true
  readonly visible: true
  readonly categoria: string
  readonly dia: Dia
  readonly criterios: readonly Criterio[]
  /** The weights of the criteria, in hundredths; absent without weights. */
  readonly pesos?: Pesos
  /** The names of the judges that do not count and have no mark for this entry; absent when there are none. */
  readonly sinContar?: readonly string[]
  /**
   * The highest mark of a criterion, from the scale of the category. Answers of an older version, which a device may have
   * kept, have none.
   */
  readonly maximo?: Centesimas
  /** The marks of others and the total are left out: this judge has not sent a mark for the entry. */
  readonly oculto: boolean
  readonly marcas: readonly MarcaDeDetalle[]
  readonly penalizaciones: readonly Penalizacion[]
  readonly retiro: Retiro | null
  /** The annulled attempts of a repeated entry, oldest first; only for the administrator and the head judge. */
  readonly intentos?: readonly IntentoAnulado[]
  /** The id for those that can reopen marks, the administrator and the head judge; null for all others. */
  readonly competidorId: string | null
}

/** `encontrado` is false when the entry does not exist or the audience may not see it. */
export type Detalle =
  | { readonly tipo: 'detalle'; readonly encontrado: false; readonly visible: boolean; readonly retenida?: boolean }
  | DetalleEncontrado

/** The detail of an entry that does not exist. */
export const NO_DETALLE = { tipo: 'detalle', encontrado: false, visible: true } as const

export type DetalleParams = { readonly dia: Dia; readonly categoriaId: string; readonly competidorId: string }

export const detalle = view('detalle', {
  roles: ROLES,
  audience: 'rolOJuez',
  keeps: 'public',
  params: paramsReader<DetalleParams>({ dia: isDia, categoriaId: isId, competidorId: isId }),
  assemble: ([entry]: readonly Detalle[]): Detalle => entry ?? NO_DETALLE,
})
