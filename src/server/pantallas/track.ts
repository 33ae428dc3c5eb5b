import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { readCurrent, readOrden } from '../horario/turno.ts'
import { pantallaOf } from './store.ts'

/** The path of the track of a placed entry of the active day. Throws `pantalla.enlaceInvalid` and `archivo.missing`. */
export async function trackOf({ db }: Deps, enlace: string, competidorId: string): Promise<string> {
  return db.read(async (tx) => {
    await pantallaOf(tx, enlace, 'Música')
    const { dia } = await readCurrent(tx)
    const entradas = (await readOrden(tx, dia)).flatMap((categoria) => categoria.entradas)
    const path = entradas.find(({ id }) => id === competidorId)?.musicaPath
    if (!path) throw new Problem('archivo.missing')
    return path
  })
}
