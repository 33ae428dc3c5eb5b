import type { SchemaModule } from 'kysely'

/** The order of the home page's images. The files are in the store, under `carrusel/`. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema
    .createTable('galeria')
    .addColumn('archivo', 'text', (c) => c.primaryKey())
    .addColumn('orden', 'integer', (c) => c.notNull())
    .execute()
}
