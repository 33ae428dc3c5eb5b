import { todos } from './marcas.ts'
import { aCategoria, aCompetidor } from './builders.ts'
import type { TestApp } from './app.ts'

/** The rows behind the addresses of marks. */
export interface Jurado {
  readonly cerradaId: string
  /** A round of the category with the marked entry, to which no entry passed yet. */
  readonly rondaId: string
  readonly retiradaId: string
  readonly penalizacionId: string
  readonly tardiaId: string
  /** A category with two entries that are tied. */
  readonly empate: { readonly categoriaId: string; readonly ids: readonly string[] }
}

interface De {
  readonly juezId: string
  readonly categoriaId: string
  readonly entradaId: string
}

/** A closed category, a withdrawn entry, and an entry with a mark, a late mark and a penalty. */
export async function seedJurado(
  { deps }: TestApp,
  { juezId, categoriaId, entradaId: competidorId }: De,
): Promise<Jurado> {
  const { newId } = deps
  const fecha = new Date(deps.now()).toISOString()
  const jurado = {
    cerradaId: newId(),
    rondaId: newId(),
    retiradaId: newId(),
    penalizacionId: newId(),
    tardiaId: newId(),
    entradaCerradaId: newId(),
  }
  const empate = { categoriaId: newId(), ids: [newId(), newId()] }
  const marca = { juezId, competidorId, criterios: JSON.stringify(todos('8')), l_calificacion: '48.00', motivo: null }
  await deps.db.write(async (tx) => {
    await tx
      .insertInto('categorias')
      .values([
        aCategoria({ id: jurado.cerradaId, nombre: `Cerrada ${jurado.cerradaId}` }),
        aCategoria({
          id: jurado.rondaId,
          nombre: `Ronda ${jurado.rondaId}`,
          origen: JSON.stringify({ categoriaId, nombre: 'Fuente', pasan: [] }),
        }),
      ])
      .execute()
    await tx
      .insertInto('cierre')
      .values({ categoriaId: jurado.cerradaId, autor: 'A', fecha, decision: null, panel: '[]' })
      .execute()
    await tx
      .insertInto('competidores')
      .values(aCompetidor({ id: jurado.retiradaId, categoriaId, orden: 2 }))
      .execute()
    await tx
      .insertInto('categorias')
      .values(aCategoria({ id: empate.categoriaId, nombre: `Empatada ${empate.categoriaId}` }))
      .execute()
    await tx
      .insertInto('competidores')
      .values([
        aCompetidor({ id: jurado.entradaCerradaId, categoriaId: jurado.cerradaId }),
        ...empate.ids.map((id) => aCompetidor({ id, categoriaId: empate.categoriaId })),
      ])
      .execute()
    await tx
      .insertInto('retiro')
      .values({ competidorId: jurado.retiradaId, estado: 'no_se_presento', motivo: null })
      .execute()
    await tx
      .insertInto('penalizacion')
      .values({ id: jurado.penalizacionId, competidorId, puntos: 100, motivo: 'Tiempo', autor: 'A', fecha })
      .execute()
    await tx
      .insertInto('calificaciones')
      .values(
        [competidorId, ...empate.ids, jurado.entradaCerradaId].map((id) => ({
          ...marca,
          competidorId: id,
          estado: 'enviada' as const,
          version: 1,
          enviada: fecha,
        })),
      )
      .execute()
    await tx
      .insertInto('tardia')
      .values({
        ...marca,
        id: jurado.tardiaId,
        clave: 'tardia-1',
        causa: 'sesion',
        recibida: fecha,
        estado: 'pendiente',
        intento: 1,
      })
      .execute()
  })
  return { ...jurado, empate }
}
