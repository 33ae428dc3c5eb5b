const inFolder = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `tests/${folder}/${name}.test.ts`)

/**
 * Tests that do not run on PostgreSQL. What they are about is decided without the database, or by statements that other tests
 * run there too: rules, origins, sockets that fall silent, the first sending of an e-mail, countries, settings, a proxy in front,
 * lines of the log, the memory that photos take.
 */
export const NOT_ON_POSTGRES: readonly string[] = [
  'tests/*.test.ts',
  'tests/oracles/**',
  'tests/files/s3-silent.test.ts',
  ...inFolder('api', ['origin', 'silence', 'correo', 'paises']),
  ...inFolder('reliability', ['settings', 'proxy', 'log', 'fotos']),
]

const people = ['foto', 'perfil', 'registro', 'usuarios']
const entries = ['inscripciones', 'cupos', 'subidas', 'subidas-partes', 'musica', 'competidores-exports', 'portada']
const interchange = ['interchange', 'interchange-replace', 'interchange-interrupted', 'interchange-export']
const places = ['file-addresses', 'disk-full', 'storage', 'backup']

/**
 * Tests that use stored files: photos, tracks, images, whole events and backups. They run with SQLite and a folder, and with
 * PostgreSQL and S3; where no S3 server can be started, with PostgreSQL and a folder.
 */
export const WITH_FILES: readonly string[] = [
  'tests/files/store.test.ts',
  ...inFolder('api', [...people, ...entries, ...places, ...interchange]),
]
