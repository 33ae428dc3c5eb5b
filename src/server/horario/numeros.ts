import type { Dia } from '#domain/dia.ts'
import { numerosTarde } from '#domain/numero.ts'
import { Problem } from '#domain/problem.ts'
import { type Tx, upsert } from '../db/database.ts'
import { readOrdenDeDia } from './orden.ts'

/** A day whose order is closed. */
interface OrdenCerrado {
  /** Every number given since, also of entries that are gone. */
  readonly dados: readonly string[]
  /** The ids of the categories that were there when it was closed, without those that have left the day. */
  readonly categorias: readonly string[]
}

/** Undefined while the order of the day is open. */
export async function readOrdenCerrado(tx: Tx, dia: Dia): Promise<OrdenCerrado | undefined> {
  const row = await tx.selectFrom('orden_cerrado').selectAll().where('dia', '=', dia).executeTakeFirst()
  // Written by `saveOrdenCerrado`, or checked by an import.
  return row && { dados: JSON.parse(row.dados), categorias: JSON.parse(row.categorias) }
}

export async function saveOrdenCerrado(tx: Tx, dia: Dia, { dados, categorias }: OrdenCerrado): Promise<void> {
  const row = { dia, dados: JSON.stringify(dados), categorias: JSON.stringify(categorias) }
  await upsert(tx, 'orden_cerrado', ['dia'], row)
}

/** Throws `orden.motivo` when a change of the order of a closed day has no reason. */
export async function checkMotivoDeOrden(tx: Tx, dia: Dia | null, motivo: string | undefined): Promise<void> {
  if (motivo || dia === null || !(await readOrdenCerrado(tx, dia))) return
  throw Problem.at('motivo', 'orden.motivo')
}

export async function saveNumero(tx: Tx, id: string, numero: string | null): Promise<void> {
  await tx.updateTable('competidores').set({ numero }).where('id', '=', id).execute()
}

/** Takes the numbers of the entries of a category that leaves its day. */
export async function forgetNumeros(tx: Tx, categoriaId: string): Promise<void> {
  await tx.updateTable('competidores').set({ numero: null }).where('categoriaId', '=', categoriaId).execute()
}

/** Gives a number to the entries that have come into a day whose order is closed. */
export async function giveNumeros(tx: Tx, dia: Dia): Promise<void> {
  const cerrado = await readOrdenCerrado(tx, dia)
  if (!cerrado) return
  const numeros = numerosTarde(
    (await readOrdenDeDia(tx, dia)).map(({ id, entradas }) => ({
      isNueva: !cerrado.categorias.includes(id),
      competidores: entradas,
    })),
    cerrado.dados,
  )
  for (const [id, numero] of numeros) await saveNumero(tx, id, numero)
  const categorias = await tx.selectFrom('categorias').select('id').where('dia', '=', dia).execute()
  await saveOrdenCerrado(tx, dia, {
    dados: [...cerrado.dados, ...numeros.values()],
    categorias: cerrado.categorias.filter((id) => categorias.some((one) => one.id === id)),
  })
}
