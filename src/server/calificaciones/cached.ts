import type { Juez } from '#domain/juez.ts'
import type { Tx } from '../db/database.ts'
import { inOneRead } from '../db/in-one-read.ts'
import { list } from '../jueces/store.ts'

/** All judges, without their links. A flush reads them once for all views. */
export const readJueces: (tx: Tx) => Promise<readonly Juez[]> = inOneRead(async (tx) => {
  const jueces = await list(tx, 'all')
  return jueces.map(({ id, nombre, activo, principal, dias, categorias }) => {
    return { id, nombre, activo, principal, dias, categorias }
  })
})
