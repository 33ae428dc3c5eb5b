import { portada, type PortadaPart } from '#contract/views/portada.ts'
import { fechasOf } from '#domain/fecha.ts'
import { diaActivo, publicadoOf } from '#domain/ajustes.ts'
import { faseOf } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import { readEmbargo } from '../calificaciones/store.ts'
import { readEvento, readGaleria } from '../evento/store.ts'
import { readAjustes, readReglas } from '../horario/store.ts'
import { LIST_KINDS } from '../horario/parts.ts'
import { readEnCurso } from '../horario/turno.ts'
import { includesKey, project, type Keys, type Projection } from '../live/project.ts'

/** The texts of the event, the images, the published results and the time of entries, for the frame and the home page. */
export function portadaView(zona: string): Projection {
  return project(portada, {
    touched: {
      evento: ['evento'],
      galeria: ['evento'],
      plazo: ['inscripciones'],
      embargo: ['embargo', 'anuncio', 'categoria'],
      publicado: ['publicacion', 'dia', 'reloj', 'turno', ...LIST_KINDS],
    },
    load: (tx, _params, keys) => load(tx, keys, zona),
    present: (part) => part,
  })
}

async function load(tx: Tx, keys: Keys, zona: string): Promise<Map<string, PortadaPart>> {
  const parts = new Map<string, PortadaPart>()
  if (includesKey(keys, 'evento')) {
    const evento = await readEvento(tx, zona)
    parts.set('evento', { tipo: 'evento', ...evento, ...(evento.fecha && { fechas: fechasOf(evento.fecha) }) })
  }
  if (includesKey(keys, 'galeria')) {
    const imagenes = (await readGaleria(tx)).map(({ id }) => ({
      archivo: id,
      url: `/api/archivos/carrusel/${encodeURIComponent(id)}`,
    }))
    parts.set('galeria', { tipo: 'galeria', imagenes })
  }
  if (includesKey(keys, 'publicado')) {
    const ajustes = await readAjustes(tx)
    const dia = diaActivo(ajustes)
    const { turno, lista } = await readEnCurso(tx, dia)
    parts.set('publicado', { tipo: 'publicado', dia, fase: faseOf(turno, lista.length), ...publicadoOf(ajustes) })
  }
  if (includesKey(keys, 'embargo')) {
    const { retener, anunciadas } = await readEmbargo(tx)
    if (retener) parts.set('embargo', { tipo: 'embargo', anunciadas })
  }
  if (includesKey(keys, 'plazo')) {
    const { desde, hasta } = await readReglas(tx)
    parts.set('plazo', { tipo: 'plazo', desde, hasta })
  }
  return parts
}
