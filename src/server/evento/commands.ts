import type * as contract from '#contract/evento.ts'
import type { Evento } from '#domain/evento.ts'
import { fechaEnPalabras, isJueves } from '#domain/fecha.ts'
import { move } from '#domain/move.ts'
import { renumber } from '#domain/orden.ts'
import { Pregunta, Problem } from '#domain/problem.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'

/** Throws `Pregunta` for a date that is no Thursday. */
export const saveEvento: Run<typeof contract.saveEvento> = async (work, { acepta = [], ...input }) => {
  const before = await store.readEvento(work.tx, work.deps.env.zonaHoraria)
  const { fecha = before.fecha, ...textos } = input
  if (fecha && fecha !== before.fecha && !isJueves(fecha)) {
    const pregunta = `El ${fechaEnPalabras(fecha)} no es jueves. ¿Usarla?`
    if (!acepta.includes(pregunta)) throw new Pregunta(pregunta, 'Usar')
  }
  const after = { ...textos, ...(fecha && { fecha }) }
  await store.saveEvento(work.tx, after)
  work.changed({ kind: 'evento', before: loggedOf(before), after: loggedOf(after) })
}

const loggedOf = ({ fecha, ...textos }: Evento): object => ({ ...textos, fechaDelJueves: fecha ?? null })

/** Swaps an image with its neighbour. */
export const moveImagen: Run<typeof contract.moveImagen> = async (work, { archivo, direccion }) => {
  const images = await mustHaveImagen(work, archivo)
  for (const image of move(images, { id: archivo, direccion })) await store.saveImagen(work.tx, image)
  work.changed({ kind: 'evento', after: { archivo, direccion } })
}

/** Deletes an image. A hidden row stays until the sweep removes the file: without it, `syncGaleria` would add the file again. */
export const deleteImagen: Run<typeof contract.deleteImagen> = async (work, { archivo }) => {
  const images = await mustHaveImagen(work, archivo)
  await store.saveImagen(work.tx, { id: archivo, orden: 0 })
  for (const image of renumber(images, archivo)) await store.saveImagen(work.tx, image)
  work.changed({ kind: 'evento', before: { archivo } })
}

/** Returns the images of the home page. Throws `imagen.missing` when `archivo` is none of them. */
async function mustHaveImagen(work: Work, archivo: string): Promise<{ id: string; orden: number }[]> {
  const images = await store.readGaleria(work.tx)
  if (!images.some(({ id }) => id === archivo)) throw new Problem('imagen.missing')
  return images
}
