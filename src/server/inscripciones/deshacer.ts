import type * as contract from '#contract/inscripciones.ts'
import { type Cargada, retencionOf } from '#domain/cargada.ts'
import { isRecord } from '#domain/claves.ts'
import { fillOrden } from '#domain/categoria.ts'
import { renumber } from '#domain/orden.ts'
import { CargaRetenida, Problem } from '#domain/problem.ts'
import { find as findCategoria, listByDia, readCategorias, saveOrdenes } from '../categorias/store.ts'
import { listByCategoria, saveOrdenes as saveOrdenesOfEntries } from '../competidores/store.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable } from '../db/schema.ts'
import { mustNotBeEnCurso, releasePausas } from '../horario/programa.ts'
import { changeListas } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'

/** The ids of what a load made, as its row of the log keeps them. */
export interface Cargados {
  readonly categorias: readonly string[]
  readonly competidores: readonly string[]
}

/** What the row of a load says that it made; `null` for a row that says nothing of it, as those of earlier versions. */
export function cargadosOf(after: unknown): Cargados | null {
  const cargados = isRecord(after) ? after['cargados'] : null
  if (!isRecord(cargados)) return null
  const { categorias, competidores } = cargados
  const isIds = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((id) => typeof id === 'string')
  return isIds(categorias) && isIds(competidores) ? { categorias, competidores } : null
}

/** Why a load cannot be undone; `null` when it can. */
export async function readRetencion(tx: Tx, cargados: Cargados): Promise<string | null> {
  return retencionOf(await readCargada(tx, cargados))
}

async function readCargada(tx: Tx, { categorias, competidores }: Cargados): Promise<Cargada> {
  const entries = await tx
    .selectFrom('competidores as e')
    .select(['e.nombre', 'e.numero', 'e.musicaPath'])
    .select((eb) => [
      eb
        .or([
          eb.exists(eb.selectFrom('calificaciones as m').select('m.juezId').whereRef('m.competidorId', '=', 'e.id')),
          eb.exists(eb.selectFrom('repeticion as r').select('r.intento').whereRef('r.competidorId', '=', 'e.id')),
          eb.exists(eb.selectFrom('tardia as t').select('t.id').whereRef('t.competidorId', '=', 'e.id')),
        ])
        .as('marcas'),
      eb
        .or([
          eb.exists(eb.selectFrom('llamada as l').select('l.revision').whereRef('l.competidorId', '=', 'e.id')),
          eb.exists(eb.selectFrom('turno as u').select('u.dia').whereRef('u.competidorId', '=', 'e.id')),
        ])
        .as('turno'),
    ])
    .where('e.id', 'in', competidores)
    .execute()
  const made = new Set(competidores)
  return {
    competidores: entries.map(({ nombre, numero, musicaPath, marcas, turno }) => ({
      nombre,
      numero,
      tieneMusica: musicaPath !== null,
      tieneMarcas: Boolean(marcas),
      tuvoTurno: Boolean(turno),
    })),
    categorias: (await readCategorias(tx, categorias)).map(({ nombre, cerrada, competidores: own }) => ({
      nombre,
      cerrada,
      tieneOtros: own.some(({ id }) => !made.has(id)),
    })),
  }
}

/** Deletes the entries and categories that a load made. Throws `carga.missing`, `CargaRetenida`. */
export const undoCarga: Run<typeof contract.undoCarga> = async (work, { id }) => {
  const row = await work.tx
    .selectFrom('change_log')
    .select('after')
    .where('revision', '=', Number(id))
    .where('kind', '=', 'carga')
    .where('after', 'is not', null)
    .executeTakeFirst()
  const after: unknown = JSON.parse(row?.after ?? 'null')
  const cargados = cargadosOf(after)
  if (!cargados || !isRecord(after)) throw new Problem('carga.missing')
  const motivo = await readRetencion(work.tx, cargados)
  if (motivo !== null) throw new CargaRetenida(motivo)

  const touched = await listTouched(work.tx, cargados)
  const made = touched.filter((categoria) => cargados.categorias.includes(categoria.id))
  for (const categoria of made) await leavePrograma(work, categoria)
  await changeListas(
    work,
    touched.map(({ dia }) => dia),
    {},
    async () => {
      await work.tx.deleteFrom('competidores').where('id', 'in', cargados.competidores).execute()
      for (const { id: categoriaId, dia } of touched) {
        await saveOrdenesOfEntries(work.tx, renumber(await listByCategoria(work.tx, { categoriaId })))
        // Without an entry's id, the views show the category anew and the log shows the load alone.
        work.changed({ kind: 'competidor', dia, categoriaId })
      }
      for (const categoria of made) await work.tx.deleteFrom('categorias').where('id', '=', categoria.id).execute()
      for (const dia of new Set(made.map((categoria) => categoria.dia)))
        await saveOrdenes(work, renumber(fillOrden(await listByDia(work.tx, dia))))
    },
  )
  const { cargados: _ids, ...counts } = after
  work.changed({ kind: 'carga', before: counts })
}

/** The categories that a load made, and those in which its entries are now. */
async function listTouched(tx: Tx, { categorias, competidores }: Cargados): Promise<CategoriasTable[]> {
  const rows = await tx.selectFrom('competidores').select('categoriaId').where('id', 'in', competidores).execute()
  const ids = new Set([...categorias, ...rows.map(({ categoriaId }) => categoriaId)])
  const found = await Promise.all([...ids].map((id) => findCategoria(tx, id)))
  return found.filter((one) => one !== undefined)
}

/** Takes a category out of the programme of its day. Throws `pausa.enCurso`. */
async function leavePrograma(work: Work, categoria: CategoriasTable): Promise<void> {
  const { id, dia } = categoria
  if (dia === null) return
  await mustNotBeEnCurso(work.tx, dia, ({ antesDe }) => antesDe === id)
  await releasePausas(work, categoria, await listByDia(work.tx, dia))
}
