import { mapTextos } from '#domain/competidor.ts'
import { misInscripciones, type CategoriaInscripcionesPart, type ReglasPart } from '#contract/inscripciones.ts'
import { mayManage } from '#domain/inscripcion.ts'
import { roundDuracion } from '#domain/musica.ts'
import { numeroFieldOf } from '#domain/numero.ts'
import { sortPlaced } from '#domain/orden.ts'
import type { Actor } from '#domain/actor.ts'
import { readZona } from '../evento/store.ts'
import { readCategorias, type CategoriaRow } from '../horario/categorias.ts'
import { readReglas } from '../horario/store.ts'
import { project, type Loaders, type Projection } from '../live/project.ts'
import { versionOf } from './store.ts'

type Row = ReglasPart | (CategoriaRow & { readonly tipo: 'categoria' })

/** The rules for entries, and the entries of the actor. Entries of other persons are never sent. */
export function misInscripcionesView(zona: string): Projection {
  return project(misInscripciones, {
    touched: { reglas: ['inscripciones', 'evento'], 'c:': ['categoria', 'competidor', 'cierre'] },
    load: (tx): Loaders<Row> => ({
      reglas: async () => {
        const zonaHoraria = await readZona(tx, zona)
        return { tipo: 'reglas', ...(await readReglas(tx)), zonaHoraria }
      },
      'c:': async (ids) =>
        new Map((await readCategorias(tx, ids)).map((row) => [row.id, { tipo: 'categoria', ...row }])),
    }),
    present,
  })
}

function present(row: Row, audience: Actor): ReglasPart | CategoriaInscripcionesPart {
  if (row.tipo === 'reglas') return row
  const { competidores, id, nombre, dia, orden, cupo, cerrada, anteriores } = row
  const own = competidores.filter((entry) => mayManage(audience, entry))
  const inOrder = [...sortPlaced(own), ...own.filter(({ orden }) => orden === null)]
  return {
    tipo: 'categoria',
    id,
    nombre,
    dia,
    orden,
    cupo,
    cerrada,
    anteriores: audience.role === 'admin' ? anteriores : [],
    inscritos: competidores.length,
    inscripciones: inOrder.map((entry) => ({
      id: entry.id,
      ...mapTextos((clave) => entry[clave] ?? ''),
      nota: entry.nota ?? '',
      orden: entry.orden,
      ...numeroFieldOf(entry),
      tieneMusica: Boolean(entry.musicaPath),
      duracion: roundDuracion(entry.duracion),
      version: versionOf(entry),
    })),
  }
}
