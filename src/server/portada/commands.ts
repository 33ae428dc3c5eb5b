import type { Input, Output } from '#contract/define.ts'
import type { deleteImagen, moveImagen, saveEvento } from '#contract/evento.ts'
import { move, renumber } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import type { Act } from '../http/route.ts'
import type { Work } from '../work.ts'
import { pathOf } from './galeria.ts'
import * as store from './store.ts'

export async function save(
  zona: string,
  work: Work,
  evento: Input<typeof saveEvento>,
): Promise<Output<typeof saveEvento>> {
  const before = await store.readEvento(work.tx, zona)
  await store.saveEvento(work.tx, evento)
  work.changed({ kind: 'evento', before, after: evento })
  return {}
}

/** Swaps an image with its neighbour. */
export async function reorder(
  work: Work,
  { archivo, direccion }: Input<typeof moveImagen>,
): Promise<Output<typeof moveImagen>> {
  const images = await mustHave(work, archivo)
  for (const image of move(images, archivo, direccion)) await store.saveImagen(work.tx, image)
  work.changed({ kind: 'evento', after: { archivo, direccion } })
  return {}
}

/**
 * Deletes an image. Its file goes first: left in the folder it would come back as one that was dropped in by hand, and a
 * list without its file is mended by the next look.
 */
export const removeAct: Act<typeof deleteImagen, { readonly wasThere: boolean }> = {
  prepare: async (deps, { archivo }) => {
    const images = await deps.db.read(store.readGaleria)
    const wasThere = images.some(({ id }) => id === archivo)
    if (wasThere) await deps.files.remove(pathOf(archivo))
    return { wasThere }
  },
  run: async (work, { archivo }, { wasThere }) => {
    const images = await store.readGaleria(work.tx)
    if (!images.some(({ id }) => id === archivo)) {
      // A look at the folder came between and has mended the list already.
      if (wasThere) return {}
      throw new Problem('imagen.missing')
    }
    await store.removeImagen(work.tx, archivo)
    for (const image of renumber(images, archivo)) await store.saveImagen(work.tx, image)
    work.changed({ kind: 'evento', before: { archivo } })
    return {}
  },
}

async function mustHave(work: Work, archivo: string): Promise<{ id: string; orden: number }[]> {
  const images = await store.readGaleria(work.tx)
  if (!images.some(({ id }) => id === archivo)) throw new Problem('imagen.missing')
  return images
}
