import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Judges who sign in and score: their link and assignment, the state of each mark, late marks, penalties, withdrawals,
 * closed categories, scales, and the ended sessions of judges, whose devices may still hand in marks.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('jueces')
    .addColumn('principal', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const name of ['dias', 'categorias', 'enlace']) {
    await schema.alterTable('jueces').addColumn(name, 'text').execute()
  }
  await schema.createIndex('jueces_enlace').on('jueces').column('enlace').unique().execute()
  await schema
    .alterTable('calificaciones')
    .addColumn('estado', 'text', (c) => c.notNull().defaultTo('enviada'))
    .execute()
  await schema
    .alterTable('calificaciones')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  for (const name of ['motivo', 'enviada']) {
    await schema.alterTable('calificaciones').addColumn(name, 'text').execute()
  }
  await schema
    .alterTable('sesion')
    .addColumn('esToken', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()

  await schema
    .createTable('tardia')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('juezId', 'text', (c) => c.notNull().references('jueces.id').onDelete('cascade'))
    .addColumn('clave', 'text', (c) => c.notNull())
    .addColumn('competidorId', 'text', (c) => c.notNull())
    .addColumn('criterios', 'text', (c) => c.notNull())
    .addColumn('l_calificacion', 'text', (c) => c.notNull())
    .addColumn('causa', 'text', (c) => c.notNull())
    .addColumn('recibida', 'text', (c) => c.notNull())
    .addColumn('estado', 'text', (c) => c.notNull())
    .addColumn('motivo', 'text')
    .addUniqueConstraint('tardia_clave', ['juezId', 'clave'])
    .execute()
  await schema.createIndex('tardia_competidor').on('tardia').column('competidorId').execute()
  await schema
    .createTable('penalizacion')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('competidorId', 'text', (c) => c.notNull().references('competidores.id').onDelete('cascade'))
    .addColumn('puntos', 'integer', (c) => c.notNull().check(sql`"puntos" > 0`))
    .addColumn('motivo', 'text', (c) => c.notNull())
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('fecha', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('penalizacion_competidor').on('penalizacion').column('competidorId').execute()
  await schema
    .createTable('retiro')
    .addColumn('competidorId', 'text', (c) => c.primaryKey().references('competidores.id').onDelete('cascade'))
    .addColumn('estado', 'text', (c) => c.notNull())
    .addColumn('motivo', 'text')
    .execute()
  await schema
    .createTable('cierre')
    .addColumn('categoriaId', 'text', (c) => c.primaryKey().references('categorias.id').onDelete('cascade'))
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('fecha', 'text', (c) => c.notNull())
    .addColumn('decision', 'text')
    .execute()
  await schema
    .createTable('escala')
    .addColumn('tipo', 'text', (c) => c.primaryKey())
    .addColumn('maximo', 'integer', (c) => c.notNull())
    .addColumn('paso', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createTable('sesion_terminada')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('juezId', 'text', (c) => c.notNull())
    .addColumn('terminada', 'bigint', (c) => c.notNull())
    .execute()
}
