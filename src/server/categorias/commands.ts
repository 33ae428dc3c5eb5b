import type * as contract from '#contract/categorias.ts'
import { hasNombre, isCompleta, fillOrden } from '#domain/categoria.ts'
import { move } from '#domain/move.ts'
import { renumber } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import type { CategoriasTable } from '../db/schema.ts'
import { checkAbierta } from '../calificaciones/entrada.ts'
import { checkMotivo } from '../jueces/commands.ts'
import { listByCategoria } from '../competidores/store.ts'
import { readLista, refreshMovimientos, refreshTurno } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'

/** Adds a category at the end of its day. */
export const createCategoria: Run<typeof contract.createCategoria> = async (work, { nombre, dia }) => {
  const siblings = await store.listByDia(work.tx, dia)
  if (hasNombre(siblings, nombre)) throw new Problem('categoria.duplicate')

  await saveOrdenes(work, renumber(fillOrden(siblings)))
  const categoria = {
    id: work.newId(),
    nombre,
    dia,
    orden: siblings.length + 1,
    fechaCreacion: new Date(work.now()).toISOString(),
    criterios: null,
    metodo: null,
    origen: null,
  }
  await work.tx.insertInto('categorias').values(categoria).execute()
  work.changed({ kind: 'categoria', dia, categoriaId: categoria.id, after: categoria })
  return { id: categoria.id }
}

/** Moves a category up or down in its day: by one place, or past the category `vecinoId`. */
export const moveCategoria: Run<typeof contract.moveCategoria> = async (work, input) => {
  const categoria = await mustFind(work, input.id)
  const siblings = fillOrden(await store.listByDia(work.tx, categoria.dia))
  await saveOrdenes(work, move(siblings, input))
  await refreshTurno(work, categoria.dia)
}

/** Deletes a category with its entries and their music, and renumbers its day. */
export const deleteCategoria: Run<typeof contract.deleteCategoria> = async (work, { id }) => {
  const categoria = await mustFind(work, id)
  await checkAbierta(work.tx, id)
  const siblings = fillOrden(await store.listByDia(work.tx, categoria.dia))
  const entries = await listByCategoria(work.tx, { categoriaId: id })
  const antes = categoria.dia === null ? undefined : await readLista(work.tx, categoria.dia)
  await work.tx.deleteFrom('categorias').where('id', '=', id).execute()
  work.changed({
    kind: 'categoria',
    dia: categoria.dia,
    categoriaId: id,
    before: { ...categoria, competidores: entries },
  })
  await saveOrdenes(work, renumber(siblings, id))
  await refreshTurno(work, categoria.dia, antes)
  await refreshMovimientos(work, categoria.dia, antes)
}

/** Sets the criteria of a category; `automatico` derives them from its name. */
export const setCriterios: Run<typeof contract.setCriterios> = async (work, { id, criterios }) => {
  const categoria = await mustFind(work, id)
  await checkAbierta(work.tx, id)
  const after = criterios === 'automatico' ? null : criterios
  await store.update(work.tx, id, { criterios: after })
  work.changed({
    kind: 'categoria',
    dia: categoria.dia,
    categoriaId: id,
    before: { criterios: categoria.criterios },
    after: { criterios: after },
  })
}

/** Sets the method of judging of a category. */
export const setMetodo: Run<typeof contract.setMetodo> = async (work, { id, metodo, motivo }) => {
  const categoria = await mustFind(work, id)
  await checkAbierta(work.tx, id)
  const before = categoria.metodo ?? 'suma'
  if (metodo === before) return
  await checkMotivo(work, motivo, (one) => one.id === id)
  await store.update(work.tx, id, { metodo: metodo === 'suma' ? null : metodo })
  work.changed({
    kind: 'categoria',
    dia: categoria.dia,
    categoriaId: id,
    before: { metodo: before },
    after: { metodo, motivo: motivo || null },
  })
}

/** Gives an imported category its missing day or name, and the last place of its day. */
export const completeCategoria: Run<typeof contract.completeCategoria> = async (work, { id, dia, nombre }) => {
  const categoria = await mustFind(work, id)
  if (isCompleta(categoria)) throw new Problem('categoria.complete')
  const siblings = (await store.listByDia(work.tx, dia)).filter((sibling) => sibling.id !== id)
  if (hasNombre(siblings, nombre)) throw new Problem('categoria.duplicate')
  await saveOrdenes(work, renumber(fillOrden(siblings)))
  await store.update(work.tx, id, { dia, nombre, orden: siblings.length + 1 })
  work.changed({ kind: 'categoria', dia, categoriaId: id, before: categoria, after: { dia, nombre } })
  await refreshTurno(work, dia)
}

async function mustFind(work: Work, id: string): Promise<CategoriasTable> {
  const categoria = await store.find(work.tx, id)
  if (!categoria) throw new Problem('categoria.missing')
  return categoria
}

async function saveOrdenes(
  work: Work,
  changed: readonly (CategoriasTable & { readonly orden: number })[],
): Promise<void> {
  for (const { id, dia, orden } of changed) {
    await store.update(work.tx, id, { orden })
    work.changed({ kind: 'categoria', dia, categoriaId: id, after: { orden } })
  }
}
