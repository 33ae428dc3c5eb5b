import { portada, type PortadaPart } from '#contract/views/portada.ts'
import { fechasOf } from '#domain/fecha.ts'
import { diaActivo, publicadoOf } from '#domain/ajustes.ts'
import { faseOf } from '#domain/turno.ts'
import { readEmbargo } from '../calificaciones/store.ts'
import { readEvento, readGaleria } from '../evento/store.ts'
import { readAjustes, readReglas } from '../horario/store.ts'
import { LIST_KINDS } from '../horario/parts.ts'
import { readEnCurso } from '../horario/turno.ts'
import { project, type Loaders, type Projection } from '../live/project.ts'

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
    load: (tx): Loaders<PortadaPart> => ({
      evento: async () => {
        const evento = await readEvento(tx, zona)
        return { tipo: 'evento', ...evento, ...(evento.fecha && { fechas: fechasOf(evento.fecha) }) }
      },
      galeria: async () => {
        const imagenes = (await readGaleria(tx)).map(({ id }) => ({
          archivo: id,
          url: `/api/archivos/carrusel/${encodeURIComponent(id)}`,
        }))
        return { tipo: 'galeria', imagenes }
      },
      publicado: async () => {
        const ajustes = await readAjustes(tx)
        const dia = diaActivo(ajustes)
        const { turno, lista } = await readEnCurso(tx, dia)
        return { tipo: 'publicado', dia, fase: faseOf(turno, lista.length), ...publicadoOf(ajustes) }
      },
      embargo: async () => {
        const { retener, anunciadas } = await readEmbargo(tx)
        return retener ? { tipo: 'embargo', anunciadas } : null
      },
      plazo: async () => {
        const { desde, hasta } = await readReglas(tx)
        return { tipo: 'plazo', desde, hasta }
      },
    }),
    present: (part) => part,
  })
}
