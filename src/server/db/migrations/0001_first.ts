import { sql, type CreateTableBuilder, type SchemaModule } from 'kysely'

/** The event, with the names of the interchange format and ids underneath; the revision and its log; who may sign in. */
export async function up(db: { readonly schema: SchemaModule }): Promise<void> {
  await tables(db)
  await db.schema.createIndex('competidores_categoria').on('competidores').columns(['categoriaId', 'orden']).execute()
  await db.schema.createIndex('competidores_usuario').on('competidores').column('usuarioId').execute()
  await db.schema.createIndex('categorias_dia').on('categorias').column('dia').execute()
  await db.schema.createIndex('calificaciones_juez').on('calificaciones').column('juezId').execute()
  await db.schema.createIndex('sesion_persona').on('sesion').column('personaId').execute()
  await db.schema.createIndex('command_key_at').on('command_key').column('at').execute()
  await db.schema.createIndex('musica_path').on('competidores').column('musicaPath').execute()
}

async function tables(db: { readonly schema: SchemaModule }): Promise<void> {
  const table = (name: string) => db.schema.createTable(name)
  const one = (name: string) => table(name).addColumn('id', 'integer', (c) => c.primaryKey().check(sql`"id" = 1`))
  const texts = <T extends string>(builder: CreateTableBuilder<T>, ...names: string[]) =>
    names.reduce<CreateTableBuilder<T, string>>((so, name) => so.addColumn(name, 'text'), builder)
  const flags = <T extends string>(builder: CreateTableBuilder<T, string>, ...names: string[]) =>
    names.reduce((so, name) => so.addColumn(name, 'integer', (c) => c.check(sql`${sql.ref(name)} in (0, 1)`)), builder)

  await one('revision')
    .addColumn('epoch', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
  await texts(
    table('change_log')
      .addColumn('revision', 'bigint', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('actorRole', 'text', (c) => c.notNull())
      .addColumn('at', 'text', (c) => c.notNull()),
    'dia',
    'categoriaId',
    'competidorId',
    'personaId',
    'actorId',
    'actorNombre',
    'before',
    'after',
  )
    .addPrimaryKeyConstraint('change_log_key', ['revision', 'seq'])
    .execute()
  await table('command_key')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('output', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()

  await table('cuenta')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('emailKey', 'text', (c) => c.notNull().unique())
    .addColumn('hash', 'text')
    .addColumn('desactivada', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await table('admin')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text')
    .addColumn('emailKey', 'text', (c) => c.unique())
    .addColumn('nombre', 'text')
    .execute()
  await texts(
    table('users').addColumn('uid', 'text', (c) => c.primaryKey()),
    'nombre',
    'apellido',
    'email',
    'pais',
    'fotoPath',
  )
    .addColumn('emailKey', 'text', (c) => c.unique())
    .execute()
  await table('sesion')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('personaId', 'text', (c) => c.notNull())
    .addColumn('creada', 'bigint', (c) => c.notNull())
    .addColumn('vista', 'bigint', (c) => c.notNull())
    .execute()
  await table('enlace')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('cuentaId', 'text', (c) => c.references('cuenta.id').onDelete('cascade'))
    .addColumn('vence', 'bigint', (c) => c.notNull())
    .execute()
  await table('intento')
    .addColumn('bucket', 'text', (c) => c.primaryKey())
    .addColumn('cuenta', 'integer', (c) => c.notNull())
    .addColumn('hasta', 'bigint', (c) => c.notNull())
    .execute()

  await texts(
    table('categorias').addColumn('id', 'text', (c) => c.primaryKey()),
    'nombre',
    'fechaCreacion',
    'dia',
    'criterios',
  )
    .addColumn('orden', 'integer')
    .execute()
  await texts(
    table('competidores').addColumn('id', 'text', (c) => c.primaryKey()),
    'clave',
    'nombre',
    'compania',
    'usuarioId',
    'fechaInscripcion',
    'musicaPath',
  )
    .addColumn('categoriaId', 'text', (c) => c.notNull().references('categorias.id').onDelete('cascade'))
    .addColumn('orden', 'integer')
    .execute()
  await table('jueces')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('nombre', 'text', (c) => c.notNull())
    .addColumn('activo', 'integer', (c) => c.notNull())
    .execute()
  await table('calificaciones')
    .addColumn('competidorId', 'text', (c) => c.notNull().references('competidores.id').onDelete('cascade'))
    .addColumn('juezId', 'text', (c) => c.notNull().references('jueces.id').onDelete('cascade'))
    .addColumn('l_calificacion', 'text')
    .addColumn('criterios', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('calificaciones_key', ['competidorId', 'juezId'])
    .execute()

  const publicacion = ['mostrarCalificaciones', 'mostrarJueves', 'mostrarViernes', 'mostrarSabado']
  await flags(texts(one('adminMinutoAMinuto'), 'dia', 'hora'), 'activarReloj', ...publicacion)
    .addColumn('minutosPorCompetidor', 'integer', (c) => c.check(sql`"minutosPorCompetidor" >= 1`))
    .execute()
  await table('turno')
    .addColumn('dia', 'text', (c) => c.primaryKey())
    .addColumn('selectedRow', 'integer', (c) => c.notNull().check(sql`"selectedRow" >= 0`))
    .addColumn('competidorId', 'text')
    .execute()
  await table('movimiento')
    .addColumn('revision', 'bigint', (c) => c.primaryKey())
    .addColumn('dia', 'text', (c) => c.notNull())
    .addColumn('selectedRow', 'integer', (c) => c.notNull())
    .addColumn('competidorId', 'text')
    .execute()
  await texts(one('adminCompetencia'), 'rubricaSel')
    .addColumn('rubricas', 'text', (c) => c.notNull())
    .execute()
  await texts(one('compartido'), 'nCategoria', 'nCompetidor').execute()
  await one('evento')
    .addColumn('textos', 'text', (c) => c.notNull())
    .execute()
  await table('archivos_pendientes')
    .addColumn('lote', 'text', (c) => c.primaryKey())
    .execute()
}
