const inApi = (names: readonly string[]): string[] => names.map((name) => `tests/api/${name}.test.ts`)

/** Tests in which the database has no part. They run once, with SQLite. */
export const ON_ANY_ENGINE: readonly string[] = [
  'tests/*.test.ts',
  'tests/oracles/**',
  'tests/files/s3-silent.test.ts',
  // Roles, origins, sockets, mail and countries are decided before or after the database is asked.
  ...inApi(['matrix', 'matrix-juez', 'origin', 'silence', 'stream-end', 'correo', 'correo-reintentos', 'paises']),
]

const people = ['foto', 'perfil', 'registro', 'usuarios']
const entries = ['inscripciones', 'cupos', 'subidas', 'subidas-partes', 'musica', 'competidores-exports', 'portada']
const interchange = ['interchange', 'interchange-replace', 'interchange-interrupted', 'interchange-export']
const places = ['file-addresses', 'disk-full', 'storage', 'identidad', 'backup']

/** Tests that use stored files: photos, tracks, images, whole events and backups. They run with SQLite and a folder, and with PostgreSQL and S3. */
export const WITH_FILES: readonly string[] = [
  'tests/files/store.test.ts',
  ...inApi([...people, ...entries, ...places, ...interchange]),
]
