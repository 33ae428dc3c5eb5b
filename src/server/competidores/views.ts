import {
  mesa,
  mesaDeDia,
  type CategoriaMesaPart,
  type CompetidorAdmin,
  type DiaDeMesaPart,
  type MesaPart,
  type RondasPart,
} from '#contract/competidores.ts'
import type { TurnoPart } from '#contract/views/horario.ts'
import type { Kind } from '#domain/bitacora.ts'
import type { Dia } from '#domain/dia.ts'
import { listEsperados, listMissingJueces } from '#domain/jurado.ts'
import { estadoOf } from '#domain/cierre.ts'
import { doblesOf } from '#domain/inscripcion.ts'
import { roundDuracion } from '#domain/musica.ts'
import { fichaOf } from '#domain/numero.ts'
import { sortPlaced } from '#domain/orden.ts'
import { cambioDeRonda, siguientesDe } from '#domain/ronda.ts'
import { sinTurnoOf } from '#domain/turno.ts'
import {
  copiaIdOf,
  intentoFieldOf,
  HOJA_KINDS,
  pasaAFieldOf,
  readHojas,
  readHojasOfEvento,
  readRondas,
  type CompetidorDeHoja,
  type Hoja,
} from '../calificaciones/store.ts'
import { porCerrarOf } from '../calificaciones/cierre.ts'
import type { Tx } from '../db/database.ts'
import { readDiasConCompetidores } from './store.ts'
import { loadEstadoDePrograma, loadPrograma } from '../horario/programa.ts'
import { DIA_KINDS, LIST_KINDS, loadReloj, ORDEN_KINDS, PROGRAMA_KINDS } from '../horario/parts.ts'
import { readSinLlegar } from '../horario/llegadas.ts'
import { readOrdenCerrado } from '../horario/numeros.ts'
import { readUltimo } from '../horario/store.ts'
import { loadTurno, readCurrent, readEnCurso } from '../horario/turno.ts'
import { isOfDia, keysTouched, project, type Kinds, type Loaders, type Projection } from '../live/project.ts'

/** What alters the entries of a day. An assignment changes the missing judges of every category, the tie-break list its ties. */
const ENTRADAS_KINDS = { orden: ['orden'], 'c:': HOJA_KINDS, rondas: HOJA_KINDS } as const satisfies Kinds
const TODAS_KINDS: readonly Kind[] = ['juez', 'desempate']
const MESA_KINDS = {
  ...DIA_KINDS,
  ...ENTRADAS_KINDS,
  dias: LIST_KINDS,
  cambios: [...PROGRAMA_KINDS, ...ORDEN_KINDS.turno, 'orden'],
  turno: [...ORDEN_KINDS.turno, 'llegada'],
  movimiento: ['turno'],
  todas: [...TODAS_KINDS, 'dia'],
} as const
/** The list of a day decides which entries its turn has passed. */
const VISTO_KINDS = { ...ENTRADAS_KINDS, turno: [...ORDEN_KINDS.turno, 'dia'], todas: TODAS_KINDS } as const

/** The organiser's desk: the active day with lengths and marks. */
export function mesaView(zona: string): Projection {
  return project(mesa, {
    touched: MESA_KINDS,
    load: async (tx): Promise<Loaders<MesaPart>> => {
      const { dia } = await readCurrent(tx)
      return {
        ...partsOfDia(tx, dia),
        reloj: () => loadReloj(tx, zona),
        turno: async () => {
          const { turno, lista } = await readEnCurso(tx, dia)
          const sinLlegar = await readSinLlegar(tx, dia)
          return { ...(await loadTurno(tx, dia)), sinTurno: sinTurnoOf(turno, lista), sinLlegar }
        },
        programa: () => loadPrograma(tx, dia),
        cambios: async () => ((await loadEstadoDePrograma(tx, dia)) === 'con cambios' ? { tipo: 'cambios' } : null),
        dias: async () => ({ tipo: 'dias', conCompetidores: await readDiasConCompetidores(tx) }),
        movimiento: async () => ({ tipo: 'movimiento', ultimo: await readUltimo(tx) }),
      }
    },
    present: (part) => part,
  })
}

