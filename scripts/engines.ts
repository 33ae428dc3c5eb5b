const inFolder = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `tests/${folder}/${name}.test.ts`)

/**
 * Tests that run on SQLite and a folder only, because another engine cannot change their result: rules, the memory of the
 * process, sockets, e-mails, settings, a proxy, lines of the log, and acts whose statements other tests send to PostgreSQL too.
 * A new test file runs on every engine until it is named here. Decision 0057 says how the list was made.
 */
export const ON_SQLITE_ONLY: readonly string[] = [
  'tests/*.test.ts',
  'tests/oracles/**',
  ...inFolder('files', ['s3-silent', 'modes']),
  ...inFolder('api', ['audiencia', 'live', 'origin', 'publico', 'silence', 'stream-end', 'views', 'views-limit']),
  ...inFolder('api', ['cost', 'demo', 'operations', 'paises', 'reserva', 'reserva-diferencial', 'worker']),
  ...inFolder('api', ['contrasena', 'correo', 'correo-reintentos', 'inscripciones', 'registro', 'usuarios']),
  ...inFolder('api', ['cupos', 'file-addresses', 'foto', 'foto-slow', 'inscripciones-calificadas', 'musica']),
  ...inFolder('api', ['subida-measured', 'subidas-hostile', 'subidas-partes', 'sweep', 'backup-damaged']),
  ...inFolder('api', ['ejemplo-juez', 'jueces', 'juez-sesion', 'juez-vista', 'oracle-jueces', 'resultados-oracle']),
  ...inFolder('api', ['turno', 'turno-eliminado']),
  ...inFolder('reliability', ['settings', 'proxy', 'log', 'fotos']),
]

/**
 * Tests that read and write stored files. They run with SQLite and a folder, and with PostgreSQL and S3; where no S3 server can
 * be started, with PostgreSQL and a folder.
 */
export const WITH_FILES: readonly string[] = [
  'tests/files/store.test.ts',
  ...inFolder('api', ['subidas', 'portada', 'competidores-exports', 'storage', 'disk-full', 'backup']),
  ...inFolder('api', ['interchange', 'interchange-replace', 'interchange-interrupted', 'interchange-export']),
]
