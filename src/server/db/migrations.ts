import { SqliteAdapter, sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * The steps that lead from an empty database to the newest schema, in their order, under the names that databases and backups
 * record. A step never changes: a backup is restored by the steps that its database had.
 */
export const MIGRATIONS: Readonly<Record<string, (db: Kysely<Schema>) => Promise<void>>> = {
  '0001_first': first,
  '0002_galeria': galeria,
  '0003_inscripciones': inscripciones,
  '0004_archivo_suelto': archivoSuelto,
  '0005_plan_en_renglon': planEnRenglon,
  '0009_turno_pulsado': turnoPulsado,
  '0010_valores_fuera': valoresFuera,
  '0011_sin_rowid': sinRowid,
  '0012_jueces': jueces,
  '0013_subida_parte': subidaParte,
  '0014_almacen': almacen,
  '0015_archivos_unicos': archivosUnicos,
  '0016_sin_sesion_terminada': sinSesionTerminada,
  '0017_panel_de_cierre': panelDeCierre,
  '0018_metodos': metodos,
  '0019_intentos': intentos,
  '0020_llamada': llamada,
  '0021_respaldo': respaldo,
  '0022_anterior': anterior,
  '0023_numero': numero,
  '0024_nota': nota,
  '0025_programa': programa,
}

/** The event, with the names of the interchange format and ids underneath; the revision and its log; the accounts. */
async function first(db: Kysely<Schema>): Promise<void> {
  await tables(db)
  await db.schema.createIndex('competidores_categoria').on('competidores').columns(['categoriaId', 'orden']).execute()
  await db.schema.createIndex('competidores_usuario').on('competidores').column('usuarioId').execute()
  await db.schema.createIndex('categorias_dia').on('categorias').column('dia').execute()
  await db.schema.createIndex('calificaciones_juez').on('calificaciones').column('juezId').execute()
  await db.schema.createIndex('sesion_persona').on('sesion').column('personaId').execute()
  await db.schema.createIndex('command_key_at').on('command_key').column('at').execute()
  await db.schema.createIndex('musica_path').on('competidores').column('musicaPath').execute()
}

async function tables(db: Kysely<Schema>): Promise<void> {
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

/** The order of the home page's images. The files are in the store, under `carrusel/`. */
async function galeria(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('galeria')
    .addColumn('archivo', 'text', (c) => c.primaryKey())
    .addColumn('orden', 'integer', (c) => c.notNull())
    .execute()
}

/** The organiser's rules for entries, what was measured of the tracks, and the tracks on their way in. */
async function inscripciones(db: Kysely<Schema>): Promise<void> {
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

/** Stored files that no row names, and since when: what the sweep has seen. */
async function archivoSuelto(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('archivo_suelto')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('carpeta', 'text', (c) => c.notNull())
    .addColumn('desde', 'bigint', (c) => c.notNull())
    .execute()
}

/** Adds the column `plan`: the work on files that an import leaves for after its transaction, which does not wait for the file store. */
async function planEnRenglon(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('archivos_pendientes').addColumn('plan', 'text').execute()
}

/** From which session a turn was moved last, and when (ms since 1970). */
async function turnoPulsado(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('turno').addColumn('sesion', 'text').execute()
  await db.schema.alterTable('turno').addColumn('pulsado', 'bigint').execute()
}

/**
 * Brings values that earlier versions took to what this one takes: a day without entries in its order has turn 0, and an
 * entry has at most a day of 1,440 minutes. Otherwise the export of such a place is refused by its own import.
 */
async function valoresFuera(db: Kysely<Schema>): Promise<void> {
  await sql`
    update "turno" set "selectedRow" = 0
    where "competidorId" is null and not exists (
      select 1 from "competidores" as "e" inner join "categorias" as "c" on "c"."id" = "e"."categoriaId"
      where "c"."dia" = "turno"."dia" and "c"."nombre" <> '' and "e"."orden" is not null
    )`.execute(db)
  await sql`
    update "adminMinutoAMinuto" set "minutosPorCompetidor" = 1440
    where "minutosPorCompetidor" > 1440`.execute(db)
}

/** Tables that every command writes, found by their key alone. */
const WITHOUT_ROWID = ['change_log', 'command_key', 'movimiento', 'turno']

/**
 * In SQLite a table and its key are two trees, unless the table is made `without rowid`: one tree, and half the pages that
 * a commit writes. The keys of commands lose their index by time: an index costs each command a page, and forgetting old
 * keys is rare enough to read them all.
 */
async function sinRowid(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropIndex('command_key_at').execute()
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  for (const name of WITHOUT_ROWID) {
    const { rows } = await sql<{ sql: string }>`select "sql" from sqlite_master where "name" = ${name}`.execute(db)
    const [table] = rows
    if (!table) throw new Error(`There is no table ${name}.`)
    const old = `${name}_con_rowid`
    await db.schema.alterTable(name).renameTo(old).execute()
    await sql.raw(`${table.sql} without rowid`).execute(db)
    await sql`insert into ${sql.table(name)} select * from ${sql.table(old)}`.execute(db)
    await db.schema.dropTable(old).execute()
  }
}

/**
 * Judges who sign in and score: their link and assignment, the state of each mark, late marks, penalties, withdrawals,
 * closed categories, scales, and the ended sessions of judges: their devices may still hand in marks.
 */
async function jueces(db: Kysely<Schema>): Promise<void> {
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

/** The stored pieces of an upload. The key refuses a second piece at the same offset, whichever instance received it. */
async function subidaParte(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('subida_parte')
    .addColumn('subida', 'text', (c) => c.notNull().references('subida.id').onDelete('cascade'))
    .addColumn('inicio', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('archivo', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('subida_parte_clave', ['subida', 'inicio'])
    .execute()
}

/** The id of the stored files that belong to this database. A file among them has the same id. */
async function almacen(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('almacen')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`"id" = 1`))
    .addColumn('identidad', 'text', (c) => c.notNull())
    .execute()
}

/**
 * A stored file has a unique name and never changes. Imports have no plan any more. Uploads that no entry uses yet start again:
 * their pieces have other names now.
 */
async function archivosUnicos(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropTable('archivos_pendientes').execute()
  await db.deleteFrom('subida_parte').execute()
  await db.deleteFrom('subida').execute()
}

/** An ended session of a judge opens nothing, so nothing of it is kept. */
async function sinSesionTerminada(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropTable('sesion_terminada').execute()
}

/** A closed category keeps its panel: a judge who joins it later is not missing. Until now the panel could be any judge. */
async function panelDeCierre(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('cierre')
    .addColumn('panel', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  const jueces = await db.selectFrom('jueces').select('id').orderBy('id').execute()
  await db
    .updateTable('cierre')
    .set({ panel: JSON.stringify(jueces.map(({ id }) => id)) })
    .execute()
}

/**
 * Methods of judging. A category has a method and, when it is a round, where it came from; a closed one keeps the rule that it was
 * closed with. A repetition keeps the marks of the attempt that it annulled, and the turn remembers where to go on.
 */
async function metodos(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  for (const name of ['metodo', 'origen']) await schema.alterTable('categorias').addColumn(name, 'text').execute()
  await schema.alterTable('cierre').addColumn('regla', 'text').execute()
  await schema
    .createTable('peso')
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('criterio', 'text', (c) => c.notNull())
    .addColumn('peso', 'integer', (c) => c.notNull().check(sql`"peso" > 0`))
    .addPrimaryKeyConstraint('peso_clave', ['tipo', 'criterio'])
    .execute()
  await schema
    .createTable('desempate')
    .addColumn('orden', 'integer', (c) => c.primaryKey())
    .addColumn('elemento', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('empate')
    .addColumn('categoriaId', 'text', (c) => c.notNull().references('categorias.id').onDelete('cascade'))
    .addColumn('ids', 'text', (c) => c.notNull())
    .addColumn('autor', 'text', (c) => c.notNull())
    .addColumn('motivo', 'text', (c) => c.notNull())
    .addColumn('fecha', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('empate_clave', ['categoriaId', 'ids'])
    .execute()
  await schema
    .createTable('repeticion')
    .addColumn('competidorId', 'text', (c) => c.notNull().references('competidores.id').onDelete('cascade'))
    .addColumn('intento', 'integer', (c) => c.notNull())
    .addColumn('motivo', 'text', (c) => c.notNull())
    .addColumn('fecha', 'text', (c) => c.notNull())
    .addColumn('marcas', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('repeticion_clave', ['competidorId', 'intento'])
    .execute()
  await schema
    .alterTable('tardia')
    .addColumn('intento', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  for (const table of ['turno', 'movimiento']) {
    await schema.alterTable(table).addColumn('regresoRow', 'integer').execute()
    await schema.alterTable(table).addColumn('regresoId', 'text').execute()
  }
  await schema.alterTable('movimiento').addColumn('repetido', 'text').execute()
}

/** The number of an attempt is given once: a repetition that was taken back stays, and each says which attempt it annulled. */
async function intentos(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('repeticion')
    .addColumn('anula', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('repeticion')
    .addColumn('deshecha', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update "repeticion" set "anula" = "intento"`.execute(db)
  // In two steps, because the new key of a row is the former key of the next one.
  await sql`update "repeticion" set "intento" = -("intento" + 1)`.execute(db)
  await sql`update "repeticion" set "intento" = -"intento"`.execute(db)
}

/** The entries that have had the turn of their day. Those that a turn has passed count as such. */
async function llamada(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('llamada')
    .addColumn('competidorId', 'text', (c) => c.notNull().references('competidores.id').onDelete('cascade'))
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('espera', 'integer', (c) => c.notNull().check(sql`"espera" in (0, 1)`))
    .addPrimaryKeyConstraint('llamada_clave', ['competidorId', 'revision'])
    .execute()
  const last = 2_000_000_000
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
  for (const { dia, selectedRow, regresoRow } of await db.selectFrom('turno').selectAll().execute()) {
    const entries = await db
      .selectFrom('competidores as e')
      .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
      .select(['e.id', 'e.orden', 'c.id as categoriaId', 'c.orden as categoriaOrden'])
      .where('c.dia', '=', dia)
      .where('c.nombre', '<>', '')
      .where('e.orden', 'is not', null)
      .execute()
    const inOrder = entries.toSorted(
      (a, b) =>
        (a.categoriaOrden ?? last) - (b.categoriaOrden ?? last) ||
        compare(a.categoriaId, b.categoriaId) ||
        (a.orden ?? last) - (b.orden ?? last) ||
        compare(a.id, b.id),
    )
    for (const [index, { id: competidorId }] of inOrder.entries()) {
      if (index >= (regresoRow ?? selectedRow) && index !== selectedRow - 1) continue
      await db.insertInto('llamada').values({ competidorId, revision: 0, espera: 0 }).execute()
    }
  }
  // An absent entry without marks has not had the turn.
  await sql`delete from "llamada" where "competidorId" in (select "competidorId" from "retiro" where "estado" = 'no_se_presento')
    and "competidorId" not in (select "competidorId" from "calificaciones")
    and "competidorId" not in (select "competidorId" from "repeticion" where "deshecha" = 0)`.execute(db)
}

/** The time of the last backup. */
async function respaldo(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('respaldo')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`"id" = 1`))
    .addColumn('fecha', 'text', (c) => c.notNull())
    .execute()
}

/** The days and names that categories had. */
async function anterior(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('anterior')
    .addColumn('categoriaId', 'text', (c) => c.notNull().references('categorias.id').onDelete('cascade'))
    .addColumn('dia', 'text', (c) => c.notNull())
    .addColumn('nombre', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('anterior_clave', ['categoriaId', 'dia', 'nombre'])
    .execute()
}

/** The numbers of entries, and the days whose order is closed. */
async function numero(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('competidores').addColumn('numero', 'text').execute()
  await db.schema
    .createTable('orden_cerrado')
    .addColumn('dia', 'text', (c) => c.primaryKey())
    .addColumn('dados', 'text', (c) => c.notNull())
    .addColumn('categorias', 'text', (c) => c.notNull())
    .execute()
}

/** The note of an entry for the announcer. */
async function nota(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('competidores').addColumn('nota', 'text').execute()
}

/** The programme of each day. The turn keeps when its item began, and a copy of the break in course. */
async function programa(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('programa')
    .addColumn('dia', 'text', (c) => c.primaryKey())
    .addColumn('inicio', 'text')
    .addColumn('montaje', 'integer', (c) => c.notNull())
    .addColumn('jueceo', 'integer', (c) => c.notNull())
    .addColumn('pausas', 'text', (c) => c.notNull())
    .addColumn('publicado', 'text')
    .execute()
  for (const table of ['turno', 'movimiento']) {
    await db.schema.alterTable(table).addColumn('desde', 'bigint').execute()
    for (const name of ['pausa', 'regresoPausa']) await db.schema.alterTable(table).addColumn(name, 'text').execute()
  }
}