/** The entries of any day with lengths and marks. */
export const mesaDeDiaView: Projection = project(mesaDeDia, {
  // The source of a round may be on another day.
  touched: (change, { dia }) => keysTouched(isOfDia(change, dia) ? VISTO_KINDS : { rondas: HOJA_KINDS }, change),
  load: (tx, { dia }): Loaders<DiaDeMesaPart | TurnoPart> => ({
    ...partsOfDia(tx, dia),
    turno: () => loadTurno(tx, dia),
  }),
  present: (part) => part,
})

function partsOfDia(tx: Tx, dia: Dia): Loaders<DiaDeMesaPart> {
  return {
    'c:': async (ids) => {
      const hojas = await readHojas(tx, dia, ids)
      return new Map(hojas.map((hoja) => [hoja.categoria.id, categoriaOf(hoja)]))
    },
    rondas: () => loadRondas(tx, dia),
    orden: async () => ({ tipo: 'orden', cerrado: (await readOrdenCerrado(tx, dia)) !== undefined }),
  }
}

/** The rounds of a day beside the best of their sources. The changes stand in the order of the names of the rounds. */
async function loadRondas(tx: Tx, dia: Dia): Promise<RondasPart> {
  const rondas = (await readRondas(tx)).filter((ronda) => ronda.dia === dia)
  const ids = new Set(rondas.flatMap(({ id, origen }) => [id, origen.categoriaId]))
  const hojas = new Map((await readHojasOfEvento(tx, [...ids])).map((hoja) => [hoja.categoria.id, hoja]))
  const siguientes: Record<string, readonly string[]> = {}
  const cambios = rondas.flatMap(({ id, nombre, origen }) => {
    const [ronda, fuente] = [hojas.get(id), hojas.get(origen.categoriaId)]
    if (!ronda || !fuente) return []
    siguientes[id] = siguientesDe(fuente.resultado, origen).ids
    const copiaOf = (entryId: string) => copiaIdOf(id, entryId)
    const cambio = cambioDeRonda(origen, fuente.resultado, { entries: ronda.competidores, copiaOf })
    return cambio.salen.length + cambio.entran.length > 0 ? [{ id, ronda: nombre, ...cambio }] : []
  })
  return { tipo: 'rondas', cambios: cambios.toSorted((a, b) => a.ronda.localeCompare(b.ronda, 'es')), siguientes }
}

function categoriaOf(hoja: Hoja): CategoriaMesaPart {
  const { id, dia, nombre, orden } = hoja.categoria
  const esperados = listEsperados(hoja.jueces, hoja.regla)
  const show = (entry: CompetidorDeHoja): CompetidorAdmin => ({
    ...fichaOf(entry),
    tieneCompania: Boolean(entry.compania),
    tieneMusica: Boolean(entry.musicaPath),
    usuarioId: entry.usuarioId,
    duracion: roundDuracion(entry.duracion),
    calificaciones: entry.marcas.map(({ juezId, juez, l_calificacion }) => ({
      juezId,
      juez,
      total: l_calificacion ?? '',
    })),
    retiro: entry.retiro?.estado ?? null,
    penalizaciones: entry.penalizaciones,
    ...intentoFieldOf(entry),
    ...pasaAFieldOf(hoja, entry.id),
    ...(dobles.has(entry.id) && { isDoble: true }),
    faltan: listMissingJueces(esperados, { id, dia }, entry),
  })
  const dobles = new Set(doblesOf(hoja.competidores.filter(({ retiro }) => retiro === null)).map((one) => one.id))
  const sinOrden = hoja.competidores.filter((entry) => entry.orden === null)
  return {
    tipo: 'categoria',
    id,
    nombre,
    orden,
    competidores: sortPlaced(hoja.competidores).map(show),
    sinOrden: sinOrden.map(show),
    estado: estadoOf(hoja.jueces, hoja.cierre),
    ...porCerrarOf(hoja),
    ...(hoja.vieneDe !== null && { vieneDe: hoja.vieneDe }),
  }
}
