import type * as contract from '#contract/inscripciones.ts'
import { cuentaOf, desenlacesOf, hasChanged, type Desenlace } from '#domain/carga.ts'
import { mapTextos } from '#domain/competidor.ts'
import { renumber, sortPlaced } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { insertCategoria } from '../categorias/store.ts'
import { saveOrdenes, SIN_VALORES } from '../competidores/store.ts'
import { insertAll } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import { readHoy } from '../evento/hora.ts'
import { readCategorias } from '../horario/categorias.ts'
import { changeListas } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import { readRetencion } from './deshacer.ts'

/** Creates the new categories and entries of a list, last of their lists. Throws `carga.changed`. */
export const createCarga: Run<typeof contract.createCarga> = async (work, { filas }) => {
  const categorias = await readCategorias(work.tx, 'all')
  const desenlaces = desenlacesOf(filas, categorias)
  if (hasChanged(desenlaces, filas)) throw new Problem('carga.changed', faultsOf(desenlaces))

  const { nuevas, nuevos, ya } = cuentaOf(desenlaces)
  if (nuevos === 0) return { competidores: 0 }
  const news = filas.flatMap((fila, index) => {
    const desenlace = desenlaces[index]
    return desenlace?.que === 'nuevo' ? [{ fila, destino: desenlace.destino }] : []
  })
  const byDestino = Map.groupBy(news, ({ destino }) => destino)
  const fechaInscripcion = await readHoy(work)
  const creadas: string[] = []
  const added: CompetidoresTable[] = []
  await changeListas(work, [...new Set(news.map(({ destino }) => destino.dia))], {}, async () => {
    for (const [destino, rows] of byDestino) {
      const categoriaId = destino.id ?? (await insertCategoria(work, { nombre: destino.nombre, dia: destino.dia })).id
      if (destino.id === null) creadas.push(categoriaId)
      const { competidores = [] } = categorias.find(({ id }) => id === categoriaId) ?? {}
      await saveOrdenes(work.tx, renumber(competidores))
      const placed = sortPlaced(competidores).length
      const entries = rows.map(({ fila }, index) => ({
        ...SIN_VALORES,
        id: work.newId(),
        categoriaId,
        ...mapTextos((clave) => fila[clave] || null),
        fechaInscripcion,
        orden: placed + index + 1,
      }))
      added.push(...entries)
      // Without an entry's id, the views show the category anew and the log shows the list alone.
      work.changed({ kind: 'competidor', categoriaId, dia: destino.dia })
    }
    await insertAll(work.tx, 'competidores', added)
  })
  const cargados = { categorias: creadas, competidores: added.map(({ id }) => id) }
  work.changed({
    kind: 'carga',
    after: { categoriasNuevas: nuevas.length, competidoresNuevos: nuevos, yaEstaban: ya, cargados },
  })
  const isUndoable = (await readRetencion(work.tx, cargados)) === null
  return { competidores: nuevos, ...(isUndoable && { carga: String(work.revision) }) }
}

function faultsOf(desenlaces: readonly Desenlace[]): Record<string, string> {
  return Object.fromEntries(
    desenlaces.flatMap((desenlace, index) => (desenlace.que === 'error' ? [[`filas.${index}`, desenlace.fault]] : [])),
  )
}
