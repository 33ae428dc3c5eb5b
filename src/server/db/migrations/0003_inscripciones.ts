import { sql, type SchemaModule } from 'kysely'

/** The organiser's rules for entries, what was measured of the tracks, and the tracks on their way in. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema
    .createTable('inscripciones')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`"id" = 1`))
    .addColumn('desde', 'text')
    .addColumn('hasta', 'text')
    .addColumn('maximo', 'integer', (c) => c.notNull().check(sql`"maximo" >= 0`))
    .execute()
  await db.schema
    .createTable('cupo')
    .addColumn('categoriaId', 'text', (c) => c.primaryKey().references('categorias.id').onDelete('cascade'))
    .addColumn('cupo', 'integer', (c) => c.notNull().check(sql`"cupo" >= 0`))
    .execute()
  await db.schema
    .createTable('musica')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('duracion', 'integer')
    .execute()
  await db.schema
    .createTable('subida')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('persona', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('estado', 'text', (c) => c.notNull())
    .addColumn('duracion', 'integer')
    .addColumn('creada', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('subida_persona').on('subida').column('persona').execute()
}
