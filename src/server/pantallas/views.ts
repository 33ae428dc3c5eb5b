import { hash } from 'node:crypto'
import {
  pantalla,
  pantallas,
  type LlegadasPart,
  type MuestraPart,
  type NotasPart,
  type PantallaPart,
  type PistasPart,
  type PremiacionPart,
} from '#contract/views/pantallas.ts'
import { isCompleta } from '#domain/categoria.ts'
import { jornadaOf } from '#domain/jornada.ts'
import { nextPasoOf, revealedOf } from '#domain/premiacion.ts'
import { sinTurnoOf } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import type { PantallaTable } from '../db/schema.ts'
import { LIST_KINDS } from '../horario/parts.ts'
import { readSinLlegar, readToques } from '../horario/llegadas.ts'
import { loadTurno, readCurrent, readEnCurso, readOrden } from '../horario/turno.ts'
import { project, type Loaders, type Projection } from '../live/project.ts'
import { readSegundos } from '../musica/store.ts'
import { withCompetidores } from './podio.ts'
import * as store from './store.ts'

/** The screens with their links, for the administrator. A ceremony changes the scenes of all. */
export const pantallasView: Projection = project(pantallas, {
  touched: { todas: ['premiacion', 'escena', 'categoria'], 'p:': ['pantalla'] },
  load: (tx) => ({
    'p:': async (ids) => {
      const all = (await store.readPantallas(tx)).filter(({ id }) => ids === 'all' || ids.includes(id))
      return new Map(all.map((row) => [row.id, partOf(row)]))
    },
  }),
  present: (part) => part,
})

function partOf({ antes: _antes, identificarHasta: _hasta, tipo, adelantar, ...row }: PantallaTable): PantallaPart {
  return { tipo: 'pantalla', clase: tipo, ...row, adelantar: adelantar === 1 }
}

type Parte = MuestraPart | PremiacionPart | NotasPart | PistasPart | LlegadasPart

/**
 * What the page of a link shows, and nothing else of the event that visitors may not see. Null: no screen has this link, or it was
 * renewed. Then the parts that a page has are gone.
 */
export const pantallaView: Projection = project(pantalla, {
  touched: {
    muestra: ['pantalla', 'escena', 'premiacion', 'categoria'],
    premiacion: ['pantalla', 'escena', 'premiacion', 'paso', 'anuncio', 'categoria', 'competidor'],
    notas: ['pantalla', 'turno', 'dia', 'llegada', ...LIST_KINDS],
    pistas: ['pantalla', 'dia', ...LIST_KINDS],
    llegadas: ['pantalla', 'turno', 'dia', 'llegada', ...LIST_KINDS],
  },
  load: async (tx, { enlace }): Promise<Loaders<Parte> | null> => {
    const row = (await store.readPantallas(tx)).find((one) => one.enlace === enlace)
    if (!row) return null
    const premia = row.tipo === 'Locutor' || (row.tipo === 'Sala' && row.escena === 'Premiación')
    return {
      muestra: () => loadMuestra(tx, row),
      ...(premia && { premiacion: () => loadPremiacion(tx, row) }),
      ...(row.tipo === 'Locutor' && { notas: () => loadNotas(tx) }),
      ...(row.tipo === 'Música' && { pistas: () => loadPistas(tx) }),
      ...(row.tipo === 'Recepción' && { llegadas: () => loadLlegadas(tx) }),
    }
  },
  present: (part) => part,
})

async function loadMuestra(tx: Tx, row: PantallaTable): Promise<MuestraPart> {
  const { nombre, tipo: clase, escena, categoriaId, mensaje, identificarHasta } = row
  const found =
    escena === 'Resultados' && categoriaId !== null
      ? await tx.selectFrom('categorias').selectAll().where('id', '=', categoriaId).executeTakeFirst()
      : undefined
  const categoria = found && isCompleta(found) && { id: found.id, dia: found.dia }
  return {
    tipo: 'muestra',
    nombre,
    clase,
    escena,
    ...(categoria && { categoria }),
    ...(escena === 'Mensaje' && { mensaje }),
    ...(identificarHasta !== null && { identificarHasta }),
  }
}

async function loadPremiacion(tx: Tx, { tipo, adelantar }: PantallaTable): Promise<PremiacionPart | undefined> {
  const premiacion = await store.readPremiacion(tx)
  if (!premiacion) return undefined
  const { categoriaId, premios, avanzo } = premiacion
  const categoria = await tx.selectFrom('categorias').selectAll().where('id', '=', categoriaId).executeTakeFirst()
  if (!categoria || !isCompleta(categoria)) return undefined
  const next = tipo === 'Locutor' && adelantar === 1 ? nextPasoOf(premiacion) : undefined
  const pasos = await withCompetidores(tx, [...revealedOf(premiacion), ...(next ? [next] : [])])
  const siguiente = next && pasos.pop()
  return {
    tipo: 'premiacion',
    categoria: categoria.nombre,
    dia: categoria.dia,
    premios,
    enCurso: avanzo !== null,
    pasos,
    ...(siguiente && { siguiente }),
  }
}

/** The notes of the entry in course and of the next two, and the next entries that have not arrived. */
async function loadNotas(tx: Tx): Promise<NotasPart> {
  const { dia } = await readCurrent(tx)
  const categorias = (await readOrden(tx, dia)).map(({ entradas, ...categoria }) => ({
    ...categoria,
    competidores: entradas.map(({ numero: _numero, ...entrada }) => entrada),
  }))
  const { actual, siguen } = jornadaOf(categorias, await loadTurno(tx, dia))
  const said = [...(actual ? [actual] : []), ...siguen.slice(0, 2)].map(({ renglon }) => renglon.competidor)
  const notas = Object.fromEntries(said.flatMap(({ id, nota }) => (nota ? [[id, nota]] : [])))
  return { tipo: 'notas', notas, sinLlegar: await readSinLlegar(tx, dia) }
}

/** The tracks of the placed entries of the active day. */
async function loadPistas(tx: Tx): Promise<PistasPart> {
  const { dia } = await readCurrent(tx)
  const entradas = (await readOrden(tx, dia)).flatMap((categoria) => categoria.entradas)
  const segundos = await readSegundos(tx, entradas)
  const pistas = entradas.flatMap(({ id, musicaPath: path }) =>
    path ? [[id, { version: versionOf(path), duracion: segundos.get(path) ?? null }] as const] : [],
  )
  return { tipo: 'pistas', pistas: Object.fromEntries(pistas) }
}

/** A stored file never changes, so its name is its version. Hashed, because the name contains those of entry and category. */
function versionOf(path: string): string {
  return hash('sha256', path).slice(0, 16)
}

async function loadLlegadas(tx: Tx): Promise<LlegadasPart> {
  const { dia } = await readCurrent(tx)
  const { turno, lista } = await readEnCurso(tx, dia)
  return { tipo: 'llegadas', dia, toques: await readToques(tx, dia), sinTurno: sinTurnoOf(turno, lista) }
}
