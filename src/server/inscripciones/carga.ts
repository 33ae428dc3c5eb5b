import type * as contract from '#contract/inscripciones.ts'
import { cuentaOf, desenlacesOf, hasChanged, type Desenlace, type CategoriaDeDestino } from '#domain/carga.ts'
import { mapTextos, type Textos } from '#domain/competidor.ts'
import type { Dia } from '#domain/dia.ts'
import { renumber, sortPlaced } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { insertCategoria, readCategorias } from '../categorias/store.ts'
import { saveOrdenes, SIN_VALORES } from '../competidores/store.ts'
import { insertAll } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import { readHoy } from '../evento/hora.ts'
import { changeListas } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { readRetencion } from './deshacer.ts'
import { readAnteriores } from './store.ts'

/** Creates the new categories and entries of a list, last of their lists. Throws `carga.changed`. */
export const createCarga: Run<typeof contract.createCarga> = async (work, { filas }) => {
  const anteriores = await readAnteriores(work.tx)
  const categorias = (await readCategorias(work.tx, 'all')).map((one) => ({
    ...one,
    anteriores: anteriores.get(one.id) ?? [],
  }))
  const desenlaces = desenlacesOf(filas, categorias)
  if (hasChanged(desenlaces, filas)) throw new Problem('carga.changed', faultsOf(desenlaces))

  const { nuevas, nuevos, ya } = cuentaOf(desenlaces)
  if (nuevos === 0) return { competidores: 0 }
  const news = filas.flatMap((fila, index) => {
    const desenlace = desenlaces[index]
    return desenlace?.que === 'nuevo' ? [{ fila, destino: desenlace.destino }] : []
  })
  const byDestino = Map.groupBy(news, ({ destino }) => destino)
  const before = new Map(categorias.map(({ id, competidores }) => [id, competidores]))
  const dias = new Set([...byDestino.keys()].map(({ dia }) => dia))
  const cargados = await changeListas(work, [...dias], {}, async () => {
    const ids = new Map<CategoriaDeDestino, string>()
    for (const destino of nuevas)
      ids.set(destino, (await insertCategoria(work, { nombre: destino.nombre, dia: destino.dia })).id)
    const listas = [...byDestino].map(([destino, rows]) => {
      const id = destino.id ?? ids.get(destino) ?? ''
      return { id, dia: destino.dia, entries: before.get(id) ?? [], textos: rows.map(({ fila }) => fila) }
    })
    return { categorias: [...ids.values()], competidores: await appendEntries(work, listas) }
  })
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

/** A category with its entries, and the texts of those to add. */
interface Lista {
  readonly id: string
  readonly dia: Dia
  readonly entries: readonly CompetidoresTable[]
  readonly textos: readonly Textos[]
}

/** Inserts entries of the administrator at the end of their categories. Returns their ids. */
async function appendEntries(work: Work, listas: readonly Lista[]): Promise<string[]> {
  const fechaInscripcion = await readHoy(work)
  const added: CompetidoresTable[] = []
  for (const { id: categoriaId, dia, entries, textos } of listas) {
    await saveOrdenes(work.tx, renumber(entries))
    const placed = sortPlaced(entries).length
    for (const [index, texto] of textos.entries()) {
      added.push({
        ...SIN_VALORES,
        id: work.newId(),
        categoriaId,
        ...mapTextos((clave) => texto[clave] || null),
        fechaInscripcion,
        orden: placed + index + 1,
      })
    }
    refresh(work, { categoriaId, dia })
  }
  await insertAll(work.tx, 'competidores', added)
  return added.map(({ id }) => id)
}

/** The views show the category anew. Without an entry's id, the log shows the list alone. */
function refresh(work: Work, category: { readonly categoriaId: string; readonly dia: Dia }): void {
  work.changed({ kind: 'competidor', ...category })
}
