import type { TipoPantalla } from '#domain/pantalla.ts'
import type { Premiacion } from '#domain/premiacion.ts'
import { Problem } from '#domain/problem.ts'
import { inOneRead, upsert, type Tx } from '../db/database.ts'
import type { PantallaTable } from '../db/schema.ts'

/** The screens with their links. A flush reads them once for all of their views. */
export const readPantallas: (tx: Tx) => Promise<readonly PantallaTable[]> = inOneRead((tx) => listPantallas(tx))

export async function listPantallas(tx: Tx): Promise<PantallaTable[]> {
  return tx.selectFrom('pantalla').selectAll().orderBy('id').execute()
}

/** The screen of a link. Throws `pantalla.enlaceInvalid`, also when it is of another type. */
export async function pantallaOf(tx: Tx, enlace: string, tipo?: TipoPantalla): Promise<PantallaTable> {
  const found = await tx.selectFrom('pantalla').selectAll().where('enlace', '=', enlace).executeTakeFirst()
  if (!found || (tipo !== undefined && found.tipo !== tipo)) throw new Problem('pantalla.enlaceInvalid')
  return found
}

export async function savePantalla(tx: Tx, id: string, values: Partial<PantallaTable>): Promise<void> {
  await tx.updateTable('pantalla').set(values).where('id', '=', id).execute()
}

/** Changes the scene of each screen of the hall. */
export async function changeSalas(
  tx: Tx,
  change: (sala: PantallaTable) => Partial<Pick<PantallaTable, 'escena' | 'antes' | 'categoriaId' | 'mensaje'>>,
): Promise<void> {
  for (const sala of await listPantallas(tx)) if (sala.tipo === 'Sala') await savePantalla(tx, sala.id, change(sala))
}

/** The ceremony in course, or the last one. */
export async function readPremiacion(tx: Tx): Promise<Premiacion | undefined> {
  const row = await tx.selectFrom('premiacion').selectAll().executeTakeFirst()
  if (!row) return undefined
  const { id: _id, pasos, ...premiacion } = row
  // Written by `savePremiacion`.
  return { ...premiacion, pasos: JSON.parse(pasos) as Premiacion['pasos'] }
}

export async function savePremiacion(tx: Tx, { pasos, ...premiacion }: Premiacion): Promise<void> {
  await upsert(tx, 'premiacion', ['id'], { id: 1, ...premiacion, pasos: JSON.stringify(pasos) })
}

export async function forgetPremiacion(tx: Tx): Promise<void> {
  await tx.deleteFrom('premiacion').execute()
}
