import { SqliteAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The columns of a table by name, each with its type and its constraints. */
type Columns = Readonly<Record<string, string>>

const KEY = 'text primary key'
/** The key of a table of one row. */
const ONE = 'integer primary key check ("id" = 1)'
const TEXT = 'text not null'
const INTEGER = 'integer not null'
const BIGINT = 'bigint not null'
/** The id of a row of another table, with which this row goes. */
const rowOf = (table: string, type = TEXT): string => `${type} references "${table}" ("id") on delete cascade`

async function makeTable(db: Kysely<Schema>, name: string, columns: Columns, ...constraints: string[]): Promise<void> {
  const parts = [...Object.entries(columns).map(([column, type]) => `"${column}" ${type}`), ...constraints]
  await sql.raw(`create table "${name}" (${parts.join(', ')})`).execute(db)
}

async function addColumns(db: Kysely<Schema>, table: string, columns: Columns): Promise<void> {
  for (const [column, type] of Object.entries(columns))
    await sql.raw(`alter table "${table}" add column "${column}" ${type}`).execute(db)
}

/** Tables that every command writes, found by their key alone. */
const WITHOUT_ROWID = ['change_log', 'command_key', 'movimiento', 'turno']

/**
 * The steps that lead from an empty database to the newest schema, in their order, under the names that databases and backups
 * record. A step never changes: a backup is restored by the steps that its database had.
 */
export const MIGRATIONS: Readonly<Record<string, (db: Kysely<Schema>) => Promise<void>>> = {
  /** The event, with the names of the interchange format and ids underneath; the revision and its log; the accounts. */
  '0001_first': async (db) => {
    await makeTable(db, 'revision', { id: ONE, epoch: TEXT, revision: BIGINT })
    await makeTable(
      db,
      'change_log',
      {
        revision: BIGINT,
        seq: INTEGER,
        kind: TEXT,
        actorRole: TEXT,
        at: TEXT,
        dia: 'text',
        categoriaId: 'text',
        competidorId: 'text',
        personaId: 'text',
        actorId: 'text',
        actorNombre: 'text',
        before: 'text',
        after: 'text',
      },
      'constraint "change_log_key" primary key ("revision", "seq")',
    )
    const command = { key: KEY, actor: TEXT, digest: TEXT, output: TEXT, revision: BIGINT, at: TEXT }
    await makeTable(db, 'command_key', command)

    await makeTable(db, 'cuenta', {
      id: KEY,
      email: TEXT,
      emailKey: `${TEXT} unique`,
      hash: 'text',
      desactivada: `${INTEGER} default 0`,
    })
    await makeTable(db, 'admin', { id: KEY, email: 'text', emailKey: 'text unique', nombre: 'text' })
    await makeTable(db, 'users', {
      uid: KEY,
      nombre: 'text',
      apellido: 'text',
      email: 'text',
      pais: 'text',
      fotoPath: 'text',
      emailKey: 'text unique',
    })
    await makeTable(db, 'sesion', {
      tokenHash: KEY,
      id: `${TEXT} unique`,
      role: TEXT,
      personaId: TEXT,
      creada: BIGINT,
      vista: BIGINT,
    })
    await makeTable(db, 'enlace', { tokenHash: KEY, tipo: TEXT, cuentaId: rowOf('cuenta', 'text'), vence: BIGINT })
    await makeTable(db, 'intento', { bucket: KEY, cuenta: INTEGER, hasta: BIGINT })

    await makeTable(db, 'categorias', {
      id: KEY,
      nombre: 'text',
      fechaCreacion: 'text',
      dia: 'text',
      criterios: 'text',
      orden: 'integer',
    })
    await makeTable(db, 'competidores', {
      id: KEY,
      clave: 'text',
      nombre: 'text',
      compania: 'text',
      usuarioId: 'text',
      fechaInscripcion: 'text',
      musicaPath: 'text',
      categoriaId: rowOf('categorias'),
      orden: 'integer',
    })
    await makeTable(db, 'jueces', { id: KEY, nombre: TEXT, activo: INTEGER })
    await makeTable(
      db,
      'calificaciones',
      { competidorId: rowOf('competidores'), juezId: rowOf('jueces'), l_calificacion: 'text', criterios: TEXT },
      'constraint "calificaciones_key" primary key ("competidorId", "juezId")',
    )

    const flag = (name: string): string => `integer check ("${name}" in (0, 1))`
    await makeTable(db, 'adminMinutoAMinuto', {
      id: ONE,
      dia: 'text',
      hora: 'text',
      activarReloj: flag('activarReloj'),
      mostrarCalificaciones: flag('mostrarCalificaciones'),
      mostrarJueves: flag('mostrarJueves'),
      mostrarViernes: flag('mostrarViernes'),
      mostrarSabado: flag('mostrarSabado'),
      minutosPorCompetidor: 'integer check ("minutosPorCompetidor" >= 1)',
    })
    const selectedRow = `${INTEGER} check ("selectedRow" >= 0)`
    await makeTable(db, 'turno', { dia: KEY, selectedRow, competidorId: 'text' })
    const revision = 'bigint primary key'
    await makeTable(db, 'movimiento', { revision, dia: TEXT, selectedRow: INTEGER, competidorId: 'text' })
    await makeTable(db, 'adminCompetencia', { id: ONE, rubricaSel: 'text', rubricas: TEXT })
    await makeTable(db, 'compartido', { id: ONE, nCategoria: 'text', nCompetidor: 'text' })
    await makeTable(db, 'evento', { id: ONE, textos: TEXT })
    await makeTable(db, 'archivos_pendientes', { lote: KEY })

    const { schema } = db
    await schema.createIndex('competidores_categoria').on('competidores').columns(['categoriaId', 'orden']).execute()
    await schema.createIndex('competidores_usuario').on('competidores').column('usuarioId').execute()
    await schema.createIndex('categorias_dia').on('categorias').column('dia').execute()
    await schema.createIndex('calificaciones_juez').on('calificaciones').column('juezId').execute()
    await schema.createIndex('sesion_persona').on('sesion').column('personaId').execute()
    await schema.createIndex('command_key_at').on('command_key').column('at').execute()
    await schema.createIndex('musica_path').on('competidores').column('musicaPath').execute()
  },

  /** The order of the home page's images. The files are in the store, under `carrusel/`. */
  '0002_galeria': (db) => makeTable(db, 'galeria', { archivo: KEY, orden: INTEGER }),

  /** The organiser's rules for entries, what was measured of the tracks, and the tracks on their way in. */
  '0003_inscripciones': async (db) => {
    const maximo = `${INTEGER} check ("maximo" >= 0)`
    await makeTable(db, 'inscripciones', { id: ONE, desde: 'text', hasta: 'text', maximo })
    const cupo = `${INTEGER} check ("cupo" >= 0)`
    await makeTable(db, 'cupo', { categoriaId: rowOf('categorias', KEY), cupo })
    await makeTable(db, 'musica', { path: KEY, duracion: 'integer' })
    const subida = { id: KEY, persona: TEXT, bytes: INTEGER, estado: TEXT, duracion: 'integer', creada: BIGINT }
    await makeTable(db, 'subida', subida)
    await db.schema.createIndex('subida_persona').on('subida').column('persona').execute()
  },

  /** Stored files that no row names, and since when: what the sweep has seen. */
  '0004_archivo_suelto': (db) => makeTable(db, 'archivo_suelto', { path: KEY, carpeta: TEXT, desde: BIGINT }),

  /** The work on files that an import leaves for after its transaction, which does not wait for the file store. */
  '0005_plan_en_renglon': (db) => addColumns(db, 'archivos_pendientes', { plan: 'text' }),

  /** From which session a turn was moved last, and when (ms since 1970). */
  '0009_turno_pulsado': (db) => addColumns(db, 'turno', { sesion: 'text', pulsado: 'bigint' }),

  /**
   * Brings values that earlier versions took to what this one takes: a day without entries in its order has turn 0, and an
   * entry has at most a day of 1,440 minutes. Otherwise the export of such a place is refused by its own import.
   */
  '0010_valores_fuera': async (db) => {
    await sql`
      update "turno" set "selectedRow" = 0
      where "competidorId" is null and not exists (
        select 1 from "competidores" as "e" inner join "categorias" as "c" on "c"."id" = "e"."categoriaId"
        where "c"."dia" = "turno"."dia" and "c"."nombre" <> '' and "e"."orden" is not null
      )`.execute(db)
    await sql`
      update "adminMinutoAMinuto" set "minutosPorCompetidor" = 1440
      where "minutosPorCompetidor" > 1440`.execute(db)
  },

  /**
   * In SQLite a table and its key are two trees, unless the table is made `without rowid`: one tree, and half the pages that
   * a commit writes. The keys of commands lose their index by time: an index costs each command a page, and forgetting old
   * keys is rare enough to read them all.
   */
  '0011_sin_rowid': async (db) => {
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
  },

  /**
   * Judges who sign in and score: their link and assignment, the state of each mark, late marks, penalties, withdrawals,
   * closed categories, scales, and the ended sessions of judges: their devices may still hand in marks.
   */
  '0012_jueces': async (db) => {
    const { schema } = db
    const principal = `${INTEGER} default 0`
    await addColumns(db, 'jueces', { principal, dias: 'text', categorias: 'text', enlace: 'text' })
    await schema.createIndex('jueces_enlace').on('jueces').column('enlace').unique().execute()
    await addColumns(db, 'calificaciones', {
      estado: `${TEXT} default 'enviada'`,
      version: `${INTEGER} default 1`,
      motivo: 'text',
      enviada: 'text',
    })
    await addColumns(db, 'sesion', { esToken: `${INTEGER} default 0` })

    await makeTable(
      db,
      'tardia',
      {
        id: KEY,
        juezId: rowOf('jueces'),
        clave: TEXT,
        competidorId: TEXT,
        criterios: TEXT,
        l_calificacion: TEXT,
        causa: TEXT,
        recibida: TEXT,
        estado: TEXT,
        motivo: 'text',
      },
      'constraint "tardia_clave" unique ("juezId", "clave")',
    )
    await schema.createIndex('tardia_competidor').on('tardia').column('competidorId').execute()
    await makeTable(db, 'penalizacion', {
      id: KEY,
      competidorId: rowOf('competidores'),
      puntos: `${INTEGER} check ("puntos" > 0)`,
      motivo: TEXT,
      autor: TEXT,
      fecha: TEXT,
    })
    await schema.createIndex('penalizacion_competidor').on('penalizacion').column('competidorId').execute()
    await makeTable(db, 'retiro', { competidorId: rowOf('competidores', KEY), estado: TEXT, motivo: 'text' })
    const cierre = { categoriaId: rowOf('categorias', KEY), autor: TEXT, fecha: TEXT, decision: 'text' }
    await makeTable(db, 'cierre', cierre)
    await makeTable(db, 'escala', { tipo: KEY, maximo: INTEGER, paso: INTEGER })
    await makeTable(db, 'sesion_terminada', { tokenHash: KEY, juezId: TEXT, terminada: BIGINT })
  },

  /** The stored pieces of an upload. The key refuses a second piece at the same offset, whichever instance received it. */
  '0013_subida_parte': (db) =>
    makeTable(
      db,
      'subida_parte',
      { subida: rowOf('subida'), inicio: INTEGER, bytes: INTEGER, archivo: TEXT },
      'constraint "subida_parte_clave" primary key ("subida", "inicio")',
    ),

  /** The id of the stored files that belong to this database. A file among them has the same id. */
  '0014_almacen': (db) => makeTable(db, 'almacen', { id: ONE, identidad: TEXT }),

  /**
   * A stored file has a unique name and never changes. Imports have no plan any more. Uploads that no entry uses yet start again:
   * their pieces have other names now.
   */
  '0015_archivos_unicos': async (db) => {
    await db.schema.dropTable('archivos_pendientes').execute()
    await db.deleteFrom('subida_parte').execute()
    await db.deleteFrom('subida').execute()
  },

  /** An ended session of a judge opens nothing, so nothing of it is kept. */
  '0016_sin_sesion_terminada': (db) => db.schema.dropTable('sesion_terminada').execute(),

  /** A closed category keeps its panel: a judge who joins it later is not missing. Until now the panel could be any judge. */
  '0017_panel_de_cierre': async (db) => {
    await addColumns(db, 'cierre', { panel: `${TEXT} default '[]'` })
    const jueces = await db.selectFrom('jueces').select('id').orderBy('id').execute()
    await db
      .updateTable('cierre')
      .set({ panel: JSON.stringify(jueces.map(({ id }) => id)) })
      .execute()
  },

  /**
   * Methods of judging. A category has a method and, when it is a round, where it came from; a closed one keeps the rule that it was
   * closed with. A repetition keeps the marks of the attempt that it annulled, and the turn remembers where to go on.
   */
  '0018_metodos': async (db) => {
    await addColumns(db, 'categorias', { metodo: 'text', origen: 'text' })
    await addColumns(db, 'cierre', { regla: 'text' })
    await makeTable(
      db,
      'peso',
      { tipo: TEXT, criterio: TEXT, peso: `${INTEGER} check ("peso" > 0)` },
      'constraint "peso_clave" primary key ("tipo", "criterio")',
    )
    await makeTable(db, 'desempate', { orden: 'integer primary key', elemento: TEXT })
    await makeTable(
      db,
      'empate',
      { categoriaId: rowOf('categorias'), ids: TEXT, autor: TEXT, motivo: TEXT, fecha: TEXT },
      'constraint "empate_clave" primary key ("categoriaId", "ids")',
    )
    await makeTable(
      db,
      'repeticion',
      { competidorId: rowOf('competidores'), intento: INTEGER, motivo: TEXT, fecha: TEXT, marcas: TEXT },
      'constraint "repeticion_clave" primary key ("competidorId", "intento")',
    )
    await addColumns(db, 'tardia', { intento: `${INTEGER} default 1` })
    for (const table of ['turno', 'movimiento'])
      await addColumns(db, table, { regresoRow: 'integer', regresoId: 'text' })
    await addColumns(db, 'movimiento', { repetido: 'text' })
  },

  /** The number of an attempt is given once: a repetition that was taken back stays, and each says which attempt it annulled. */
  '0019_intentos': async (db) => {
    await addColumns(db, 'repeticion', { anula: `${INTEGER} default 1`, deshecha: `${INTEGER} default 0` })
    await sql`update "repeticion" set "anula" = "intento"`.execute(db)
    // In two steps, because the new key of a row is the former key of the next one.
    await sql`update "repeticion" set "intento" = -("intento" + 1)`.execute(db)
    await sql`update "repeticion" set "intento" = -"intento"`.execute(db)
  },

  /** The entries that have had the turn of their day. Those that a turn has passed count as such. */
  '0020_llamada': async (db) => {
    await makeTable(
      db,
      'llamada',
      { competidorId: rowOf('competidores'), revision: BIGINT, espera: `${INTEGER} check ("espera" in (0, 1))` },
      'constraint "llamada_clave" primary key ("competidorId", "revision")',
    )
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
  },

  /** The time of the last backup. */
  '0021_respaldo': (db) => makeTable(db, 'respaldo', { id: ONE, fecha: TEXT }),

  /** The days and names that categories had. */
  '0022_anterior': (db) =>
    makeTable(
      db,
      'anterior',
      { categoriaId: rowOf('categorias'), dia: TEXT, nombre: TEXT, revision: BIGINT },
      'constraint "anterior_clave" primary key ("categoriaId", "dia", "nombre")',
    ),

  /** The numbers of entries, and the days whose order is closed. */
  '0023_numero': async (db) => {
    await addColumns(db, 'competidores', { numero: 'text' })
    await makeTable(db, 'orden_cerrado', { dia: KEY, dados: TEXT, categorias: TEXT })
  },

  /** The note of an entry for the announcer. */
  '0024_nota': (db) => addColumns(db, 'competidores', { nota: 'text' }),

  /** The programme of each day. The turn keeps when its item began, and a copy of the break in course. */
  '0025_programa': async (db) => {
    await makeTable(db, 'programa', {
      dia: KEY,
      inicio: 'text',
      montaje: INTEGER,
      jueceo: INTEGER,
      pausas: TEXT,
      publicado: 'text',
    })
    for (const table of ['turno', 'movimiento'])
      await addColumns(db, table, { desde: 'bigint', pausa: 'text', regresoPausa: 'text' })
  },

  /** What follows a break waits for a time of the clock, in the zone of the event, in place of an instant. */
  '0026_no_antes': async (db) => {
    const evento = await db.selectFrom('evento').select('textos').executeTakeFirst()
    const { zonaHoraria } = JSON.parse(evento?.textos ?? '{}') as { zonaHoraria?: string }
    // Until a zone is saved, that of the settings.
    const timeZone = zonaHoraria ?? process.env['EVENT_TIMEZONE'] ?? 'America/Mexico_City'
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    const withHora = (key: string, value: unknown) =>
      key === 'noAntes' && typeof value === 'number' ? clock.format(value) : value
    const moved = (json: string) => JSON.stringify(JSON.parse(json, withHora))
    for (const { dia, pausas, publicado } of await db.selectFrom('programa').selectAll().execute()) {
      const set = { pausas: moved(pausas), publicado: publicado && moved(publicado) }
      await db.updateTable('programa').set(set).where('dia', '=', dia).execute()
    }
  },

  /** Lengths of tracks with their fraction of a second. SQLite keeps one in a column of integers. */
  '0027_segundos': async (db) => {
    if (db.getExecutor().adapter instanceof SqliteAdapter) return
    for (const table of ['musica', 'subida'])
      await sql.raw(`alter table "${table}" alter column "duracion" type double precision`).execute(db)
  },

  /** What the page of each judge last told. */
  '0028_presencia': (db) =>
    makeTable(db, 'presencia', { juezId: rowOf('jueces', KEY), competidorId: 'text', visto: BIGINT, cerrada: INTEGER }),

  /** Whether results are retained until they are announced, and the announced categories. */
  '0029_embargo': async (db) => {
    await makeTable(db, 'embargo', { id: ONE, retener: INTEGER })
    await makeTable(db, 'anunciada', { categoriaId: rowOf('categorias', KEY) })
  },

  /** The screens with their links, the reports of their pages, and the ceremony in course or the last one. */
  '0030_pantallas': async (db) => {
    await makeTable(db, 'pantalla', {
      id: KEY,
      nombre: TEXT,
      tipo: TEXT,
      enlace: `${TEXT} unique`,
      escena: TEXT,
      antes: 'text',
      categoriaId: 'text references "categorias" ("id") on delete set null',
      mensaje: TEXT,
      adelantar: INTEGER,
      identificarHasta: 'bigint',
    })
    await makeTable(db, 'reporte', { pantallaId: rowOf('pantalla', KEY), visto: BIGINT })
    await makeTable(db, 'premiacion', {
      id: ONE,
      categoriaId: rowOf('categorias'),
      premios: INTEGER,
      pasos: TEXT,
      paso: INTEGER,
      avanzo: 'bigint',
    })
  },

  /** What the stage door last said of each entry. */
  '0031_llegadas': (db) =>
    makeTable(db, 'llegada', { competidorId: rowOf('competidores', KEY), dia: TEXT, llego: INTEGER, at: BIGINT }),
}
