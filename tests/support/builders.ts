import type { Change } from '#contract/change.ts'
import type { Dia } from '#domain/dia.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import type { Tx } from '../../src/server/db/database.ts'
import type { CategoriasTable, CompetidoresTable, PantallaTable } from '../../src/server/db/schema.ts'
import { transact } from '../../src/server/work.ts'
import type { TestApp } from './app.ts'

let made = 0

export function aCategoria(values: Partial<CategoriasTable> = {}): CategoriasTable {
  made += 1
  return {
    id: `categoria-${made}`,
    nombre: `Categoría ${made}`,
    dia: 'jueves',
    orden: 1,
    fechaCreacion: '2025-03-01T15:00:00.000Z',
    criterios: null,
    metodo: null,
    origen: null,
    ...values,
  }
}

export function aCompetidor(values: Partial<CompetidoresTable> = {}): CompetidoresTable {
  made += 1
  return {
    id: `competidor-${made}`,
    clave: null,
    categoriaId: '',
    nombre: `Competidor ${made}`,
    compania: 'Team Cubanísimo',
    usuarioId: null,
    fechaInscripcion: '2025-03-20',
    musicaPath: null,
    orden: 1,
    nota: null,
    numero: null,
    ...values,
  }
}

export function aPantalla(values: Partial<PantallaTable> = {}): PantallaTable {
  made += 1
  return {
    id: `pantalla-${made}`,
    nombre: `Pantalla ${made}`,
    tipo: 'Sala',
    enlace: `enlace-de-pantalla-${made}`,
    escena: 'En pista',
    antes: null,
    categoriaId: null,
    mensaje: '',
    adelantar: 0,
    identificarHasta: null,
    ...values,
  }
}

/** Puts a day in place: categories in order, each with so many entries, or those named. Answers with what it made. */
export async function seedDia(
  app: TestApp,
  dia: Dia,
  contents: Readonly<Record<string, number | readonly string[]>>,
): Promise<{ categorias: CategoriasTable[]; competidores: CompetidoresTable[] }> {
  const categorias = Object.keys(contents).map((nombre, index) => aCategoria({ nombre, dia, orden: index + 1 }))
  const competidores = categorias.flatMap((categoria) => {
    const asked = contents[categoria.nombre ?? ''] ?? 0
    const nombres =
      typeof asked === 'number'
        ? Array.from({ length: asked }, (_, index) => `${categoria.nombre} ${index + 1}`)
        : asked
    return nombres.map((nombre, index) => aCompetidor({ categoriaId: categoria.id, nombre, orden: index + 1 }))
  })
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    if (categorias.length > 0) await work.tx.insertInto('categorias').values(categorias).execute()
    if (competidores.length > 0) await work.tx.insertInto('competidores').values(competidores).execute()
    work.changed({ kind: 'todo' })
  })
  return { categorias, competidores }
}

/** A judge's marks for an entry, planted: `total` is what must not be seen where it should not. */
export async function seedCalificacion(app: TestApp, competidorId: string, juez: string, total: string): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    await work.tx
      .insertInto('jueces')
      .values({ id: juez, nombre: juez, activo: 0, principal: 0, dias: null, categorias: null, enlace: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const sent = { estado: 'enviada', version: 1, motivo: null, enviada: null } as const
    const criterios = JSON.stringify({ b_Tiempo: total })
    const row = { competidorId, juezId: juez, l_calificacion: total, criterios, ...sent }
    await work.tx.insertInto('calificaciones').values(row).execute()
    const entry = await work.tx
      .selectFrom('competidores')
      .select('categoriaId')
      .where('id', '=', competidorId)
      .executeTakeFirstOrThrow()
    work.changed({ kind: 'calificacion', categoriaId: entry.categoriaId, competidorId, after: row })
  })
}

/** Records a change of an entry, with the rows that `run` writes. */
async function plant(
  app: TestApp,
  kind: Change['kind'],
  competidorId: string,
  run: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await transact(app.deps, { actor: { role: 'visitante' } }, async (work) => {
    const { categoriaId, dia } = await work.tx
      .selectFrom('competidores as e')
      .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
      .select(['e.categoriaId', 'c.dia'])
      .where('e.id', '=', competidorId)
      .executeTakeFirstOrThrow()
    await run(work.tx)
    work.changed({ kind, dia, categoriaId, competidorId })
  })
}

export async function seedRetiro(app: TestApp, competidorId: string, estado: EstadoRetiro): Promise<void> {
  const row = { competidorId, estado, motivo: `Motivo de ${competidorId}` }
  await plant(app, 'retiro', competidorId, (tx) => tx.insertInto('retiro').values(row).execute())
}
